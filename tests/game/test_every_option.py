"""Every option there is can be set as it can be created with, until the game begins."""

import pytest

from judge.catalog import variant as catalog
from judge.game.terms import game_options
from tests import folders
from tests.game.world import Sent, World

OTHERS = {
    "zone": "Europe/Rome",
    "at": "20:00",
    "moves": "2d",
    "retreats": "12h",
    "builds": "12h",
    "skip": "Sat Sun",
    "dates": "24 Dec to 2 Jan",
    "early": "no",
    "grace": "12h",
    "delay": "1h",
    "least": "2h",
    "remind": "6h",
    "late": "self",
    "show": "late",
    "nmr": "wait",
    "first": "wait 2",
    "excuses": "2",
    "absence": "20",
    "press": "grey",
    "terminate": "draw",
    "scoring": "carnage",
    "votes": "named",
    "deal": "random",
    "reliability": "50",
    "rating": "1400",
    "observers": "late",
    "computers": "2",
    "rollouts": "800",
    "start": "hand",
    "players": "3",
    "influence": "1d",
    "deployment": "2d",
    "building": "anywhere",
    "nopress": "moves",
    "allied": "2",
    "victory": "14",
    "last_year": "1950",
}
"""Another value than the usual one, where it is not yes or no."""


def another(name: str, value: str) -> str:
    """Another value of an option."""
    if value in ("yes", "no"):
        return "no" if value == "yes" else "yes"
    part = name.rpartition("-")[2]
    return OTHERS[name if name in OTHERS else part]


def changes(variant: str) -> dict[str, str]:
    """Each option of the judge and of a variant with another value than it usually has."""
    found = catalog.load(variant)
    usual = {**game_options.standards(found.engine.kinds), **found.usual}
    own = {name: game_options.write(value) for name, value in found.engine.options.items()}
    both = {**usual, **own}
    return {name: another(name, both[name]) for name in both if name not in found.fixed}


def gm_says(world: World, lines: str, to: str) -> Sent:
    return world.say("gm@players.example", lines, to=to)


@pytest.mark.parametrize("variant", folders.of_each_kind())
def test_every_option_can_be_set_while_the_game_forms(world: World, variant: str) -> None:
    created = gm_says(world, f"CREATE alpha {variant}", "judge@judge.example")
    wanted = changes(variant)
    for name, value in sorted(wanted.items()):  # air before paratroops, which need it
        world.mail("gm@players.example", f"SET {name} {value}", to=created.reply_to)
    world.run()
    game = world.game()
    assert {name: game.options.get(name) for name in wanted} == wanted


@pytest.mark.parametrize("variant", folders.of_each_kind())
def test_every_option_can_be_created_with(world: World, variant: str) -> None:
    wanted = changes(variant)
    typed = " ".join(f"{name}={value}" for name, value in wanted.items())
    gm_says(world, f"CREATE alpha {variant} {typed}", "judge@judge.example")
    game = world.game()
    assert {name: game.options.get(name) for name in wanted} == wanted


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("SET absence-now yes", "absence-now", "yes"),
        ("SET absence now yes", "absence-now", "yes"),
        ("SET NO absence-now", "absence-now", "no"),
        ("SET moves at 20:00", "moves-at", "20:00"),
        ("SET announce totals yes", "announce_totals", "yes"),
    ],
)
def test_a_name_of_two_parts_may_be_typed_in_words(
    world: World, line: str, name: str, value: str
) -> None:
    created = gm_says(world, "CREATE alpha 1936 absence-now=no", "judge@judge.example")
    gm_says(world, line, created.reply_to)
    assert world.game().options[name] == value
