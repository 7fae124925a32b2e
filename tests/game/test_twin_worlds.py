"""Twin worlds: what one player writes in secret changes no byte that anybody else gets.

Two judges live through the same hours; only the words of one player's mails differ. Until the
phase is adjudicated, all mails to all others, and all that the keeper sees, must be equal.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from judge.catalog import variant
from judge.game.books import overview
from tests.game.world import DEADLINE, HOUR, MINUTE, POWERS, World

OWNER = "France"
ADDRESS = "france@players.example"
UNITS = ("A PAR", "A MAR", "F BRE")
WORDS = ("lilac", "quartz", "walrus", "zephyr", "onyx", "mango", "fjord", "ibex")


def secrets(dice: Random) -> list[str]:
    """Five mails of the owner: tests, orders, press to one power, a password, a vote, prose.

    How far the orders are is the same in all of them: a game master may see that.
    """
    engine = variant.load("standard").engine
    start = engine.position({"phase": "S1901M", "units": {OWNER: list(UNITS)}})
    orders = [dice.choice(task.options) for task in engine.standing(start, OWNER, ()).tasks]
    press = f"PRESS TO Italy\n{' '.join(dice.choices(WORDS, k=dice.randint(1, 40)))}\nENDPRESS"
    vote = dice.choice(["DRAW", "NO DRAW", "CONCEDE Turkey", "CONCEDE Russia"])
    wait = dice.choice(["WAIT", "NOWAIT"])
    publish = dice.choice(["PUBLISH", "NO PUBLISH"])
    tried = "\n".join(dice.sample(orders, dice.randint(1, 3)))
    later = f"IF A {dice.choice(['BUR', 'PIC'])} THEN\n{dice.choice(orders)}\nENDIF"
    return [
        f"TEST\n{tried}\nENDTEST\nPHASE F1901M\n{later}\n{dice.choice(orders)}",
        "\n".join(orders) + f"\n{dice.choice(WORDS)} is what I think of it",
        f"{press}\n{publish}\nA {dice.choice(WORDS)} - Bur",
        f"PASSWORD {dice.choice(WORDS)}{dice.randint(10, 99)}\n{vote}",
        f"{wait}\nCLEAR A PAR\n{next(one for one in orders if one.startswith('A PAR'))}",
    ]


def live(home: Path, letters: Sequence[str], *options: str) -> tuple[dict[str, bytes], str]:
    """One world up to its deadline: the mails to all but the owner and Italy; what else is seen."""
    world = World(home)
    world.begun("alpha", *options)
    world.say("olga@players.example", "OBSERVE alpha")
    told = []
    for number, text in enumerate(letters):
        world.mail(ADDRESS, text, to=world.address(OWNER))
        for power in ("Turkey", "GM"):
            lines = "STATUS\nHISTORY\nRECEIPTS\nLIST"
            world.mail(f"{power.lower()}@players.example", lines, to=world.address(power))
        asked = ["STATUS alpha\nHISTORY alpha", f"SIGNON France@alpha guess{number}\nA Par H"]
        asked += ["RESET France@alpha", "PRESS TO France\nhello\nENDPRESS", "JOIN alpha as France"]
        for lines in asked:
            world.mail("stranger@elsewhere.example", lines)
        report, _ = world.passed(world.now + HOUR)
        told += report.lines
    world.order("Turkey", "A Con - Bul\nPRESS TO France\nanswer me\nENDPRESS")
    files = {
        path.name: path.read_bytes()
        for path in (world.home / "out" / "new").iterdir()
        if not any(f"\r\nTo: <{to}>".encode() in path.read_bytes() for to in _partners())
    }
    names = sorted(path.name for path in world.home.rglob("*") if "out" not in path.parts)
    seen = sorted(name for name in names if not name.endswith(".eml"))
    engine = world.engine()
    with engine.begin() as db:
        listed = overview.plain(overview.of_games(db))
    engine.dispose()
    return files, "\n".join([*told, *seen, listed])


def _partners() -> tuple[str, ...]:
    """The owner, and whom the owner writes press to."""
    return ADDRESS, "italy@players.example"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("options", [(), ("press=grey", "postal=yes")], ids=["open", "postal"])
def test_what_one_player_writes_changes_no_byte_to_anybody_else(
    tmp_path: Path, seed: int, options: tuple[str, ...]
) -> None:
    one, other = secrets(Random(2 * seed)), secrets(Random(2 * seed + 1))
    assert one != other
    first = live(tmp_path / "one", one, *options)
    second = live(tmp_path / "other", other, *options)
    assert len(first[0]) >= 30
    assert first[1] == second[1]
    assert first[0].keys() == second[0].keys()
    for name, raw in first[0].items():
        assert raw == second[0][name]


@pytest.mark.parametrize("seed", range(3))
def test_bids_and_points_are_as_secret_as_orders(tmp_path: Path, seed: int) -> None:
    """In a game of points only their spender and, when the rules say so, the master see them."""
    seen = []
    dice = Random(seed)
    for number in range(2):
        world = World(tmp_path / f"spool{number}")
        world.say("gm@players.example", "CREATE alpha 1936")
        powers = variant.load("1936").engine.powers
        for power in powers:
            world.mail(
                f"{power.lower().replace(' ', '')}@players.example", f"JOIN alpha as {power}"
            )
        world.run()
        points = f"DP {dice.randint(1, 3)}: A AUS H"
        world.mail("france@players.example", points, to=world.address("France"))
        world.run()
        for power in ("Germany", "GM"):
            lines = "STATUS\nHISTORY"
            world.mail(f"{power.lower()}@players.example", lines, to=world.address(power))
        world.run(world.now + MINUTE)
        files = {path.name: path.read_bytes() for path in (world.home / "out" / "new").iterdir()}
        seen.append({n: raw for n, raw in files.items() if b"\r\nTo: <france@" not in raw})
    assert len(seen[0]) >= 10
    assert seen[0] == seen[1]


def test_after_the_deadline_the_worlds_may_differ(tmp_path: Path) -> None:
    """The test can see a difference: the results tell what was ordered."""
    told = []
    for lines in ("A Par - Bur", "A Par - Gas"):
        world = World(tmp_path / lines[-3:])
        world.begun()
        world.order(OWNER, lines)
        sent = [mail for mail in world.run(DEADLINE) if mail.to == "turkey@players.example"]
        told.append(sent[0].text)
    assert told[0] != told[1]
    assert len(POWERS) == 7
