"""What the keeper does to games, persons, the secret and the domain, and who is told."""

import re
import sqlite3

import pytest
from click.testing import CliRunner, Result

from judge.cli import main
from judge.game.readers import addresses
from judge.keeper import keeping, persons, renewal
from judge.keeper.audit import audit
from judge.kernel.errors import InputError, MissingError
from judge.spool import spool
from judge.spool.house import find_identity
from judge.store.record import OVER
from tests.game.world import DAY, DEADLINE, MINUTE, POWERS, World, mailbox

GM = "gm@players.example"


def judge(world: World, *words: str) -> Result:
    """What a command says."""
    return CliRunner().invoke(main, [*words, "--spool", str(world.home)])


# --- games


def test_a_master_is_made_of_somebody_else(world: World) -> None:
    world.begun()
    world.say("new@players.example", "REGISTER Nora")
    old = world.address("GM")
    told = keeping.act_as_master(world.home, "promote", "alpha", ["new@players.example"], world.now)
    assert told == "Nora is the game master of alpha now."
    sent = world.run(world.now + MINUTE)
    assert {mail.to for mail in sent} >= {"new@players.example", *map(mailbox, POWERS)}
    assert world.address("GM") != old
    assert ("keeper", "keeper.promote") in world.rows("SELECT who, what FROM log")


def test_a_player_is_ejected_and_all_are_told(world: World) -> None:
    world.begun()
    old = world.address("France")
    assert keeping.act_as_master(world.home, "eject", "alpha", ["France"], world.now).startswith(
        "France is"
    )
    assert world.seat("France").person is None
    assert len(world.run(world.now + MINUTE)) == 8
    answer = world.say(mailbox("France"), "A Par - Bur", to=old)
    assert "not" in answer.text
    with pytest.raises(InputError, match=r"nobody plays Franze: EJECT Austria or EJECT England\."):
        keeping.act_as_master(world.home, "eject", "alpha", ["Franze"], world.now)


def test_a_game_is_stopped_let_go_and_ended(world: World) -> None:
    world.begun()
    keeping.act_as_master(world.home, "pause", "alpha", (), world.now)
    world.run(DEADLINE + MINUTE)
    assert (world.game().number, world.game().is_paused) == (1, True)
    keeping.act_as_master(world.home, "resume", "alpha", (), world.now)
    assert not world.game().is_paused
    told = keeping.act_as_master(world.home, "terminate", "alpha", (), world.now)
    assert told == "Alpha is over; ROLLBACK takes that back for 7 days."
    assert world.game().status == OVER
    assert len(world.run(world.now + MINUTE)) >= 8
    assert audit(world.home).faults == []


def test_a_games_command_is_typed_like_its_siblings(world: World) -> None:
    world.begun()
    assert judge(world, "game", "hold", "alpha").output == "The game is paused.\n"
    assert judge(world, "game", "hold", "alpha").exit_code == 65
    told = judge(world, "game", "hold", "alpha", "--release").output
    assert told.startswith("The game goes on; the deadline is ")
    assert judge(world, "game", "terminate", "beta").exit_code == 66


# --- people


def test_a_banned_person_is_neither_obeyed_nor_answered(world: World) -> None:
    world.begun()
    told = persons.ban(world.home, mailbox("France").upper(), world.now)
    assert "'judge game eject alpha France'" in told
    world.mail(mailbox("France"), "A Par - Bur", to=world.address("France"))
    world.mail("friend@players.example", "A Mar - Bur", to=world.address("France"))
    assert world.run() == []
    assert world.orders("France") == []
    assert world.rows("SELECT DISTINCT status, reason FROM letters") == [
        ("silent", "its sender is banned")
    ]
    assert audit(world.home).faults == []
    persons.unban(world.home, mailbox("France"), world.now)
    world.order("France", "A Par - Bur")
    assert world.orders("France") == ["A PAR - BUR"]
    with pytest.raises(MissingError, match="is not banned"):
        persons.unban(world.home, mailbox("France"), world.now)


def test_who_plays_is_erased_only_behind_his_seat(world: World) -> None:
    world.begun()
    with pytest.raises(InputError, match="first say judge game eject alpha France"):
        persons.erase(world.home, mailbox("France"), world.now)
    keeping.act_as_master(world.home, "eject", "alpha", ["France"], world.now)
    world.run()
    persons.erase(world.home, mailbox("France"), world.now)
    for table, column in (("people", "address"), ("known", "address"), ("outbox", "recipient")):
        found = world.rows(f"SELECT count(*) FROM {table} WHERE {column} LIKE 'france@%'")
        assert found == [(0,)], table
    with pytest.raises(MissingError, match="Nothing is kept of france@"):
        persons.erase(world.home, mailbox("France"), world.now)


def test_a_ban_and_its_end_are_for_all_addresses_of_a_person(world: World) -> None:
    world.begun()
    world.say("home@players.example", "REGISTER Nora")
    persons.merge(world.home, "home@players.example", mailbox("France"), world.now)
    persons.ban(world.home, "home@players.example", world.now)
    world.mail(mailbox("France"), "A Par - Bur", to=world.address("France"))
    assert world.run() == []
    assert world.rows("SELECT address FROM bans ORDER BY address") == [
        (mailbox("France"),),
        ("home@players.example",),
    ]
    persons.unban(world.home, mailbox("France").upper(), world.now)
    assert world.rows("SELECT address FROM bans") == []
    ((number,),) = world.rows("SELECT id FROM people WHERE address LIKE 'france@%'")
    told = world.rows("SELECT what, facts FROM log WHERE what LIKE 'person.%' ORDER BY id DESC")
    assert [(what, f'"person":{number}' in facts) for what, facts in told[:2]] == [
        ("person.unbanned", True),
        ("person.banned", True),
    ]


def test_a_stranger_can_be_banned_before_he_ever_wrote(world: World) -> None:
    told = persons.ban(world.home, "Spam@x.example", world.now)
    assert told.splitlines() == [
        "Mails from Spam@x.example are neither obeyed nor answered any more.",
        "Nobody is registered so: is it typed right?",
    ]
    world.mail("spam@x.example", "LIST")
    assert world.run() == []
    persons.unban(world.home, "spam@X.example", world.now)
    world.say("spam@x.example", "LIST")


def test_the_seats_of_a_banned_person_are_named_but_not_those_of_games_that_are_over(
    world: World,
) -> None:
    for name in ("alpha", "beta"):
        world.begun(name)
    keeping.act_as_master(world.home, "terminate", "alpha", (), world.now)
    told = persons.ban(world.home, mailbox("France"), world.now)
    assert told.splitlines()[1:] == [
        "The seat stays until it is taken away: 'judge game eject beta France'."
    ]


def test_who_is_erased_is_not_banned_any_more(world: World) -> None:
    """A ban is kept by address; of one who is erased no address is kept."""
    world.say("new@players.example", "REGISTER Nora")
    persons.ban(world.home, "new@players.example", world.now)
    persons.erase(world.home, "new@players.example", world.now)
    assert world.rows("SELECT address FROM bans") == []
    assert "person.forgotten" in [what for (what,) in world.rows("SELECT what FROM log")]
    world.say("new@players.example", "LIST")
    assert audit(world.home).faults == []


def test_who_runs_a_game_is_erased_only_behind_another_master(world: World) -> None:
    world.begun()
    with pytest.raises(InputError, match="first say judge game promote alpha SOMEBODY"):
        persons.erase(world.home, GM, world.now)


def test_who_sits_in_a_game_that_has_not_begun_is_named_by_his_address(world: World) -> None:
    world.say(GM, "CREATE beta")
    world.say("new@players.example", "REGISTER Nora\nJOIN beta")
    with pytest.raises(InputError, match=r"first say judge game eject beta new@"):
        persons.erase(world.home, "new@players.example", world.now)


def test_two_persons_who_are_one_become_one(world: World) -> None:
    world.begun()
    world.say("home@players.example", "REGISTER Nora")
    persons.merge(world.home, mailbox("France"), "home@players.example", world.now)
    world.say("home@players.example", "A Par - Bur", to=world.address("France"))
    assert world.orders("France") == ["A PAR - BUR"]
    name = world.mail(mailbox("France"), "A Par - Pic", to=world.address("France"))
    answers = [sent for sent in world.run() if sent.head["In-Reply-To"] == name]
    assert [sent.to for sent in answers] == ["home@players.example", mailbox("France")]
    assert len({sent.text for sent in answers}) == 1  # from his old address as well, told at both
    assert world.orders("France") == ["A PAR - PIC"]
    assert audit(world.home).faults == []
    ((heir,),) = world.rows("SELECT id FROM people WHERE address = 'home@players.example'")
    ((facts,),) = world.rows("SELECT facts FROM log WHERE what = 'person.merged'")
    assert f'"person":{heir}' in facts
    with pytest.raises(InputError, match="both take part in alpha"):
        persons.merge(world.home, mailbox("Italy"), mailbox("Turkey"), world.now)
    with pytest.raises(InputError, match="both take part in alpha"):
        persons.merge(world.home, GM, mailbox("Turkey"), world.now)
    with pytest.raises(InputError, match="are one person already"):
        persons.merge(world.home, mailbox("France"), "home@players.example", world.now)


def test_who_is_one_with_a_master_runs_his_games_and_no_others(world: World) -> None:
    world.begun("alpha")
    for sender, line in (
        ("home@players.example", "REGISTER Nora"),
        ("other@x.example", "CREATE beta"),
    ):
        world.say(sender, line)
    persons.merge(world.home, "gm@players.example", "home@players.example", world.now)
    world.say("home@players.example", "PAUSE", to=world.address("GM"))
    assert world.game("alpha").is_paused
    told = world.rows("SELECT g.name, p.address FROM games g JOIN people p ON p.id = g.gm")
    assert sorted(told) == [("alpha", "home@players.example"), ("beta", "other@x.example")]


# --- the secret and the domain


def test_a_rotated_secret_lets_old_addresses_live_until_the_phase_is_over(world: World) -> None:
    world.begun()
    receipt = world.order("France", "A Par - Bur")
    name = world.receipt(1)
    assert name in receipt.text
    old = world.address("France")
    told = renewal.rotate(world.home, world.now)
    assert told.startswith("The secret is a new one; 1 game told.")
    new = _address(world, "France")
    assert new != old
    sent = world.run(world.now + MINUTE)
    mine = next(mail for mail in sent if mail.to == mailbox("France"))
    assert (mine.reply_to, len(sent)) == (new, 8)
    assert "your secret address is a new one: it stands in Reply-To" in mine.flat
    world.mail(mailbox("France"), "A Par - Pic", to=old)
    world.run()
    assert world.orders("France") == ["A PAR - PIC"]
    world.run(DEADLINE)
    world.mail(mailbox("France"), "A Pic - Bel", to=old)
    world.run()
    assert world.orders("France") == []
    world.mail(mailbox("France"), "A Pic - Bel", to=new)
    world.run()
    assert world.orders("France") == ["A PIC - BEL"]
    assert name in judge(world, "trace", name).output  # receipts keep their names
    assert audit(world.home).faults == []


def _address(world: World, power: str) -> str:
    """A seat's address as it is made now."""
    ours = find_identity(spool.open_spool(world.home))
    return addresses.reply_to(ours, world.game(), power, world.seat(power))


def test_a_secret_can_be_rotated_twice_and_is_backed_up(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    name = world.receipt(1)
    renewal.rotate(world.home, world.now)
    world.run(world.now + MINUTE)
    renewal.rotate(world.home, world.now + MINUTE)
    world.run(world.now + MINUTE)
    known = spool.read_former(world.home)
    assert known is not None
    assert known.first != known.secret
    assert judge(world, "mail", name).exit_code == 0
    assert (world.home / spool.FORMER_FILE).stat().st_mode & 0o777 == 0o600


def test_a_rotation_that_broke_off_does_no_harm(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is another one, and the database does not know yet."""
    world.begun()
    world.run()
    with monkeypatch.context() as broken:
        broken.setattr("judge.keeper.renewal.log.append", None)
        with pytest.raises(TypeError):
            renewal.rotate(world.home, world.now)
    assert world.run(world.now + MINUTE) == []


def test_another_domain_keeps_the_old_address_alive(world: World) -> None:
    world.begun()
    old = world.address("France")
    told = renewal.move(world.home, "judge.example", "new.example", world.now)
    assert told.startswith("The judge is judge@new.example; judge@judge.example is an alias.")
    sent = world.run(world.now + MINUTE)
    mine = next(mail for mail in sent if mail.to == mailbox("France"))
    assert mine.reply_to == old.replace("@judge.example", "@new.example")
    assert "The judge has a new address, judge@new.example" in mine.flat
    world.mail(mailbox("France"), "A Par - Bur", to=old)
    world.run()
    assert world.orders("France") == ["A PAR - BUR"]
    with pytest.raises(InputError, match=r"its domain is not judge\.example"):
        renewal.move(world.home, "judge.example", "third.example", world.now)


STRANGER = "stranger@players.example"


def test_whoever_never_registered_is_erased_everywhere(world: World) -> None:
    """His mails go, other people's stay, and the audit knows which went."""
    world.say(STRANGER, "LIST")
    world.say("new@players.example", "LIST")
    (world.home / "judge.db.moved").touch()
    told = persons.erase(world.home, STRANGER.upper(), world.now)
    assert "nobody was registered so; " in told
    assert "1 mail of it left the archive" in told
    assert "Every backup made until now still holds it. So may judge.db.moved" in told
    (world.home / "judge.db.moved").unlink()
    kept = [path for path in world.home.rglob("*") if path.is_file() and "out" not in path.parts]
    with sqlite3.connect(world.home / "judge.db") as db:
        assert STRANGER not in "".join(db.iterdump())
    archived = [path for path in kept if path.parent.name == "archive"]
    assert [STRANGER.encode() in path.read_bytes() for path in archived] == [False]
    assert audit(world.home).faults == []
    with pytest.raises(MissingError, match="Nothing is kept of"):
        persons.erase(world.home, STRANGER, world.now)


def test_who_forgot_himself_by_mail_has_no_mail_left_after_a_night(world: World) -> None:
    world.say(STRANGER, "REGISTER Nora\nSET MAPS none")
    world.mail(STRANGER, "FORGET ME")
    code = re.search(r"FORGET ME \S+-\S+", world.run()[1].text)
    assert code
    world.say(STRANGER, code[0])
    world.run(world.now + DAY)
    with sqlite3.connect(world.home / "judge.db") as db:
        assert STRANGER not in "".join(db.iterdump())
    assert list((world.home / "archive").iterdir()) == []
    assert audit(world.home).faults == []


def test_people_are_listed_with_their_addresses_masked(world: World) -> None:
    world.begun()
    persons.ban(world.home, "spam@x.example", world.now)
    persons.ban(world.home, mailbox("Italy"), world.now)
    listed = persons.listing(world.home)
    assert listed.rows[0] == ("", "", "s...@x.example", "", "", "2026-11-02")
    assert listed.rows[1][2:] == ("i...@players.example", "2026-11-02", "1", "2026-11-02")
    assert "france@" not in str(listed)
    assert mailbox("France") in str(persons.listing(world.home, plain=True))
    shown = persons.show(world.home, mailbox("Italy"))
    assert shown.rows == (("alpha", "Italy"),)
    assert shown.lines[1:] == ("Addresses: i...@players.example", "Banned")
    assert ("alpha", "master") in persons.show(world.home, GM, plain=True).rows
    assert persons.show(world.home, listed.rows[1][0]).lines == shown.lines
    with pytest.raises(MissingError):
        persons.show(world.home, "nobody@players.example")


def test_who_becomes_part_of_somebody_brings_his_diary_and_his_maps(world: World) -> None:
    world.begun()
    world.order("France", "SET MAPS none\nDIARY Trust nobody")
    world.say("new@players.example", "REGISTER Nora")
    persons.merge(world.home, mailbox("France"), "new@players.example", world.now)
    nora = "SELECT id FROM people WHERE address = 'new@players.example'"
    for table in ("diaries", "map_wishes"):
        assert world.rows(f"SELECT person = ({nora}) FROM {table}") == [(1,)], table
