"""What a game has to say to one person, as plain data: the game writes it, the report words it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from judge.kernel import audience
from judge.kernel.engine import Event, Phase, Standing
from judge.kernel.mail import Attachment


class Entry(Struct, frozen=True):
    """A game's entry in its readers' calendars.

    ``uid`` is always the same, ``sequence`` rises with every change of the deadline, so that a
    calendar moves the entry which it has; ``organizer`` is the judge's address.
    """

    uid: str
    sequence: int
    organizer: str


class Facts(Struct, frozen=True):
    """The game that a notice is about, as its reader may know it; "" and None where there is none.

    Times are UTC; ``zone`` is the game's IANA zone and ``reader_zone`` the reader's.
    """

    game: str = ""
    variant: str = ""
    """The variant's id ("standard"): chooses its templates and help."""
    title: str = ""
    """The variant's name in full."""
    status: str = ""
    """"forming", "running", "paused", "held" (results wait for the game master), "over"."""
    power: str = ""
    """The reader's power, "GM", "observer", or "" for a stranger."""
    phase: Phase | None = None
    deadline: datetime | None = None
    now: datetime | None = None
    zone: str = "UTC"
    reader_zone: str = "UTC"
    calendar: Entry | None = None
    powers: tuple[str, ...] = ()
    """The powers that the reader orders: his own first, then any that it runs."""
    judge: str = ""
    """The judge's open address, for links: no link holds a secret one."""
    early: str = ""
    """When the phase may end before its deadline ("30 minutes after all are ready"), for
    a reader who plays; "" where it can't."""
    grace: datetime | None = None
    """Until when orders count that come after the deadline; None where none do."""
    waits: bool = False
    """The reader keeps the phase open until its deadline."""

    @property
    def phase_awaited(self) -> str:
        """The title of the phase that waits for orders, "" if none does."""
        return self.phase.title if self.phase else ""


class Answer(Struct, frozen=True):
    """The judge's answer to one line of a mail: a line of the transcript.

    ``verdict``: "taken", "noted" (taken, with a note), "later" (kept for a later phase),
    "ignored", "problem" or "done" (a command).
    ``order`` is the canonical order taken, ``message`` the note, reason, problem or outcome.
    """

    line: int
    text: str
    verdict: str
    order: str = ""
    message: str = ""
    column: int = 0
    suggestions: tuple[str, ...] = ()
    nature: str = ""
    """What the reader took the line for: ORDER, AHEAD, or a command's verb; "" for talk."""
    aside: str = ""
    """Why it is not used as it stands: LATE, PRESS, HELD, OFFERED or another of those below."""
    offer: str = ""
    """What uses it all the same where it was set aside: "TAKE R48213", "YES R48213"."""
    count: int = 1
    """How many orders or commands it stands for."""


PRESS, QUOTED, SUBJECT = "press", "the quoted text", "the Subject"
"""Where orders stand that are set aside: in an answer to press, or where none count."""
YES = "YES"
"""What takes all that the answer to a mail offers."""
WHICH = "WHICH"
"""What tells of a line that may mean several things: a yes does not say which of them."""
QUESTION = "a question"
"""Why a line is passed over that is answered as one."""
BIDDEN = "press, a command"
"""Why commands are set aside that stand alone in a reply to press."""
HELD = "held"
"""Why a reply to press is set aside that waits for the game master."""
REQUESTED = "requested"
"""Why a command is set aside that stands in the Subject."""
OFFERED = "not plain"
"""Why lines are set aside that seem to order: a YES takes them."""
MEANT = "nearly a command"
"""Why lines are set aside that seem to be commands: a YES does what they say."""
LATE = "too late"
"""How the answer to a line that the deadline shut out begins; then follows by how much."""
ORDER, AHEAD = "order", "ahead"
"""A line meant as an order of the present phase; one that a later phase, or a condition, has to
decide."""


class Chapter(Struct, frozen=True):
    """What happened in one phase, as all were told of it and as single readers were."""

    title: str
    events: tuple[Event, ...]


class Archive(Struct, frozen=True):
    """A game that is over in one zip file ``name``: ``files`` are texts by name.

    ``chapters`` are worded by the report, and are the file ``story``. ``sealed``: what was
    secret in the game is not in it.
    """

    name: str
    files: Mapping[str, str]
    story: str
    chapters: tuple[Chapter, ...]
    sealed: bool = False


class View(Struct, frozen=True):
    """A board to be drawn: only what everybody knows.

    ``board`` is the request of its position as an onlooker knows it. ``events`` are what everybody
    was told of the phase that it was in, whose orders are drawn; none where there are none.
    ``variant`` is its id where it is not the notice's. ``names``: spaces are named in full.
    ``region`` are the spaces that have to be seen (none: all), ``marks`` those to be ringed.
    ``after`` is the board that the phase led to: one picture shows both.
    """

    title: str
    board: Mapping[str, Any]
    events: tuple[Event, ...] = ()
    variant: str = ""
    names: bool = False
    region: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    after: "View | None" = None


class MasterPage(Struct, frozen=True):
    """A game as its master may know it, for one HTML file; ``about`` says what it is.

    ``now`` is how it stands, ``views`` its maps; ``events`` what he was told of the phase that was
    played ``last`` (its title, "" before the first).
    """

    game: str
    now: tuple[Event, ...]
    views: tuple[View, ...]
    last: str = ""
    events: tuple[Event, ...] = ()
    about: str = "for its game master"


class Notice(Struct, frozen=True):
    """A mail to be: ``kind`` names the template mail/<kind>, the rest is what it may say.

    ``key`` names the mail for ever (game, turn, revision, recipient, kind): the Message-ID is made
    from it. ``to`` is a registered address; where the audience of events names its reader by
    another one of his, that is ``reader``. ``answers`` is the transcript of the letter that this
    notice answers; ``events`` are rendered in order by event/<kind>: those that its reader may see,
    whatever it was given (judge.kernel.audience). ``standing`` are the reader's orders as they
    stand, or the form to fill in. ``in_reply_to`` and ``references`` are the answered letter's;
    ``thread`` is the key of the thread's root; ``reply_to`` is the seat's
    secret address. ``unready`` is what keeps the reader's orders from being ready for an early
    end. ``title`` is a subject's own words where the kind needs some. ``after``: it is
    not sent before. ``archive`` goes with it as a file, and so does ``page``. ``proven`` False:
    nothing but From says who asked for it. ``brief``: it is cut at a screen. ``views`` are drawn
    in it, as its reader wants his ``maps``: "png", "dark", "svg" or "link". ``layout``: a file in
    this layout goes with it ("njudge"). ``gathered``: it waits for the one mail a day that its
    reader wants. ``held``: it waits until the game's next phase is over. ``files`` go with it as
    they are, ``handouts`` as texts, for people who get no mails of ours.
    """

    key: str
    to: str
    kind: str
    facts: Facts = Facts()
    title: str = ""
    receipt: str = ""
    answers: tuple[Answer, ...] = ()
    events: tuple[Event, ...] = ()
    standing: Standing | None = None
    unready: tuple[str, ...] = ()
    thread: str = ""
    reply_to: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    automatic: str = "auto-generated"
    after: datetime | None = None
    archive: Archive | None = None
    page: MasterPage | None = None
    proven: bool = True
    brief: bool = False
    views: tuple[View, ...] = ()
    maps: str = "png"
    layout: str = ""
    gathered: bool = False
    held: bool = False
    files: tuple[Attachment, ...] = ()
    handouts: tuple["Notice", ...] = ()
    reader: str = ""

    @property
    def asks(self) -> tuple[str, ...]:
        """The lines that a plain yes to this mail stands for, each once.

        READY is among them where nothing else than that is asked of its reader.
        """
        lines: list[str] = [event.data.get("asks", "") for event in self.events]
        for answer in self.answers:
            if answer.aside in (PRESS, BIDDEN):
                lines.append(f"{WHICH} ORDERS | SEND")
            elif answer.offer == WHICH:
                # Of several meanings all of them.
                lines.append(f"{WHICH} {' | '.join(answer.suggestions)}")
            else:
                lines.append(f"{YES} {self.receipt}" if answer.offer == YES else answer.offer)
        is_complete = self.standing is not None and self.standing.complete
        ready = "READY" if self.unready and is_complete and self.facts.early else ""
        return tuple(dict.fromkeys(filter(None, (*lines, ready))))

    def __post_init__(self) -> None:
        """Keep what the reader may see, of the events and of a game master's page."""
        names = (self.facts.power, *self.facts.powers, self.reader or self.to)
        force_setattr(self, "events", audience.select(self.events, names))
        if self.page is not None:
            now, last = (audience.select(one, names) for one in (self.page.now, self.page.events))
            force_setattr(self, "page", replace(self.page, now=now, events=last))
