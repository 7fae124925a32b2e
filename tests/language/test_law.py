"""docs/reading.md by examples: what of a letter is taken, what waits for a YES, what is asked.

France has A PAR, A MAR, F BRE and A SPA in spring 1902. A line holds a letter, its lines with
slashes between, and what it comes to: orders, those that are offered behind "?", "!" for a
question.
"""

import pytest

from judge.catalog import parse

LETTERS = """
A Par - Bur / Thanks a lot. => A PAR - BUR
Could you please move Brest to the English Channel? => ? F BRE - ENG
Marseilles has to go to Piedmont now => ? A MAR - PIE
Ich will mit Paris nach Burgund. => ? A PAR - BUR
Deutschland will mit Paris nach Burgund. =>
Wären Sie so gut, Paris nach Burgund zu schicken? => ? A PAR - BUR
Paris does not go to Picardy but to Gascony. => ? A PAR - GAS
A Par does not support anybody, it moves to Burgundy. => ? A PAR - BUR
I won't take Belgium from you =>
Paris goes to Burgundy instead of Picardy => ? A PAR - BUR
A Par - Bur / Mar supports it => A PAR - BUR ? A MAR S A PAR - BUR
A Par H, and so does Marseilles => A PAR H ? A MAR H
A Par - Bur because I like the wine, F Bre stays => A PAR - BUR F BRE H
Change of heart: A Par - Bur => A PAR - BUR
A Par - Bur is what he wants, but no: A Par H. => A PAR H
A Par - Bur? No: A Par - Pic. => A PAR - PIC
Well, that failed in fall, so the same again: A Par - Bur => ? A PAR - BUR
A Par - Bur / F Bre - Mao / Cancel Burgundy, we are friends. => F BRE - MAO
A Par - Bur / F Bre - Mao / (second line cancelled) => A PAR - BUR
A Par - Bur / F Bre - Mao / Delete the last. => A PAR - BUR
A Par - Bur / F Bre - Mao / Scratch the first, Paris holds. => F BRE - MAO A PAR H
A Par - Bur / Actually cancel that, I promised Italy peace =>
A Par - Bur (else A Par - Pic) => ? A PAR - BUR A PAR - PIC
A Par - Bur (no wait) / F Bre H => F BRE H !
F Bre - Spa an der Küste / A Par H => A PAR H !
All armies hold => A PAR H A MAR H A SPA H
Paris en Bourgogne. Le reste tient. => ? A PAR - BUR A MAR H A SPA H F BRE H
For spring: A Par - Bur. For fall: A Bur - Mun. => A PAR - BUR A BUR - MUN
A Par - Bur for now, and in the fall A Bur - Mun => A PAR - BUR A BUR - MUN
A Par - Bur / F Bre - Mao / Oh no, please ignore the Paris order above. => F BRE - MAO
A Par - Bur. When is the deadline? => A PAR - BUR
A Par - Bur / F Bre - Mao / ignore one of them => A PAR - BUR F BRE - MAO !
Ignore one of them, they lie. =>
moov Paris - Burgundy => ? A PAR - BUR
The one in Brest to the English Channel => F BRE - ENG
A Par - Bur / A Mar - Pie / The other two hold. => A PAR - BUR A MAR - PIE ? A SPA H F BRE H
A Par H / A Mar H / A Spa H / The other one holds. => A PAR H A MAR H A SPA H ? F BRE H
A Par - Bur / Both support it. => A PAR - BUR !
F1901X / A Par - Bur => !
"""


def letters() -> list[tuple[str, str]]:
    """Each letter, and what it comes to."""
    rows = [line.split(" =>") for line in LETTERS.strip().splitlines()]
    return [(typed.replace(" / ", "\n"), meant.strip()) for typed, meant in rows]


@pytest.mark.parametrize(("typed", "meant"), letters())
def test_a_letter_comes_to_what_its_writer_meant(typed: str, meant: str) -> None:
    told = parse.lines(
        {
            "variant": "standard",
            "phase": "S1902M",
            "power": "France",
            "units": ["A PAR", "A MAR", "A SPA", "F BRE"],
            "text": typed,
        }
    )
    taken = [str(line["order"]) for line in told if "order" in line]
    offered = [order for line in told for order in line.get("offer", ())]
    asked = any("problem" in line for line in told)
    wanted = (
        f"{' '.join(taken)} {'? ' if offered else ''}{' '.join(offered)} {'!' if asked else ''}"
    )
    assert " ".join(wanted.split()) == meant
