"""What an order form and the list below it suggest is taken as it stands, typed by who got it."""

import re
from collections.abc import Iterable, Iterator

from judge.catalog import sheet
from judge.game.terms import tables
from judge.kernel.engine import Order
from judge.kernel.text import Ignored, Line
from tests.game.world import Sent, World

_FORM = re.compile(
    r"^\[(?P<game>\w+)\](?s:.*)\nORDER FORM.*\nReply.*\n\n(?P<form>(?:.+\n)+)"
    r"(?:\nWHAT THEY CAN DO\n(?P<choices>(?:  .+\n)+))?"
)
_UNIT = re.compile(r"(?:[AFPLN]\d?|STACK) [A-Z]{3}")
"""What stands before each option of a unit; those of a build are whole orders."""
_GOAL = re.compile(r"[A-Z]{3}(?:/[A-Z]C|-A)?")
_BLANK = re.compile(r"(?m)^(?:.* R|Remove) *$")
"""A line of a form that says nothing by itself: what is missing is asked for."""
_SEATS = (
    "SELECT people.address, seats.power FROM seats JOIN people ON people.id = seats.person "
    "JOIN games ON games.id = seats.game WHERE games.name = '{}'"
)


def refused(world: World, sent: Iterable[Sent]) -> Iterator[str]:
    """The suggestions of each reader's last mail that the judge would not take from him."""
    for mail in {one.to: one for one in sent}.values():
        found = _FORM.match(f"{mail.subject}\n{mail.text}")
        if found is None:
            continue
        table = tables.load(world.game(found["game"]))
        power = dict(world.rows(_SEATS.format(found["game"])))[mail.to]
        kinds = {
            Order: _suggested(found["choices"] or ""),
            Order | Ignored: _BLANK.sub("", found["form"]).split("\n"),
        }
        for kind, lines in kinds.items():
            for line in filter(None, lines):
                items = sheet.understand([Line(1, line)], table.variant, table.state, power)
                if not all(isinstance(item, kind) for item in items):
                    yield f"{mail.to}, {mail.subject}: {line}: {items}"


def _suggested(choices: str) -> Iterator[str]:
    """The orders that WHAT THEY CAN DO lists, each written out."""
    for row in re.sub(r"\n {4,}", " ", choices).splitlines():
        subject, _, options = row.strip().partition(": ")
        deed = ""
        for option in re.split(", | or ", options):
            goal = _GOAL.fullmatch(option)
            deed = f"{deed.rpartition(' ')[0]} {option}" if goal else option
            yield f"{subject} {deed}" if _UNIT.match(subject) else deed
