"""How a game's seats are dealt and its votes are cast: the options that speak of people."""

from collections.abc import Iterator
from dataclasses import dataclass

from judge.kernel.errors import InputError
from judge.players import LEVELS, STEADY

WISHES, RANDOM, MIXED = "wishes", "random", "mixed"
"""Powers by the sum of all wishes; by chance alone; by wishes in an order that chance decides."""
DEALS = (WISHES, RANDOM, MIXED)
SECRET, UNNAMED, NAMED, OPEN = "secret", "proposals", "named", "open"
"""Who learns of a vote for an end: nobody; all of what is proposed, without or with the name of who
was first; and of all votes, in STATUS."""
BALLOTS = (SECRET, UNNAMED, NAMED, OPEN)
NOBODY, SHARED = "nobody", "draw"
"""Who has won when the game master ends the game: nobody, or all who still have pieces."""
EVERY = -1
"""So many computers as there are seats that nobody has."""
MOST_COMPUTERS = 99
MOST_RATING = 5000


@dataclass(frozen=True, slots=True)
class Customs:
    """``dias``: a draw includes all survivors. ``ballot`` is one of BALLOTS.

    ``standing``: a vote holds until it is taken back, else for one phase. ``deal`` is one of
    DEALS. ``private``: an invitation code is needed to join. ``reliability`` is the least
    per cent of phases on time that a player needs. ``unanimous``: who wins by a concession has to
    agree, too. ``shared``: a game that its master ends is a draw. ``reveal``: in the end all are
    told what was secret. ``computers`` is how many seats computers take when the game begins,
    EVERY of those that nobody has, and ``level`` how well they play. ``rating`` is the least
    number of skill that a player needs (0: none).
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
    computers: int = 0
    level: str = STEADY
    rating: int = 0

    @property
    def open(self) -> bool:
        """Whether everybody may see the votes cast."""
        return self.ballot == OPEN


def read_ballot(text: str) -> str:
    """Who learns of a vote. Raises InputError."""
    return _check_word(text, BALLOTS)


def read_deal(text: str) -> str:
    """How powers are dealt. Raises InputError."""
    return _check_word(text, DEALS)


def read_share(text: str) -> int:
    """Read a share in per cent, none being 0. Raises InputError."""
    word = "0" if text.lower() in ("none", "no") else text.strip().removesuffix("%").strip()
    if not word.isascii() or not word.isdigit() or int(word) > 100:
        raise InputError(f"'{text}' is no share: write a number from 0 to 100.")
    return int(word)


def read_rating(text: str) -> int:
    """Read the least number of skill, none being 0. Raises InputError."""
    word = "0" if text.lower() in ("none", "no") else text.strip()
    if not word.isascii() or not word.isdigit() or int(word[:6]) > MOST_RATING:
        raise InputError(f"'{text}' is no rating: a newcomer has 1500; write a number, or none.")
    return int(word)


def read_forfeit(text: str) -> bool:
    """Whether a game that its master ends is a draw. Raises InputError."""
    return _check_word(text, (NOBODY, SHARED)) == SHARED


def read_computers(text: str) -> tuple[int, str]:
    """Read "none", "all", "3", "sharp", "all sharp": how many computers, and how they play.

    Raises InputError.
    """
    typed = text.lower().replace(",", " ").split()
    levels = [word for word in typed if word in LEVELS]
    rest = [word for word in typed if word not in LEVELS]
    level = levels[0] if levels else STEADY
    if len(levels) > 1 or len(rest) > 1 or not typed:
        raise InputError(_NO_COMPUTERS.format(text))
    if not rest or rest == ["all"]:
        return EVERY, level
    if rest[0] in ("none", "no", "0"):
        return 0, level
    if not rest[0].isascii() or not rest[0].isdigit() or int(rest[0]) > MOST_COMPUTERS:
        raise InputError(_NO_COMPUTERS.format(text))
    return int(rest[0]), level


_NO_COMPUTERS = "'{}' must be none, all or a number of seats, and steady or sharp if you like."


def _check_word(text: str, known: tuple[str, ...]) -> str:
    if text.lower() not in known:
        raise InputError(f"'{text}' must be {', '.join(known[:-1])} or {known[-1]}.")
    return text.lower()


def sentences(customs: Customs) -> Iterator[str]:
    """The customs in sentences, for everybody in the game to read."""
    draw = "A draw is shared by all survivors" if customs.dias else "A draw may leave survivors out"
    until = "until it is taken back" if customs.standing else "for one phase"
    yield f"{draw}, and all of them must want it. A vote holds {until}."
    if customs.unanimous:
        yield "A concession, to one power or to several, needs their own votes as well."
    if customs.shared:
        yield "If the game master ends the game, all who still have pieces share a draw."
    if not customs.reveal:
        yield "What is secret stays so when the game is over: only the game master knows it."
    if customs.ballot != SECRET:
        yield _BALLOTS[customs.ballot]
    if customs.private:
        yield "Only those who have the game's invitation code can join."
    if customs.computers:
        many = (
            "the seats that nobody takes"
            if customs.computers == EVERY
            else (f"{customs.computers} of the seats")
        )
        yield f"Computers ({customs.level}) play {many}: HELP COMPUTERS."
    if customs.reliability:
        yield f"Who joins must have been on time in {customs.reliability} % of his phases."
    if customs.rating:
        yield rating_sentence(customs)


def rating_sentence(customs: Customs) -> str:
    """What rating a player needs, in a sentence; "" for none."""
    least = f"Who joins must have a rating of {customs.rating} or more in this variant"
    return f"{least}: STATS shows yours, 1500 is a newcomer's." if customs.rating else ""


_BALLOTS = {
    UNNAMED: "Who first votes for an end proposes it: all are told what, and not by whom.",
    NAMED: "Who first votes for an end proposes it: all are told what, and by whom.",
    OPEN: "Who first votes for an end proposes it to all. STATUS tells who votes for what.",
}
_DEALT = {
    WISHES: "Powers are dealt so that all wishes together are met best.",
    RANDOM: "Powers are dealt at random; wishes do not count.",
    MIXED: "Chance decides who chooses first; each gets the dearest wish that is left.",
}


def deal_sentence(customs: Customs) -> str:
    """How powers will be dealt, in a sentence."""
    return _DEALT[customs.deal]
