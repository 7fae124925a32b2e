"""What one pass does to a game is told in one mail: joins to its master, deadlines to all."""

from tests.game.test_master import to
from tests.game.world import DAY, POWERS, World, mailbox

GM = "gm@players.example"


def test_a_master_gets_one_mail_for_the_joins_of_a_pass(world: World) -> None:
    world.say(GM, "CREATE alpha")
    for name in ("ada", "bob", "eve"):
        world.mail(f"{name}@players.example", f"REGISTER {name.title()}\nJOIN alpha")
    told = [mail for mail in world.run() if mail.to == GM]
    assert len(told) == 1
    assert "Ada, Bob and Eve have taken seats: 3 of 7" in told[0].flat
    world.mail("kim@players.example", "REGISTER Kim\nJOIN alpha")
    later = [mail for mail in world.run() if mail.to == GM]
    assert "Kim has taken a seat: 4 of 7" in later[0].flat
    assert "Ada" not in later[0].flat


def test_the_name_that_a_mail_gives_holds_for_the_lines_above_it_too(world: World) -> None:
    world.say(GM, "CREATE alpha")
    world.mail("ada@players.example", "JOIN alpha\nREGISTER Ada")
    (told,) = (mail for mail in world.run() if mail.to == GM)
    assert "Ada has taken a seat: 1 of 7" in told.flat
    world.begun("beta", players=6)
    world.mail("bob@players.example", "TAKEOVER Turkey@beta\nREGISTER Bob")
    world.run()
    assert ("Bob",) in world.rows("SELECT name FROM people")


def test_deadlines_that_contradict_each_other_are_told_once(world: World) -> None:
    world.begun()
    due = world.due()
    world.mail(GM, "EXTEND 1d", to=world.address("GM"))
    world.mail(GM, "EXTEND 2d", to=world.address("GM"))
    world.mail(GM, "EXTEND 1d", to=world.address("GM"))
    sent = world.run()
    assert world.due() == due + 4 * DAY
    mine = [mail for mail in sent if mail.to == mailbox("France")]
    assert len(mine) == 1
    assert "Mon 9 Nov, 18:00" in mine[0].flat
    assert "Fri 6 Nov" not in mine[0].flat
    assert "Sun 8 Nov" not in mine[0].flat


def test_a_clock_stopped_and_started_in_one_pass_is_told_once(world: World) -> None:
    world.begun()
    for power in POWERS[:4]:
        world.mail(mailbox(power), "PAUSE", to=world.address(power))
    world.mail(GM, "RESUME\nEXTEND 2d", to=world.address("GM"))
    sent = world.run()
    assert not world.game().is_paused
    mine = [mail for mail in sent if mail.to == mailbox("Turkey") and "asks" not in mail.subject]
    assert len(mine) == 1, [mail.subject for mail in mine]
    assert f"{world.due():%H:%M}" in to(mine, "Turkey").flat
