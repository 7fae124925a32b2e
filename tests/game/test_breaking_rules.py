"""A variant's rules.py that ends the program, or never comes to an end, stops its own games alone.

Whether it does so when it is imported, built, or asked: every other mail is answered, every other
game goes on, and each command says in a sentence what is wrong.
"""

import gc
import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner, Result

from judge.catalog import own_rules, time_limit, variant
from judge.cli import main
from judge.kernel import limits
from judge.kernel.errors import EndlessError
from judge.post import hand
from tests import folders
from tests.game.test_own_variants import CASE, KEEPER, broken, create, write, write_rivers
from tests.game.world import World

ENDS = {
    "raise SystemExit(3)": "SystemExit",
    "exit()": "SystemExit",
    "import sys; sys.exit('bye')": "SystemExit",
    "raise KeyboardInterrupt": "KeyboardInterrupt",
    "raise GeneratorExit": "GeneratorExit",
    "raise type('Own', (BaseException,), dict())": "Own",
}
"""What ends a program, with what it raises."""
BREAKS = {
    "raise MemoryError": "MemoryError",
    "def deep(): deep()\n{}deep()": "RecursionError",
    "raise ValueError('snow')": "ValueError",
}
"""What an ``except Exception`` stops."""
PLACES = {
    "as it is imported": "from msgspec.structs import replace\n",
    "as it is built": "def build(rules):\n",
    "in a seam": "    def end(self, scene, board):\n",
    "in an order": "    def judge(self, contest, unit):\n",
    "in a verb": "def read_raze(reader, sentence):\n",
}
"""A line of the page's example behind which it stands."""
LOOP = "while True: pass"
STUBBORN = "while True:\n{0}    try: int('x')\n{0}    except Exception: pass"
"""One that stops what it is told by an exception."""
IMPORTED, BUILT, SEAM, ORDER, VERB = PLACES
EACH = [(place, "raise SystemExit(3)") for place in PLACES]


@pytest.fixture
def two_games(world: World) -> World:
    """A game of Two Rivers and one of the standard game, both begun."""
    write_rivers(world.home / "variants" / "rivers")
    world.begun("alpha")
    create(world, "ann", "bob")
    return world


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody waits long, and nothing of what a test broke is remembered.

    The collector counts as the rules' time: what earlier tests left is none of it.
    """
    gc.collect()
    gc.freeze()
    monkeypatch.setattr(limits, "RULES_SECONDS", 0.3)
    monkeypatch.setattr(limits, "START_SECONDS", 5)
    monkeypatch.setattr(variant, "_LONG", 0.2)
    monkeypatch.setitem(hand.PATIENCE, hand.MAIL, 4)
    monkeypatch.setitem(hand.PATIENCE, hand.GAME, 2)
    folders.forget()
    yield
    folders.forget()
    gc.unfreeze()


def spoil(world: World, place: str, deed: str) -> None:
    """Let the rules of the running game do something at a place."""
    line = PLACES[place]
    indent = " " * (len(line) - len(line.lstrip()) + (4 if line.endswith(":\n") else 0))
    broken(world, line, f"{line}{indent}{deed.format(indent)}\n")


def judge(world: World, *words: str, text: str = "") -> Result:
    """What a command says."""
    folders.forget()  # each is a process of its own
    return CliRunner().invoke(main, [*words, "--spool", str(world.home)], input=text)


def go_on(world: World) -> str:
    """Orders for both games, and their deadlines; all that the keeper reads, on one line."""
    write(world, "North", "Aarau razes")
    write(world, "South", "F Dor - Reu")
    world.mail("france@players.example", "A Par - Bur", to=world.address("France"))
    world.mail("stranger@elsewhere.example", "LIST")
    report, sent = world.passed()
    lines = report.lines
    assert any("A PAR - BUR" in mail.text for mail in sent)
    assert any(mail.to == "stranger@elsewhere.example" for mail in sent)
    told = [mail.flat for mail in sent if mail.to == KEEPER]
    report, sent = world.passed(max(world.due(), world.game("brook").deadline or world.now))
    assert any("[alpha] Spring 1901 movement: results" in mail.subject for mail in sent)
    told += [mail.flat for mail in sent if mail.to == KEEPER]
    return " ".join([*lines, *report.lines, *told])


@pytest.mark.parametrize(
    ("place", "deed"), [*EACH, *((place, deed) for place in (BUILT, SEAM) for deed in [*ENDS][1:])]
)
def test_what_ends_a_program_ends_its_own_game_alone(
    two_games: World, place: str, deed: str
) -> None:
    spoil(two_games, place, deed)
    told = go_on(two_games)
    assert re.search(rf"rules\.py, line \d+: \S+( \S+)? ends the program \({ENDS[deed]}\)", told)


@pytest.mark.parametrize(("place", "deed"), [*zip((IMPORTED, SEAM, ORDER), BREAKS, strict=True)])
def test_so_does_what_breaks(two_games: World, place: str, deed: str) -> None:
    spoil(two_games, place, deed)
    assert BREAKS[deed] in go_on(two_games)


@pytest.mark.parametrize(
    ("place", "deed"),
    [*((place, LOOP) for place in PLACES), (IMPORTED, STUBBORN), (SEAM, STUBBORN)],
)
def test_what_never_ends_is_stopped_and_told(two_games: World, place: str, deed: str) -> None:
    spoil(two_games, place, deed)
    told = go_on(two_games)
    assert re.search(r"rules\.py, line \d+: \S+ takes too long; does it come to an end\?", told)


def test_one_that_never_ends_is_tried_once_in_a_pass(
    two_games: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(two_games, "as it is imported", LOOP)
    tries: list[Path] = []
    load = own_rules.load

    def count(path: Path) -> ModuleType:
        tries.append(path)
        return load(path)

    monkeypatch.setattr(own_rules, "load", count)
    for number in range(3):
        two_games.mail(f"stranger{number}@elsewhere.example", "LIST\nHELP VARIANTS")
    assert len(two_games.passed()[1]) >= 3
    assert len(tries) == 1


def test_it_goes_on_when_its_rules_are_mended(two_games: World) -> None:
    world = two_games
    spoil(world, "in a seam", LOOP)
    write(world, "South", "F Dor - Reu")
    write(world, "North", "Aarau razes")
    world.passed()
    world.passed(max(world.due(), world.game("brook").deadline or world.now))
    assert world.game("brook").number == 1
    assert world.passed()[0].lines == [], "it is left alone"
    broken(world, LOOP, "pass")
    world.passed()
    assert world.game("brook").number == 2


@pytest.mark.parametrize(
    ("place", "deed"), [*EACH, (SEAM, "raise KeyboardInterrupt"), (IMPORTED, LOOP), (SEAM, LOOP)]
)
def test_every_command_goes_on_and_tells_it(two_games: World, place: str, deed: str) -> None:
    world = two_games
    spoil(world, place, deed)
    world.passed(max(world.due(), world.game("brook").deadline or world.now))
    why = "ends the program" if deed in ENDS else "takes too long"
    for command, status in (("status", 1), ("health", 1), ("doctor", 1), ("list", 0)):
        done = judge(world, command)
        assert done.exit_code in (status, status + 1), (command, done.output)
        if command != "health":
            assert "alpha" in done.output or command == "doctor", (command, done.output)
    if place in ("as it is imported", "as it is built"):
        assert why in judge(world, "doctor").output
    folder = world.home / "variants" / "rivers"
    told = CliRunner().invoke(main, ["check", str(folder)])
    assert told.exit_code == 1
    assert re.search(rf"rules\.py, line \d+: .*{why}", told.output), told.output


@pytest.mark.parametrize(
    ("place", "deed"),
    [*EACH, (SEAM, "raise ValueError('snow')"), (VERB, "raise ValueError('snow')"), (ORDER, LOOP)],
)
def test_programs_are_told_in_the_answer_to_their_line(
    two_games: World, monkeypatch: pytest.MonkeyPatch, place: str, deed: str
) -> None:
    monkeypatch.setattr(limits, "ANSWER_SECONDS", 0.5)
    spoil(two_games, place, deed)
    good = {"variant": "standard", "phase": "S1901M", "units": {"France": ["A PAR"]}}
    text = "\n".join(map(json.dumps, ({"id": 1, **CASE["in"]}, {"id": 2, **good})))
    done = judge(two_games, "adjudicate", text=text)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["id"] for row in rows] == [1, 2]
    assert "results" in rows[1]
    if place != "in a verb":
        assert done.exit_code == 1
        assert rows[0]["error"].startswith("variant: ")
        assert "rules.py, line " in rows[0]["error"]
    rivers = {"variant": "rivers", "phase": "S21M", "power": "North", "text": "A Aar razes"}
    text = "\n".join(map(json.dumps, ({"id": 1, **rivers}, {"id": 2, "text": "A Par - Bur"})))
    done = judge(two_games, "parse", "--json", text=text)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows[1]["lines"][0]["order"] == "A PAR - BUR"
    if place not in ("in a seam", "in an order"):
        assert done.exit_code == 1
        assert "rules.py, line " in rows[0]["error"]
        done = judge(two_games, "parse", "--variant", "rivers", text="A Aar razes")
        assert done.exit_code not in (0, 3, 70)
        assert re.fullmatch(r"Error: .*rules\.py, line \d+.*\n", done.stderr)


def test_a_real_interrupt_ends_the_program() -> None:
    """Ctrl-C is the keeper's."""
    path = Path("/nowhere/rules.py")
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            own_rules._guard(lambda: signal.raise_signal(signal.SIGINT), "end", path)()
    finally:
        signal.signal(signal.SIGINT, handler)


def test_a_bound_within_a_bound_costs_the_outer_one_nothing() -> None:
    with time_limit.limit(0.5):
        for _ in range(3):
            with pytest.raises(EndlessError):
                go_on_for_ever()


def go_on_for_ever() -> None:
    """Until it is stopped."""
    with time_limit.limit(0.2):
        while True:
            pass
