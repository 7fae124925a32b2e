"""What the lists say of each game, what a page says of its terms, and what is not made again."""

from pathlib import Path
from typing import Any

import pytest

from judge.report.site import pages, refresh
from tests.game.test_skill import won
from tests.game.world import World
from tests.site import test_site
from tests.site.test_site import page, played, select


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the site goes; of the variants' pages only one is made."""
    monkeypatch.setattr("judge.catalog.variant.names", lambda: ("standard",))
    return tmp_path / "site"


def change(world: World, statement: str) -> None:
    """Change what is kept of a game."""
    with world.engine().begin() as db:
        db.exec_driver_sql(statement)


def listed(folder: Path, name: str, heading: str = "") -> list[tuple[str, str]]:
    """The games of a list with their seats, in its order."""
    after = f"//h2[normalize-space()='{heading}']/following-sibling::*[1]" if heading else "//main"
    rows = select(page(folder, name), f"{after}//tbody/tr")
    return [(row.findtext(".//th/a") or row.findtext("th"), row[-1].text) for row in rows]


def test_seats_are_taken_by_people_and_by_computers(world: World, folder: Path) -> None:
    world.begun("alpha", players=3)
    test_site.built(world, folder)
    assert listed(folder, "index.html", "Games under way") == [("alpha", "3 of 7")]
    change(world, "UPDATE seats SET computer = 'steady' WHERE power IN ('Russia', 'Turkey')")
    test_site.built(world, folder)
    assert listed(folder, "index.html", "Games under way") == [("alpha", "5 of 7")]


def test_a_game_that_waits_for_players_has_a_page_and_no_board_yet(
    world: World, folder: Path
) -> None:
    world.begun("alpha")
    world.say("gm@players.example", "CREATE beta moves=2d")
    test_site.built(world, folder, drawn=True)
    assert listed(folder, "index.html", "Games that wait for players") == [("beta", "0 of 7")]
    shown = page(folder, "games/beta.html")
    assert select(shown, "//main//img") == []
    assert select(shown, "//h2[.='Dice']") == []
    assert not list(folder.glob("games/beta/*"))


def test_the_newest_finished_games_stand_first_and_all_of_them_in_pages(
    world: World, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refresh, "PAGE", 2)
    monkeypatch.setattr(refresh, "LATEST", 2)
    for name in ("alpha", "beta", "gamma", "delta"):
        world.begun(name, circle=name)
    change(world, "UPDATE games SET status = 'over' WHERE name <> 'delta'")
    test_site.built(world, folder)
    assert [name for name, _ in listed(folder, "index.html", "Finished games")] == ["gamma", "beta"]
    assert [name for name, _ in listed(folder, "index.html", "Games under way")] == ["delta"]
    assert [name for name, _ in listed(folder, "finished-1.html")] == ["alpha", "beta"]
    assert [name for name, _ in listed(folder, "finished-2.html")] == ["gamma"]
    assert not (folder / "finished-3.html").exists()
    assert select(page(folder, "index.html"), "//a[starts-with(@href, 'finished')]/@href") == [
        "finished-2.html"
    ]


def test_what_stands_there_already_is_not_even_made_again(
    world: World, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(world, phases=1)
    test_site.built(world, folder)

    def make(*_: Any, **__: Any) -> bytes:
        raise AssertionError("it is made again")

    with monkeypatch.context() as patched:
        patched.setattr(pages, "make_game_page", make)
        patched.setattr(pages, "rules_as_html", make)
        patched.setattr(pages, "lay_out_page", make)
        test_site.built(world, folder)
    world.run(world.due())
    monkeypatch.setattr(pages, "make_game_page", make)
    with pytest.raises(AssertionError, match="made again"):
        test_site.built(world, folder)


def test_players_who_fit_on_one_page_have_one(world: World, folder: Path) -> None:
    test_site.built(world, folder)
    assert {path.name for path in folder.glob("players*")} == {"players.html"}
    played(world, phases=1)
    test_site.built(world, folder)
    assert {path.name for path in folder.glob("players*")} == {"players.html"}


def test_a_page_tells_the_terms_in_sentences(world: World, folder: Path) -> None:
    played(world, "press=none", phases=1)
    test_site.built(world, folder)
    (terms,) = select(
        page(folder, "games/alpha.html"), "//main//h2[.='Terms']/following::p[1]/text()"
    )
    assert "Time for moves 1 day, retreats 1 day, builds 1 day." in terms
    assert "no press" in terms.lower()
    assert "anonymous" not in terms


def test_once_a_phase_is_over_its_dice_can_be_proved(
    world: World, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.catalog.variant.names", lambda: ("1930",))
    world.begun("alpha", variant="1930", players=5)
    for count in (0, 1):
        test_site.built(world, folder)
        assert len(select(page(folder, "games/alpha.html"), "//h2[.='Dice']")) == count
        world.run(world.due())


def test_figures_are_what_stats_tells_of_the_games_that_are_over(
    world: World, folder: Path
) -> None:
    test_site.built(world, folder)
    assert "No game counts yet." in page(folder, "figures.html").text_content()
    won(world, "alpha")
    won(world, "beta", "Turkey")
    test_site.built(world, folder)
    shown = page(folder, "figures.html")
    headings = [one.text for one in select(shown, "//main//h2")]
    assert headings == ["Standard Diplomacy: 2 games", "Hall of fame"]
    rows = select(shown, "//main//tr[.//*[@class='bar']]")
    assert [row.findtext("th") for row in rows][:3] == ["France", "Turkey", "Russia"]
    assert [cell.text for cell in rows[0].findall("td")][:5] == ["1", "0", "1", "0", "3.0"]
    bars = [(bar.get("class"), bar.get("width")) for bar in rows[0].iter("rect")]
    assert bars == [("won", "1"), ("drew", "0"), ("survived", "1")]
    assert select(shown, "//li/a/@href") == ["games/beta.html", "games/alpha.html"]
    assert test_site.built(world, folder).written == 0
