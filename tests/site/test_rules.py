"""A variant's rulings on its page."""

from pathlib import Path

from judge.report.site import pages


def test_a_variant_without_rulings_has_none(tmp_path: Path) -> None:
    assert pages.read_rules(tmp_path) == ""
    (tmp_path / "RULES.md").write_text("# Rulings\n")
    assert pages.read_rules(tmp_path) == "# Rulings\n"


def test_rulings_stand_a_level_below_the_page_and_hold_no_html_of_their_own() -> None:
    html = pages.rules_as_html("# Rulings\n\n## Moves\n\n### Ties\n\n<script>no</script>\n")
    assert "<h2>Rulings</h2>" in html
    assert "<h3>Moves</h3>" in html
    assert "<h4>Ties</h4>" in html
    assert "<script>" not in html


def test_cases_are_for_who_works_on_the_judge() -> None:
    html = pages.rules_as_html("- **R1** Armies move. *yours-C1, yours-C2.*\n")
    assert '<li id="R1"><strong>R1</strong> Armies move.</li>' in html


def test_a_ruling_that_another_one_cites_is_told_there() -> None:
    head = "As in `../standard/RULES.md`."
    html = pages.rules_as_html(f'{head}\n\n- **R1** Who *pays* "wins".\n- **R2** R1, A1, R9.')
    assert '<li id="R1"><strong>R1</strong>' in html
    assert '<a href="#R1" title="Who pays &#34;wins&#34;.">R1</a>, A1, R9.' in html
    assert 'As in <a href="standard.html">Standard Diplomacy</a>.' in html


def test_what_a_cited_ruling_names_is_told_by_its_title() -> None:
    html = pages.rules_as_html("- **R1** As ../standard/RULES.md.\n- **R2** See R1.")
    assert 'title="As Standard Diplomacy."' in html


def test_a_game_is_told_without_what_only_a_mail_can_say() -> None:
    html = pages.tell_play("1936")
    assert "How the game is played" in html
    assert "What is special in 1936" in html
    assert "Reply to any mail" not in html
