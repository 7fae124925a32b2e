"""What a game's options say of people: how seats are dealt, votes are cast, press is written."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from zoneinfo import ZoneInfo

from msgspec import Struct

from judge import resources
from judge.game.terms import clock, dates
from judge.kernel import limits
from judge.kernel.days import NONE
from judge.kernel.errors import InputError
from judge.kernel.text import list_names
from judge.rules.computers import BUDGET, LEVELS, SHARP, STEADY

WISHES, RANDOM, MIXED = "wishes", "random", "mixed"
"""Powers by the sum of all wishes; by chance alone; by wishes in an order that chance decides."""
DEALS = (WISHES, RANDOM, MIXED)
SECRET, UNNAMED, NAMED, OPEN = "secret", "proposals", "named", "open"
"""Who learns of a vote for an end: nobody; all of what is proposed, without or with the name of who
was first; and of all votes, in STATUS."""
BALLOTS = (SECRET, UNNAMED, NAMED, OPEN)
FORFEITS = NOBODY, SHARED = "nobody", "draw"
"""Who has won when the game master ends the game: nobody, or all who still have pieces."""
EVERY = -1
"""So many computers as there are seats that nobody has."""
FULL, BY_HAND = "full", "hand"
"""A game begins as soon as it has its players, or when its master says so."""
_MOMENT = "%Y-%m-%d %H:%M"
_SAID = resources.read_words("templates", "sentences")


class Customs(Struct, frozen=True):
    """``dias``: a draw includes all survivors. ``ballot`` is one of BALLOTS.

    ``standing``: a vote holds until it is taken back, else for one phase. ``deal`` is one of
    DEALS. ``private``: an invitation code is needed to join. ``reliability`` is the least
    per cent of phases on time that a player needs. ``unanimous``: who wins by a concession has to
    agree, too. ``shared``: a game that its master ends is a draw. ``reveal``: in the end all are
    told what was secret. ``computers`` is how many seats computers take when the game begins,
    EVERY of those that nobody has, ``level`` how well they play, and ``rollouts`` how many futures
    they try a move if they try any. ``scoring`` is the way in which the end is scored ("": none).
    ``rating`` is the least number of skill that a player needs (0: none). ``start`` is when the
    game begins: FULL, BY_HAND, or at a local moment ("2026-11-07 18:00") at the earliest, with
    ``players`` people at least (0: all seats). ``approval``: its master approves who joins.
    ``allied`` is how many powers may win together that vote for each other (0: none).
    """

    dias: bool
    ballot: str
    standing: bool
    deal: str
    private: bool
    reliability: int
    unanimous: bool
    shared: bool
    reveal: bool
    scoring: str = ""
    computers: int = 0
    level: str = STEADY
    rollouts: int = BUDGET
    rating: int = 0
    start: str = FULL
    players: int = 0
    approval: bool = False
    allied: int = 0

    @property
    def open(self) -> bool:
        """Whether everybody may see the votes cast."""
        return self.ballot == OPEN


class Number(Struct, frozen=True):
    """An option that is a number: which it may be, words for 0, the units that are typed with it.

    ``fault`` is what is said of all else.
    """

    allowed: Sequence[int]
    none: tuple[str, ...]
    fault: str
    units: tuple[str, ...] = ()

    def read(self, text: str) -> int:
        """The number that is typed. Raises InputError."""
        word = text.strip().lower()
        for unit in self.units:
            word = word.removesuffix(unit).strip()
        if word in self.none:
            return 0
        if not word.isascii() or not word.isdigit() or int(word[:6]) not in self.allowed:
            raise InputError(self.fault.format(text))
        return int(word[:6])


RELIABILITY = Number(
    range(101), ("none", "no"), "'{}' is not a share: write a number from 0 to 100.", ("%",)
)
"""The least share of phases on time, in per cent."""
_NO_RATING = "'{}' is not a rating: a newcomer has 1500; write a number, or none."
RATING = Number(range(limits.RATING + 1), ("none", "no"), _NO_RATING)
"""The least number of skill."""
PLAYERS = Number(
    range(limits.COMPUTERS + 1), ("all", "every"), "'{}' must be all or a number of players."
)
"""How many people a game begins with at least; 0: all seats."""
ALLIED = Number((0, *range(2, 1000)), NONE, "'{}' must be none, or 2 or more.")
"""How many powers may win together as allies."""
_FEW = f"'{{}}' must be a number from {limits.LEAST_ROLLOUTS} on: {BUDGET} is usual."
ROLLOUTS = Number(range(limits.LEAST_ROLLOUTS, 1_000_000), (), _FEW)
"""How many futures a sharp computer tries for a move."""


def read_start(text: str) -> str:
    """When a game begins: FULL, BY_HAND or a local moment as it is kept. Raises InputError."""
    word = " ".join(text.lower().split())
    if word in (FULL, BY_HAND):
        return word
    if word in ("manual", "by hand", "gm", "master"):
        return BY_HAND
    try:
        return datetime.strptime(word, _MOMENT).strftime(_MOMENT)  # noqa: DTZ007 - local
    except ValueError:
        raise InputError(f"'{text}' must be full, hand, or a day such as 7 Nov 18:00.") from None


def fix_start(text: str, now: datetime, zone: str) -> str:
    """A start as it is kept: of a day like "7 Nov 18:00" the local moment.

    Raises InputError; DoubtError where a moment is in doubt.
    """
    if text[:1].isalpha():
        with suppress(InputError):
            return read_start(text)
    return dates.read_moment(text, now, zone).astimezone(ZoneInfo(zone)).strftime(_MOMENT)


def start_moment(start: str, zone: str) -> datetime | None:
    """The moment (UTC) before which a game does not begin; None where none is named."""
    if start in (FULL, BY_HAND):
        return None
    local = datetime.strptime(start, _MOMENT)  # noqa: DTZ007 - the zone comes behind
    return clock.local_to_utc(local, ZoneInfo(zone))


def read_computers(text: str) -> tuple[int, str]:
    """Read "none", "all", "3", "sharp", "all sharp": how many computers, and how they play.

    Raises InputError.
    """
    words = text.lower().replace(",", " ").split()
    levels = [word for word in words if word in LEVELS]
    rest = [word for word in words if word not in LEVELS]
    level = levels[0] if levels else STEADY
    if len(levels) > 1 or len(rest) > 1 or not words:
        raise InputError(_NO_COMPUTERS.format(text))
    if not rest or rest == ["all"]:
        return EVERY, level
    if rest[0] in ("none", "no", "0"):
        return 0, level
    if not rest[0].isascii() or not rest[0].isdigit() or int(rest[0]) > limits.COMPUTERS:
        raise InputError(_NO_COMPUTERS.format(text))
    return int(rest[0]), level


_NO_COMPUTERS = "'{}' must be none, all or a number of seats, and steady or sharp if you like."


def read_word(text: str, allowed_words: tuple[str, ...]) -> str:
    """Read one of some words. Raises InputError."""
    if text.lower() not in allowed_words:
        raise InputError(f"'{text}' must be {list_names(allowed_words, 'or')}.")
    return text.lower()


def sentences(customs: Customs) -> Iterator[str]:
    """The customs in sentences, for everybody in the game to read."""
    draw = "A draw is shared by all survivors" if customs.dias else "A draw may leave survivors out"
    until = "until it is taken back" if customs.standing else "for one phase"
    yield f"{draw}, and all of them must want it. A vote holds {until}."
    yield from _tell("votes", customs)
    if customs.ballot != SECRET:
        yield _SAID["ballots"][customs.ballot]
    if customs.private:
        yield "Only those who have the game's invitation code can join."
    if customs.computers:
        takes_all = customs.computers == EVERY
        many = "the seats that nobody takes" if takes_all else f"{customs.computers} of the seats"
        yield f"Computers ({customs.level}) play {many}: HELP COMPUTERS."
        if customs.level == SHARP and customs.rollouts != BUDGET:
            yield f"They try {customs.rollouts} futures for a move ({BUDGET} are usual)."
    yield from _tell("demands", customs)


def _tell(kind: str, terms: Struct) -> Iterator[str]:
    """The sentences of a kind that fit the terms: of each part of these that is so, or is not."""
    for row in _SAID[kind]:
        if bool(getattr(terms, row["part"])) is row["value"]:
            yield row["says"].format(terms=terms)


def start_sentences(customs: Customs, zone: str) -> Iterator[str]:
    """When the game, of this time zone, will begin, if not as soon as all seats are taken."""
    if customs.start == BY_HAND:
        yield "It begins when its game master says so."
    elif customs.start != FULL:
        moment = datetime.strptime(customs.start, _MOMENT)  # noqa: DTZ007 - the zone is behind it
        day = f"{moment:%a} {moment.day} {moment:%b %Y, %H:%M}"
        yield f"It begins on {day} {zone}, or later if it is not full by then."
    if customs.players:
        rest = "powers left over are in civil disorder until somebody takes them"
        if customs.computers:
            rest = "computers play the others"
        yield f"{customs.players} players are enough to begin; {rest}."
    if customs.approval:
        yield "Whoever wants to join has to be approved by the game master."


WHITE, GREY = "white", "grey"
"""Signed with its writer's power; not signed at all."""


class Manner(Struct, frozen=True):
    """What a game's options say of press.

    ``colours`` are those that its writer may choose from, the usual one first; none: no press.
    ``postal``: it is delivered with the results. ``fake``: it may be signed with another's name.
    ``partial``: it may go to some powers only. ``copied``: the game master gets all of it.
    ``observers`` may write too. ``touch``: what goes to some only goes to neighbours only.
    ``late``: it may be written after the deadline, too. ``ordered``: only by who has given his
    orders. ``minors``: it may go to minors, and be answered as them. ``listed``: its readers are
    told who else gets it. ``answers``: a reply to unsigned press goes back to who wrote it.
    ``quiet`` are the seasons and the kinds of phases without press ("fall", "builds").
    """

    colours: tuple[str, ...] = (WHITE,)
    postal: bool = False
    fake: bool = False
    partial: bool = True
    copied: bool = False
    observers: bool = False
    touch: bool = False
    late: bool = True
    ordered: bool = False
    minors: bool = True
    listed: bool = True
    answers: bool = False
    quiet: tuple[str, ...] = ()


KINDS = {
    "white": (WHITE,),
    "grey": (GREY,),
    "white/grey": (WHITE, GREY),
    "grey/white": (GREY, WHITE),
    "none": (),
}
"""The values of the option ``press``, with the colours that they allow."""
ALIASES = {"gray": "grey", "both": "white/grey", "no": "none", "off": "none", "postal": "white"}


def colours(kind: str) -> tuple[str, ...] | None:
    """The colours of a value of the option ``press``; None: there is no such value."""
    plain = kind.lower().replace("gray", "grey").replace("-", "/")
    return KINDS.get(ALIASES.get(plain, plain))


def read_quiet(text: str) -> tuple[str, ...]:
    """The seasons and kinds of phases without press that "Fall, builds" names; () for none."""
    named = text.lower().replace(",", " ").split()
    meant = ["fall" if word == "autumn" else word for word in named if word != "and"]
    return () if " ".join(named) in NONE else tuple(dict.fromkeys(meant))


def press_sentences(manner: Manner) -> Iterator[str]:
    """The manner in sentences, for everybody in the game to read."""
    if not manner.colours:
        yield "There is no press but between a player and the game master."
        return
    yield _SAID["signed"]["/".join(manner.colours)]
    yield from _tell("press", manner)
    if manner.quiet:
        yield f"There is no press in {list_names(manner.quiet)}, but with the game master."
