"""The site: what it tells, that it tells nothing else, and that it is written where it changed."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
import pytest
from click.testing import CliRunner
from lxml import etree, html

from judge import resources
from judge.cli import main
from judge.game.books import export
from judge.kernel.errors import KeeperError
from judge.report.site import refresh
from judge.report.site.folder import Folder
from tests.game.test_canaries import found, letter, swallowed
from tests.game.world import POWERS, World

HEADINGS = "//main//*[self::h1 or self::h2 or self::h3]"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the site goes."""
    return tmp_path / "site"


def built(world: World, folder: Path, *, drawn: bool = False) -> Folder:
    """The site of a world; without maps where they are not what is asked about."""
    engine = world.engine()
    with engine.begin() as db:
        done = refresh.build(
            db, world.house().config, folder, "https://judge.example/", drawn=drawn
        )
    engine.dispose()
    return done


def played(world: World, *options: str, phases: int = 2) -> World:
    """A game in which the deadline has passed a few times."""
    world.begun("alpha", "moves=1d", "retreats=1d", "builds=1d", *options)
    world.order("France", "A Par - Bur\nA Mar - Spa\nF Bre - Mid")
    world.order("Germany", "A Mun - Bur")
    for _ in range(phases):
        world.run(world.due())
    return world


def page(folder: Path, name: str) -> html.HtmlElement:
    """A page, read."""
    return html.fromstring((folder / name).read_text())


def select(node: Any, path: str) -> list[Any]:
    """What an XPath finds in a page."""
    return list(node.xpath(path))


def test_a_games_page_tells_every_phase_with_its_orders_and_reasons(
    world: World, folder: Path
) -> None:
    played(world)
    built(world, folder)
    shown = page(folder, "games/alpha.html")
    spring = shown.get_element_by_id("S1901M").text_content()
    assert "A PAR - BUR" in spring
    assert "bounced with A MUN - BUR" in spring
    assert [one.text for one in select(shown, "//ol[@class='phases']//a")] == [
        "Spring 1901 movement",
        "Fall 1901 movement",
    ]
    assert "Now: Winter 1901 adjustment" in " ".join(shown.text_content().split())
    index = page(folder, "index.html").text_content()
    assert "alpha" in index
    assert "Winter 1901 adjustment" in index


def test_the_files_beside_it_are_the_export_and_a_feed_with_an_entry_a_phase(
    world: World, folder: Path
) -> None:
    played(world)
    built(world, folder)
    with world.reading() as db:
        told = export.export_game(db, world.game(), secret=False)
    assert msgspec.json.decode((folder / "games/alpha.json").read_bytes()) == msgspec.to_builtins(
        told
    )
    feed: Any = etree.fromstring((folder / "games/alpha.atom").read_bytes())
    names = {"a": "http://www.w3.org/2005/Atom"}
    titles = feed.xpath("a:entry/a:title/text()", namespaces=names)
    assert titles == ["Fall 1901 movement", "Spring 1901 movement"]
    links = feed.xpath("a:entry/a:link/@href", namespaces=names)
    assert links[0] == "https://judge.example/games/alpha.html#F1901M"
    assert len(feed.xpath("a:id", namespaces=names)) == 1


def test_results_can_be_had_in_the_layout_of_the_judge_of_old(world: World, folder: Path) -> None:
    played(world, phases=3)
    built(world, folder)
    text = (folder / "games/alpha.txt").read_text()
    assert "Movement results for Spring of 1901.  (alpha)\n\nAustria: Army Budapest HOLD." in text
    assert "France:  Army Paris -> Burgundy.  (*bounce*)" in text
    assert "France: Brest, Marseilles, Paris, Spain." in text
    assert "France:  4 Supply centers,  3 Units:  Builds   1 units." in text


def test_only_what_has_changed_is_written_again(world: World, folder: Path) -> None:
    played(world)
    assert built(world, folder).written > 10
    again = built(world, folder)
    assert (again.written, again.removed) == (0, 0)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.*")}
    world.run(world.due())
    assert built(world, folder).written == 6
    changed = {path.name for path, time in before.items() if path.stat().st_mtime_ns != time}
    assert changed == {
        "alpha.html",
        "alpha.atom",
        "alpha.json",
        "alpha.txt",
        "index.html",
        "players.html",
        ".judge-site.json",
    }


@pytest.mark.parametrize("option", ["anonymous=yes", "private=yes"])
def test_hidden_games_appear_when_they_are_over(world: World, folder: Path, option: str) -> None:
    played(world, option)
    built(world, folder)
    assert not (folder / "games").exists()
    assert "France" not in page(folder, "players.html").text_content()
    world.order("GM", "TERMINATE")
    assert world.game().status == "over"
    built(world, folder)
    assert "It is over" in (folder / "games/alpha.html").read_text()


def test_a_page_that_may_not_be_shown_any_more_is_removed(world: World, folder: Path) -> None:
    played(world)
    built(world, folder)
    world.order("GM", "SET anonymous yes")
    gone = built(world, folder)
    assert gone.removed == 4
    assert not (folder / "games/alpha.html").exists()


def test_nothing_that_players_wrote_in_secret_stands_there(world: World, folder: Path) -> None:
    """Open orders, press, passwords, plans: while the game lasts and when it is over."""
    world.begun("alpha", "moves=1d", "retreats=1d", "builds=1d")
    for number, power in enumerate(POWERS):
        friend = POWERS[(number + 1) % 7]
        for text in (letter(power, friend), swallowed(power)):
            world.mail(f"{power.lower()}@players.example", text, to=world.address(power))
    world.run()
    built(world, folder)
    assert list(found(everything(folder))) == []
    world.run(world.due())
    built(world, folder)
    assert list(found(everything(folder))) == []
    world.order("GM", "TERMINATE")
    assert world.game().status == "over"
    built(world, folder)
    assert list(found(everything(folder))) == []


def everything(folder: Path) -> str:
    """All that the site says, and the names of its files."""
    return "\n".join(f"{path} {path.read_text()}" for path in sorted(folder.rglob("*.*")))


def test_no_address_but_the_judges_stands_there(world: World, folder: Path) -> None:
    played(world)
    built(world, folder)
    assert "@players.example" not in everything(folder)
    assert "judge+" not in everything(folder)


def test_what_players_write_is_shown_as_text(world: World, folder: Path) -> None:
    world.begun("alpha", "moves=1d")
    world.order("France", "BROADCAST\n<script>alert(1)</script> & <b>bold</b>\nENDBROADCAST")
    world.order("GM", "TERMINATE")
    built(world, folder)
    text = (folder / "games/alpha.html").read_text()
    assert "It is over" in text
    assert "&lt;script&gt;" in text
    assert "<script" not in text
    assert "<b>bold" not in text


def test_who_was_forgotten_has_no_record(world: World, folder: Path) -> None:
    played(world)
    built(world, folder)
    before = [one.text for one in select(page(folder, "players.html"), "//main//h2")]
    assert len(before) == 7
    world.order("GM", "TERMINATE")
    with world.engine().begin() as db:
        db.exec_driver_sql(
            "UPDATE people SET name = 'somebody', address = 'forgotten-1' WHERE address LIKE 'fr%'"
        )
    built(world, folder)
    after = [one.text for one in select(page(folder, "players.html"), "//main//h2")]
    assert len(after) == 6


def test_many_players_are_shown_in_pages(
    world: World, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.report.site.pages.PLAYER_PAGE", 3)
    played(world)
    built(world, folder)
    names = [f"players{part}.html" for part in ("", "-2", "-3")]
    shown = [len(select(page(folder, name), "//main//h2")) for name in names]
    assert shown == [3, 3, 1]
    links = select(page(folder, "players-2.html"), "//nav[@aria-label='Pages']/a/@href")
    assert links == ["players.html", "players-3.html"]


def test_every_link_leads_somewhere_and_every_page_says_what_it_is(
    world: World, folder: Path
) -> None:
    played(world, phases=4)
    built(world, folder)
    pages = sorted(folder.rglob("*.html"))
    assert len(pages) > 10
    for path in pages:
        shown = html.fromstring(path.read_text())
        assert shown.findtext(".//title"), path
        assert len(select(shown, "//meta[@name='description']/@content")[0]) > 20, path
        assert len(select(shown, "//h1")) == 1, path
        levels = [int(one.tag[1]) for one in select(shown, HEADINGS)]
        assert all(after - before < 2 for before, after in pairwise(levels))
        ids = select(shown, "//@id")
        assert len(ids) == len(set(ids)), path
        for target, anchor in _targets(path, shown):
            assert target.exists(), f"{path}: {target}"
            assert not anchor or anchor in select(html.fromstring(target.read_text()), "//@id")


def _targets(path: Path, shown: html.HtmlElement) -> Iterator[tuple[Path, str]]:
    for link in select(shown, "//@href"):
        parts = urlsplit(link)
        if not parts.scheme:
            yield (path.parent / unquote(parts.path) if parts.path else path), parts.fragment


def test_years_are_drawn_as_a_chart_with_numbers_beside_it(world: World, folder: Path) -> None:
    played(world, phases=6)
    built(world, folder)
    shown = page(folder, "games/alpha.html")
    assert "France ends with" in select(shown, "//svg/title")[0].text
    assert len(select(shown, "//svg/polyline")) == 7


def test_a_folder_with_other_things_is_left_alone(world: World, folder: Path) -> None:
    folder.mkdir()
    (folder / "thesis.txt").write_text("years of work")
    with pytest.raises(KeeperError, match="holds other things"):
        built(world, folder)
    done = CliRunner().invoke(main, ["site", str(folder), "--spool", str(world.home), "--no-maps"])
    assert done.exit_code != 0
    assert [path.name for path in folder.iterdir()] == ["thesis.txt"]


def test_the_keeper_writes_it_by_one_command(world: World, folder: Path) -> None:
    played(world)
    done = CliRunner().invoke(main, ["site", str(folder), "--spool", str(world.home), "--no-maps"])
    assert done.output.startswith(f"{folder}: ")
    assert (folder / "variants/1930.html").exists()


def test_other_words_of_the_keepers_make_the_pages_anew(world: World, folder: Path) -> None:
    played(world, phases=1)
    command = ["site", str(folder), "--spool", str(world.home), "--no-maps"]
    assert CliRunner().invoke(main, command).exit_code == 0
    own = world.home / "templates" / "site"
    own.mkdir(parents=True)
    common = resources.root("templates") / "site" / "players.html.j2"
    (own / "players.html.j2").write_text(common.read_text().replace("<h1>Players", "<h1>Our club"))
    assert CliRunner().invoke(main, command).exit_code == 0
    assert "<h1>Our club" in (folder / "players.html").read_text()


def test_a_game_whose_variant_is_out_of_order_stops_no_other(world: World, folder: Path) -> None:
    played(world, phases=1)
    world.begun("beta")
    with world.engine().begin() as db:
        db.exec_driver_sql("UPDATE games SET variant = 'gone' WHERE name = 'beta'")
    built(world, folder)
    assert (folder / "games/alpha.html").exists()
    assert not (folder / "games/beta.html").exists()
    assert "beta" not in (folder / "index.html").read_text()
