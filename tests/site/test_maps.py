"""The maps of the site: of each phase with its orders and after it, drawn once, for all to see."""

import re
from pathlib import Path
from shutil import copytree

import pytest
from lxml import etree, html

from judge import resources
from judge.report.site.folder import Folder
from tests.game.test_canaries import found, letter, swallowed
from tests.game.world import POWERS, World
from tests.site import test_site
from tests.site.test_site import page, played, select


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the site goes; of the variants' pages only one is made."""
    monkeypatch.setattr("judge.catalog.variant.names", lambda: ("standard",))
    return tmp_path / "site"


def built(world: World, folder: Path) -> Folder:
    """The site of a world with its maps."""
    return test_site.built(world, folder, drawn=True)


def maps(folder: Path) -> set[str]:
    """The files of the maps."""
    return {path.name for path in folder.rglob("*.svg")}


def test_every_phase_shows_its_orders_and_the_board_after_them(world: World, folder: Path) -> None:
    played(world)
    built(world, folder)
    shown = page(folder, "games/alpha.html")
    spring, fall = (
        select(shown, f"//section[@id='{phase}']//img") for phase in ("S1901M", "F1901M")
    )
    assert "moves succeeded" in spring[0].get("alt")
    assert spring[1].get("alt").startswith("Map, alpha: Fall 1901 movement.")
    now = select(shown, "//h2[@id='now']/following-sibling::div[1]//img")
    assert [one.get("src") for one in now] == [fall[1].get("src")], "the same board is one file"
    for one in (*spring, *fall):
        raw = (folder / "games" / one.get("src")).read_bytes()
        drawing = etree.fromstring(raw)
        names = {"s": "http://www.w3.org/2000/svg"}
        assert drawing.findtext("s:desc", namespaces=names) == one.get("alt")
        assert drawing.findtext("s:title", namespaces=names) in one.get("alt")
        assert (drawing.get("width"), drawing.get("height")) == (
            one.get("width"),
            one.get("height"),
        )
        assert "@media (prefers-color-scheme:dark)" in raw.decode()


def test_what_an_inset_shows_again_turns_dark_as_well(
    world: World, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To a browser it stands outside of the picture: rules name what is shown, by its id."""
    monkeypatch.setattr("judge.catalog.variant.names", lambda: ("1930s-world",))
    built(world, folder)
    raw = next(folder.glob("variants/1930s-world/start-*.svg")).read_text()
    root = re.search(r'<svg id="(\w+)"', raw)
    shown = re.findall(r'<use href="#(\w+)"', raw)
    assert root
    assert f'[id^="{root[1]}"] [fill=' in raw
    assert {one for one in shown if not one.startswith(root[1])} == set()
    assert {f"{root[1]}map", f"{root[1]}ground"} <= {*shown}


def test_other_colours_draw_the_maps_anew(
    world: World, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    common = copytree(resources.root("templates"), tmp_path / "templates")
    monkeypatch.setattr(resources, "templates", lambda: (common,))
    built(world, folder)
    before = maps(folder)
    (common / "palette.toml").write_text("# other colours", "utf-8")
    built(world, folder)
    assert before
    assert not before & maps(folder)


def test_a_phase_more_draws_its_own_maps_and_no_others(world: World, folder: Path) -> None:
    played(world, phases=1)
    built(world, folder)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.svg")}
    (preview,) = folder.glob("games/alpha/*.png")
    assert built(world, folder).written == 0
    world.run(world.due())
    built(world, folder)
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert len(maps(folder)) == len(before) + 2
    assert not preview.exists(), "one preview a game: of the board as it stands"


def test_links_to_a_game_or_a_variant_are_shown_with_a_picture(world: World, folder: Path) -> None:
    played(world, phases=1)
    built(world, folder)
    for name in ("games/alpha.html", "variants/standard.html"):
        (link,) = select(page(folder, name), "//meta[@property='og:image']/@content")
        raw = (folder / link.removeprefix("https://judge.example/")).read_bytes()
        assert raw.startswith(b"\x89PNG")
        assert len(raw) <= 120_000


def test_a_variants_page_has_a_map_with_all_names_and_the_board_at_the_start(
    world: World, folder: Path
) -> None:
    built(world, folder)
    blank, start = select(page(folder, "variants/standard.html"), "//main//img/@src")
    assert "Ruhr" in (folder / "variants" / blank).read_text()
    assert 'id="munits"' in (folder / "variants" / start).read_text()


def test_a_game_that_may_not_be_seen_has_no_maps(world: World, folder: Path) -> None:
    played(world)
    built(world, folder)
    world.order("GM", "SET anonymous yes")
    built(world, folder)
    assert not list(folder.glob("games/*/*"))


def test_what_players_wrote_in_secret_is_on_no_map(world: World, folder: Path) -> None:
    world.begun("alpha", "moves=1d", "retreats=1d", "builds=1d")
    for number, power in enumerate(POWERS):
        friend = POWERS[(number + 1) % 7]
        for text in (letter(power, friend), swallowed(power)):
            world.mail(f"{power.lower()}@players.example", text, to=world.address(power))
    world.run()
    world.run(world.due())
    built(world, folder)
    assert maps(folder)
    drawn = "\n".join(path.read_text() for path in sorted(folder.rglob("*.svg")))
    assert list(found(drawn)) == []
    assert "@" not in re.sub(r"<style>.*?</style>", "", drawn)


def test_a_keeper_may_leave_the_maps_away(world: World, folder: Path) -> None:
    played(world, phases=1)
    built(world, folder)
    test_site.built(world, folder)
    assert maps(folder) == set()
    assert select(html.fromstring((folder / "games/alpha.html").read_text()), "//main//img") == []


def test_the_first_page_shows_the_board_of_the_game_whose_phase_ended_last(
    world: World, folder: Path
) -> None:
    played(world)
    built(world, folder)
    shown = page(folder, "index.html")
    (newest,) = select(shown, "//h2[@id='newest']/following-sibling::div[1]//img")
    (now,) = select(
        page(folder, "games/alpha.html"), "//h2[@id='now']/following-sibling::div[1]//img"
    )
    assert newest.get("src") == now.get("src").removeprefix("../")
    assert select(shown, "//a[text()='PLAY standard']")
