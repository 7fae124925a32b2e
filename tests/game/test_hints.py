"""Hints of one person in two seats go to the game master alone."""

from tests.game.test_master import gm
from tests.game.world import DAY, Sent, World, mailbox

GM = "gm@players.example"


def write(world: World, power: str, host: str, sender: str = "") -> None:
    """Mail orders of a power from a host, as our server's line shows it."""
    world.count += 1
    to = world.address(power)
    line = f"Received: from mail.example (mail.example [{host}]) by mx.judge.example; "
    head = [
        f"{line}{world.now:%a, %d %b %Y %H:%M:%S +0000}",
        f"Delivered-To: {to}",
        f"From: {sender or mailbox(power)}",
        f"To: {to}",
        f"Message-ID: <hint{world.count}@players.example>",
        "",
        "STATUS",
        "",
    ]
    world.raw("\n".join(head).encode())


def night(world: World) -> list[Sent]:
    """What the first pass of the next day sends."""
    return world.run(world.now + DAY)


def test_one_host_in_two_seats_is_told_to_the_master_once(world: World) -> None:
    world.begun("alpha", "moves=30d")
    world.run()
    write(world, "France", "192.0.2.7")
    write(world, "Italy", "192.0.2.7")
    write(world, "Turkey", "192.0.2.8")
    world.run()
    (mail,) = night(world)
    assert mail.to == GM
    assert "Mails of France and Italy came from one host, from which 0 others write." in mail.flat
    assert "192.0.2" not in mail.raw.decode()
    assert night(world) == []


def test_a_host_that_many_use_says_nothing(world: World) -> None:
    world.begun("alpha", "moves=30d")
    world.run()
    for power in ("Austria", "England", "France", "Germany", "Italy"):
        write(world, power, "192.0.2.7")
    world.run()
    assert night(world) == []


def test_one_address_in_two_seats_is_told(world: World) -> None:
    world.begun("alpha", "moves=30d")
    world.run()
    write(world, "France", "192.0.2.7", sender=mailbox("Italy"))
    write(world, "Italy", "192.0.2.9")
    world.run()
    (mail,) = night(world)
    assert "Mails of France and Italy came from one address." in mail.flat


def test_who_stands_in_for_a_player_is_no_hint(world: World) -> None:
    world.begun("alpha", "moves=30d")
    world.say("ada@players.example", "REGISTER Ada")
    line = "SUBSTITUTE ada@players.example from 2 Nov to 30 Nov"
    world.mail(mailbox("France"), line, to=world.address("France"))
    told = next(mail for mail in world.run() if mail.to == "ada@players.example")
    world.mail("ada@players.example", "STATUS", to=told.reply_to)
    world.run()
    assert [mail for mail in night(world) if "hint" in mail.subject] == []


def test_nothing_but_digests_is_kept_and_forgotten_with_a_person(world: World) -> None:
    world.begun("alpha", "moves=30d")
    write(world, "France", "192.0.2.7")
    world.run()
    kept = world.rows("SELECT mark FROM origins")
    assert len(kept) == 2
    assert "192.0.2.7" not in str(kept)
    assert "france" not in str(kept)
    gm(world, "TERMINATE")
    code = world.say(mailbox("France"), "FORGET ME", to=world.address("France"))
    assert code
