"""Twin worlds of 1926 and 1936: one power's points differ, nothing public does, no byte may.

Both judges live through the same hours and the same mails but for one player's lines of points.
Compared is every mail to everybody else, with the name of its file (which tells when it was sent
and in which order), and what the keeper's tools and passes show.
"""

from pathlib import Path

import pytest

from tests.game import twins
from tests.game.world import DAY, DEADLINE, HOUR, MINUTE
from tests.mechanics.test_by_mail import Table, mail_of

GM = "gm@players.example"
SPENDER = mail_of("Germany")
ASKED = "STATUS\nHISTORY\nOPTIONS\nHELP POINTS\nHELP ORDERS\nHELP HISTORY\nRECEIPTS\nCALENDAR"
TRIED = "TEST\nDP 1: A AUS S A MIL - SWI\nA Mil - Swi\nENDTEST"
STRANGER = "STATUS alpha\nHISTORY alpha\nLIST\nOBSERVE alpha\nSUMMARY alpha"


def ask(world: Table) -> None:
    """Everybody but the spender asks for all that there is, and writes to the spender."""
    for power in ("Italy", "France"):
        world.mail(mail_of(power), f"{ASKED}\n{TRIED}", to=world.address(power))
    world.mail(
        mail_of("Italy"), "PRESS TO Germany\nwhat did you pay?\nENDPRESS", to=world.address("Italy")
    )
    world.mail("stranger@elsewhere.example", STRANGER)
    world.run()


def live(home: Path, name: str, secret: str, *options: str) -> tuple[list[dict[str, bytes]], str]:
    """One world: what others get until the phase closes (the master too), and until its end."""
    world = Table(home, name, *options)
    world.tell("Germany", f"A Ber hold\nA Mun hold\nF Ham hold\n{secret}")
    world.run(world.now + HOUR)
    ask(world)
    world.mail(GM, "STATUS ALL\nHISTORY", to=world.address("GM"))
    world.run(world.now + HOUR)
    reply = "PRESS TO Italy\nnothing at all\nENDPRESS\nDRAW\nWAIT\nNOWAIT"
    world.mail(SPENDER, f"{secret}\n{reply}", to=world.address("Germany"))
    world.run()
    before = twins.mails(world, SPENDER)
    world.mail(SPENDER, "CLEAR A BER", to=world.address("Germany"))
    world.run()
    partly = twins.exported(world) + twins.shown(world)
    world.mail(SPENDER, "A Ber hold", to=world.address("Germany"))
    world.run()
    for power in world_powers(world):
        if power != "Germany":
            lines = "A Mil - Swi\nDP 1: A BUL H\nhold all" if power == "Italy" else "hold all"
            world.mail(mail_of(power), lines, to=world.address(power))
    world.mail(mail_of("Italy"), "A Rom hold\nF Nap hold", to=world.address("Italy"))
    world.run(world.now + HOUR)
    world.mail("stranger@elsewhere.example", "SIGNON Germany@alpha guess\nRECEIPTS")
    world.run(DEADLINE)
    world.mail(GM, "RELEASE", to=world.address("GM"))
    world.run(world.now + MINUTE)
    ask(world)
    world.mail(GM, "ROLLBACK", to=world.address("GM"))
    world.run(world.now + MINUTE)
    ask(world)
    world.run(world.now + 4 * DAY)
    ask(world)
    told = partly + twins.exported(world) + twins.shown(world)
    return [before, twins.mails(world, SPENDER, GM)], told


def world_powers(world: Table) -> tuple[str, ...]:
    """The seats of the game, as its variant has them."""
    return tuple(row[0] for row in world.rows("SELECT power FROM seats ORDER BY id"))


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("name", "first", "second", "options"),
    [
        ("1936", "DP 9: A AUS S A MUN - SWI", "Austria (2): fly to the moon", ()),
        ("1936", "DP 2: F DEN H\nDP 1: F SWE H", "", ("press=grey", "delay=1h")),
        ("1926", "DP 3: A AUS H", "Belgium (1): hold, Austria (4) too", ("hold=yes",)),
    ],
)
def test_points_that_change_no_deed_change_no_byte_to_anybody_else(
    tmp_path: Path, name: str, first: str, second: str, options: tuple[str, ...]
) -> None:
    one, told = live(tmp_path / "one", name, first, *options)
    other, seen = live(tmp_path / "other", name, second, *options)
    assert told == seen
    for mine, theirs in zip(one, other, strict=True):
        assert mine.keys() == theirs.keys()
        for file, raw in mine.items():
            assert raw == theirs[file]
    assert len(one[1]) > 30
