"""The desk: one letter being worked on; every command takes a desk and hands back the next."""

from collections.abc import Collection, Iterable
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection

from judge.catalog import variant as catalog
from judge.catalog.variant import Variant
from judge.game.readers import addresses
from judge.game.terms import dates
from judge.game.terms.tables import Table
from judge.kernel import audience
from judge.kernel.engine import Event, Standing
from judge.kernel.mail import Letter
from judge.kernel.notice import Answer, Archive, MasterPage, Notice, View
from judge.kernel.text import Command, Ignored, Span
from judge.post.intake import Fragment
from judge.spool.house import House
from judge.store.record import Person, Press, Seat, Sheet

SAME = "as said above"
"""What is said of a line that the reason of one above it holds for, too."""


class Section(Struct, frozen=True):
    """The part of a letter that is for a later phase: ``lines`` are the numbers of those to keep.

    ``refusal`` says why none of them can be kept. ``alone``: it is one line's orders, which name
    their phase themselves; they are kept without its name, in ``orders``. ``offer``: what uses
    its lines for the present phase, where the one that it is for is over.
    """

    phase: str
    title: str = ""
    refusal: str = ""
    lines: tuple[int, ...] = ()
    alone: bool = False
    orders: tuple[str, ...] = ()
    offer: str = ""


class AnsweredMail(Struct, frozen=True):
    """A mail of ours: the number of the phase that was open when it went out (0: not known).

    ``past`` is that phase's title if it is over. ``press`` is the message that the mail brought.
    ``letter`` is the one that it answered, 0 for none. ``subject`` is its Subject, ``asks`` are
    the lines that a plain yes to it stands for.
    """

    number: int
    past: str = ""
    press: Press | None = None
    letter: int = 0
    subject: str = ""
    asks: tuple[str, ...] = ()


class Desk(Struct, frozen=True):
    """A letter, who wrote it, and what the judge has answered so far.

    ``person`` is whom the letter is from: the holder of the seat or role that it proved, else
    whoever is registered under the sender's address (None: a stranger). ``table`` is the game it
    spoke for, ``role`` the power, "GM" or "" in it, ``seat`` its seat; without proof all three
    are empty. ``proven``: a secret address, a password, a reply to a one-time address or our
    server's stamp says who the letter is from; From alone proves nothing. ``foreign``: it came to
    a secret address, but from this address, which is none of whoever holds it. ``confirmed`` is
    when a reply proved it, if it had to wait for one, ``fragment`` its beginning, if that came
    alone before it. ``sheet`` are the seat's orders with this letter's changes, ``changed`` whether
    there are any, ``waiver`` whether the letter says READY or NO POINTS, ``standing`` how they
    answer the phase, ``unready`` what keeps it from ending early. ``section``: the lines are for a
    later phase. ``answered`` is the mail of ours that the letter answers, ``overdue`` says why its
    orders are for a phase that is over. ``pressed`` is the message of press that it answers.
    ``obeyed`` are the commands so far: verb, power and words, block.
    ``acts_for`` is the power for whose player a game master's next lines are done.
    ``closed`` says why the rest of the letter is not read. ``archive`` and ``page`` go with the
    answer, and so do ``views``, drawn. ``faults`` are the traces of lines over which we broke.
    """

    db: Connection
    house: House
    letter: Letter
    receipt: str
    person: Person | None = None
    proven: bool = False
    foreign: str = ""
    confirmed: datetime | None = None
    fragment: Fragment | None = None
    table: Table | None = None
    role: str = ""
    seat: Seat | None = None
    sheet: Sheet | None = None
    changed: bool = False
    waiver: str = ""
    standing: Standing | None = None
    unready: tuple[str, ...] = ()
    section: Section | None = None
    answered: AnsweredMail | None = None
    overdue: str = ""
    pressed: Press | None = None
    closed: str = ""
    acts_for: str = ""
    title: str = ""
    obeyed: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = ()
    answers: tuple[Answer, ...] = ()
    events: tuple[Event, ...] = ()
    notices: tuple[Notice, ...] = ()
    archive: Archive | None = None
    page: MasterPage | None = None
    views: tuple[View, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def arrival(self) -> datetime:
        """When the letter counts as here, for the clock: with the reply that it waited for.

        Or with its end, where its beginning came alone.
        """
        late = (self.confirmed, self.fragment.counts_from if self.fragment else None)
        return max([self.letter.received, *filter(None, late)])

    @property
    def zone(self) -> str:
        """The zone in which the letter's writer reads times."""
        return self.person.zone if self.person else self.house.config.zone

    @property
    def power(self) -> str:
        """The power of the seat that the letter speaks for, "" for none."""
        return self.seat.power if self.seat else ""

    def tell_time(self, moment: datetime) -> str:
        """A moment as the letter's writer reads it: in his zone, with that of the game and UTC."""
        of_game = [self.table.game.options["zone"]] if self.table else []
        return dates.moment_text(moment, self.zone, *of_game)

    @property
    def variant(self) -> Variant:
        """The variant whose names the letter may use."""
        return self.table.variant if self.table else catalog.load(self.house.config.variant)

    @property
    def writer(self) -> str:
        """The address that the answer goes to: the audience of what is only for who wrote."""
        return self.person.address if self.person else self.letter.sender

    @property
    def own(self) -> str:
        """The audience of what is for the seat that the letter speaks for, else for its writer.

        What a substitute is answered as such goes to the player as well.
        """
        return self.role if self.seat is not None and self.role else self.writer

    @property
    def author(self) -> str:
        """The role that the letter speaks for: a seat has a name before it has a power."""
        return self.role or addresses.name(self.seat)

    def says(self, command: Command, message: str, verdict: str = "done") -> "Desk":
        """Answer a command's line."""
        return self.answers_line(command.span, command.text.rstrip(" :"), verdict, message)

    def refuses(self, command: Command, message: str, *suggestions: str) -> "Desk":
        """Answer a command's line with a problem and with lines that would work."""
        answer = Answer(
            command.span.line, command.text, "problem", message=message, suggestions=suggestions
        )
        return replace(self, answers=(*self.answers, answer))

    def answers_line(self, span: Span, text: str, verdict: str, message: str) -> "Desk":
        """Answer any line."""
        answer = Answer(span.line, text, verdict, message=message)
        return replace(self, answers=(*self.answers, answer))

    def sets_aside(
        self,
        span: Span,
        text: str,
        message: str,
        *,
        why: str,
        offer: str = "",
        count: int = 1,
        suggestions: tuple[str, ...] = (),
    ) -> "Desk":
        """Answer a line whose ``count`` orders are not used, for a reason that is said only once.

        ``why`` is the reason in a word, ``offer`` what uses them all the same.
        """
        is_said = any(one.message == message for one in self.answers)
        reason = SAME if is_said else message
        answer = Answer(
            span.line,
            text,
            "problem",
            message=reason,
            suggestions=suggestions,
            aside=why,
            offer=offer,
            count=count,
        )
        return replace(self, answers=(*self.answers, answer))

    def ignores(self, lines: Collection[Ignored]) -> "Desk":
        """Say of lines why they were not read."""
        if not lines:
            return self
        rows = (Answer(one.span.line, one.text, "ignored", message=one.reason) for one in lines)
        return replace(self, answers=(*self.answers, *rows))

    def calls(self, nature: str, *, since: int) -> "Desk":
        """Say what the lines are that were answered ``since`` there were so many answers.

        What is known of one already stays so.
        """
        new_answers = (
            replace(answer, nature=answer.nature or nature) for answer in self.answers[since:]
        )
        return replace(self, answers=(*self.answers[:since], *new_answers))

    def shows(self, *events: Event, of: Table | None = None) -> "Desk":
        """Add events to the answer; they are worded as those of a game ``of`` its variant are.

        Without ``of`` they are of the game that the letter spoke for, or of none. Of that game the
        answer keeps what its writer may see, of another one what is public.
        """
        if of is not None:
            is_own_game = self.table is not None and self.table.game.id == of.game.id
            seen = events if is_own_game else audience.select(events, [self.writer])
            events = tuple(one.knowing(variant=of.variant.id) for one in seen)
        return replace(self, events=(*self.events, *events))

    def displays(
        self, command: Command, title: str, *events: Event, of: Table | None = None
    ) -> "Desk":
        """Answer a command by what it asks to see."""
        return self.shows(*events, of=of).says(command, "see below").titles(title)

    def sends(self, notices: Iterable[Notice]) -> "Desk":
        """Add notices to other people."""
        return replace(self, notices=(*self.notices, *notices))

    def draws(self, *views: View) -> "Desk":
        """Add boards to be drawn in the answer."""
        return replace(self, views=(*self.views, *views))

    def titles(self, title: str) -> "Desk":
        """Name the answer's subject, unless it has one."""
        return self if self.title else replace(self, title=title)

    def leaves(self) -> "Desk":
        """Speak for the game no more; what the letter has asked of it is answered all the same."""
        ordered = self.table.ordered_by(self.role) if self.table else ()
        events = audience.hand_over(self.events, (self.role, *ordered), self.writer)
        stranger = replace(self, table=None, seat=None, role="", sheet=None, standing=None)
        return replace(stranger, events=events, changed=False)

    def from_person(self, person: Person) -> "Desk":
        """Know whom the letter is from; it speaks for no seat by that."""
        return replace(self, person=person)
