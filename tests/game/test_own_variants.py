"""The keeper's own variants: a folder in the spool is all that a game needs.

The folder is the one that variants/README.md describes, with a case, a calendar and a help topic
more: a map, a mechanic and an order that no other game has.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from judge import api
from judge.authoring import check
from judge.catalog import atlas, variant
from judge.cli import main
from judge.keeper import doctor
from judge.keeper.backup import backup, restore
from tests import folders
from tests.catalog.pages import write_order
from tests.game.world import DAY, Sent, World

KEEPER = "keeper@judge.example"
CASE: dict[str, Any] = {
    "id": "rivers-raze",
    "title": "a razed centre is nobody's",
    "rule": "1",
    "in": {
        "variant": "rivers",
        "phase": "S21M",
        "units": {"North": ["A BRU"]},
        "centers": {"North": ["AAR", "BRU"], "South": ["DOR"]},
        "orders": {"North": ["A BRU RAZE"]},
    },
    "expect": {
        "centers": {"North": ["AAR"], "South": ["DOR"]},
        "results": [{"unit": "A BRU", "verdict": "succeeds"}],
    },
}
HELP = "RAZING\n{# about: raze #}\n\nAn army burns down what it stands on.\n"


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """Tests have folders of one name that differ."""
    folders.forget()
    yield
    folders.forget()


def write_rivers(home: Path) -> Path:
    """Two Rivers, its years ten by ten from the year 1."""
    write_order(home)
    toml = home / "variant.toml"
    toml.write_text(toml.read_text().replace('first = "S1901M"', 'first = "S1M"\nstep = 10'))
    (home / "cases" / "raze.jsonl").write_text(json.dumps(CASE) + "\n")
    (home / "cases" / "first.jsonl").unlink()
    (home / "templates" / "help").mkdir(parents=True)
    (home / "templates" / "help" / "raze.txt.j2").write_text(HELP)
    return home


def create(world: World, *players: str, of: str = "rivers") -> None:
    """A game of Two Rivers, created and joined by mail."""
    world.say("gm@players.example", f"CREATE brook {of} delay=0m remind=none")
    for player in players:
        world.say(f"{player}@players.example", "JOIN brook")
    assert world.game("brook").status == "running"


def test_its_rules_are_told_as_its_options_are(world: World) -> None:
    home = write_rivers(world.home / "variants" / "rivers")
    (home / "RULES.md").write_text("# Two Rivers\n\n- **R1** Who razes a mill pays for it.\n")
    toml = home / "variant.toml"
    text = toml.read_text().replace('["rules"]', '["rules", "sites", "ending"]')
    options = (
        'year = ["UM", "UR", "FM", "FR", "WA"]\n[sites]\nanywhere = true\n[ending]\n'
        'targets = { South = 2 }\nlast_year = "91"\nshared = true\n'
    )
    toml.write_text(text.replace("step = 10", options).replace('"S1M"', '"U1M"'))
    create(world, "ann", "bob")
    told = speak(world, "North", "RULES\nSTATUS")
    for said in (
        "A year has two turns, summer and fall.",
        "builds in any centre of his that is empty",
        "Whoever has 3 centres after a fall wins. South wins with 2 centres.",
        "The file rivers-rules.txt that comes with this page",
    ):
        assert said in told.flat
    assert "Nothing: this is the game" not in told.text
    assert told.flat.count("The game ends with the year 91 at the latest") == 3  # TERMS twice
    (rules,) = told.message.iter_attachments()
    assert rules.get_filename() == "rivers-rules.txt"
    assert "Who razes a mill pays for it." in str(rules.get_content())


def test_help_map_names_the_board_s_own_places(world: World) -> None:
    write_rivers(world.home / "variants" / "rivers")
    create(world, "ann", "bob")
    told = speak(world, "North", "HELP MAP\nHELP MAP 1926")
    own, other = told.text.split("NAMES OF PLACES")[1:]
    assert "MAP, MAP AAR, MAP AAR 2." in " ".join(own.split())
    assert 'as in "F Lim - Dor/nc"' in own
    assert "MAP BALKANS" in other or "MAP SCANDINAVIA" in other


def test_its_seasons_have_its_own_names(world: World) -> None:
    home = write_rivers(world.home / "variants" / "harvests")
    toml = home / "variant.toml"
    named = 'names = { S = "Rains", F = "Harvest" }'
    toml.write_text(toml.read_text().replace("step = 10", f"step = 10\n{named}"))
    create(world, "ann", "bob", of="harvests")
    told = speak(world, "North", "PHASE harvest 1\nA Aar - Brugg\nRULES")
    assert "hat follows waits for Harvest 1 movement" in told.flat
    assert "A year has two turns, rains and harvest" in told.flat.replace(
        "round of 10 years", "year"
    )
    world.run(world.now + 4 * DAY)
    told = speak(world, "North", "HISTORY brook Rains 1\nPHASE rains 1\nA Bru H")
    assert "Rains 1 movement" in told.flat
    assert "Rains 1 movement is over" in told.flat or "Rains 1 is over" in told.flat


def test_the_rules_of_years_of_one_turn_or_three_and_of_long_ones() -> None:
    standard = variant.load("standard")
    three = {"first": "S1M", "year": ["SM", "UM", "FM", "WA"]}
    assert atlas.tell_year(standard) == "A year has two turns, spring and fall."
    assert atlas.tell_year(replace(standard, rules={"phases": three})) == (
        "A year has three turns, spring, summer and fall."
    )
    assert atlas.tell_year(replace(standard, rules={"phases": {"year": ["FM"]}})) == (
        "A year has one turn, fall."
    )
    named = {"first": "S1M", "names": {"S": "Rains", "F": "Harvest"}}
    assert atlas.tell_year(replace(standard, rules={"phases": named})) == (
        "A year has two turns, rains and harvest."
    )
    assert atlas.tell_year(variant.load("hundred")) == (
        "A round of 10 years has two turns, spring and fall 5 years later."
    )


def power_of(world: World, player: str) -> str:
    """The power that a player was dealt."""
    rows = world.rows(
        "SELECT power FROM seats JOIN people ON seats.person = people.id"
        f" WHERE people.address = '{player}@players.example'"
    )
    return str(rows[0][0])


def write(world: World, power: str, lines: str) -> str:
    """Drop orders from whoever plays a power; return the mail's Message-ID."""
    player = next(one for one in ("ann", "bob") if power_of(world, one) == power)
    return world.mail(f"{player}@players.example", lines, to=world.address(power, "brook"))


def speak(world: World, power: str, lines: str) -> Sent:
    """The same, with the judge's answer."""
    name = write(world, power, lines)
    return next(sent for sent in world.run() if sent.head["In-Reply-To"] == name)


def test_the_folder_has_nothing_to_mend(tmp_path: Path) -> None:
    assert check.faults(write_rivers(tmp_path / "rivers")) == []


@pytest.mark.parametrize("place", ["spool", "variants_dir"])
def test_a_game_of_it_is_played_by_mail(world: World, tmp_path: Path, place: str) -> None:
    shelf = world.home / "variants"
    if place == "variants_dir":
        shelf = tmp_path / "elsewhere"
        toml = world.home / "judge.toml"
        toml.write_text(f'variants_dir = "{shelf}"\n{toml.read_text()}')
    write_rivers(shelf / "rivers")
    create(world, "ann", "bob")
    told = speak(world, "North", "Aarau razes\nHELP ORDERS\nHELP RAZE\nHELP VARIANTS")
    assert re.search(r"rivers +Two Rivers, 2 players", told.text)
    assert "A AAR RAZE" in told.text
    assert "A Aar raze                   it burns down the centre where it stands" in told.text
    assert "An army burns down what it stands on." in told.text
    refused = speak(world, "South", "burn down Dornach\nF Dor razes the Reuss")
    assert "F DOR/SC RAZE" in refused.text
    write(world, "South", "F Dor - Reu")
    results = [sent for sent in world.run() if "ORDERS AND RESULTS" in sent.text]
    assert {"ann@players.example", "bob@players.example"} <= {sent.to for sent in results}
    for result in results:
        assert "Spring 1 movement: results" in result.subject
        assert re.search(r"A AAR RAZE +succeeds", result.text)
    refused = speak(world, "South", "burn down Reuss")
    assert "There is no centre in REU." in refused.flat
    write(world, "North", "A Aar - Bru")
    sent = world.run(world.due("brook"))
    results = [mail for mail in sent if "Fall 1 movement: results" in mail.subject]
    assert re.search(r"North +1: BRU\n", results[0].text)
    assert re.search(r"nobody +1: AAR\n", results[0].text)
    phase = world.game("brook").phase
    assert phase is not None
    assert phase.id == "S11M"


def broken(world: World, old: str, new: str, name: str = "rules.py") -> None:
    """Spoil the variant of the running game, as an editor at night does."""
    path = world.home / "variants" / "rivers" / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    folders.forget()  # a keeper's next pass is a process of its own


@pytest.mark.parametrize("place", ["variants", "../elsewhere"])
def test_commands_find_it(world: World, place: str) -> None:
    toml = world.home / "judge.toml"
    toml.write_text(f'variants_dir = "../elsewhere"\n{toml.read_text()}')
    home = write_rivers(world.home / place / "rivers")
    spool = ["--spool", str(world.home)]
    asked = json.dumps({"id": 1, **CASE["in"]})
    for command, typed, told in (
        (["adjudicate", *spool], asked, '"results":['),
        (["parse", *spool, "--variant", "rivers"], "A Aar razes", '"order":"A AAR RAZE"'),
        (["draw-map", *spool, "rivers"], "", "There is no"),
        (["draw-map", str(home)], "", "There is no"),
    ):
        done = CliRunner().invoke(main, command, input=typed)
        shown = done.stdout + done.stderr
        assert told in shown
        assert "variant 'rivers'" not in shown
        assert f"variant '{home}'" not in shown


def test_adjudicate_takes_a_folder_and_no_line_does(tmp_path: Path) -> None:
    home = write_rivers(tmp_path / "rivers")
    asked = [
        {"id": 1, **CASE["in"]},
        {"id": 2, **{key: value for key, value in CASE["in"].items() if key != "variant"}},
        {"id": 3, "variant": "standard", "phase": "S1901M", "units": {"France": ["A PAR"]}},
        {"id": 4, **CASE["in"], "variant": str(home)},
    ]
    text = "\n".join(map(json.dumps, asked))
    for jobs in ("1", "2"):
        command = ["adjudicate", "--jobs", jobs, "--variant", str(home)]
        done = CliRunner().invoke(main, command, input=text)
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        assert [row["id"] for row in rows if "results" in row] == [1, 2, 3]
        assert "a folder is named to the program: judge adjudicate --variant" in rows[3]["error"]
        assert done.exit_code == 1


def test_a_folder_that_is_loaded_reads_what_players_type(tmp_path: Path) -> None:
    home = write_rivers(tmp_path / "rivers")
    rivers = api.load(str(home))
    (told,) = rivers.parse("A Aar razes", power="North", units=["A AAR"])
    assert told["order"] == "A AAR RAZE"
    start = rivers.start()
    assert rivers.adjudicate(**start, orders={"North": ["A AAR RAZE"]})["results"]
    assert list(rivers.legal_orders(start, "North"))
    assert rivers.play(start, {"North": ["A AAR - BRU"]}).position["units"]["North"] == ["A BRU"]


def test_the_keeper_reads_where_its_rules_raised(two_games: World) -> None:
    world = two_games
    broken(world, "scene.facts.get", "scene.no_facts.get")
    _, sent = world.passed(max(world.due(), world.game("brook").deadline or world.now))
    (told,) = (mail.flat for mail in sent if mail.to == KEEPER)
    assert "The game brook could not go on from " in told
    assert "(AttributeError, rules.py line " in told
    assert "judge shunt retry" not in told
    assert (world.home / "shunt" / "game-brook.txt").exists()


def test_a_backup_holds_it(world: World, tmp_path: Path) -> None:
    home = write_rivers(world.home / "variants" / "rivers")
    backup(world.home, tmp_path / "judge.tar")
    restore(tmp_path / "judge.tar", tmp_path / "again")
    for path in home.rglob("*.*"):
        again = tmp_path / "again" / path.relative_to(world.home)
        assert again.read_bytes() == path.read_bytes()


def test_one_of_the_name_of_ours_is_not_played_and_the_doctor_says_so(world: World) -> None:
    home = write_rivers(world.home / "variants" / "standard")
    report = doctor.examine(world.home)
    told = "a variant of this name came with the judge: rename the folder."
    assert any(f"{home}: {told}" in finding.text for finding in report)
    assert len(world.begun().options) > 0
    assert len(world.rows("SELECT power FROM seats")) == 7


@pytest.fixture
def two_games(world: World) -> World:
    """A game of Two Rivers and one of the standard game, both begun."""
    write_rivers(world.home / "variants" / "rivers")
    world.begun("alpha")
    create(world, "ann", "bob")
    return world


@pytest.mark.parametrize(
    ("name", "old", "new", "why"),
    [
        ("rules.py", "return Razing()", "return Razin()", "name 'Razin' is not defined"),
        ("orders.lark", "%extend deed", "%extend dead", "orders.lark: Can't extend rule dead"),
        ("map.toml", "[[spaces]]", "[[spaces", "map.toml is no TOML"),
    ],
)
def test_one_that_breaks_stops_no_other_game_and_the_keeper_reads_why(
    two_games: World, name: str, old: str, new: str, why: str
) -> None:
    world = two_games
    broken(world, old, new, name)
    write(world, "North", "A Aar - Bru")
    world.mail("france@players.example", "A Par - Bur", to=world.address("France"))
    report, sent = world.passed()
    assert any("A PAR - BUR" in mail.text for mail in sent)
    assert why in "".join(report.lines)
    report, sent = world.passed(max(world.due(), world.game("brook").deadline or world.now))
    assert any("[alpha] Spring 1901 movement: results" in mail.subject for mail in sent)
    assert any(why in " ".join(mail.text.split()) for mail in sent if mail.to == KEEPER)
    for line in ("LIST", "HELP VARIANTS", "CREATE other rivers", "STATUS alpha"):
        world.mail("stranger@elsewhere.example", line)
    report, sent = world.passed()
    assert not [line for line in report.lines if "Mail" in line]
    answers = [mail for mail in sent if mail.to == "stranger@elsewhere.example"]
    assert len(answers) == 4
    assert any("There is no variant 'rivers'" in " ".join(mail.text.split()) for mail in answers)
    world.passed(world.now + DAY)
