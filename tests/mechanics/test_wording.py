"""What minors and points come to in a mail: templates for every event, text and HTML."""

import pytest

from judge.kernel.engine import PUBLIC, Event
from judge.report import render
from tests.mechanics.boards import start, turn
from tests.mechanics.test_bidding import BIDS
from tests.report.test_html import Checker

GAME = start("1936", announce_totals=True, announce_forfeits=True)
EVENTS = {event.kind: event for event in turn("1936", GAME, BIDS).events} | {
    "rebuilt": Event("rebuilt", {"rows": [{"power": "Austria", "unit": "A AUS"}]}, PUBLIC),
    "independent": Event(
        "independent", {"rows": [{"power": "Ankara", "unit": "A ANK", "former": "Turkey"}]}, PUBLIC
    ),
    "disorder": Event(
        "disorder", {"power": "Turkey", "rows": [{"power": "Turkey", "unit": "A ANK"}]}, PUBLIC
    ),
}
SAYS = {
    "minors": "A HUN - SVN",
    "rebuilt": "A AUS, of Austria",
    "independent": "Formerly Turkey's: Ankara (A ANK)",
    "disorder": "Nobody plays Turkey any more",
    "totals": "A HUN - SVN",
    "forfeits": "Turkey spent more diplomacy points than it had",
    "own-points": "4 used of 3: all forfeited",
    "own-budget": "You have 3 diplomacy points in Fall 1936.",
    "bid-summary": "tied with 3 points each, so it held.",
}


@pytest.mark.parametrize("kind", sorted(SAYS))
def test_an_event_is_worded_as_text_and_as_sound_html(kind: str) -> None:
    text, html = render._event(EVENTS[kind], "1936", "UTC")
    assert SAYS[kind] in text
    assert not text.startswith(f"{kind}:"), "the built-in wording was used"
    checker = Checker()
    checker.feed(str(html))
    assert not checker.open
    assert SAYS[kind] in " ".join(" ".join(checker.words).split())


def test_the_table_of_bids_fits_a_mail_and_names_the_bonus() -> None:
    text, _ = render._event(EVENTS["bid-summary"], "1936", "UTC")
    heads, *rows = text.splitlines()[1:12]
    assert heads.split()[:3] == ["Britain", "France", "Germany"]
    (row,) = [line for line in rows if line.startswith("  A AUS ")]
    assert row.split() == ["A", "AUS", "-", "-", "2+1", "2", "1", "1", "-", "-"]
    assert "  Britain         1 used of 3" in text
    assert all(len(line.rstrip()) <= 78 for line in (heads, *rows))


def test_a_turn_without_bids_says_so() -> None:
    (event,) = [it for it in turn("1936", start("1936"), {}).events if it.kind == "bid-summary"]
    text, html = render._event(event, "1936", "UTC")
    assert "Nobody spent any diplomacy points." in text
    assert "Nobody spent any diplomacy points." in html


def test_quiet_minors_share_one_line() -> None:
    (event,) = [it for it in turn("1936", start("1936"), {}).events if it.kind == "minors"]
    text, _ = render._event(event, "1936", "UTC")
    assert text.splitlines()[0] == "MINOR POWERS"
    assert text.splitlines()[1].startswith("  All held: A\ue000AUS, A\ue000BEL")
