"""Results in njudge's layout are read back as the programs that know it read them."""

import re

import pytest

from judge.game.terms import tables
from tests.game.world import Sent, World

POWER, UNIT = r"^(\w+): +", r"(Army|Fleet) (.+?)"
ORDER = re.compile(
    POWER + UNIT + r" (HOLD|DISBAND|-> .+?|SUPPORT .+?|CONVOY .+?)\.(?:  \(\*(.+)\*\))?$"
)
WINTER = re.compile(
    POWER + r"(Builds|Removes|Defaults, removing) (?:an?|the) (army|fleet) in (.+)\.$"
)
NEXT = re.compile(r"The next phase of '(\w+)' will be (\w+) for (\w+) of (\d+)\.")
HEAD = re.compile(r"^:: Judge: (\w+)  Game: (\w+)  Variant: (\w+) \w(\d+)\w$")

SPRING = {
    "Austria": "A Vie - Gal\nA Bud - Rum\nF Tri - Ven",
    "England": "F Lon - NTH\nF Edi - NWG\nA Lvp - Yor",
    "France": "F Bre - ENG\nA Mar - Spa",
    "Italy": "A Ven - Tri\nF Nap - Ion",
    "Russia": "A Mos - Sev\nF Sev - BLA\nF StP/sc - BOT",
    "Turkey": "A Con - Bul\nA Smy - Con",
}
FALL = {
    "Austria": "A Gal - Ukr\nA Rum s A Gal - Ukr",
    "England": "A Yor - Nwy\nF NTH c A Yor - Nwy",
    "Germany": "A Mun - Tyr\nF Kie - Hol",
    "Russia": "F BLA - Rum\nA Sev s F BLA - Rum",
    "Turkey": "A Bul s F BLA - Rum",
}
RETREAT = {"Austria": "A Rum - Bud"}
WINTERS = {"England": "F Lon B", "Germany": "A Mun B", "Turkey": "A Smy B", "France": "A Mar B"}


def files(mails: list[Sent]) -> list[tuple[str, str]]:
    """The files in njudge's layout that France gets."""
    found = []
    for mail in mails:
        if mail.to == "france@players.example":
            parts = list(mail.message.iter_attachments())
            found += [
                (str(part.get_filename()), part.get_content())
                for part in parts
                if "njudge" in str(part.get_filename())
            ]
    return found


def play(world: World, orders: dict[str, str]) -> list[Sent]:
    for power, lines in orders.items():
        world.mail(f"{power.lower()}@players.example", lines, to=world.address(power))
    mails = world.run()
    if not any("results" in one.subject for one in mails):
        mails = world.run(world.due())
    return mails


@pytest.fixture
def year(world: World) -> tuple[World, list[tuple[str, str]]]:
    """A year of a game, with the files that told of it."""
    world.begun()
    world.order("France", "SET FORMAT njudge")
    told = [
        one for orders in (SPRING, FALL, RETREAT, WINTERS) for one in files(play(world, orders))
    ]
    return world, told


def board(text: str, units: set[tuple[str, str, str]]) -> set[tuple[str, str, str]]:
    """The units after the turns of a text, which are where ``units`` were before."""
    retreats: set[tuple[str, str, str]] = set()
    left: set[tuple[str, str, str]] = set()
    for line in text.splitlines():
        if found := ORDER.match(line):
            power, arm, place, order, marks = found.groups()
            goal = order.rpartition("-> ")[2] if order.startswith("->") else place
            gone = "dislodged" in (marks or "") or order == "DISBAND"
            before, after = (power, arm, place), (power, arm, place if marks else goal)
            left.add(before)
            if not gone:
                retreats.add(after)
        elif found := WINTER.match(line):
            power, deed, arm, place = found.groups()
            piece = (power, arm.capitalize(), place)
            (retreats if deed == "Builds" else left).add(piece)
    return (units - left) | retreats


def stands(world: World) -> set[tuple[str, str, str]]:
    """The units of the game as it is stored, in the words of the layout."""
    table = tables.load(world.game())
    places = table.engine.ground.places
    coasts = {"": "", "NC": " (north coast)", "SC": " (south coast)"}
    return {
        (power, {"A": "Army", "F": "Fleet"}[unit[0]], places[unit[2:5]].name + coasts[unit[6:]])
        for power, units in table.engine.units(table.state).items()
        for unit in units
    }


def test_each_turn_of_a_year_is_read_back(year: tuple[World, list[tuple[str, str]]]) -> None:
    world, told = year
    names = [name for name, _ in told]
    phases = ("S1901M", "F1901M", "F1901R", "W1901A")
    assert names == [f"alpha-{phase}.njudge.txt" for phase in phases]
    for _, text in told:
        assert HEAD.match(text.splitlines()[0]).groups() == ("JUDGE", "alpha", "Standard", "1901")  # type: ignore[union-attr]
        assert text.isascii()
    texts = [text for _, text in told]
    assert "Movement results for Spring of 1901." in texts[0]
    assert "Retreat orders for Fall of 1901." in texts[2]
    assert "Adjustment orders for Winter of 1901." in texts[3]
    comes = [NEXT.search(text).groups() for text in texts]  # type: ignore[union-attr]
    assert [one[1:] for one in comes] == [
        ("Movement", "Fall", "1901"), ("Retreats", "Fall", "1901"),
        ("Adjustments", "Winter", "1901"), ("Movement", "Spring", "1902"),
    ]  # fmt: skip
    units: set[tuple[str, str, str]] = set()
    for text in texts[:1]:
        units = board(text, units)
    assert ("Russia", "Fleet", "Gulf of Bothnia") in units
    for text in texts[1:]:
        units = board(text, units)
    assert units == stands(world)


def test_history_is_the_whole_game_in_one_file(
    year: tuple[World, list[tuple[str, str]]],
) -> None:
    world, _ = year
    ((name, text),) = files([world.order("France", "HISTORY")])
    assert name == "alpha-history.njudge.txt"
    heads = re.findall(
        r"^Date: .+ \+0000\nSubject: JUDGE:alpha - (\w+) Results$", text, re.MULTILINE
    )
    assert heads == ["S1901M", "F1901M", "F1901R", "W1901A"]
    units: set[tuple[str, str, str]] = set()
    for part in text.split("Date: ")[1:]:
        units = board(part, units)
    assert units == stands(world)


def test_the_blocks_are_as_the_programs_want_them(
    year: tuple[World, list[tuple[str, str]]],
) -> None:
    texts = [text for _, text in year[1]]
    assert "England:  Army Yorkshire -> North Sea -> Norway." in texts[1]
    assert "England:  Fleet North Sea CONVOY Army Yorkshire -> Norway." in texts[1]
    assert "Turkey:   Army Bulgaria SUPPORT Russian Fleet Black Sea -> Rumania." in texts[1]
    assert "Austria:  Army Rumania SUPPORT Army Galicia -> Ukraine.  (*cut, dislodged*)" in texts[1]
    gone = "The Austrian Army in Rumania can retreat to Budapest or Galicia or Serbia."
    assert f"The following units were dislodged:\n\n{gone}" in texts[1]
    assert "Ownership of supply centers:" in texts[2]
    assert "England:  4 Supply centers,  3 Units:  Builds   1 unit." in texts[2]
    assert "France:   Builds an army in Marseilles." in texts[3]


@pytest.mark.parametrize(
    ("channel", "line"),
    [
        ("F ENG c A Edi - Bre", "Army Edinburgh -> North Sea -> English Channel -> Brest."),
        ("F ENG - MAO", "Army Edinburgh -> Brest.  (*void*)"),
    ],
)
def test_a_convoy_names_its_waters_from_first_to_last_if_they_reach_its_goal(
    world: World, channel: str, line: str
) -> None:
    """The fleet that completes the chain is another power's, and may not play along."""
    world.begun()
    world.order("France", "SET FORMAT njudge")
    play(world, {"England": "F Lon - NTH\nF Edi - NWG\nA Lvp - Edi", "France": "F Bre - ENG"})
    fleets = "F NTH c A Edi - Bre\nF NWG c A Edi - Bre"
    fall = {"England": f"A Edi - Bre\n{fleets}", "France": channel}
    ((_, text),) = files(play(world, fall))
    assert f"England:  {line}" in text.splitlines()


def test_nobody_gets_it_unasked_and_none_takes_it_back(world: World) -> None:
    world.begun()
    assert files(play(world, SPRING)) == []
    world.order("France", "SET FORMAT njudge\nSET FORMAT none")
    assert files(play(world, FALL)) == []


def test_another_kind_of_game_has_no_such_layout(world: World) -> None:
    world.begun(variant="1930")
    world.order("France", "SET FORMAT njudge")
    assert files(world.run(world.due())) == []


def test_a_start_brings_the_position(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha standard")
    joined = world.say("france@players.example", "REGISTER Ann\nJOIN alpha as France")
    world.say("france@players.example", "SET FORMAT njudge", to=joined.reply_to)
    for power in ("Austria", "England", "Germany", "Italy", "Russia", "Turkey"):
        world.mail(f"{power.lower()}@players.example", f"JOIN alpha as {power}")
    ((name, text),) = files(world.run())
    assert name == "alpha-start.njudge.txt"
    assert "You have been selected as France.\n\nStarting position for Spring of 1901." in text
    assert "Russia:   Fleet St Petersburg (south coast)." in text
    assert text.count("Army ") + text.count("Fleet ") == 22
