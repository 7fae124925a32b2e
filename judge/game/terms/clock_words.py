"""A game's clock in sentences, for everybody in the game to read."""

from collections.abc import Iterator

from judge.game.terms.clock import Clock, Pace, Rhythm
from judge.kernel import days

_NAMES = {"movement": "moves", "retreat": "retreats", "adjustment": "builds"}


def sentences(clock: Clock) -> Iterator[str]:
    """How long each kind of phase lasts, at what hour and on which days it never ends."""
    paces = ", ".join(f"{_NAMES.get(kind, kind)} {own.pace}" for kind, own in clock.rhythms)
    yield f"Time for {paces}."
    usual = clock.rhythms[0][1]
    yield from _rhythm_sentences(usual, clock.zone, "")
    for kind, own in clock.rhythms[1:]:
        if own.pace.days and (own.hour, own.weekdays, own.dates) != _hour_and_days(usual):
            yield from _rhythm_sentences(own, clock.zone, f" of {_NAMES.get(kind, kind)}")
    if not clock.early:
        yield "A phase ends at its deadline, never before."
        return
    yield f"A phase ends at its deadline, or {delay_sentence(clock)}; WAIT keeps it open."
    if clock.least:
        yield f"It lasts {Pace.of(clock.least)} at least."


def delay_sentence(clock: Clock) -> str:
    """How long after all are ready a phase ends early: "30 minutes after ..."."""
    if not clock.delay:
        return "once all are ready"
    return f"{Pace.of(clock.delay)} after all are ready"


def _hour_and_days(usual: Rhythm) -> tuple[object, ...]:
    return usual.hour, usual.weekdays, usual.dates


def _rhythm_sentences(rhythm: Rhythm, zone: str, whose: str) -> Iterator[str]:
    if rhythm.pace.days:
        yield f"Deadlines{whose} are at {rhythm.hour:%H:%M} {zone}."
    if rhythm.weekdays:
        yield f"No deadline{whose} falls on {days.weekday_names(rhythm.weekdays)}."
    if rhythm.dates:
        stretches = ", ".join(map(str, rhythm.dates))
        yield f"No deadline{whose} falls on {stretches}."
