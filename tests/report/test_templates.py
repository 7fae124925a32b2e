"""The templates: all there, all compile, all strict; none reaches outside or words half a mail."""

import re
from functools import lru_cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge import resources
from judge.kernel.engine import GM, PUBLIC, Event, Phase
from judge.kernel.notice import Answer, Facts, Notice
from judge.report import render
from judge.report.page import Page
from tests.report.samples import EVENTS, NOTICES

TEMPLATES = resources.root("templates")
FILES = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.j2"))
MAIL_KINDS = [
    "answer",
    "results",
    "started",
    "joined",
    "over",
    "reminder",
    "late",
    "refusal",
    "keeper",
    "press",
    "gm",
    "confirm",
    "help",
    "notice",
    "news",
]


@pytest.mark.parametrize("name", FILES)
def test_every_template_compiles(name: str) -> None:
    assert render._environment("").get_template(name).name == name


@pytest.mark.parametrize("kind", MAIL_KINDS)
def test_every_mail_kind_has_text_and_html_and_a_sample(kind: str) -> None:
    assert f"mail/{kind}.txt.j2" in FILES
    assert f"mail/{kind}.html.j2" in FILES
    assert kind in {notice.kind for notice in NOTICES.values()}


def promised() -> set[str]:
    """The event kinds in the table of templates/README.md."""
    table = (TEMPLATES / "README.md").read_text().partition("## Events")[2]
    rows = (line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
    return {kind for row in rows for kind in re.findall(r"`([\w-]+)`", row)}


def test_the_table_of_events_is_the_list_of_samples() -> None:
    assert promised() == set(EVENTS)


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_every_event_kind_has_a_template_that_words_it(kind: str) -> None:
    assert f"event/{kind}.txt.j2" in FILES
    text, html = render._event(EVENTS[kind], "standard", "Europe/Paris")
    assert text
    assert html


def with_templates(monkeypatch: pytest.MonkeyPatch, folder: Path, files: dict[str, str]) -> None:
    """Put ``files`` in front of the common templates, as a variant's own folder is."""
    for name, source in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(source)
    environment = render._build((str(folder), str(TEMPLATES)))
    monkeypatch.setattr(render, "_environment", lambda variant: environment)
    monkeypatch.setattr(render, "_word_once", lru_cache(render._word_once.__wrapped__))


BROKEN = {
    "does not parse": "{% if %}",
    "asks for an unknown name": "Subject: x\n\n{{ page.nonsense }}",
    "asks for an unknown variable": "Subject: x\n\n{{ nonsense }}",
    "divides by zero": "Subject: x\n\n{{ 1 // 0 }}",
    "includes what is not there": "{% include 'mail/nowhere.j2' %}",
}


PARTS = (
    "mail/results.txt.j2",
    "mail/results.html.j2",
    "event/results.txt.j2",
    "event/results.html.j2",
)


@pytest.mark.sweep(5)
@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("fault", BROKEN)
def test_a_mail_is_worded_whole_or_not_at_all(
    fault: str, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with_templates(monkeypatch, tmp_path, {name: BROKEN[fault]})
    with pytest.raises(render.WordingError, match=f"The template {name}, line [13] can't be used"):
        render.render(NOTICES["results"])
    assert render.render(NOTICES["gm"]).html, "the other mails go on"


def test_an_event_without_a_template_makes_no_mail() -> None:
    event = Event(
        "weather", {"rows": [{"space": "NTH", "storm": "heavy"}], "note": "stay home"}, PUBLIC
    )
    with pytest.raises(render.WordingError, match=r"there is no event/weather\.txt\.j2"):
        render._event(event, "standard", "UTC")


def test_a_variants_own_templates_come_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with_templates(monkeypatch, tmp_path, {"event/note.txt.j2": "So it is: {{ text }}"})
    assert "So it is: All orders are in." in render.render(NOTICES["gm"]).text


def test_what_is_said_of_a_failure_holds_nothing_secret(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    raising = "{{ text.split('CANARY')[5] }}{{ {}[text] }}"
    with_templates(monkeypatch, tmp_path, {"event/note.txt.j2": raising})
    with pytest.raises(render.WordingError) as raised:
        render.render(_note("CANARY order", "GM"))
    assert "event/note.txt.j2" in str(raised.value)
    assert "CANARY" not in str(raised.value)


def _note(text: str, power: str) -> Notice:
    facts = Facts("alpha", "standard", power=power)
    events = (Event("note", {"text": text}, GM),)
    return Notice(f"alpha.{power}.{text}", "a@example.org", "gm", facts, events=events)


def test_nothing_of_one_readers_mail_gets_into_anothers() -> None:
    clean = {name: render.render(notice) for name, notice in NOTICES.items()}
    for number in range(300):
        note = _note(f"CANARY {number}!", "GM")
        assert f"CANARY {number}!" in render.render(note).text
    for name, notice in NOTICES.items():
        assert render.render(notice) == clean[name]


def test_a_mail_says_only_what_its_notice_holds() -> None:
    bare = render.render(Notice("k", "a@example.org", "answer", answers=(Answer(1, "x", "done"),)))
    assert "alpha" not in bare.text + bare.html
    assert "Deadline" not in bare.text + bare.html
    assert "mailto:" not in bare.html


@pytest.mark.parametrize(
    ("kind", "phase", "told"),
    [
        ("results", "Fall 1936 movement", False),
        ("results", "Spring 1936 retreats", True),
        ("answer", "Fall 1936 movement", True),
    ],
)
def test_a_budget_is_told_but_where_the_form_of_its_turn_stands_in_the_results(
    kind: str, phase: str, *, told: bool
) -> None:
    """The form says how many points there are."""
    results = NOTICES["results"]
    budget = Event("own-budget", {"turn": "Fall 1936", "points": 3, "sum": ""}, "France")
    facts = replace(results.facts, variant="1936", phase=Phase("x", phase, "movement"))
    notice = replace(results, kind=kind, facts=facts, events=(budget,))
    text = " ".join(render.render(notice).text.split())
    assert ("You have 3 diplomacy points in Fall 1936." in text) == told


@pytest.mark.parametrize(
    "rows", [["the power of France grew"], [["power", "points"], ["France", 3]]]
)
def test_rows_of_a_variants_own_events_may_be_anything(rows: list[object]) -> None:
    notice = NOTICES["results"]
    own = Event("mine", {"rows": rows}, PUBLIC)
    assert Page(replace(notice, events=(*notice.events, own))).own == Page(notice).own
