"""The options of a game, in one table for CREATE, SET and OPTIONS; the rest is the engine's."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from judge import resources
from judge.game.terms import customs as custom
from judge.game.terms import dates, policy, scoring
from judge.game.terms.clock import PACES, Clock, Rhythm, check_open, read_hour, read_pace
from judge.game.terms.customs import KINDS as PRESS
from judge.game.terms.customs import Customs, Manner, colours
from judge.game.terms.policy import Policy
from judge.kernel import days, switches
from judge.kernel.errors import DoubtError, InputError
from judge.rules.computers import BUDGET
from judge.spool.zones import choose, is_zone

NOTHING: Mapping[str, str] = {}
YES = ("yes", "y", "true", "on", "1")
NO = ("no", "n", "false", "off", "0")


class Setting(Struct, frozen=True):
    """One setting of the judge: its standard value, its other names, what it does."""

    name: str
    standard: str
    aliases: tuple[str, ...]
    meaning: str


SETTINGS = tuple(
    Setting(
        name,
        row["standard"].format(budget=BUDGET),
        tuple(row.get("aliases", ())),
        row["meaning"].format(kinds=", ".join(PRESS)),
    )
    for name, row in resources.read_words("grammar", "options").items()
)
_STANDARD = {setting.name: setting.standard for setting in SETTINGS}
_ANYWHERE = {name for setting in SETTINGS for name in (setting.name, *setting.aliases)}
STANDARD_KINDS = tuple(PACES)
_CALLED = {"influence": ("bids", "bidding")}
"""What else people call the kinds of phases that few games have."""
_RHYTHM = {
    "at": "the hour of its deadlines, where it is another one",
    "skip": "weekdays without its deadlines, where they are others",
    "dates": "dates without its deadlines, where they are others",
    "early": "whether it ends early, where others do not, or do",
}
"""What each kind of phase may have of its own ("moves-at", "influence-skip"); "": it has not."""
_ASSIGNED = re.compile(r"([\w/-]+)\s*=\s*")


@lru_cache(maxsize=32)
def table(kinds: Sequence[str] = STANDARD_KINDS) -> tuple[Setting, ...]:
    """The settings of a game with ``kinds`` of phases, in the order in which they are shown."""
    paces = {name_of(kind): kind for kind in kinds}
    absent = set(PACES.values()) - set(paces)
    common = [setting for setting in SETTINGS if setting.name not in absent]
    names = {setting.name for setting in common}
    own = [
        Setting(name, "", _CALLED.get(name, ()), f"time for {name}")
        for name in paces
        if name not in names
    ]
    parts = [
        Setting(f"{name}-{part}", "", (), f"{name}: {meaning}")
        for name in paces
        for part, meaning in _RHYTHM.items()
    ]
    return (*common, *own, *parts)


def standards(kinds: Sequence[str] = STANDARD_KINDS) -> dict[str, str]:
    """What each setting of a game with ``kinds`` of phases is where nobody chooses."""
    return {setting.name: setting.standard for setting in table(kinds)}


def name_of(kind: str) -> str:
    """The setting that holds the pace of a kind of phase: "moves", "influence"."""
    return PACES.get(kind, kind)


def words(text: str) -> list[str]:
    """The "name=value" words of a line; values may hold blanks and commas."""
    starts = [match.start() for match in _ASSIGNED.finditer(text)]
    bounds = [0, *starts, len(text)]
    parts = [text[start:end].strip(" ,;") for start, end in pairwise(bounds)]
    return [part for part in parts if part]


def read(
    assignments: Sequence[str],
    zone: str,
    kinds: Sequence[str] = STANDARD_KINDS,
    usual: Mapping[str, str] = NOTHING,
) -> dict[str, str]:
    """Read "name=value" words into a full set; ``zone`` is the standard zone.

    ``usual`` are the values that a variant has of its own where nobody chooses others. Names that
    are not the judge's are kept for the engine. Raises InputError with the word.
    """
    settings = {**standards(kinds), **usual, "zone": zone}
    for word in assignments:
        name, equals, value = (part.strip() for part in word.partition("="))
        if not equals or not name or not value:
            raise InputError(f"'{word}' is not a setting: write name=value, as in moves=2d.")
        settings |= [read_setting(name, value, kinds)]
    check(settings)
    return settings


def fix_times(assignments: Sequence[str], now: datetime, zone: str) -> list[str]:
    """The "name=value" words with the zone and the moment of a game's start as they are kept.

    Raises InputError for what is no such; DoubtError, with all words anew, for what is in doubt.
    """
    fixed = list(assignments)
    for name in ("zone", "start"):
        names = next((name, *one.aliases) for one in SETTINGS if one.name == name)
        for number, word in enumerate(assignments):
            typed, _, value = (part.strip() for part in word.partition("="))
            if typed.lower() not in names or not value:
                continue
            try:
                if name == "zone":
                    kept = zone = choose(value, now)
                else:
                    kept = custom.fix_start(value, now, zone)
            except DoubtError as error:
                others = [*assignments[:number], *assignments[number + 1 :]]
                meant = [" ".join([*others, f"{name}={one}"]) for one in error.meant]
                raise DoubtError(f"option {name}: {error}", meant) from None
            fixed[number] = f"{name}={kept}"
    return fixed


def read_setting(text: str, value: str, kinds: Sequence[str] = STANDARD_KINDS) -> tuple[str, str]:
    """The name and the value, as it is kept, of the setting that "typed=value" means.

    "days=Mon-Fri" names the days on which deadlines fall, as on other judges; what is kept are
    those on which none does. Raises InputError like ``full_name``, and for what is no time.
    """
    word = text.lower()
    if switches.means_building(word, value):
        return switches.name_of(word), value.lower()
    if word == "days" or word.endswith("-days"):
        return full_name(f"{word.removesuffix('days')}skip", kinds), dates.weekdays_left_out(value)
    name = full_name(text, kinds)
    part = name.rpartition("-")[2] if name.rpartition("-")[2] in _RHYTHM else ""
    try:
        if not value or value.lower() in (*days.NONE, *YES, *NO):
            value = value.lower()
        elif part == "at":
            value = f"{read_hour(value):%H:%M}"
        elif part == "dates":
            value = ", ".join(map(str, dates.read_dates(value)))
        elif name == "scoring":
            value = scoring.read(value)
        elif name == "remind":
            value = ", ".join(pace.as_typed for pace in policy.read_reminders(value))
        elif name in (*map(name_of, kinds), "grace", "delay", "least") and value[:1] != "0":
            value = read_pace(value).as_typed
    except InputError as error:
        raise InputError(f"option {name}: {error}") from None
    return name, value


def full_name(text: str, kinds: Sequence[str] = STANDARD_KINDS) -> str:
    """The name of the setting that ``text`` means; what is not the judge's is an engine's.

    Engines' names are as switches.name_of has them ("announce_totals").
    Raises InputError for the clock of a kind of phase that the game has not.
    """
    word = text.lower()
    base, dash, part = word.partition("-")
    name_of_alias = {name: one.name for one in table(kinds) for name in (one.name, *one.aliases)}
    if word in name_of_alias:
        return name_of_alias[word]
    own = f"{name_of_alias.get(base, '')}-{part}"
    if dash and part in _RHYTHM and own in name_of_alias:
        return own
    if word in _ANYWHERE or (dash and part in _RHYTHM):
        raise InputError(f"This game has no phases that '{text}' could be for.")
    return switches.name_of(word)


def check(settings: Mapping[str, str]) -> None:
    """Refuse values that can't be. Raises InputError with the option and the word."""
    try:
        for _, rhythm in clock(settings).rhythms:
            check_open(rhythm)
        terms = policies, manner, is_anonymous, holds, has_seats, shows_open_orders, customs
        for read_term in (*terms, shown_of_orders, delays_observers):
            read_term(settings)
    except InputError as error:
        fault = str(error)
        quoted = {name: f"'{value}' " for name, value in settings.items() if value}
        names = [name for name, text in quoted.items() if fault.startswith(text)]
        raise InputError(f"option {names[0]}: {fault}" if len(names) == 1 else fault) from None


def check_own(settings: Mapping[str, str], kinds: Sequence[str], own: Mapping[str, object]) -> None:
    """Refuse options that neither the judge nor the variant, which has ``own``, knows.

    Raises InputError with the word, also for a value that can't be.
    """
    ours = {setting.name for setting in (*SETTINGS, *table(kinds))}
    for name, value in settings.items():
        if name in own and isinstance(own[name], bool):
            try:
                read_yes(value)
            except InputError as error:
                raise InputError(f"option {name}: {error}") from None
        elif name not in own and name not in ours:
            raise InputError(f"There is no option '{name}': OPTIONS lists those there are.")


def check_needs(settings: Mapping[str, str], needs: Mapping[str, str]) -> None:
    """Refuse an option that is on while the one that it ``needs`` is not. Raises InputError."""
    for name, other in needs.items():
        if read_yes(settings.get(name, "no")) and not read_yes(settings.get(other, "no")):
            raise InputError(f"{name}=yes needs {other}=yes.")


def clock(settings: Mapping[str, str]) -> Clock:
    """The clock that settings describe. Raises InputError for a value that can't be."""
    return _clock(tuple(settings.items()))


@lru_cache(maxsize=64)
def _clock(items: tuple[tuple[str, str], ...]) -> Clock:
    settings = dict(sorted(items))
    if not is_zone(settings["zone"]):
        raise InputError(f"'{settings['zone']}' is not a time zone: write it like Europe/Berlin.")
    kinds = {name: kind for kind, name in PACES.items()}
    parted = [name.removesuffix("-dates") for name in settings if name.endswith("-dates")]
    usual = tuple(PACES.values())
    rhythms = []
    for name in sorted(parted, key=lambda name: usual.index(name) if name in usual else 9):
        own = {part: settings.get(f"{name}-{part}") or settings[part] for part in _RHYTHM}
        rhythm = Rhythm(
            pace=read_pace(settings[name] or settings["moves"]),
            hour=read_hour(own["at"]),
            weekdays=dates.read_weekdays(own["skip"]),
            dates=dates.read_dates(own["dates"]),
            early=read_yes(own["early"]),
        )
        rhythms.append((kinds.get(name, name), rhythm))
    lengths = {}
    for name in ("grace", "delay", "least"):  # a day is 24 hours here
        text = settings[name]
        is_none = text.lower() in ("0", "0h", "0d", "0m", "none", *NO)
        lengths[name] = timedelta() if is_none else read_pace(text).length
    return Clock(settings["zone"], tuple(rhythms), **lengths)


def policies(settings: Mapping[str, str]) -> Policy:
    """What settings say of missing orders. Raises InputError for a value that can't be."""
    return _policies(tuple(_value(settings, name) for name in _POLICY))


_POLICY = ("nmr", "first", "excuses", "remind", "late", "absence", "absence-now", "calendar")


@lru_cache(maxsize=64)
def _policies(values: tuple[str, ...]) -> Policy:
    missing, first, excuses, remind, late, absence, shifts, calendar = values
    nmr, patience = policy.read_nmr(missing)
    return Policy(
        reminders=policy.read_reminders(remind),
        late=custom.read_word(late, policy.LATE_NOTICES),
        nmr=nmr,
        patience=patience,
        first=policy.read_first(first),
        excuses=policy.EXCUSES.read(excuses),
        absence=policy.ABSENCE.read(absence),
        shifts=read_yes(shifts),
        calendar=read_yes(calendar),
    )


def manner(settings: Mapping[str, str]) -> Manner:
    """The manner of press that settings describe. Raises InputError for a value that can't be."""
    kind = settings["press"]
    allowed = colours(kind)
    if allowed is None:
        own = f"; {kind}=yes is an option of its own" if kind in standards() else ""
        raise InputError(f"'{kind}' is not a kind of press: there are {', '.join(PRESS)}{own}.")
    return Manner(
        colours=allowed,
        postal=read_yes(settings["postal"]) or kind.lower() == "postal",
        fake=read_yes(settings["fake"]),
        partial=read_yes(settings["partial"]),
        copied=read_yes(settings["gmpress"]),
        observers=read_yes(settings["obspress"]),
        touch=read_yes(_value(settings, "touch")),
        late=read_yes(_value(settings, "latepress")),
        ordered=read_yes(_value(settings, "must-order")),
        minors=read_yes(_value(settings, "minorpress")),
        listed=read_yes(_value(settings, "recipients")),
        answers=read_yes(_value(settings, "answers")),
        quiet=custom.read_quiet(_value(settings, "nopress")),
    )


def customs(settings: Mapping[str, str]) -> Customs:
    """What settings say of seats and votes. Raises InputError for a value that can't be."""
    computers, level = custom.read_computers(settings.get("computers", "none"))
    return Customs(
        dias=read_yes(settings["dias"]),
        ballot=custom.read_word(settings["votes"], custom.BALLOTS),
        standing=read_yes(settings["standing"]),
        deal=custom.read_word(settings["deal"], custom.DEALS),
        private=read_yes(settings["private"]),
        reliability=custom.RELIABILITY.read(settings["reliability"]),
        unanimous=read_yes(_value(settings, "unanimous")),
        shared=custom.read_word(_value(settings, "terminate"), custom.FORFEITS) == custom.SHARED,
        reveal=read_yes(_value(settings, "reveal")),
        scoring=scoring.read(_value(settings, "scoring")),
        computers=computers,
        level=level,
        rollouts=custom.ROLLOUTS.read(_value(settings, "rollouts")),
        rating=custom.RATING.read(_value(settings, "rating")),
        start=custom.read_start(_value(settings, "start")),
        players=custom.PLAYERS.read(_value(settings, "players")),
        approval=read_yes(_value(settings, "approval")),
        allied=custom.ALLIED.read(_value(settings, "allied")),
    )


def _value(settings: Mapping[str, str], name: str) -> str:
    """A setting that games begun before there was such a one have not."""
    return settings.get(name) or _STANDARD[name]


def is_anonymous(settings: Mapping[str, str]) -> bool:
    """Whether the names of a game's players are told when it is over, and not before."""
    return read_yes(settings["anonymous"])


def shown_of_orders(settings: Mapping[str, str]) -> str:
    """What all may know of others' orders: READY, LATE or UNTOLD. Raises InputError."""
    openness = custom.read_word(_value(settings, "show").strip(), policy.SHOWS)
    if openness != policy.USUAL:
        return openness
    late = custom.read_word(settings["late"], policy.LATE_NOTICES)
    is_named = late == policy.NAMES and not is_anonymous(settings)
    return policy.READY if is_named else policy.UNTOLD


def delays_observers(settings: Mapping[str, str]) -> bool:
    """Whether who has no part in the game reads of it one phase late. Raises InputError."""
    return policy.read_observers(_value(settings, "observers"))


def holds(settings: Mapping[str, str]) -> bool:
    """Whether all results wait for the game master."""
    return read_yes(settings["hold"])


def has_seats(settings: Mapping[str, str]) -> bool:
    """Whether people have seats; else the game master mails the orders of all powers."""
    return read_yes(_value(settings, "seats"))


def invites_all(settings: Mapping[str, str]) -> bool:
    """Whether anybody may join: there are seats, and none needs an invitation code."""
    return has_seats(settings) and not customs(settings).private


def shows_open_orders(settings: Mapping[str, str]) -> bool:
    """Whether the game master sees orders of the open phase."""
    return read_yes(settings["gmorders"]) or not has_seats(settings)


def betrays(before: Mapping[str, str], after: Mapping[str, str]) -> bool:
    """Whether another setting would tell somebody what players wrote or did in confidence."""
    told = ("gmorders", "gmpress", "reveal")
    if any(read_yes(_value(after, one)) and not read_yes(_value(before, one)) for one in told):
        return True
    if is_anonymous(before) and not is_anonymous(after):
        return True
    return customs(after).open and not customs(before).open


def read_yes(text: str) -> bool:
    """Read yes or no. Raises InputError."""
    if text.lower() in YES:
        return True
    if text.lower() in NO:
        return False
    raise InputError(f"'{text}' must be yes or no.")


def engine_options(
    settings: Mapping[str, str], kinds: Sequence[str] = STANDARD_KINDS
) -> dict[str, str | int | bool]:
    """The settings that the engine knows, with numbers and yes/no as such."""
    ours = {setting.name for setting in (*SETTINGS, *table(kinds))}
    typed: dict[str, str | int | bool] = {}
    for name, text in settings.items():
        if name in ours:
            continue
        if text.isascii() and text.isdigit():
            typed[name] = int(text)
        else:
            typed[name] = text.lower() in YES if text.lower() in (*YES, *NO) else text
    return typed


def write(value: object) -> str:
    """An engine's value as it is kept and shown."""
    return YES[0] if value is True else NO[0] if value is False else str(value)
