"""One letter, from who wrote it to the answer it gets: the only way into a game."""

from dataclasses import dataclass, replace

from sqlalchemy import Connection

from judge.catalog import sheet as catalog_sheet
from judge.catalog.branches import Branch
from judge.game import ahead, commands, orders
from judge.game.books import receipts
from judge.game.commands import press, signon
from judge.game.desk import Desk
from judge.game.house import House
from judge.game.post import answered, doubts, merging, offers, receipt, reply
from judge.game.press import replies
from judge.game.record import Taken
from judge.game.seats.seating import seated, vouched
from judge.game.store import letters
from judge.kernel.engine import Event, Order
from judge.kernel.mail import Letter
from judge.kernel.notice import AHEAD, ORDER, Notice
from judge.kernel.text import Command, Ignored, Problem

_ELSEWHERE = ("create", "join", "takeover")
"""Commands that lead into a game from outside."""
Item = Order | Problem | Ignored | Command | Branch
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
    desk = seated(Desk(db, house, letter, receipt.name(house.ours, taken.id)))
    if letter.refusal:
        return Handled(letters.DONE, letter.refusal, reply.refusal(desk, taken))
    desk = _for_now(answered.told(_signed_on(desk)))
    if said := doubts.contradiction(desk, reply.variant(desk)):
        unread = replace(desk, letter=replace(letter, refusal=said))
        return Handled(letters.DONE, said, reply.refusal(unread, taken))
    desk = offers.found(_worked_through(desk))
    desk = _helped(orders.store(answered.noted(desk)))
    receipts.keep(desk, taken)
    answers = reply.answers(desk, taken)
    reason = "" if answers else letter.unanswered or "answered too often already"
    return Handled(letters.DONE, reason, (*answers, *merging.merged(desk.notices)))


def _signed_on(desk: Desk) -> Desk:
    """Obey the first SIGNON line before all others: the seat decides how the rest is read.

    A letter that our mail server vouches for needs none, unless it is about another game.
    """
    if desk.table is not None:
        return desk
    said = [item for item in _read(desk) if isinstance(item, Command)]
    for command in said:
        if command.verb in signon.VERBS:
            return signon.enter(desk, command)
    return desk if any(command.verb in _ELSEWHERE for command in said) else vouched(desk)


def _for_now(desk: Desk) -> Desk:
    """A letter that names the phase that is open is for that one, whatever it answers."""
    at = desk.table
    if not desk.overdue or at is None or at.game.phase is None:
        return desk
    named = [
        item.words for item in _read(desk) if isinstance(item, Command) and item.verb == "phase"
    ]
    return replace(desk, overdue="") if (at.game.phase.id,) in named else desk


def _read(desk: Desk) -> tuple[Item, ...]:
    """The letter's lines, read for the seat that speaks; without a board if none is open to it.

    Then names and arms alone decide what is an order, and each gets the reason that holds for all.
    """
    at = desk.table
    state = at.state if at and not orders.closed(desk) else None
    power = desk.seat.power if desk.seat else ""
    return catalog_sheet.understand(desk.letter.lines, reply.variant(desk), state, power)


def _worked_through(desk: Desk) -> Desk:
    """Obey the letter line by line."""
    passed_over: list[Ignored] = []
    items = _read(desk)
    asks = replies.asked_back(desk, items)
    for item in items:
        if isinstance(item, Ignored):
            passed_over.append(item)
        else:
            desk = desk.ignores(passed_over)
            act = _questioned if asks else _line
            desk = act(desk, item).calls(_nature(desk, item), since=len(desk.answers))
            passed_over.clear()
    desk = ahead.listed(ahead.closed(desk.ignores(passed_over)))
    return replies.unsent(desk, items)


def _questioned(desk: Desk, item: Order | Problem | Command | Branch) -> Desk:
    """Ask whether what may be words to another power is an order; obey commands."""
    if isinstance(item, Command) or ahead.belongs(desk, item):
        return _line(desk, item)
    text = item.typed if isinstance(item, Order) else item.text
    return desk.answers_line(item.span, text, "problem", replies.question(desk))


def _nature(desk: Desk, item: Order | Problem | Command | Branch) -> str:
    """What a line is, as the reader knows: that decides who may ever read it."""
    if isinstance(item, Branch) or ahead.belongs(desk, item):
        return AHEAD
    if isinstance(item, Command):
        return commands.NATURES.get(item.verb, item.verb)
    return "" if isinstance(item, Problem) and not item.ordered else ORDER


def _helped(desk: Desk) -> Desk:
    """Show the help to somebody whose mail says nothing that the judge understands."""
    if desk.table is not None or any(answer.verdict != "ignored" for answer in desk.answers):
        return desk
    return desk.shows(Event("help", {"topic": "", "variant": ""})).titled("how to write to me")


def _line(desk: Desk, item: Order | Problem | Command | Branch) -> Desk:
    """Obey one line."""
    if desk.closed:
        text = item.typed if isinstance(item, Order) else item.text
        return desk.answers_line(item.span, text, "ignored", desk.closed)
    if ahead.belongs(desk, item):
        return ahead.take(desk, item)
    if isinstance(item, Order):
        return orders.take(desk, item)
    if isinstance(item, Branch):
        return desk.answers_line(item.span, item.text, "done", item.outcome)
    if isinstance(item, Problem) and desk.overdue:
        return desk.answers_line(item.span, item.text, "ignored", orders.SAME)
    if isinstance(item, Problem):
        return press.unclosed(orders.mistake(desk, item), item)
    return commands.obey(desk, item)
