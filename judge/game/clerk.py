"""One letter, from who wrote it to the answer it gets: the only way into a game."""

from dataclasses import dataclass, replace
from datetime import timedelta

from sqlalchemy import Connection

from judge.catalog import sheet as catalog_sheet
from judge.catalog import variant as catalog
from judge.catalog.variant import Variant
from judge.game import addresses, commands, mask, notices, orders, table
from judge.game.commands import press, signon
from judge.game.desk import Desk
from judge.game.house import House
from judge.game.record import Game, Person, Seat, Taken
from judge.game.store import games, letters, outbox, people
from judge.kernel.engine import Event, Order
from judge.kernel.mail import Letter
from judge.kernel.notice import Facts, Notice
from judge.kernel.text import Command, Ignored, Problem
from judge.mail import identity

Item = Order | Problem | Ignored | Command
"""What the reader makes of a line."""


@dataclass(frozen=True, slots=True)
class Handled:
    """What became of a letter: its state in the journal and the notices that it causes."""

    status: str
    reason: str = ""
    notices: tuple[Notice, ...] = ()


def handle(db: Connection, house: House, taken: Taken, letter: Letter) -> Handled:
    """Act on a letter: obey its lines, store what changed, and answer it once."""
    if letter.silence:
        return Handled(letters.SILENT, letter.silence)
    desk = _seated(Desk(db, house, letter, receipt(taken)))
    if letter.refusal:
        return _refused(desk, taken)
    desk = _helped(orders.store(_worked_through(_signed_on(desk))))
    answer = _answer(desk, taken)
    if answer is None or _too_many(db, house, answer.to):
        return Handled(letters.DONE, "answered too often already", desk.notices)
    return Handled(letters.DONE, "", (answer, *desk.notices))


def receipt(taken: Taken) -> str:
    """The number by which a letter is named for ever."""
    return f"R{taken.id}"


def _seated(desk: Desk) -> Desk:
    """Find out who speaks by the secret address that the letter was sent to, else by From."""
    claim = identity.claim(desk.letter.recipient)
    game = games.named(desk.db, claim.game) if claim else None
    found = addresses.proven(desk.db, desk.house.ours, game, claim) if game and claim else None
    if game and isinstance(found, Seat):
        return sit(desk, game, found)
    if game and found == addresses.MASTER:
        holder = people.get(desk.db, game.gm or 0)
        return replace(desk, person=holder, table=table.of(game), role=addresses.MASTER)
    if game and isinstance(found, Person):
        return replace(desk, person=found, table=table.of(game), role=addresses.OBSERVER)
    return replace(desk, person=people.at(desk.db, desk.letter.sender))


def sit(desk: Desk, game: Game, seat: Seat) -> Desk:
    """Let the desk speak for a seat; answers go to the seat's holder from now on."""
    holder = people.get(desk.db, seat.person or 0)
    at = table.of(game)
    sheet = orders.sheet(desk.db, at, seat)
    return replace(desk, person=holder, table=at, role=seat.power, seat=seat, sheet=sheet)


def _signed_on(desk: Desk) -> Desk:
    """Obey the first SIGNON line before all others: the seat decides how the rest is read."""
    if desk.table is not None:
        return desk
    for item in _read(desk):
        if isinstance(item, Command) and item.verb in signon.VERBS:
            found = signon.enter(desk, item)
            return sit(desk, *found) if found else desk
    return desk


def _read(desk: Desk) -> tuple[Item, ...]:
    """The letter's lines, read for the seat that speaks; without a board if none is open to it.

    Then names and arms alone decide what is an order, and each gets the reason that holds for all.
    """
    at = desk.table
    state = at.state if at and not orders.closed(desk) else None
    power = desk.seat.power if desk.seat else ""
    return catalog_sheet.understand(desk.letter.lines, _variant(desk), state, power)


def _variant(desk: Desk) -> Variant:
    """The variant whose names the letter may use."""
    if desk.table is not None:
        return desk.table.variant
    return catalog.load(desk.house.config.variant)


def _worked_through(desk: Desk) -> Desk:
    """Obey the letter line by line."""
    for item in _read(desk):
        desk = _line(desk, item)
    return desk


def _helped(desk: Desk) -> Desk:
    """Show the help to somebody whose mail says nothing that the judge understands."""
    if desk.table is not None or any(answer.verdict != "ignored" for answer in desk.answers):
        return desk
    return desk.shows(Event("help", {"topic": "", "variant": ""})).titled("how to write to me")


def _line(desk: Desk, item: Item) -> Desk:
    """Obey one line."""
    if isinstance(item, Ignored):
        return desk.answers_line(item.span, item.text, "ignored", item.reason)
    if desk.closed:
        text = item.typed if isinstance(item, Order) else item.text
        return desk.answers_line(item.span, text, "ignored", desk.closed)
    if isinstance(item, Order):
        return orders.take(desk, item)
    if isinstance(item, Problem):
        return press.unclosed(orders.mistake(desk, item), item)
    return commands.obey(desk, item)


def _refused(desk: Desk, taken: Taken) -> Handled:
    """Answer a letter that can't be read, where there is somebody who may safely be told."""
    to = desk.person.address if desk.table and desk.person else desk.letter.sender
    if not to or _too_many(desk.db, desk.house, to):
        return Handled(letters.DONE, desk.letter.refusal)
    note = Event("note", {"text": f"{desk.letter.refusal} Nothing in it was read."})
    answer = replace(_blank(desk, taken, to), kind="refusal", events=(note,))
    return Handled(letters.DONE, desk.letter.refusal, (answer,))


def _answer(desk: Desk, taken: Taken) -> Notice | None:
    """The answer to a letter; None where nobody is to be answered."""
    to = desk.person.address if desk.person else desk.letter.sender
    if not to:
        return None
    blank = _blank(desk, taken, to)
    answers = tuple(map(mask.answer, sorted(desk.answers, key=lambda answer: answer.line)))
    return replace(
        blank, title=desk.title, answers=answers, events=desk.events, standing=desk.standing
    )


def _blank(desk: Desk, taken: Taken, to: str) -> Notice:
    """An answer that says nothing yet: whom it goes to, in which thread, as what."""
    at, letter = desk.table, desk.letter
    zone = desk.person.zone if desk.person else desk.house.config.zone
    return Notice(
        key=outbox.answer_key(taken.id, taken.digest),
        to=to,
        kind="answer",
        facts=_facts(desk, zone),
        receipt=desk.receipt,
        thread=f"{at.game.name}.{_seat_name(desk)}" if at else "",
        reply_to=_reply_to(desk),
        in_reply_to=letter.message_id,
        references=letter.references,
        automatic="auto-replied",
    )


def _reply_to(desk: Desk) -> str:
    """Where an answer to the answer goes; "" is the judge itself."""
    if desk.table is None:
        return ""
    person = desk.person.id if desk.person else 0
    return addresses.reply_to(desk.house.ours, desk.table.game, desk.role, desk.seat, person)


def _facts(desk: Desk, zone: str) -> Facts:
    if desk.table is None:
        return Facts(variant=_variant(desk).id, now=desk.house.now, zone=zone, reader_zone=zone)
    return notices.facts(desk.house, desk.table, desk.role, zone)


def _seat_name(desk: Desk) -> str:
    if desk.role == addresses.OBSERVER and desk.person:
        return f"{addresses.OBSERVER}{desk.person.id}"
    return addresses.name(desk.seat) or desk.role


def _too_many(db: Connection, house: House, to: str) -> bool:
    """Whether an address has got its share of answers within the hour: two robots never loop."""
    since = house.now - timedelta(hours=1)
    return outbox.answers_since(db, to, since) >= house.config.limits.answers_an_hour
