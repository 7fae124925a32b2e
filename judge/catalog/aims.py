"""How a year goes on a board, where its powers build and how it is won, in sentences of its data.

For games of the Diplomacy engine: HELP RULES says all of it, a game's terms what is not usual.
"""

from collections.abc import Iterator

from judge.catalog.variant import Variant
from judge.dip.ground.phases import SEASONS, STANDARD_YEAR
from judge.kernel import years

_COUNTS = ("no", "one", "two", "three", "four")


def year(variant: Variant) -> str:
    """Which turns there are: "A year has two turns, spring and fall."."""
    phases = variant.rules["phases"]
    step, later = phases.get("step", 1), phases.get("later", {})
    seasons = moving_seasons(variant)
    first = later.get(seasons[0], 0)
    season_names = [_name(variant, one) + _lag(later.get(one, 0) - first) for one in seasons]
    *before, last = season_names
    seasons_text = f"{', '.join(before)} and {last}" if before else last
    round_ = "A year" if step == 1 else f"A round of {step} years"
    plural = "turn" if len(season_names) == 1 else "turns"
    return f"{round_} has {_COUNTS[len(season_names)]} {plural}, {seasons_text}."


def counting_season(variant: Variant) -> str:
    """The season after which centres change hands: "fall"."""
    return _name(variant, moving_seasons(variant)[-1])


def building(variant: Variant) -> str:
    """Where a power builds, behind "builds": "in his own home centres, ..."."""
    if "sites" in variant.mechanics and variant.rules.get("sites", {}).get("anywhere"):
        return "in any centre of his that is empty"
    return "in his own home centres, if they are empty and still his"


def victory(variant: Variant) -> Iterator[str]:
    """Who wins: by centres, by a target of his own, by time, alone or together."""
    season, need = counting_season(variant), variant.map["victory"]
    yield f"Whoever has {need} centres after a {season} wins."
    yield from unusual(variant)
    yield "Or all who are left agree on a draw."


def unusual(variant: Variant) -> Iterator[str]:
    """What [ending] of variant.toml says beside that (mechanics/ending.py)."""
    if "ending" not in variant.mechanics:
        return
    ending = variant.rules.get("ending", {})
    for power, number in sorted(ending.get("targets", {}).items()):
        the = variant.the(power)
        yield f"{the[:1].upper()}{the[1:]} wins with {number} centres."
    if ending.get("shared"):
        yield "Several who reach their aims at once win together."
    elif ending.get("targets"):
        yield "If several reach their aims at once, the game goes on."
    if last := ending.get("last_year"):
        latest = years.say(years.number(last))
        yield (
            f"The game ends with the year {latest} at the latest: who has most centres then wins, "
            "and several who have as many share the win."
        )


def moving_seasons(variant: Variant) -> list[str]:
    """The seasons with moves, in order."""
    phases = variant.rules["phases"].get("year") or STANDARD_YEAR
    return [phase[0] for phase in phases if phase[1] == "M"]


def _lag(apart: int) -> str:
    return f" {apart} years later" if apart else ""


def _name(variant: Variant, season: str) -> str:
    own = variant.rules["phases"].get("names", {})
    return str(own.get(season, SEASONS[season])).lower()
