"""An export that somebody changed: judge import takes it or says in a sentence why not."""

import copy
import json
import random
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.game.terms import tables
from judge.keeper import keeping
from judge.kernel.errors import BAD_DATA
from tests import folders
from tests.game.world import World

ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 10**30, -(10**30), 1 << 31, 1 << 63, 1.5),
    *("", "x", "\0", "\u202eabc", "A" * 5000, "Austria", "standard", "over", "forming", "running"),
    *("9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "2026-01-01T00:00:00", "LTE=", "bnVsbA=="),
    *([], {}, [[[]]], {"a": {"b": []}}, [1], ["x"]),
)
Step = str | int


@lru_cache(maxsize=8)
def exported(variant: str, home: Path) -> str:
    """A game of which a turn was played and orders are in, as ``judge export --secret`` writes."""
    old = World(home / variant)
    old.begun("alpha", "moves=2d", variant=variant, players=9)
    old.mail("olga@players.example", "OBSERVE alpha")
    old.run(old.due())
    powers = tables.load(old.game()).powers
    old.order(powers[0], f"HOLD ALL\nPRESS TO {powers[1]}\nhello\nENDPRESS")
    return keeping.export_game(old.home, "alpha", secret=True).decode()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mutated")


def command(world: World, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, [words[0], "--spool", str(world.home), *words[1:]])
    return done.exit_code, done.output


def find_paths(value: Any, path: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    """The ways to all that a JSON value holds."""
    parts = value.items() if isinstance(value, dict) else ()
    for name, part in enumerate(value) if isinstance(value, list) else parts:
        yield (*path, name)
        yield from find_paths(part, (*path, name))


def pick(data: Any, rng: random.Random) -> tuple[Any, Step]:
    """A part of a value, and its name there; each kind of part is as likely as any other."""
    paths = [*find_paths(data)]
    kinds = {tuple("*" if isinstance(step, int) else step for step in path): path for path in paths}
    kind = rng.choice(sorted(kinds))
    *above, last = rng.choice(
        [
            path
            for path in paths
            if kind == tuple("*" if isinstance(step, int) else step for step in path)
        ]
    )
    for step in above:
        data = data[step]
    return data, last


def mutate(data: Any, rng: random.Random) -> None:
    """Change one part of it: gone, twice, of another kind, odd; of a position, within it."""
    whole, name = pick(data, rng)
    part, deed = whole[name], rng.choice(["drop", "double", "odd", "odd", "odd", "within"])
    if deed == "drop":
        del whole[name]
    elif deed == "double" and isinstance(whole, list):
        whole.append(copy.deepcopy(part))
    elif name in ("state", "before") and deed == "within" and part:
        position = json.loads(b64decode(part))
        inner, key = pick(position, rng)
        inner[key] = rng.choice(ODD)
        whole[name] = b64encode(json.dumps(position).encode()).decode()
    else:
        alike = [odd for odd in ODD if type(odd) is type(part)] or ODD
        whole[name] = rng.choice(alike if rng.random() < 0.8 else ODD)


def change_export(variant: str, home: Path, seed: int) -> str:
    """A game's export with a change or three."""
    rng = random.Random(f"{variant} {seed}")
    data = json.loads(exported(variant, home))
    for _ in range(rng.choice((1, 1, 1, 3))):
        mutate(data["records"], rng)
    return json.dumps(data)


def is_taken(world: World, text: str) -> bool:
    """Whether the file is imported. It is, and all works, or it is refused in a sentence."""
    file = world.home.parent / "x.json"
    file.write_text(text)
    status, told = command(world, "import", str(file))
    if status:
        assert (status, told.startswith("Error: "), told.count("\n")) == (BAD_DATA, True, 1)
        assert world.rows("SELECT name FROM games") == []
        return False
    ((name,),) = world.rows("SELECT name FROM games")
    for words in (("export", name), ("export", "--secret", name), ("run",), ("status",)):
        status, told = command(world, *words)
        assert (status, "could not be written" in told) == (0, False), told
    return True


@pytest.mark.parametrize("variant", folders.of_each_kind())
@pytest.mark.parametrize("seed", range(12))
def test_a_changed_export_is_taken_or_refused_in_a_sentence(
    world: World, home: Path, variant: str, seed: int
) -> None:
    is_taken(world, change_export(variant, home, seed))


def put(*path: Step, value: Any) -> Callable[[Any], None]:
    """Write something into the records."""

    def change(records: Any) -> None:
        for step in path[:-1]:
            records = records[step]
        records[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (put("game", "name", value="../x"), "'../x' is not a name of a game"),
        (put("game", "status", value="lost"), "'lost' is not a status of a game"),
        (put("game", "number", value=1 << 40), "is not a number of a game"),
        (put("game", "left", value=-1), "-1 is not a number of a game"),
        (put("game", "deadline", value="9999-12-31T23:59:59Z"), "is not a time of a game"),
        (put("game", "deadline", value="2026-11-05T18:00:00"), "is not a time of a game"),
        (put("game", "secret", value=""), "its secret has 0 bytes, not 32"),
        (put("game", "state", value=""), "its position does not agree with that"),
        (put("game", "phase", "id", value="F1950M"), "its position is not one of F1950M"),
        (put("game", "variant", value="nowhere"), "There is no variant 'nowhere'"),
        (put("seats", 0, "power", value="Utopia"), "'Utopia' is not a power of standard"),
        (put("seats", 0, "relief", value="tomorrow"), "'tomorrow' are no days"),
        (put("seats", 0, "relief", value="2026-02-01/2026-02-31"), "the judge can't go on with it"),
        (put("seats", 0, "remind", value="soon"), "soon"),
        (put("seats", 0, "computer", value="HAL"), "'HAL' is not a computer"),
        (put("people", 0, "zone", value="Mars/North"), "'Mars/North' is not a time zone"),
        (put("people", 0, "address", value="a@b\nBcc: c@d"), "is not an address"),
        (put("turns", 0, "title", value="a\0b"), "a text holds a character that none may"),
        (put("turns", 0, "before", value="e30="), "the judge can't go on with it"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(
    world: World, home: Path, change: Callable[[Any], None], said: str
) -> None:
    data = json.loads(exported("standard", home))
    change(data["records"])
    file = home / "wrong.json"
    file.write_text(json.dumps(data))
    status, told = command(world, "import", str(file))
    assert status == BAD_DATA
    assert said in told


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "3", '"x"', "{", "[" * 100_000, '{"records": ' + '{"a":' * 5000]
)
def test_a_file_that_is_no_export_is_refused(world: World, text: str) -> None:
    assert not is_taken(world, text)


def test_an_unchanged_export_is_taken(world: World, home: Path) -> None:
    assert is_taken(world, exported("standard", home))
