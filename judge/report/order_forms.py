"""The orders that a variant takes, an example each: tried on its own grammar and its own rules."""

from dataclasses import dataclass
from functools import cache

from judge.catalog import variant as catalog
from judge.kernel.text import Line, Sentence
from judge.language import reader


@dataclass(frozen=True, slots=True)
class Form:
    """A form of order: ``lines`` are examples for different maps, ``meaning`` what they do.

    ``verb`` is that of its sentence; ``part`` the kind of phase that it is for.
    """

    part: str
    verb: str
    meaning: str
    lines: tuple[str, ...]


MOVES, RETREATS, BUILDS = "", "After battles:", "When units are built or removed:"
PLACING = "Before the first month:"

FORMS = (
    Form(MOVES, "move", "the army in Paris moves to Burgundy", ("A Par - Bur",)),
    Form(MOVES, "move", "a march of one to three steps", ("L5 Lon - Ang - Sco",)),
    Form(MOVES, "hold", "it stays", ("A Par hold", "L5 Lon hold")),
    Form(MOVES, "support", "support of one that stays", ("A Bur S A Par", "L4 Shf S L5 Ang")),
    Form(
        MOVES,
        "support",
        "support of a move",
        ("A Mar S A Par - Bur", "L4 Shf S L5 Lon - Ang"),
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
        ),
    ),
    Form(
        MOVES,
        "move",
        "by convoy, not over land",
        ("A Lon - Nwy via", "A Edi - Nwy via", "L4 Lon - Edi via"),
    ),
    Form(
        MOVES,
        "move",
        "a coast is named where it matters",
        ("F Mid - Spa/sc", "F Mid - Spa/wc", "F Gob - Fin/sc", "F Cen - Mex/ec"),
    ),
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
    Form(RETREATS, "retreat", "retreats", ("A Bur R Par", "L3 Bry R Mrs")),
    Form(RETREATS, "disband", "gives up", ("A Bur disband",)),
    Form(RETREATS, "surrender", "it does not try", ("L3 Bry surrender",)),
    Form(PLACING, "deploy", "a piece at the start", ("Deploy L5 Lon",)),
    Form(BUILDS, "build", "an army", ("Build A Par",)),
    Form(BUILDS, "build", "a fleet, with its coast", ("Build F Stp/nc", "Build F Len/sc")),
    Form(BUILDS, "remove", "takes a piece off", ("Remove L5 Par",)),
    Form(BUILDS, "disband", "takes a unit off", ("Remove A Ruh", "Remove A Bur")),
    Form(BUILDS, "waive", "leaves a build undone", ("Waive",)),
    Form(BUILDS, "buy", "5 points a strength", ("Buy L3 Lon",)),
    Form(BUILDS, "reduce", "makes a piece weaker", ("Reduce L5 Par to 2",)),
)


@cache
def forms(variant: str) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """By part, the examples that the variant takes and what they mean."""
    rows: dict[str, list[tuple[str, str]]] = {}
    for form in FORMS:
        line = next((line for line in form.lines if takes(variant, line, form.verb)), "")
        if line:
            rows.setdefault(form.part, []).append((line, form.meaning))
    return tuple((part, tuple(found)) for part, found in rows.items())


def takes(variant: str, line: str, verb: str = "") -> bool:
    """Whether a line is one order of a variant, of this verb if one is given."""
    found = catalog.load(variant)
    read = reader.read([Line(1, line)], found.vocabulary, found.engine_name)
    if len(read) != 1 or not isinstance(read[0], Sentence):
        return False
    if verb not in ("", read[0].verb):
        return False
    reading = found.engine.read([read[0]], None, "")
    return len(reading.orders) == 1 and not reading.problems
