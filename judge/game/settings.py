"""A game's settings as CREATE takes them: "moves=2d at=18:00"; what is not ours is the engine's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from judge.game.clock import Clock, Pace, read_hour, read_pace
from judge.game.config import is_zone
from judge.game.press.manner import KINDS as PRESS
from judge.game.press.manner import Manner, colours
from judge.kernel.errors import InputError

YES = ("yes", "y", "true", "on", "1")
NO = ("no", "n", "false", "off", "0")


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of the judge: its standard value, its other names, what it does."""

    name: str
    standard: str
    aliases: tuple[str, ...]
    meaning: str


SETTINGS = (
    Setting("zone", "", ("timezone",), "the time zone of its deadlines: Europe/Berlin"),
    Setting("at", "18:00", ("hour", "clock"), "the hour of its deadlines, in its zone"),
    Setting("moves", "3d", ("move", "movement"), "time for moves: 3d, 36h or 30m"),
    Setting("retreats", "1d", ("retreat",), "time for retreats"),
    Setting("builds", "1d", ("build", "adjustments", "adjustment"), "time for builds"),
    Setting("grace", "0h", (), "time after a deadline in which late orders still count"),
    Setting("early", "yes", (), "whether a phase closes as soon as all orders are in"),
    Setting("press", "white", (), f"{', '.join(PRESS)}: how press is signed"),
    Setting("postal", "no", (), "whether press is delivered with the results only"),
    Setting("fake", "no", ("fakepress",), "whether press may be signed with another's name"),
    Setting("partial", "yes", (), "whether press may go to some powers only"),
    Setting("gmpress", "no", ("eavesdrop",), "whether the game master gets a copy of all press"),
    Setting("obspress", "no", ("observerpress",), "whether observers may broadcast"),
    Setting("anonymous", "no", ("gunboat",), "whether players' names are told at the end only"),
)
_BY_NAME = {name: setting for setting in SETTINGS for name in (setting.name, *setting.aliases)}
_KINDS = (("movement", "moves"), ("retreat", "retreats"), ("adjustment", "builds"))


def read(words: Sequence[str], zone: str) -> dict[str, str]:
    """Read "name=value" words into a full set; ``zone`` is the standard zone.

    Names that are not the judge's are kept for the engine. Raises InputError with the word.
    """
    chosen = {setting.name: setting.standard for setting in SETTINGS} | {"zone": zone}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise InputError(f"'{word}' is no setting: write name=value, as in moves=2d.")
        setting = _BY_NAME.get(name.lower())
        chosen[setting.name if setting else name.lower()] = value
    clock(chosen)
    manner(chosen)
    anonymous(chosen)
    return chosen


def clock(settings: Mapping[str, str]) -> Clock:
    """The clock that settings describe. Raises InputError for a value that can't be."""
    if not is_zone(settings["zone"]):
        raise InputError(f"'{settings['zone']}' is no time zone: write it like Europe/Berlin.")
    return Clock(
        zone=settings["zone"],
        hour=read_hour(settings["at"]),
        paces=tuple((kind, read_pace(settings[name])) for kind, name in _KINDS),
        grace=_length(settings["grace"]),
        early=yes(settings["early"]),
    )


def manner(settings: Mapping[str, str]) -> Manner:
    """The manner of press that settings describe. Raises InputError for a value that can't be."""
    kind = settings["press"]
    allowed = colours(kind)
    if allowed is None:
        raise InputError(f"'{kind}' is no kind of press: there are {', '.join(PRESS)}.")
    return Manner(
        colours=allowed,
        postal=yes(settings["postal"]) or kind.lower() == "postal",
        fake=yes(settings["fake"]),
        partial=yes(settings["partial"]),
        copied=yes(settings["gmpress"]),
        observers=yes(settings["obspress"]),
    )


def anonymous(settings: Mapping[str, str]) -> bool:
    """Whether the names of a game's players are told when it is over, and not before."""
    return yes(settings["anonymous"])


def _length(text: str) -> timedelta:
    """A grace: "0" and "none" mean none; a day is 24 hours here."""
    if text.lower() in ("0", "0h", "0d", "0m", "none", *NO):
        return timedelta()
    pace: Pace = read_pace(text)
    return timedelta(days=pace.days, minutes=pace.minutes)


def yes(text: str) -> bool:
    """Read yes or no. Raises InputError."""
    if text.lower() in YES:
        return True
    if text.lower() in NO:
        return False
    raise InputError(f"'{text}' must be yes or no.")


def for_engine(settings: Mapping[str, str]) -> dict[str, str | int | bool]:
    """The settings that the engine knows, with numbers and yes/no as such."""
    own = {setting.name for setting in SETTINGS}
    return {name: _value(text) for name, text in settings.items() if name not in own}


def _value(text: str) -> str | int | bool:
    if text.isascii() and text.isdigit():
        return int(text)
    if text.lower() in YES:
        return True
    return False if text.lower() in NO else text
