"""A variant tried: names read back, and ten years played by dice, every order typed as well."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from judge.catalog import sheet, time_limit
from judge.catalog.variant import OWN, START_SECONDS, Variant, explain
from judge.dip.build import DipEngine
from judge.dip.play.turn import play_phase
from judge.dip.seams.scene import Scene
from judge.kernel.dice import SecretDice
from judge.kernel.engine import Event, Order
from judge.kernel.text import Line, Sentence
from judge.language import reader
from judge.language.fold import words
from judge.language.vocabulary import Vocabulary

Word = Callable[[Event], object]
"""Words an event."""
YEARS = 10
_MOST = 400
"""Phases in which ten years are over, whatever the calendar."""
_MOVES = " - "
_TOLD = 5
"""Orders that are told of; the others are likely to have the same fault."""


def name_faults(variant: Variant) -> Iterator[str]:
    """Names of places and powers that the order language does not read as what they name."""
    for space in variant.map["spaces"]:
        for name in (space["id"], space["name"], *space.get("aliases", ())):
            spaces_meant = read_place(name, variant.vocabulary, variant.engine_name)
            if space["id"] not in spaces_meant:
                yield f"map.toml: spaces.{space['id']}: '{name}' in an order does not mean it."
    for group in ("powers", "factions", "minors", "dummies"):
        for name in variant.map.get(group, {}):
            if variant.vocabulary.power(words(name)) != name:
                yield f"map.toml: {group}.{name}: its name does not mean it."


def read_place(name: str, vocabulary: Vocabulary, grammar: str) -> tuple[str, ...]:
    """The spaces that a name can mean as the destination of a move."""
    arm, start, _ = vocabulary.samples
    items = reader.read([Line(1, f"{arm} {start} - {name}")], vocabulary, grammar)
    paths = [item.path for item in items if isinstance(item, Sentence)]
    return paths[0][-1].spaces if len(paths) == 1 and paths[0] else ()


def game_faults(variant: Variant, word: Word) -> list[str]:
    """What goes wrong in ten years of orders drawn by dice from those that the engine offers.

    ``word`` words an event as mails do.
    """
    engine, dice = variant.engine, Random(variant.id)
    throws = SecretDice(b"trial", variant.id)
    state = engine.start({}, throws).state
    unread: dict[str, None] = {}
    strange: dict[str, str] = {}
    first = _year(engine.phase(state).id)
    for _ in range(_MOST):
        phase = engine.phase(state)
        if _year(phase.id) >= first + YEARS:
            break
        orders: dict[str, list[str]] = {}
        try:
            with time_limit.limit(START_SECONDS):
                for power in engine.powers:
                    orders[power] = _write_orders(variant, state, power, dice)
                    unread |= dict.fromkeys(_find_unread(variant, state, power, orders[power]))
                for fault in _begin_faults(variant, state, orders, throws):
                    strange.setdefault("begin", fault)
                turn = engine.turn(engine.load(engine.dump(state)), orders, throws)
        except Exception as error:
            what = explain(variant, error)
            troubles = [*strange.values(), *_tell(unread)]
            return [*troubles, f"{phase.id} can't be played: {what}. The orders: {orders}"]
        state = turn.state
        for event in turn.events:
            if event.kind not in strange and (fault := _word_fault(word, event)):
                strange[event.kind] = f"{phase.id}: {fault}"
        if turn.winners:
            break
    return [*strange.values(), *_tell(unread)]


def _word_fault(word: Word, event: Event) -> str:
    """Why an event that came up can't be worded; "" if it can."""
    try:
        word(event)
    except Exception as error:
        keys = ", ".join(event.data) or "nothing"
        return (
            f"the event '{event.kind}' can't be worded: {type(error).__name__}: {error}. "
            f"It holds {keys}."
        )
    return ""


def _begin_faults(
    variant: Variant, now: Any, orders: Mapping[str, list[str]], throws: SecretDice
) -> Iterator[str]:
    """Where ``begin`` of rules.py changes what is asked for in the phase behind ``now``.

    Players have been asked by then; and retreats and adjustments in which nobody had anything to
    decide have been skipped.
    """
    engine = variant.engine
    if not isinstance(engine, DipEngine) or OWN not in variant.mechanics:
        return
    game = engine.game
    state = play_phase(game, Scene(now, throw=throws.throw), orders).state
    if state.phase[-1] not in "RA" or state.winners:
        return
    state_begun = game.rules.begin(Scene(state, throw=throws.throw), game.board).state
    for power in engine.powers:
        before, after = (len(engine.standing(one, power, ()).tasks) for one in (state, state_begun))
        if before != after:
            yield (
                f"begin changes in {state.phase} what {power} has to decide ({before} before, "
                f"{after} after), but its player was asked before: do it in 'end' of the phase "
                "before."
            )


def _tell(unread: dict[str, None]) -> list[str]:
    return [
        f"the order '{text}', typed as it is printed, is not taken as itself."
        for text in list(unread)[:_TOLD]
    ]


def _write_orders(variant: Variant, state: Any, power: str, dice: Random) -> list[str]:
    """The orders of a power: some of what it is offered, and a support where one fits."""
    lines = list(_draw(variant.engine, state, power, dice))
    moves = [text for text in lines if _MOVES in text]
    if len(moves) > 1:
        helper, helped_move = dice.sample(moves, 2)
        support = f"{helper.partition(_MOVES)[0]} S {helped_move}"
        if support not in _find_unread(variant, state, power, [support]):
            lines[lines.index(helper)] = support
    return lines


def _draw(engine: Any, state: Any, power: str, dice: Random) -> Iterator[str]:
    """For each thing that a power has to decide one of its options, or nothing."""
    places_used: set[str] = set()
    for task in engine.standing(state, power, ()).tasks:
        free = [option for option in task.options if _place(option) not in places_used]
        if free and dice.random() < 0.9:
            choice = dice.choice(free)
            places_used.add(_place(choice))
            yield choice


def _place(option: str) -> str:
    """Where a unit stands or is built: "STP" of "F STP/NC B"; "" of "WAIVE"."""
    words_ = option.split()
    return words_[1].partition("/")[0] if len(words_) > 1 else ""


def _find_unread(variant: Variant, state: Any, power: str, lines: list[str]) -> Iterator[str]:
    """The orders that a player could not give by typing them."""
    typed_lines = [Line(number, text) for number, text in enumerate(lines, start=1)]
    items = sheet.understand(typed_lines, variant, state, power)
    texts_read = {item.text for item in items if isinstance(item, Order)}
    return (text for text in lines if text not in texts_read)


def _year(phase: str) -> int:
    """The year of a phase's id; before Christ below 0."""
    digits = "".join(sign if sign.isdigit() else " " for sign in phase).split()
    return -int(digits[0]) if "BC" in phase else int(digits[0])
