"""One place gives a letter its game and seat: every command refuses in the same words without."""

import pytest

from judge.letters.commands.verbs import VERBS
from tests.game.test_which_game import stamped, two
from tests.game.world import World

__all__ = ["two"]
ASKED = "which game is meant? Yours: alpha and beta."
LINES = {
    "absence": "ABSENCE 24 Dec to 2 Jan",
    "broadcast": "BROADCAST\nHello\nENDBROADCAST",
    "clear": "CLEAR",
    "computer": "COMPUTER France sharp",
    "concede": "CONCEDE Germany",
    "deadline": "DEADLINE 6 Nov 12:00",
    "diary": "DIARY Italy lies.",
    "disorder": "DISORDER France",
    "draw": "DRAW",
    "edit": "EDIT France A PAR - BUR",
    "eject": "EJECT Italy",
    "extend": "EXTEND 2d",
    "hold": "HOLD RESULTS",
    "password": "PASSWORD sesame7",
    "press": "PRESS TO Italy\nHello\nENDPRESS",
    "process": "PROCESS",
    "promote": "PROMOTE x@example.org",
    "reach": "REACH",
    "remind": "REMIND 24h",
    "rule": "RULE No.",
    "seat": "SEAT France x@example.org",
    "set": "SET press grey",
    "substitute": "SUBSTITUTE x@example.org from 1 May to 7 May",
    "test": "TEST\nA Par - Bur\nENDTEST",
}


@pytest.mark.parametrize("line", [*LINES.values(), "HOLD ALL", "A Par - Xyz", "all units hold"])
def test_a_player_of_two_games_is_asked_which_one_is_meant(two: World, line: str) -> None:
    assert ASKED in stamped(two, line).flat.replace("Which", "which")


@pytest.mark.parametrize(
    "verb",
    [
        "status",
        "summary",
        "receipts",
        "wait",
        "ready",
        "nowait",
        "draw",
        "nodraw",
        "concede",
        "pause",
        "resume",
        "emergency",
        "publish",
        "nopublish",
        "remind",
        "absence",
        "noabsence",
        "reach",
        "map",
        "cancelgame",
        "nopoints",
        "clear",
        "history",
        "predict",
        "release",
        "terminate",
        "rollback",
        "verify",
        "resign",
    ],
)
def test_so_is_he_by_every_command_of_one_word(two: World, verb: str) -> None:
    assert verb in VERBS
    assert ASKED in stamped(two, verb.upper()).flat.replace("Which", "which")
