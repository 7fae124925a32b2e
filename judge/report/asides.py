"""What a mail held that is not used as it stands: how much, why, and what uses it all the same."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from judge.kernel.notice import HELD, LATE, OFFERED, PRESS, QUOTED, REQUESTED, SUBJECT, Answer
from judge.report.words import count


@dataclass(frozen=True, slots=True)
class Aside:
    """Lines set aside for one reason.

    ``told`` says what happened to them ("2 orders came too late: not used"), ``short`` how many
    they are, ``use`` what to reply to use them all the same, "" where nothing does.
    """

    told: str
    short: str
    use: str


_WHY = {
    LATE: "came too late: not used",
    PRESS: "in a reply to press: neither taken nor sent",
    HELD: "waits for the game master",
    QUOTED: "{} in the quoted text: not used",
    SUBJECT: "{} in the Subject: not used",
    REQUESTED: "{} in the Subject: not obeyed",
    OFFERED: "{} to be confirmed: not used yet",
}
"""What is said of lines behind their number."""
_NOUNS = {REQUESTED: ("command", "obeyed"), HELD: ("reply", "sent")}
"""What they are, and what was not done with them, where they are no orders."""

_PURPOSES = {
    LATE: "if you mean {them} for {phase}",
    PRESS: "to take {them} as your orders, or SEND to send {them} as words",
}
"""What it is for that uses them, where it is not said by \"to use them\"."""


def list_asides(answers: Iterable[Answer], phase: str) -> Iterator[Aside]:
    """What was set aside, by reason; ``phase`` is the title of the one that waits for orders."""
    groups: dict[tuple[str, str], int] = {}
    for answer in answers:
        if answer.aside:
            key = answer.aside, answer.offer
            groups[key] = groups.get(key, 0) + answer.count
    for (why, offer), number in groups.items():
        if number:
            yield _word(why, offer, number, phase)


def list_uses(asides: Iterable[Aside]) -> tuple[str, ...]:
    """What to reply, each once."""
    return tuple(dict.fromkeys(one.use for one in asides if one.use))


def _word(why: str, offer: str, number: int, phase: str) -> Aside:
    noun, deed = _NOUNS.get(why, ("order", "used"))
    few, them = count(number, noun), "it" if number == 1 else "them"
    words = _WHY[why].format(_verb(why, number))
    use = f"{offer} {_PURPOSES.get(why, 'to use {them}')}" if offer else ""
    use = use.format(them=them, phase=phase)
    return Aside(f"{few} {words}", f"{few} not {deed}", use)


def _verb(why: str, number: int) -> str:
    """What some orders do, as the words behind them go on."""
    if why == OFFERED:
        return "waits" if number == 1 else "wait"
    return "stands" if number == 1 else "stand"
