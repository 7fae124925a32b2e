"""How long results may be beside a line a unit that was ordered, and above the order form."""

import re
from collections.abc import Iterable, Iterator, Mapping

from tests.game.world import Sent

_OF_UNIT = re.compile(
    r"^(?:[A-Z][a-zA-Z -]+ {2,7}|  \d(?:\+\d)? {2,3}| {2,10})"
    r"(?:[AFPLN]\d? [A-Z]{3}|STACK |BID |Build |Remove |ALLOW |SPLIT ).*"
    r"(?: {2,}(?:holds|succeeds|fails|given|cut|carries|available|disrupted|void|invalid|illegal"
    r"|sorties|retreats|counts|does not count|carried out|not carried out|tied)\b|, [LNA]\d )"
)
"""A line that tells what became of a unit's order."""
_STANDARD, _MINORS, _WORLD, _MONTH = 25, 35, 45, 150
"""Of a month of 1930! all that is told of its fights, each once."""
_MOST: Mapping[str, int] = {
    "years-1926": _MINORS,
    "years-1936": _MINORS,
    "years-1930s-world": _WORLD,
    "hidden-1930s-world": _WORLD,
    "gathered": _MINORS,
    "year-1930": _MONTH,
}
_FORM = re.compile(r"\n(?:ORDER FORM|Receipts of|Send HELP)")
_FIGHT = re.compile(r"^  COMBAT in .+? segment \d", re.MULTILINE)
_MASTERS = ("gm@", "ruth@")


def faults(game: str, sent: Iterable[Sent]) -> Iterator[str]:
    """The results among the mails of a recorded game that tell too much, or a thing twice."""
    for mail in sent:
        if mail.subject.endswith("results") and not mail.to.startswith(_MASTERS):
            count, most = _count_spare(mail.text), _MOST.get(game, _STANDARD)
            if count > most:
                yield f"{mail.to}, {mail.subject}: {count} lines of no unit's order, not {most}"
            yield from (f"{mail.to}, {mail.subject}: {fault}" for fault in _list_twice(mail.text))


def _count_spare(text: str) -> int:
    above = _FORM.split(text, maxsplit=1)[0].split("\n")
    return sum(not _OF_UNIT.match(line) for line in above)


def _list_twice(text: str) -> Iterator[str]:
    """Fights that are told twice, throws among them, and the others' fights before one's own."""
    fights = _FIGHT.findall(text)
    yield from (f"{fight} stands twice" for fight in set(fights) if fights.count(fight) > 1)
    if "THE THROWS" in text:
        yield "the throws have a file"
    if -1 < text.find("\nFIGHTS") < text.find("\nYOUR FIGHTS"):
        yield "the others' fights come first"
