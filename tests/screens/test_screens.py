"""Mails and pages of the site in a browser: on a phone and a desk, in the light and the dark."""

from pathlib import Path

import pytest

from judge.report.site import refresh
from tests.game.world import World
from tests.screens import browser, mails

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(bool(browser.lacking()), reason=browser.lacking()),
]


def test_every_mail_can_be_read_and_nothing_runs_off() -> None:
    """Contrast 4.5 at least; no table is wider than a phone. The dark changes colours only."""
    pages = {**dict(mails.every_kind()), **dict(mails.every_game((1, 4, 5)))}
    assert browser.look(pages, browser.READABLE) == []


def test_the_site_is_accessible(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """WCAG 2.2 AA, as far as axe-core can tell, and nothing runs off; of rulings the longest.

    On paper neither, and there it is black on white whatever its reader likes on a screen.
    """
    monkeypatch.setattr("judge.catalog.variant.names", lambda: ("1930", "standard"))
    world = World(tmp_path / "spool")
    world.begun("alpha", "moves=1d", "retreats=1d", "builds=1d")
    world.order("France", "BROADCAST\nWhat a long line without end this is\nENDBROADCAST")
    for _ in range(6):
        world.run(world.due())
    world.order("GM", "TERMINATE")
    folder = tmp_path / "site"
    engine = world.engine()
    with engine.begin() as db:
        refresh.build(db, world.house().config, folder)
    engine.dispose()
    style = f"<style>{(folder / 'style.css').read_text()}</style>"
    pages = {
        path.name: path.read_text().replace("</head>", f"{style}</head>")
        for path in sorted(folder.rglob("*.html"))
    }
    printed = (folder / "games" / "alpha.html").read_text().replace("</head>", f"{style}</head>")
    pages["paper"] = printed.replace("@media print", "@media all")
    found = browser.look(pages, browser.ACCESSIBLE)
    tapped = "paper: light: target-size"  # nobody taps on paper
    told = [one for one in found if not one.startswith(tapped)]
    assert told == ["paper: it does not turn dark"]


def test_the_browser_sees_what_runs_off_and_what_is_faint() -> None:
    """The look itself: a page that is wrong in each way is found out."""
    bad = (
        "<!doctype html><html lang=en><meta name=color-scheme content='light dark'><title>x</title>"
        "<p style='color:#777'>faint</p><div style='width:900px'>wide</div>"
    )
    found = browser.look({"bad": bad}, browser.READABLE)
    assert any("bad: at 360: runs off: DIV: wide" in one for one in found)
    assert any("dark: color-contrast" in one for one in found)
    assert not any("at 1200: runs off" in one for one in found)
    assert "bad: it does not turn dark" not in found
