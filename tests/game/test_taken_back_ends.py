"""Ends that nobody played or voted for are taken back for a week, in games with dice too."""

import json

import pytest

from judge.keeper import keeping
from tests.game.test_master import gm, to
from tests.game.world import DAY, World


@pytest.mark.parametrize("variant", ["standard", "1930"])
def test_an_end_by_terminate_is_taken_back(world: World, variant: str) -> None:
    world.begun("alpha", variant=variant)
    world.run(world.due())
    before = world.game()
    answer, *told = gm(world, "TERMINATE")
    assert "ROLLBACK takes that back for 7 days" in answer.flat
    secret = before.secret.hex()
    assert secret not in " ".join(mail.raw.decode() for mail in told)
    if variant == "1930":
        assert "VERIFY tells it from" in told[0].flat
    gm(world, "ROLLBACK")
    after = world.game()
    assert (after.status, after.state, after.number) == ("running", before.state, before.number)
    world.run(world.due())
    assert keeping.verify_game(world.home, "alpha")[1]


def test_after_a_week_the_dice_are_open_and_the_end_is_one(world: World) -> None:
    world.begun("alpha", variant="1930")
    world.run(world.due())
    gm(world, "TERMINATE")
    secret = world.game().secret.hex()
    assert secret not in world.say("eve@x.example", "VERIFY alpha").flat
    world.now += 8 * DAY
    assert secret in world.say("eve@x.example", "VERIFY alpha").flat
    assert "is over" in gm(world, "ROLLBACK")[0].flat


@pytest.mark.parametrize("variant", ["standard", "1930"])
def test_an_end_because_nobody_is_left_is_taken_back(world: World, variant: str) -> None:
    world.begun("alpha", "nmr=disorder 1", variant=variant, players=2)
    for _ in range(6):
        if world.game().status == "over":
            break
        world.run(world.due())
    assert world.game().outcome == "ended"
    answer, *_ = gm(world, "ROLLBACK")
    assert world.game().status == "running", answer.flat
    assert json.loads(keeping.export_game(world.home, "alpha", secret=True))["outcome"] is None


def test_what_is_taken_back_over_several_phases_is_told_before_it_is_done(world: World) -> None:
    world.begun()
    for order in ("A Par - Bur", "A Bur - Mun"):
        world.order("France", order)
        world.run(world.due())
    world.order("France", "F Bre H")
    answer = gm(world, "ROLLBACK S1901M")[0]
    assert "his takes back 2 phases" in answer.flat.lower()
    assert "those of the others are kept, and ROLLFORWARD gives them again" in answer.flat
    assert world.game().number == 3
    gm(world, "ROLLBACK S1901M NOW")
    _, *told = gm(world, "PROCESS")
    assert "ROLLFORWARD gives them" in to(told, "France").flat
    gm(world, "ROLLFORWARD")
    assert world.orders("France") == ["A BUR - MUN"]
