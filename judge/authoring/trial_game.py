"""A variant tried: names read back, and ten rounds played by dice, every order typed as well."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from judge.authoring.board_faults import list_people
from judge.catalog import sheet, time_limit
from judge.catalog.variant import OWN, Variant, explain
from judge.kernel import limits
from judge.kernel.dice import SecretDice
from judge.kernel.engine import Order, Turn, tidy
from judge.kernel.text import Line, Place, Sentence
from judge.language import reader
from judge.language.fold import words
from judge.language.vocabulary import Vocabulary
from judge.report import render
from judge.rules.dip.build import DipEngine
from judge.rules.dip.ground.position import STANDARD_YEAR
from judge.rules.dip.play.turn import play_phase, read_lines
from judge.rules.dip.seams.scene import Scene

ROUNDS = 10
"""Rounds of the calendar that are played: years, or as many as its step has."""
_MOST = 400
"""Phases in which these are over, whatever the calendar."""
_CROWDS, _CROWDED, _FULL = 12, 600, 0.6
"""So many full boards are tried with a folder's own rules, and more while they have fewer spaces
in all; how much of them is full."""
_WHERE = {
    "as the goal of a move": "{arm} {start} - {name}",
    "as a unit's place": "{arm} {name} - {start}",
    "as what is supported": "{arm} {start} S {arm} {name}",
}
"""Where a name may stand in an order."""
_MOVES = " - "
_TOLD = 5
"""Orders that are told of; the others are likely to have the same fault."""


def name_faults(variant: Variant) -> Iterator[str]:
    """Names of places and powers that the order language does not read as what they name."""
    for space in variant.map["spaces"]:
        for name in (space["id"], space["name"], *space.get("aliases", ())):
            places = _read_places(name, variant.vocabulary, variant.engine_name)
            where = [place for place, spaces in places if space["id"] not in spaces]
            if where:
                places_text = "" if len(where) == len(_WHERE) else f" {' and '.join(where)}"
                yield (
                    f"map.toml: spaces.{space['id']}: '{name}' in an order does not mean it"
                    f"{places_text}: call it otherwise."
                )
    for group, name, _ in list_people(variant.map):
        if variant.vocabulary.power(words(name)) != name:
            yield f"map.toml: {group}.{name}: its name does not mean it."


def read_place(vocabulary: Vocabulary, name: str) -> tuple[str, ...]:
    """The spaces that a name can mean wherever it may stand in an order of Diplomacy's."""
    (_, spaces_meant), *others = _read_places(name, vocabulary, "dip")
    return tuple(space for space in spaces_meant if all(space in spaces for _, spaces in others))


def _read_places(
    name: str, vocabulary: Vocabulary, grammar: str
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """For each place in an order where a name may stand, the spaces that it can mean there."""
    arm, start, _ = vocabulary.samples
    goal, unit, _ = _WHERE
    for where, pattern in _WHERE.items():
        line = pattern.format(arm=arm, start=start, name=name)
        sentences = [
            item
            for item in reader.read([Line(1, line)], vocabulary, grammar)
            if isinstance(item, Sentence)
        ]
        place: Place | None = None
        if len(sentences) == 1 and where == goal:
            place = sentences[0].path[-1] if sentences[0].path else None
        elif len(sentences) == 1:
            helped = sentences[0] if where == unit else sentences[0].about
            place = helped.piece.place if helped and helped.piece else None
        yield where, place.spaces if place else ()


def game_faults(variant: Variant, name: str) -> list[str]:
    """What goes wrong in ten rounds of orders drawn by dice from those that the engine offers.

    The events are worded as in mails, by the templates of the variant that ``name`` loads.
    """
    if OWN in variant.mechanics and (faults := list(_Trial(variant, "crowd ").crowd_faults())):
        return faults
    return _Trial(variant).play(name)


class _Trial:
    """A variant that is played by dice, and what has been found so far.

    That are orders that are not read, and one fault of a kind.
    """

    def __init__(self, variant: Variant, kind: str = "") -> None:
        self.variant, self.engine = variant, variant.engine
        self.dice, self.throws = Random(f"{kind}{variant.id}"), SecretDice(b"trial", variant.id)
        self.unread: dict[str, None] = {}
        self.strange: dict[str, str] = {}

    def play(self, name: str) -> list[str]:
        """What goes wrong in ten rounds of a game."""
        engine = self.engine
        state = engine.start({}, self.throws).state
        step = self.variant.rules.get("phases", {}).get("step", 1)
        over = _year(engine.phase(state).id) + ROUNDS * step
        broken: list[str] = []
        for _ in range(_MOST):
            phase = engine.phase(state)
            if _year(phase.id) >= over:
                break
            orders: dict[str, list[str]] = {}
            try:
                with time_limit.limit(limits.START_SECONDS):
                    turn = self.try_phase(state, orders)
            except Exception as error:
                what = explain(self.variant, error)
                broken.append(f"{phase.id} can't be played: {what}. The orders: {orders}")
                break
            state = turn.state
            for event in turn.events:
                if event.kind in self.strange:
                    continue
                try:
                    render.word(event, name)
                except Exception as error:
                    self.strange[event.kind] = (
                        f"{phase.id}: the event '{event.kind}' can't be worded: "
                        f"{type(error).__name__}: {error}. "
                        f"It holds {', '.join(event.data) or 'nothing'}."
                    )
            if turn.winners:
                break
        unread = (
            f"the order '{text}', typed as it is printed, is not taken as itself."
            for text in list(self.unread)[:_TOLD]
        )
        return [*self.strange.values(), *unread, *broken]

    def try_phase(self, state: Any, orders: dict[str, list[str]]) -> Turn[Any]:
        """The turn that drawn orders make; they are put into ``orders`` power by power."""
        engine = self.engine
        for power in engine.powers:
            orders[power] = self.write_orders(state, power)
            self.unread |= dict.fromkeys(self.find_unread(state, power, orders[power]))
        is_own = OWN in self.variant.mechanics
        for fault in self.begin_faults(state, orders) if is_own else ():
            self.strange.setdefault("begin", fault)
        turn = engine.turn(engine.load(engine.dump(state)), orders, self.throws)
        if is_own:  # rules built anew end a phase otherwise if they remember, or throw dice
            fresh = Variant(self.variant.folder, self.variant.rules, self.variant.map).engine
            throws = SecretDice(b"trial", self.variant.id)
            again = fresh.turn(fresh.load(fresh.dump(state)), orders, throws)
            if fresh.dump(again.state) != engine.dump(turn.state):
                fault = (
                    f"{fresh.phase(state).id} ends otherwise when rules.py is loaded anew: what it "
                    "keeps belongs into memory, not into self, and its throws are scene.throw(key)."
                )
                self.strange.setdefault("again", fault)
        return turn

    def begin_faults(self, now: Any, orders: Mapping[str, list[str]]) -> Iterator[str]:
        """Where ``begin`` of rules.py changes what is asked for in the phase behind ``now``.

        Players have been asked by then; and retreats and adjustments in which nobody had anything
        to decide have been skipped.
        """
        engine, throw = self.engine, self.throws.throw
        if not isinstance(engine, DipEngine):
            return
        game = engine.game
        state = play_phase(game, Scene(now, throw=throw), read_lines(game, orders)).state
        if state.phase[-1] not in "RA" or state.winners:
            return
        begun = game.rules.begin(Scene(state, throw=throw), game.board).state
        for power in engine.powers:
            before, after = (len(engine.standing(one, power, ()).tasks) for one in (state, begun))
            if before != after:
                yield (
                    f"begin changes in {state.phase} what {power} has to decide ({before} before, "
                    f"{after} after), but its player was asked before: do it in 'end' of the phase "
                    "before."
                )

    def crowd_faults(self) -> Iterator[str]:
        """What goes wrong on full boards, where all is attacked, supported and taken off."""
        engine, variant = self.engine, self.variant
        if not isinstance(engine, DipEngine):
            return
        dice = self.dice
        texts_in: dict[int, list[str]] = {}
        for text, unit in engine.game.board.units.items():
            texts_in.setdefault(unit.space, []).append(text)
        state = engine.start({}, self.throws).state
        year = reversed(variant.rules["phases"].get("year", STANDARD_YEAR))
        season_of = {phase[1]: phase[0] for phase in year if phase[1] in "MA"}
        phases = [f"{season}{state.phase[1:-1]}{kind}" for kind, season in season_of.items()]
        for _ in range(max(_CROWDS, _CROWDED // len(variant.map["spaces"]))):
            units: dict[str, list[str]] = {power: [] for power in engine.powers}
            for _, texts in sorted(texts_in.items()):
                if dice.random() < _FULL:
                    units[dice.choice(engine.powers)].append(dice.choice(texts))
            crowd = replace(state, units=tidy(units))
            for phase in phases:
                orders: dict[str, list[str]] = {}
                now = replace(crowd, phase=phase)
                try:
                    with time_limit.limit(limits.START_SECONDS):
                        if phase.endswith("M"):
                            orders |= {one: self.write_orders(now, one) for one in engine.powers}
                        engine.turn(now, orders, self.throws)
                except Exception as error:
                    yield (
                        f"A full board can't be played in {phase}: {explain(variant, error)}. "
                        f"The orders: {orders}"
                    )
                    return

    def write_orders(self, state: Any, power: str) -> list[str]:
        """The orders of a power: some of what it is offered, and a support where one fits."""
        lines: list[str] = []
        places_used: set[str] = set()
        for task in self.engine.standing(state, power, ()).tasks:
            free = [option for option in task.options if _place(option) not in places_used]
            if free and self.dice.random() < 0.9:  # some things are left undecided
                lines.append(self.dice.choice(free))
                places_used.add(_place(lines[-1]))
        moves = [text for text in lines if _MOVES in text]
        if len(moves) > 1:
            helper, helped_move = self.dice.sample(moves, 2)
            support = f"{helper.partition(_MOVES)[0]} S {helped_move}"
            if support not in self.find_unread(state, power, [support]):
                lines[lines.index(helper)] = support
        return lines

    def find_unread(self, state: Any, power: str, lines: list[str]) -> Iterator[str]:
        """The orders that a player could not give by typing them."""
        typed_lines = [Line(number, text) for number, text in enumerate(lines, start=1)]
        items = sheet.understand(typed_lines, self.variant, state, power)
        texts_read = {item.text for item in items if isinstance(item, Order)}
        return (text for text in lines if text not in texts_read)


def _place(option: str) -> str:
    """Where a unit stands or is built: "STP" of "F STP/NC B"; "" of "WAIVE"."""
    words_ = option.split()
    return words_[1].partition("/")[0] if len(words_) > 1 else ""


def _year(phase: str) -> int:
    """The year of a phase's id; before Christ below 0."""
    digits = "".join(sign if sign.isdigit() else " " for sign in phase).split()
    return -int(digits[0]) if "BC" in phase else int(digits[0])
