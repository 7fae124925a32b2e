"""Sentences of reasons held against their verdicts: whoever fails was not the stronger."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import eq, ge, gt, le
from typing import Any, NamedTuple

from tests.dip.reference import Deed, Guess, Rules

Relation = Callable[[Any, Any], bool]
_SENTENCES: tuple[tuple[str, str, Relation], ...] = (
    (r"dislodged by (?P<other>.+)", r"\S+ (dislodged|destroyed)", gt),
    (r"(bounced with|lost against|bounced off|met|stopped by) (?P<other>.+)", "fails", le),
    (r"(dislodged|beat|won against) (?P<other>.+)", "succeeds|sorties", gt),
    (r"(?P<other>.+) gave way", "succeeds", eq),
    (r"kept (?P<other>.+) out", "stands", ge),
    (r"(?P<other>.+) kept (?P<loser>.+) out", "stands", ge),
)
"""How a sentence that compares begins, the verdicts that it stands beside, and what holds then."""
_FORCES = re.compile(r"(?P<words>.+), (?P<one>[\d/ ]+) against (?P<two>[\d/ ]+?)(, and .+)?")


class Claim(NamedTuple):
    """A comparison that a reason tells: of whom with whom, and their forces."""

    words: str
    other: str
    loser: str
    one: Fraction
    two: Fraction


def claims(row: Mapping[str, Any]) -> Iterator[Claim]:
    """What the reason of a row of results compares; AssertionError if that is not its verdict."""
    for sentence in row["reason"].split("; "):
        if not re.search(r"\d against", sentence):
            continue
        parts = _FORCES.fullmatch(sentence)
        assert parts, row
        words = parts["words"]
        found, verdicts, relation = next(
            (match, verdicts, relation)
            for pattern, verdicts, relation in _SENTENCES
            if (match := re.fullmatch(pattern, words))
        )
        assert re.match(verdicts, row["verdict"]), row
        names = found.groupdict()
        one, two = (sum(map(Fraction, parts[key].split())) for key in ("one", "two"))
        assert relation(one, two), row
        yield Claim(words, names["other"], names.get("loser") or "", Fraction(one), Fraction(two))


_COMBAT = re.compile(
    r"(?P<deed>Won the attack on|Driven back from|Beaten in|Held) (?P<space>\w+): "
    r"(?P<one>\d+) against (?P<two>\d+), (?P<throw>\d+) thrown, "
    r"(the attack needed )?(?P<need>\d+) or less"
)


def check_odds(row: Mapping[str, Any], throws: Sequence[Mapping[str, Any]]) -> None:
    """Assert that a reason of 1930! has the odds and the throw of a combat, and who won it."""
    found = _COMBAT.search(row["reason"])
    if found is None:
        assert " against " not in row["reason"], row
        return
    attacks = found["deed"].endswith(("on", "from"))
    one, two, throw, need = (int(found[key]) for key in ("one", "two", "throw", "need"))
    odds = (one, two) if attacks else (two, one)
    wanted = {"space": found["space"], "throw": throw, "need": need}
    wanted |= {"row": odds[0], "column": odds[1], "success": found["deed"][0] in "WB"}
    assert any(wanted.items() <= one.items() for one in throws), row
    assert found["deed"][0] != "B" or row["verdict"].endswith(("dislodged", "destroyed")), row
    assert found["deed"][0] != "D" or not row["verdict"].startswith("succeeds"), row


def contradicts(row: Mapping[str, Any], throws: Sequence[Mapping[str, Any]] = ()) -> bool:
    """Whether a row's reason speaks against its verdict; ``throws`` are those of 1930!."""
    try:
        if _COMBAT.search(row["reason"]):
            check_odds(row, throws)
        else:
            list(claims(row))
    except AssertionError:
        return True
    return False


def check_forces(rules: Rules, guess: Guess, row: Mapping[str, Any]) -> None:
    """Assert that a reason compares what decided, with the forces that the equations have."""
    space = _space(row["unit"])
    for claim in claims(row):
        other = _space(claim.other)
        if claim.words.startswith("dislodged by"):
            wanted = _attack(rules, guess, other), _resistance(rules, guess, other)
        elif claim.loser:
            wanted = _prevent(rules, guess, other), _attack(rules, guess, _space(claim.loser))
        elif claim.words.startswith("kept"):
            wanted = _resistance(rules, guess, other), _attack(rules, guess, other)
        else:
            move = rules.deeds[space]
            meets = other == move.to
            against = _resistance(rules, guess, space) if meets else _prevent(rules, guess, other)
            wanted = _attack(rules, guess, space), against
            if row["verdict"].startswith("fails"):
                assert claim.two == max(_obstacles(rules, guess, move)), row
        assert (claim.one, claim.two) == wanted, (row, wanted)


def _space(name: str) -> str:
    """The space of a unit as it is named: "F STP/SC - BOT" is in STP."""
    return name.split(" ")[1].partition("/")[0].removesuffix(",")


def _attack(rules: Rules, guess: Guess, space: str) -> Any:
    return rules._attack(rules.deeds[space], guess)


def _resistance(rules: Rules, guess: Guess, space: str) -> Any:
    return rules._resistance(rules.deeds[space], guess)


def _prevent(rules: Rules, guess: Guess, space: str) -> Any:
    return rules._prevent(rules.deeds[space], guess)


def _obstacles(rules: Rules, guess: Guess, move: Deed) -> Iterator[Any]:
    """The forces of all that stand in the way of a move."""
    yield rules._resistance(move, guess)
    for rival in rules.moves:
        if rival.to == move.to and rival != move:
            yield rules._prevent(rival, guess)
