"""Whole games of random players through the engine's door: every phase played, told and worded."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Any

from msgspec.structs import replace

from judge.catalog import variant as catalog
from judge.kernel.days import write_year, year_number
from judge.kernel.dice import SecretDice
from judge.kernel.engine import GM, Engine, Turn
from judge.kernel.notice import Facts, Notice
from judge.kernel.switches import ANYWHERE, HOME
from judge.report.render import render
from judge.rules.d100.build import D100
from judge.rules.dip.build import DipEngine
from judge.rules.mechanics.influence.terms import Tariff
from tests.play import boards, language, laws, months
from tests.play.company import gather
from tests.play.laws import hold

NOW = datetime(2026, 11, 25, 14, 12, tzinfo=UTC)
Options = Mapping[str, Any]


def _switch(name: str) -> Options:
    """The rules that every game of Diplomacy may choose, where its own do not forbid it."""
    loaded = catalog.load(name)
    if loaded.engine_name != "dip":
        return {}
    usual = loaded.engine.options
    last = year_number(loaded.rules["phases"]["first"][1:-1]) + 2
    chosen = {
        "signals": True,
        "shared": True,
        "building": HOME if usual["building"] == ANYWHERE else ANYWHERE,
        "victory": usual["victory"] - 3,
        "last_year": write_year(last),
    }
    return {option: value for option, value in chosen.items() if option not in loaded.fixed}


KINDS: tuple[tuple[str, Options], ...] = (
    *((name, {}) for name in catalog.names()),
    *((name, options) for name in catalog.names() if (options := _switch(name))),
    ("1926", {"announce_totals": True, "announce_forfeits": True}),
    ("1936", {"announce_totals": True, "announce_forfeits": True}),
    ("1930s-world", {"hidden": True}),
    ("1930s-world", {"air": True}),
    ("1930s-world", {"air": True, "paratroops": True, "hidden": True}),
)
"""The games that are played: every variant, with the options that change its rules."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A phase about to be played: enough to play it again."""

    variant: str
    state: bytes
    orders: Mapping[str, Sequence[str]]
    seed: str = "play"

    def dump(self, *, flat: bool = False) -> str:
        """The moment as JSON, as the cases are kept, or on one line."""
        told = {
            "variant": self.variant,
            "seed": self.seed,
            "state": json.loads(self.state),
            "orders": {power: list(lines) for power, lines in self.orders.items()},
        }
        return json.dumps(told, indent=None if flat else 1, ensure_ascii=False) + "\n"

    @classmethod
    def load(cls, text: str) -> "Moment":
        """The moment that ``dump`` wrote."""
        told = json.loads(text)
        state = json.dumps(told["state"]).encode()
        return cls(told["variant"], state, told["orders"], told.get("seed", "play"))


class FailedError(Exception):
    """A phase that could not be played and told as the rules have it; its cause is the reason."""

    def __init__(self, moment: Moment, error: Exception) -> None:
        super().__init__(f"{moment.variant}: {type(error).__name__}: {error}")
        self.moment = moment


def play(number: int, seed: int, phases: int) -> Counter[str]:
    """Play game ``number`` of KINDS by dice from ``seed``; how many phases, orders, mails it had.

    Raises FailedError with the phase that went wrong.
    """
    name, options = KINDS[number % len(KINDS)]
    variant = catalog.load(name)
    engine = variant.engine
    dice = Random(f"{name} {sorted(options.items())} {seed}")
    done = Counter(games=1)
    state = engine.start(options, SecretDice(b"play", f"{seed}")).state
    company = gather(engine.powers, number)
    for _ in range(phases):
        state = _left(engine, state, dice)
        with failing(Moment(name, engine.dump(state), {}, f"{seed}")):
            given = {**orders(engine, state, dice), **company.orders(variant, state, f"{seed}")}
        moment = Moment(name, engine.dump(state), given, f"{seed}")
        turn = played(moment)
        done += Counter(
            phases=1,
            orders=sum(map(len, moment.orders.values())),
            mails=len(_readers(engine, moment)),
        )
        state = turn.state
        if turn.winners:
            done["won"] += 1
            break
    return done


def orders(engine: Engine[Any], state: Any, dice: Random) -> dict[str, list[str]]:
    """Canonical orders of all players of a game for the phase that waits."""
    if isinstance(engine, DipEngine):
        return boards.orders(engine, state, dice)
    assert isinstance(engine, D100)
    return months.orders(engine, state, dice)


def _left(engine: Engine[Any], state: Any, dice: Random) -> Any:
    """Now and then a player is gone for good."""
    if dice.random() > 0.02:
        return state
    seat = dice.choice(engine.powers)
    moment = Moment(_name(engine), engine.dump(state), {}, f"give up {seat}")
    with failing(moment):
        return engine.give_up(state, seat).state


def _name(engine: Engine[Any]) -> str:
    return next(name for name in catalog.names() if catalog.load(name).engine is engine)


@contextmanager
def failing(moment: Moment) -> Iterator[None]:
    """Whatever is raised becomes a FailedError with the moment."""
    try:
        yield
    except FailedError:
        raise
    except Exception as error:
        raise FailedError(moment, error) from error


def played(moment: Moment) -> Turn[Any]:
    """Play a phase with all that the judge does around it: standings, results, status, mails."""
    with failing(moment):
        return _played(moment)


def _played(moment: Moment) -> Turn[Any]:
    variant = catalog.load(moment.variant)
    engine = variant.engine
    state = engine.load(moment.state)
    hold(engine.dump(state) == engine.dump(engine.load(engine.dump(state))), "dump and load")
    dice = SecretDice(b"play", moment.seed)
    before = engine.dump(state)
    for power in engine.powers:
        lines = moment.orders.get(power, ())
        mine = engine.standing(_as_told(engine, state, power), power, lines)
        fair = mine == engine.standing(state, power, lines)
        # In a bidding others' stacks decide how one's own were rounded, which one may know.
        bidding = engine.phase(state).kind == "influence"
        hold(fair or bidding, "a standing tells no secrets", power)
    turn = engine.turn(state, moment.orders, dice)
    hold(engine.dump(state) == before, "a turn leaves its arguments alone")
    hold(engine.load(engine.dump(turn.state)) == turn.state, "the state can be kept")
    readers = _readers(engine, moment)
    language.check_fair(variant, state, readers[0], moment.orders.get(readers[0], ()))
    laws.check(engine, state, moment.orders, dice, turn, _tariff(variant))
    laws.check_told(engine, turn.state, readers)
    _look_around(engine, turn.state)
    _word(moment, variant, turn, readers)
    return turn


def _as_told(engine: Engine[Any], state: Any, power: str) -> Any:
    """What a power knows: of its secret Coalitions also that it shares them, but not with whom."""
    seen = engine.known_state(state, power)
    if isinstance(engine, D100) or not state.options.get("hidden"):
        return seen
    stranger = next(name for name in engine.powers if name != power)
    control = {
        minor: [power, stranger] if len(state.memory["control"][minor]) > 1 else rulers
        for minor, rulers in seen.memory["control"].items()
    }
    return replace(seen, memory={**seen.memory, "control": control})


def _readers(engine: Engine[Any], moment: Moment) -> list[str]:
    """Three players, other ones in each phase, the game master and an onlooker."""
    dice = Random(moment.seed + engine.load(moment.state).phase)
    return [*dice.sample(engine.powers, 3), GM, ""]


def _tariff(variant: Any) -> Tariff | None:
    """The numbers of a game of influence."""
    known = {**variant.rules, "map": variant.map}
    return Tariff.of(known) if "influence" in variant.rules.get("mechanics", ()) else None


def _look_around(engine: Engine[Any], state: Any) -> None:
    """What the judge asks of a state beside its phase."""
    phase = engine.phase(state)
    engine.later(state, phase.id)
    engine.units(state)
    engine.press_names(state)
    hold(set(engine.survivors(state)) <= set(engine.powers), "survivors are played")


def _word(moment: Moment, variant: Any, turn: Turn[Any], readers: Sequence[str]) -> None:
    """The results mail of each reader, with all that a STATUS would say."""
    engine = variant.engine
    over = bool(turn.winners)
    status = engine.describe(turn.state)
    for reader in readers:
        played = reader in engine.powers
        events = laws.visible(engine, turn.state, (*turn.events, *status), reader)
        standing = engine.standing(turn.state, reader, ()) if played and not over else None
        facts = Facts(
            game="play",
            variant=moment.variant,
            title=variant.title,
            status="over" if over else "running",
            power={GM: "GM", "": "observer"}.get(reader, reader),
            phase=engine.phase(turn.state),
            deadline=None if over else NOW,
            now=NOW,
            powers=engine.speaks_for(turn.state, reader) if played else (),
        )
        kind = "over" if over else "results"
        mail = render(
            Notice("play", "a@b.example", kind, facts, events=tuple(events), standing=standing)
        )
        hold(bool(mail.subject and mail.text and mail.html), "a mail says something")
