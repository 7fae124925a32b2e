"""The orders that a variant takes, an example each: tried on its own grammar and its own rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from judge.catalog import variant as catalog
from judge.kernel.dice import SecretDice
from judge.kernel.errors import InputError
from judge.kernel.text import Line, Sentence
from judge.language import reader
from judge.report import samples_of_board


@dataclass(frozen=True, slots=True)
class Form:
    """A form of order: ``lines`` are examples, ``meaning`` says what they do.

    A line with slots ("A {a} - {b}") is made from the board's own names. ``verb`` is that of its
    sentence; ``part`` the kind of phase that it is for.
    """

    part: str
    verb: str
    meaning: str
    lines: tuple[str, ...]


MOVES, RETREATS, BUILDS = "", "After battles:", "When units are built or removed:"
PLACING = "Before the first month:"

BASICS = (
    Form(MOVES, "move", "the army in {A} moves to {B}", ("A Par - Bur", "A {a} - {b}")),
    Form(MOVES, "move", "a march of one to three steps", ("L5 Lon - Ang - Sco",)),
    Form(MOVES, "hold", "it stays", ("A Par hold", "L5 Lon hold", "A {a} hold")),
    Form(
        MOVES,
        "support",
        "support of one that stays",
        ("A Bur S A Par", "L4 Shf S L5 Ang", "A {b} S A {a}"),
    ),
    Form(
        MOVES,
        "support",
        "support of a move",
        ("A Mar S A Par - Bur", "L4 Shf S L5 Lon - Ang", "A {c} S A {a} - {b}"),
    ),
    Form(
        MOVES,
        "convoy",
        "convoy",
        (
            "F Nth C A Lon - Nwy",
            "F Nns C A Edi - Nwy",
            "F Nts C A Lon - Nwy",
            "N5 Lon C L4 Lon - Edi",
            "F {ship} C A {port} - {shore}",
        ),
    ),
    Form(
        MOVES,
        "move",
        "by convoy, not over land",
        ("A Lon - Nwy via", "A Edi - Nwy via", "L4 Lon - Edi via", "A {port} - {shore} via"),
    ),
    Form(
        MOVES,
        "move",
        "a coast is named where it matters",
        (
            "F Mid - Spa/sc",
            "F Mid - Spa/wc",
            "F Gob - Fin/sc",
            "F Cen - Mex/ec",
            "F {off} - {split}/{coast}",
        ),
    ),
)
"""What units do in every game; planes and the like are no part of it."""

FORMS = (
    *BASICS,
    Form(
        MOVES,
        "points",
        "points for a minor's order: HELP POINTS",
        ("DP 2: A Bel H", "DP 2: A Aus H"),
    ),
    Form(MOVES, "bid", "bids, in influence phases: HELP INFLUENCE", ("Bid 7 Turkey",)),
    Form(MOVES, "switch", "turns old support", ("Switch 2 Poland from Germany to Italy",)),
    Form(MOVES, "move", "planes, if your game has them: HELP PLANES", ("P Lon-A - Yor-A",)),
    Form(MOVES, "bomb", "a plane bombs", ("P Lon-A bomb Bel",)),
    Form(MOVES, "paratroop", "a plane drops an army", ("A Lon paratroop Nmd",)),
    Form(MOVES, "move", "as a friend of Spain, inside Spain", ("Spanish L3 Mad - Cat",)),
    Form(MOVES, "stack", "all your pieces there march as one", ("stack Ang - Lon",)),
    Form(MOVES, "split", "a month to part them; not needed in cities", ("split Ang",)),
    Form(MOVES, "allow", "passage", ("allow England at Irs", "allow France at London")),
    Form(MOVES, "allocate", "points, up to half your value a month", ("allocate 50 to Spain",)),
    Form(MOVES, "no-roll", "you save your points for later", ("no roll Spain",)),
    Form(RETREATS, "retreat", "retreats", ("A Bur R Par", "L3 Bry R Mrs", "A {b} R {a}")),
    Form(RETREATS, "disband", "gives up", ("A Bur disband", "A {b} disband")),
    Form(RETREATS, "surrender", "it does not try", ("L3 Bry surrender",)),
    Form(PLACING, "deploy", "a piece at the start", ("Deploy L5 Lon",)),
    Form(BUILDS, "build", "an army", ("Build A Par", "Build A {a}")),
    Form(
        BUILDS,
        "build",
        "a fleet, with its coast",
        ("Build F Stp/nc", "Build F Len/sc", "Build F {split}/{coast}"),
    ),
    Form(BUILDS, "remove", "takes a piece off", ("Remove L5 Par",)),
    Form(BUILDS, "disband", "takes a unit off", ("Remove A Ruh", "Remove A Bur", "Remove A {b}")),
    Form(BUILDS, "waive", "leaves a build undone", ("Waive",)),
    Form(BUILDS, "buy", "5 points a strength", ("Buy L3 Lon",)),
    Form(BUILDS, "reduce", "makes a piece weaker", ("Reduce L5 Par to 2",)),
)


_SAMPLES = (
    ("A Par - Bur", "F Bre H", "DP 1: A Bel H"),
    ("A Par - Bur", "F Bre H", "A Mar S A Par - Bur"),
    ("L5 Par - Als", "N4 Brt H", "L4 Lyo S L5 Par - Als"),
    ("A {a} - {b}", "A {c} S A {a} - {b}"),
)
"""What a newcomer's mail shows of how orders are written: the first that the board takes."""


@cache
def sample(variant: str) -> str:
    """A few orders as they may be typed on the variant's board, beside each other."""
    names = _list_names(variant)
    for row in _SAMPLES:
        lines = [line for pattern in row for line in _fill(pattern, names)]
        if len(lines) == len(row) and all(takes(variant, line) for line in lines):
            return ", ".join(lines)
    return catalog.load(variant).sample


@cache
def forms(variant: str) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """By part, the examples that the variant takes and what they mean."""
    rows: dict[str, list[tuple[str, str]]] = {}
    for form in (*FORMS, *_own_forms(variant)):
        for row in _row(variant, form):
            rows.setdefault(form.part, []).append(row)
    return tuple((part, tuple(rows_of_part)) for part, rows_of_part in rows.items())


@cache
def basics(variant: str) -> tuple[tuple[str, str], ...]:
    """What a unit may do in a turn of any Diplomacy, and what that means: for a first reading."""
    return tuple(row for form in BASICS for row in _row(variant, form))


def _row(variant: str, form: Form) -> Iterator[tuple[str, str]]:
    """The first example of a form that the variant takes, and what it means; maybe none."""
    for line in _lines(form, _list_names(variant)):
        if takes(variant, line, form.verb):
            yield line, _explain(variant, form, line)
            return


def _own_forms(variant: str) -> Iterator[Form]:
    """The orders that only this variant has: variant.toml holds an example of each."""
    for line, meaning in catalog.load(variant).own_orders.items():
        yield Form(MOVES, "", meaning, (line,))


def form_faults(variant: str) -> Iterator[str]:
    """Examples of a variant's own orders that are no orders of it."""
    names = _list_names(variant)
    for form in _own_forms(variant):
        lines = list(_lines(form, names))
        if not lines:
            yield f"variant.toml: orders: '{form.lines[0]}': the slots are {_slots(names)}."
        elif not takes(variant, lines[0]):
            yield f"variant.toml: orders: '{lines[0]}' is not taken as an order."
        elif not _is_read_back(variant, lines[0]):
            yield f"variant.toml: orders: '{lines[0]}' is taken, but can't be read as it is stored."
        elif fault := _try_alone(variant, lines[0]):
            yield f"variant.toml: orders: '{lines[0]}' can't be played: {fault}."


def _is_read_back(variant: str, line: str) -> bool:
    """Whether the engine knows the order of a line by its canonical text."""
    engine = catalog.load(variant).engine
    start = engine.start({}, SecretDice(b"trial", variant)).state
    try:
        engine.works(start, _find_canonical(variant, line))
    except (ValueError, LookupError):
        return False
    return True


def _try_alone(variant: str, line: str) -> str:
    """What goes wrong where the unit of an order carries it out alone on the board; "" if it can.

    An order that is for no unit can't be tried so.
    """
    board_variant = catalog.load(variant)
    if board_variant.engine_name != "dip":
        return ""
    text = _find_canonical(variant, line)
    unit = " ".join(text.split()[:2])
    power, phase = board_variant.engine.powers[0], board_variant.rules["phases"]["first"]
    request = {"phase": phase, "units": {power: [unit]}, "orders": {power: [text]}}
    try:
        board_variant.engine.adjudicate(request)
    except InputError:
        return ""
    except Exception as error:
        return catalog.explain(board_variant, error)
    return ""


def _find_canonical(variant: str, line: str) -> str:
    """The canonical text of the order that a line is."""
    board_variant = catalog.load(variant)
    items = reader.read([Line(1, line)], board_variant.vocabulary, board_variant.engine_name)
    sentences = [one for one in items if isinstance(one, Sentence)]
    (order,) = board_variant.engine.read(sentences, None, "").orders
    return order.text


def _slots(names: Mapping[str, str]) -> str:
    return ", ".join(f"{{{name}}}" for name in names)


def _list_names(variant: str) -> dict[str, str]:
    """The board's own names for examples."""
    board_variant = catalog.load(variant)
    return samples_of_board.slots(board_variant.map) if board_variant.engine_name == "dip" else {}


def _lines(form: Form, names: Mapping[str, str]) -> Iterator[str]:
    """The examples of a form; those with a slot that the board can't fill are left out."""
    for line in form.lines:
        yield from _fill(line, names)


def _fill(line: str, names: Mapping[str, str]) -> Iterator[str]:
    """An example with the board's names in its slots; nothing if the board has none for one."""
    try:
        yield line.format_map(names)
    except KeyError:
        return


def _explain(variant: str, form: Form, line: str) -> str:
    """What an example does, with the names of its places."""
    if "{" not in form.meaning:
        return form.meaning
    item = reader.read([Line(1, line)], catalog.load(variant).vocabulary, "dip")[0]
    titles = catalog.load(variant).vocabulary.titles
    if not isinstance(item, Sentence) or item.piece is None:
        return ""
    places = (item.piece.place, *item.path)
    start, goal = (titles[place.spaces[0]] for place in places)
    return form.meaning.format(A=start, B=goal)


def takes(variant: str, line: str, verb: str = "") -> bool:
    """Whether a line is one order of a variant, of this verb if one is given."""
    board_variant = catalog.load(variant)
    items = reader.read([Line(1, line)], board_variant.vocabulary, board_variant.engine_name)
    if len(items) != 1 or not isinstance(items[0], Sentence):
        return False
    if verb not in ("", items[0].verb):
        return False
    reading = board_variant.engine.read([items[0]], None, "")
    return len(reading.orders) == 1 and not reading.problems
