"""A game with its variant and state loaded: what every command and every turn works on."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge import resources
from judge.catalog import atlas
from judge.catalog import variant as catalog
from judge.catalog.variant import BrokenVariantError, Variant
from judge.game.terms import clock, customs, game_options, policy, scoring
from judge.game.terms.clock import Clock
from judge.game.terms.customs import Customs
from judge.game.terms.policy import Policy
from judge.kernel import audience, switches
from judge.kernel.dice import SecretDice
from judge.kernel.engine import PUBLIC, Engine, Event, Standing, Turn
from judge.kernel.errors import InputError, JudgeError
from judge.kernel.same import Same
from judge.kernel.text import capitalise
from judge.store.record import FORMING, Game

GAME_NAME = re.compile(r"[a-z][a-z0-9-]{1,15}")
"""What a game may be called: short enough for a seat's address."""


class Table(Struct, frozen=True):
    """A game, its variant, and its engine's state (None while the game forms)."""

    game: Game
    variant: Variant
    state: Any

    @property
    def engine(self) -> Engine[Any]:
        """The rules."""
        return self.variant.engine

    @property
    def clock(self) -> Clock:
        """The game's deadlines."""
        return game_options.clock(self.game.options)

    @property
    def options(self) -> dict[str, str]:
        """The judge's options; one that is newer than the game is as its variant has it."""
        return {**self.usual, **self.game.options}

    @property
    def usual(self) -> dict[str, str]:
        """What the judge's options are in games of the variant where nobody chooses others."""
        return {**game_options.standards(self.engine.kinds), **self.variant.usual}

    def list_unusual(self, *left_out: str) -> Iterator[str]:
        """The options that are not as usual, but for some: "press=grey"."""
        usual = self.usual
        for name, value in self.game.options.items():
            if name not in left_out and value != usual.get(name, ""):
                yield f"{name}={value}"

    @property
    def customs(self) -> Customs:
        """How votes are cast, and what is told in the end."""
        return game_options.customs(self.options)

    @property
    def policy(self) -> Policy:
        """What the game does about orders that do not come."""
        return game_options.policies(self.game.options)

    @property
    def is_seatless(self) -> bool:
        """Whether nobody has a seat: who runs the game mails all orders, and there is no clock."""
        return not game_options.has_seats(self.game.options)

    @property
    def engine_options(self) -> dict[str, str | int | bool]:
        """The options that CREATE gave the engine."""
        return game_options.engine_options(self.game.options, self.engine.kinds)

    @property
    def rule_options(self) -> Mapping[str, Any]:
        """What each rule switch is in the game."""
        return self.engine.choose(self.engine_options)

    @property
    def quiet_phase(self) -> str:
        """The phase that is played, if its game has no press in it; else ""."""
        if self.state is None:
            return ""
        phase = self.engine.phase(self.state)
        names = {phase.title.split()[0].lower(), game_options.name_of(phase.kind)}
        quiet = game_options.manner(self.options).quiet
        return "" if names.isdisjoint(quiet) else phase.title

    def check_options(self) -> None:
        """Refuse options that nobody knows, that can't be, or that the variant's rules forbid.

        Raises InputError with the option, and the ruling.
        """
        known = {**self.variant.fixed, **self.engine.options}
        game_options.check_own(self.game.options, self.engine.kinds, known)
        game_options.check_needs(self.game.options, self.variant.needs)
        try:
            self._check_rules()
        except InputError as error:
            what = str(error).replace("options.", "option ", 1)
            raise InputError(f"{what} OPTIONS {self.variant.id} shows what can be.") from None

    def _check_rules(self) -> None:
        """Refuse rules of play that can't be on the board, or that its own forbid."""
        self.engine.choose(self.engine_options)
        fixed, usual = self.variant.fixed, self.usual
        for name in usual.keys() & fixed.keys():
            if self.options[name] != usual[name]:
                raise InputError(f"option {name}: {switches.refuse(fixed[name])}")
        kinds = map(game_options.name_of, self.engine.kinds)
        phases = (*atlas.season_names(self.variant), *kinds)
        for word in game_options.manner(self.options).quiet:
            if word not in phases:
                raise InputError(f"option nopress: '{word}' is none of {', '.join(phases)}.")

    @property
    def dice(self) -> SecretDice:
        """The game's dice."""
        return SecretDice(self.game.secret, self.game.name)

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers that people play."""
        return self.engine.powers

    def ordered_by(self, role: str) -> tuple[str, ...]:
        """The powers that the player of ``role`` orders; none for a role that is no power."""
        if self.state is None or role not in self.powers:
            return ()
        return self.engine.speaks_for(self.state, role)

    def standing(self, power: str, orders: tuple[str, ...]) -> Standing:
        """The orders of ``power`` as they stand."""
        return _find_standing(Same(self.engine), Same(self.state), power, orders)

    def position(self) -> tuple[Event, ...]:
        """The position as events; while the game forms one that was set up for it, else nothing."""
        return self.opening() if self.state is None else self.engine.describe(self.state)

    def opening_state(self) -> Any:
        """The state that a forming game begins from, None if it is its map's."""
        if not self.game.setup:
            return None
        request = {**json.loads(self.game.setup)}
        if "options" in request:
            request["options"] = {**request["options"], **self.engine_options}
        return self.engine.position(request)

    def opening(self) -> tuple[Event, ...]:
        """The same as events for all to see; nothing where it is its map's."""
        state = self.opening_state()
        return audience.public(() if state is None else self.engine.describe(state))

    def start(self) -> Turn[Any]:
        """The first phase, from the position that was set up or from the map's."""
        state = self.opening_state()
        if state is None:
            return self.engine.start(self.engine_options, self.dice)
        return Turn(state, self.engine.describe(state))


def load(game: Game) -> Table:
    """Load what a game needs; raises BrokenVariantError where its variant can't be played now."""
    try:
        variant = catalog.load(game.variant)
    except InputError as error:
        raise BrokenVariantError(str(error)) from error
    return Table(game, variant, _state(game.variant, game.state) if game.state else None)


def count_seats(game: Game, variant: Variant) -> int:
    """How many seats there are: one for each power that people play, or none at all."""
    return len(variant.engine.powers) if game_options.has_seats(game.options) else 0


def find_variant(game: Game) -> Variant | None:
    """The variant of a game, None where it can't be played now."""
    try:
        return catalog.load(game.variant)
    except JudgeError:
        return None


@lru_cache(maxsize=32)
def _state(variant: str, dump: bytes) -> Any:
    """States are immutable: the seven mails to one phase share one."""
    return catalog.load(variant).engine.load(dump)


@lru_cache(maxsize=64)
def _find_standing(engine: Same, state: Same, power: str, orders: tuple[str, ...]) -> Standing:
    """Orders stand alike for the sheet that is laid out and for the form that is sent."""
    standing: Standing = engine.thing.standing(state.thing, power, orders)
    return standing


def describe_terms(game: Game) -> Event:
    """The terms, for the mails that open a game and for STATUS: its times, and what is unusual.

    OPTIONS lists all of them.
    """
    table = load(game)
    variant, chosen = table.variant, table.rule_options
    options = game_options.read((), game.options["zone"], variant.engine.kinds, variant.usual)
    usual = frozenset(_list_terms(replace(game, options=options)))
    has_seats = game_options.has_seats(game.options)
    times = clock.clock_sentences(game_options.clock(game.options)) if has_seats else ()
    unusual = [line for line in _list_terms(game) if line not in usual]
    lines = [*times, *unusual, *atlas.tell_unusual(variant, chosen)]
    for name in (name for name, value in chosen.items() if value is True):
        # What an option of the variant that is switched on means: "All are told who ...".
        meaning = variant.meanings[name].removeprefix("whether ")
        lines.append(f"{capitalise(meaning)}.")
    lines.append("All else is as usual: see OPTIONS.")
    return Event("terms", {"game": game.name, "lines": lines}, PUBLIC)


def _list_terms(game: Game) -> Iterator[str]:
    options = game.options
    if game_options.has_seats(options):
        grace, terms = game_options.clock(options).grace, game_options.customs(options)
        yield from policy.sentences(game_options.policies(options), grace)
        openness = game_options.shown_of_orders(options)
        said = resources.read_words("templates", "sentences")
        if openness != policy.UNTOLD:
            yield said["shown"][openness]
        yield from customs.press_sentences(game_options.manner(options))
        yield from customs.sentences(terms)
        yield from scoring.sentences(terms.scoring)
        if game.status == FORMING:
            yield said["deals"][terms.deal]
            yield from customs.start_sentences(terms, options["zone"])
        if game_options.holds(options):
            yield "The game master sees the results of each phase before they are told."
    else:
        yield "Nobody has a seat, and there is no clock: the game master mails all orders."
    if game_options.has_seats(options) and game_options.shows_open_orders(options):
        yield "The game master sees all orders, and may try them out, before they are carried out."
    if game_options.delays_observers(options):
        yield "Observers, and all who have no part in the game, read of it one phase late."
    if game_options.is_anonymous(options):
        yield "The names of the players are told when the game is over."
