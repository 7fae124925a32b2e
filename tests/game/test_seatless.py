"""A table without seats: its master mails the orders of all powers, each power's below its name."""

import pytest

from judge.game.readers.addresses import MASTER
from judge.game.terms import tables
from judge.rules import computers
from tests import folders
from tests.game.world import Sent, World

RUTH = "Ruth <gm@players.example>"


def create(world: World, variant: str = "1936", *more: str) -> str:
    """Create a game; the address that its master writes to."""
    world.mail(RUTH, "\n".join([f"CREATE club {variant} seats=no", *more]))
    world.run()
    return world.address(MASTER, "club")


def files(mail: Sent) -> dict[str, str]:
    """The texts that go with a mail, by the last word of their names."""
    return {
        str(part.get_filename()).rpartition("M-")[2].removesuffix(".txt"): part.get_content()
        for part in mail.message.iter_attachments()
        if part.get_content_type() == "text/plain"
    }


def gathered(world: World) -> str:
    """Orders for all powers, as a computer would give them, below their names."""
    table = tables.load(world.game("club"))
    blocks = [
        f"{power}:\n" + "\n".join(computers.orders(table.engine, table.state, power, "seed"))
        for power in table.powers
    ]
    return "\n\n".join(blocks)


@pytest.mark.parametrize("variant", folders.of_each_kind())
def test_all_games_are_played_by_one_mail_a_phase(world: World, variant: str) -> None:
    to = create(world, variant)
    for _ in range(8):
        table = tables.load(world.game("club"))
        orders_of_power = {
            power: computers.orders(table.engine, table.state, power, "seed")
            for power in table.powers
        }
        answer = world.say(RUTH, gathered(world), to=to)
        assert "NOT TAKEN" not in answer.text
        assert {
            power: set(world.orders(power, "club")) for power, lines in orders_of_power.items()
        } == {power: set(lines) for power, lines in orders_of_power.items()}
        turn = table.engine.turn(table.state, orders_of_power, table.dice)
        world.say(RUTH, "PROCESS", to=to)
        assert world.game("club").state == table.engine.dump(turn.state)
