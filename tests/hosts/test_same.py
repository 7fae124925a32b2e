"""The same mails on SQLite and on PostgreSQL: the same turns, letters, results, rows and books."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.game.seats import lockout
from judge.keeper import persons
from judge.keeper.audit import audit
from judge.store.database import open_to_read
from judge.store.schema import marks, metadata, outbox, press, raws, seals
from tests.game.world import DEADLINE, MINUTE, World
from tests.games.test_games import played
from tests.hosts.cluster import Cluster
from tests.hosts.world import HostedWorld

pytestmark = pytest.mark.long

GAMES = Path(__file__).parents[1] / "games"
SAMPLES = sorted((Path(__file__).parents[1] / "mail" / "samples").glob("*.eml"))
OWN = ("place", "clock-anchor.pretended")
"""What the judge remembers of the machine, and of where the database lies."""


@pytest.fixture(autouse=True)
def same_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is thrown is the same in both worlds; hashing a password is made to be slow."""
    monkeypatch.setattr(lockout, "SCRYPT_COST", 2)
    monkeypatch.setattr("secrets.token_bytes", b"same".ljust)
    monkeypatch.setattr("os.urandom", b"same".ljust)


def rows(world: World) -> dict[str, list[tuple[object, ...]]]:
    """All that is kept, table by table, but SQLite's seals; raw mails wherever they lie."""
    engine = open_to_read(world.url())
    with engine.begin() as db:
        found = {
            table.name: sorted((tuple(row) for row in db.execute(select(table))), key=repr)
            for table in metadata.sorted_tables
            if table is not seals
        }
    engine.dispose()
    found[raws.name] += [
        (path.stem, path.read_bytes()) for path in (world.home / "archive").iterdir()
    ]
    found[raws.name].sort()
    told = [(str(name).partition(" ")[0], value) for name, value in found[marks.name]]
    # A line that was only tried takes a number on PostgreSQL, and leaves a gap there.
    for numbered in (press, outbox):
        found[numbered.name] = sorted((row[1:] for row in found[numbered.name]), key=repr)
    found[marks.name] = [row for row in told if row[0] not in OWN]
    return found


def compare(postgres: Cluster, tmp_path: Path, play: Callable[[World], object]) -> None:
    """Play on both and hold one against the other: mails byte for byte, rows, audits."""
    worlds = World(tmp_path / "file"), HostedWorld(tmp_path / "server", postgres.database())
    for world in worlds:
        play(world)
    mails = [{path.name: path.read_bytes() for path in world.outbox()} for world in worlds]
    texts = [sorted(each.values()) for each in mails]
    assert texts[0] == texts[1]
    one, other = map(rows, worlds)
    for table, kept in one.items():
        assert other[table] == kept, table
    first, second = (audit(world.home) for world in worlds)
    assert first == second
    assert first.faults == []


@pytest.mark.parametrize("game", ["draw", "press", "master"])
def test_a_game_by_mail_is_the_same(postgres: Cluster, tmp_path: Path, game: str) -> None:
    def play(world: World) -> None:
        assert [sent for _, sent in played(world, GAMES / game)]

    compare(postgres, tmp_path, play)


def test_whatever_comes_by_mail_is_read_the_same(postgres: Cluster, tmp_path: Path) -> None:
    def play(world: World) -> None:
        world.begun()
        for path in SAMPLES:
            world.raw(path.read_bytes())
        world.passed()
        to = world.address("France")
        world.mail("france@players.example", "A PAR \0- BUR\nA MAR\0 H \u00e9\U0001f600", to=to)
        world.mail("france@players.example\0", "PRESS TO ALL\nnul\0 here\nENDPRESS", to=to)
        world.passed()
        world.passed(DEADLINE + MINUTE)

    compare(postgres, tmp_path, play)


def test_what_keepers_do_with_people_is_the_same(postgres: Cluster, tmp_path: Path) -> None:
    def play(world: World) -> None:
        world.begun()
        for name in ("one", "other", "third"):
            world.say(f"{name}@players.example", f"REGISTER {name.title()}\nSET MAPS svg")
            world.say(f"{name}@players.example", "OBSERVE alpha")
        persons.merge(world.home, "one@players.example", "other@players.example", world.now)
        persons.erase(world.home, "third@players.example", world.now)
        world.say("gm@players.example", "STATS austria@players.example")
        world.say("gm@players.example", "TERMINATE alpha it is over")
        world.run()
        world.say("austria@players.example", "STATS")

    compare(postgres, tmp_path, play)
