"""Seats are their players' alone: lock-out, one-time codes, further addresses."""

import re
from collections.abc import Sequence

import pytest

from judge.game.seats import lockout
from judge.kernel import limits
from judge.letters.commands.signing import RESET_ASKED, RESET_REFUSED, SIGNON_REFUSED, SIGNON_SPENT
from tests.game.world import DAY, HOUR, MINUTE, POWERS, START, Sent, World

ARMY = "A Par - Bur"
REAL = lockout.SCRYPT_COST, lockout.SCRYPT_BLOCK, lockout.SCRYPT_LANES, lockout.NOBODYS_SEAL
"""What the judge has; these tests make it cheap."""
FRANCE = "france@players.example"


def signon(world: World, password: str, seat: str = "France@alpha") -> Sent:
    return world.say("cafe@elsewhere.example", f"SIGNON {seat} {password}\n{ARMY}")


def guesses(world: World, count: int) -> None:
    """Wrong passwords for France."""
    for number in range(count):
        world.mail("mallory@elsewhere.example", f"SIGNON France@alpha guess{number}")
    world.run()


def sent_to(mails: Sequence[Sent], address: str) -> list[Sent]:
    return [mail for mail in mails if mail.to == address]


def code(mail: Sent) -> str:
    """The line that a mail with a code asks to be sent back."""
    found = re.search(r"^    (\S.*)$", mail.text, re.MULTILINE)
    assert found
    return found[1]


def reset_code(world: World, seat: str = "France@alpha", to: str = FRANCE) -> str:
    """Ask for a code from somewhere and take it from the registered mailbox."""
    world.mail("cafe@elsewhere.example", f"RESET {seat}")
    (mail,) = sent_to(world.run(), to)
    return code(mail)


# --- lock-out


def test_a_password_costs_sixteen_megabytes_and_nobodys_is_no_cheaper() -> None:
    """OWASP's password storage cheat sheet: N=2^14, r=8, p=5."""
    assert REAL == (2**14, 8, 5, "scrypt$16384$8$5$00$00")


def test_ten_wrong_passwords_lock_a_seat_for_an_hour_and_its_player_is_told_once(
    world: World,
) -> None:
    world.begun()
    world.order("France", "PASSWORD sesame7")
    told = []
    for number in range(15):
        world.mail("mallory@elsewhere.example", f"SIGNON France@alpha guess{number}\n{ARMY}")
        told += sent_to(world.run(), FRANCE)
    assert [mail.subject for mail in told] == ["[alpha] Spring 1901 movement: wrong passwords"]
    assert "10 wrong passwords" in told[0].flat
    assert SIGNON_REFUSED[1:] in signon(world, "sesame7").flat
    assert world.orders("France") == []
    world.run(world.now + HOUR)
    signon(world, "sesame7")
    assert world.orders("France") == ["A PAR - BUR"]


def test_a_locked_seat_still_has_its_secret_address(world: World) -> None:
    world.begun()
    guesses(world, 11)
    world.order("France", ARMY)
    assert world.orders("France") == ["A PAR - BUR"]


def test_nine_wrong_passwords_before_a_right_one_do_no_harm(world: World) -> None:
    world.begun()
    world.order("France", "PASSWORD sesame7")
    for _ in range(3):
        for number in range(9):
            world.mail("cafe@elsewhere.example", f"SIGNON France@alpha guess{number}")
        world.run(world.now + HOUR)
        assert sent_to([signon(world, "sesame7")], FRANCE)


def test_a_locked_seat_looks_like_any_other_and_like_none(world: World) -> None:
    world.begun()
    world.order("France", "PASSWORD sesame7")
    guesses(world, 10)
    world.run(world.now + HOUR / 2)
    seats = ("France@alpha", "Turkey@alpha", "Narnia@alpha", "France@omega")
    answers = [signon(world, "sesame7", seat).text.replace(seat, "SEAT") for seat in seats]
    numberless = {re.sub(r"Receipt: R\d+", "", answer) for answer in answers}
    assert len(numberless) == 1


class Tries:
    """Counts the passwords that are really tried: each would cost a fifth of a second."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        monkeypatch.setattr(lockout, "matches_password", self._counted)

    def _counted(self, password: str, sealed: str) -> bool:
        self.count += 1
        return bool(sealed) and password == "sesame7"


def test_a_locked_seat_costs_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.begun()
    tries = Tries(monkeypatch)
    for number in range(40):
        sender = f"mallory{number}@elsewhere.example"
        world.mail(sender, f"SIGNON France@alpha guess{number}")
    world.run()
    assert tries.count == limits.PASSWORD_TRIES


def test_a_flood_of_wrong_passwords_is_tried_up_to_a_number_an_hour(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By one sender, then by many; at seats of all kinds and at none."""
    world.begun()
    tries = Tries(monkeypatch)
    seats = [*(f"{power}@alpha" for power in POWERS), "France@omega", "x"]
    for number in range(60):
        world.mail("m@elsewhere.example", f"SIGNON {seats[number % len(seats)]} guess{number}")
    world.run()
    assert tries.count == limits.WRONG_OF_ONE
    for number in range(60):
        world.mail(f"m{number}@elsewhere.example", f"SIGNON {seats[number % len(seats)]} guess")
    world.run()
    assert tries.count <= limits.WRONG_OF_STRANGERS
    assert SIGNON_SPENT[1:] in signon(world, "guess").flat
    world.run(world.now + HOUR)
    signon(world, "guess")
    assert tries.count <= limits.WRONG_OF_STRANGERS + 1


def test_a_flood_locks_out_nobody_who_is_proven_nor_who_has_a_password_and_his_address(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    Tries(monkeypatch)
    config = world.home / "judge.toml"
    config.write_text('authserv = "mx.judge.example"\n' + config.read_text())
    world.begun()
    for power in ("France", "Italy"):
        world.order(power, "PASSWORD sesame7")
    for number in range(60):
        world.mail(f"m{number}@elsewhere.example", f"SIGNON France@alpha guess{number}")
        world.mail(f"m{number}@elsewhere.example", f"SIGNON Turkey@omega guess{number}")
    world.run()
    assert SIGNON_SPENT[1:] in signon(world, "sesame7", "Italy@alpha").flat
    world.say("italy@players.example", "SIGNON Italy@alpha sesame7\nA Ven H")
    assert world.orders("Italy") == ["A VEN H"]
    world.order("France", ARMY)
    assert world.orders("France") == ["A PAR - BUR"]
    stamp = "Authentication-Results: mx.judge.example; dkim=pass header.d=players.example"
    stamped = f"{stamp}\nReceived: from there by mx.judge.example; {START:%d %b %Y} 10:00:00 +0000"
    mail = f"{stamped}\nFrom: {FRANCE}\nTo: judge@judge.example\nMessage-ID: <s@x.example>\n\n"
    world.raw(f"{mail}SIGNON France@alpha\nA Mar - Spa\n".encode())
    world.run()
    assert sorted(world.orders("France")) == ["A MAR - SPA", "A PAR - BUR"]


def test_one_mail_sets_one_password(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.begun()
    sealed: list[str] = []

    def seal(word: str) -> str:
        sealed.append(word)
        return ""

    monkeypatch.setattr(lockout, "seal_password", seal)
    world.order("France", "\n".join(f"PASSWORD sesame{number}" for number in range(50)))
    assert sealed == ["sesame0"]


# --- RESET


def test_a_code_makes_a_new_secret_address_and_the_old_one_worthless(world: World) -> None:
    world.begun()
    world.order("France", "PASSWORD sesame7")
    old = world.address("France")
    line = reset_code(world)
    assert line.startswith("RESET France@alpha ")
    answer = world.say("cafe@elsewhere.example", line)
    assert answer.to == FRANCE
    assert answer.reply_to == world.address("France") != old
    world.say(FRANCE, ARMY, to=old)
    assert SIGNON_REFUSED[1:] in signon(world, "sesame7").flat
    assert world.orders("France") == []
    world.say(FRANCE, ARMY, to=answer.reply_to)
    assert world.orders("France") == ["A PAR - BUR"]


def test_a_new_password_may_come_with_the_code_and_ends_a_lock(world: World) -> None:
    world.begun()
    for number in range(10):
        signon(world, f"guess{number}")
    answer = world.say("cafe@elsewhere.example", f"{reset_code(world)} sesame8")
    assert "sesame8" not in str(answer.message)
    signon(world, "sesame8")
    assert world.orders("France") == ["A PAR - BUR"]


def test_a_substitute_has_to_be_named_again_after_a_reset(world: World) -> None:
    world.begun()
    world.say("otto@players.example", "REGISTER Otto")
    world.order("France", "SUBSTITUTE otto@players.example from 3 Nov to 6 Nov")
    answer = world.say("cafe@elsewhere.example", reset_code(world))
    assert "who was to stand in for you has to be named again" in answer.flat


def test_orders_below_reset_are_not_read(world: World) -> None:
    world.begun()
    answer = world.say("cafe@elsewhere.example", f"{reset_code(world)}\n{ARMY}")
    assert world.orders("France") == []
    assert "below RESET" in answer.flat


def test_a_code_works_once(world: World) -> None:
    world.begun()
    line = reset_code(world)
    world.say("cafe@elsewhere.example", line)
    assert "hat code is wrong or used up" in world.say("cafe@elsewhere.example", line).flat


def test_a_code_is_worth_nothing_to_who_has_left_the_seat(world: World) -> None:
    """Else he could set the password of whoever plays it now."""
    world.begun()
    line = reset_code(world)
    world.order("France", "RESIGN")
    world.mail("otto@players.example", "TAKEOVER France@alpha")
    world.run()
    seat = world.seat("France")
    assert RESET_REFUSED[1:] in world.say(FRANCE, f"{line} sesame7").flat
    assert world.seat("France") == seat
    world.say("otto@players.example", reset_code(world, to="otto@players.example"))
    assert world.seat("France").epoch > seat.epoch


def test_a_code_is_worth_nothing_to_who_runs_the_game_no_more(world: World) -> None:
    world.begun()
    line = reset_code(world, "GM@alpha", "gm@players.example")
    world.say("otto@players.example", "REGISTER Otto")
    world.order("GM", "PROMOTE otto@players.example")
    address = world.address("GM")
    assert RESET_REFUSED[1:] in world.say("gm@players.example", line).flat
    assert world.address("GM") == address


def test_a_code_is_for_its_own_seat_and_for_a_day(world: World) -> None:
    world.begun()
    line = reset_code(world)
    other = line.replace("France", "Turkey")
    assert "hat code is wrong or used up" in world.say("mallory@elsewhere.example", other).flat
    world.run(world.now + DAY)
    assert "hat code is wrong or used up" in world.say("cafe@elsewhere.example", line).flat
    assert world.seat("France").epoch == world.seat("Turkey").epoch == 1


def test_ten_wrong_codes_end_it(world: World) -> None:
    world.begun()
    line = reset_code(world)
    for number in range(10):
        world.mail("mallory@elsewhere.example", f"RESET France@alpha AAAAA-AAAA{number}")
    world.run()
    assert "hat code is wrong or used up" in world.say("cafe@elsewhere.example", line).flat


def test_nobodys_mailbox_is_flooded_with_codes(world: World) -> None:
    world.begun()
    for _ in range(10):
        world.mail("mallory@elsewhere.example", "RESET France@alpha")
    assert len(sent_to(world.run(), FRANCE)) == 1
    world.mail("mallory@elsewhere.example", "RESET France@alpha")
    assert len(sent_to(world.run(world.now + HOUR), FRANCE)) == 1


def test_what_reset_answers_does_not_tell_what_there_is(world: World) -> None:
    world.begun(players=6)
    answers = set()
    for seat in ("France@alpha", "Turkey@alpha", "Narnia@alpha", "France@omega"):
        answer = world.say("mallory@elsewhere.example", f"RESET {seat}").text
        assert f"{RESET_ASKED[0].upper()}{RESET_ASKED[1:]}." in " ".join(answer.split())
        answers.add(re.sub(r"Receipt: R\d+", "", answer.replace(seat, "SEAT")))
    assert len(answers) == 1


def test_a_seat_that_proves_itself_need_not_be_named(world: World) -> None:
    world.begun()
    world.mail("mallory@elsewhere.example", "RESET", to=world.address("France"))
    mails = sent_to(world.run(), FRANCE)
    assert len(mails) == 2
    assert any("RESET France@alpha" in mail.text for mail in mails)


def test_a_password_behind_reset_is_never_mailed_back(world: World) -> None:
    world.begun()
    for line in ("RESET ABCDE-FGHIJ sesame7", "RESET France@alpha ABCDE-FGHIJ sesame7"):
        answer = world.order("France", line)
        assert "sesame7" not in str(answer.message) + answer.text
    assert "code is on its way" in world.order("France", "RESET France@alpha").text


def test_the_game_masters_address_can_be_made_anew_too(world: World) -> None:
    world.begun()
    old = world.address("GM")
    line = reset_code(world, "GM@alpha", "gm@players.example")
    answer = world.say("gm@players.example", line)
    assert answer.reply_to == world.address("GM") != old
    assert "no orders" not in world.say("gm@players.example", "STATUS", to=old).flat
    assert "o orders" in world.say("gm@players.example", "STATUS", to=answer.reply_to).flat


def test_every_game_has_addresses_of_its_own(world: World) -> None:
    world.begun("alpha")
    world.begun("beta")
    tokens = {
        world.address(role, name).rpartition(".")[0].rpartition(".")[2]
        for name in ("alpha", "beta")
        for role in ("France", "Turkey", "GM")
    }
    assert len(tokens) == 6


# --- confirmation


def test_a_change_from_elsewhere_is_confirmed_to_the_registered_address_only(
    world: World,
) -> None:
    world.begun()
    world.mail("mallory@elsewhere.example", ARMY, to=world.address("France"))
    (answer,) = world.run()
    assert answer.to == FRANCE
    assert "A PAR - BUR" in answer.flat


def test_a_flood_of_mails_does_not_hide_a_change_of_orders(world: World) -> None:
    world.begun()
    for _ in range(25):
        world.mail(FRANCE, "HELP", to=world.address("France"))
    world.run()
    world.mail("mallory@elsewhere.example", ARMY, to=world.address("France"))
    assert world.run() == []
    answer = world.run(world.now + HOUR)[-1]
    assert "A PAR - BUR" in answer.flat


def test_a_forged_from_changes_nobodys_name_or_zone(world: World) -> None:
    world.begun()
    answer = world.say(FRANCE, "REGISTER Napoleon in Asia/Tokyo")
    assert "as a reply to a mail of one of your games" in answer.flat
    world.order("France", "REGISTER Marie in Europe/Paris")
    known = world.rows(f"SELECT name, zone FROM people WHERE address = '{FRANCE}'")
    assert known == [("Marie", "Europe/Paris")]


def test_who_joined_without_a_name_may_still_register(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha")
    world.say("marie@players.example", "JOIN alpha")
    world.say("marie@players.example", "REGISTER Marie in Europe/Paris")
    assert world.rows("SELECT name FROM people WHERE zone = 'Europe/Paris'") == [("Marie",)]


# --- further addresses


def also(world: World, person: str, address: str) -> str:
    """Add an address: the line with the code of both halves."""
    world.mail(person, f"I AM ALSO {address}")
    mails = world.run()
    halves = [code(sent_to(mails, to)[-1]) for to in (person, address)]
    first, second = (half.rpartition(" ")[2] for half in halves)
    assert first.endswith("-?????")
    assert second.startswith("?????-")
    return f"I AM ALSO {address} {first[:6]}{second[6:]}"


def test_a_further_address_needs_both_mailboxes(world: World) -> None:
    world.begun()
    line = also(world, FRANCE, "fay@work.example")
    for wrong in (line[:-1] + "1", line.replace("-", "")[:-5], line.rpartition(" ")[0] + " x"):
        world.say("fay@work.example", wrong)
    assert world.rows("SELECT * FROM addresses") == []
    world.mail("fay@work.example", line)
    assert sorted(mail.to for mail in world.run()) == ["fay@work.example", FRANCE]
    assert world.rows("SELECT address FROM addresses") == [("fay@work.example",)]
    world.mail("fay@work.example", "STATUS", to=world.address("France"))
    assert sorted(mail.to for mail in world.run()) == ["fay@work.example", FRANCE]


def test_who_joins_may_name_a_further_address_in_the_same_mail(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha")
    world.mail("new@players.example", "JOIN alpha\nI AM ALSO new@work.example\nREGISTER New")
    assert "new@work.example" in {mail.to for mail in world.run()}
    assert ("New",) in world.rows("SELECT name FROM people")


def test_a_name_below_a_further_address_is_that_of_its_person(world: World) -> None:
    world.begun()
    line = also(world, FRANCE, "fay@work.example")
    world.mail("fay@work.example", f"{line}\nREGISTER Fay")
    world.run()
    assert world.rows("SELECT address FROM addresses") == [("fay@work.example",)]
    assert world.rows("SELECT * FROM people WHERE address = 'fay@work.example'") == []


def test_what_is_written_from_a_further_address_is_answered_to_both(world: World) -> None:
    world.begun()
    world.mail("fay@work.example", also(world, FRANCE, "fay@work.example"))
    world.run()
    world.mail("fay@work.example", ARMY, to=world.address("France"))
    assert sorted(mail.to for mail in world.run()) == ["fay@work.example", FRANCE]
    world.mail(FRANCE, ARMY, to=world.address("France"))
    assert [mail.to for mail in world.run()] == [FRANCE]


def test_a_forged_from_or_a_stolen_secret_address_adds_nothing(world: World) -> None:
    world.begun()
    world.mail(FRANCE, "I AM ALSO mallory@elsewhere.example", to=world.address("France"))
    mails = world.run()
    half = code(sent_to(mails, "mallory@elsewhere.example")[0])
    assert half.endswith(tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"))
    assert "?????" in half
    assert len(sent_to(mails, FRANCE)) == 2


@pytest.mark.parametrize(
    "address", ["judge@judge.example", "judge+x@judge.example", "nonsense", "a@b@c", "ä@x.example"]
)
def test_an_address_that_cannot_be_anybodys_is_refused(world: World, address: str) -> None:
    world.begun()
    answer = world.say(FRANCE, f"I AM ALSO {address}")
    assert "is not a mail address" in answer.flat
    assert len(world.outbox()) == 1


def test_strangers_get_no_more_than_three_codes_a_day_by_one_person(world: World) -> None:
    world.begun()
    for number in range(6):
        world.mail(FRANCE, f"I AM ALSO v{number}@victims.example")
    mails = world.run()
    assert len([mail for mail in mails if mail.to.endswith("victims.example")]) == 3


def test_an_address_of_somebody_else_stays_his(world: World) -> None:
    world.begun()
    line = also(world, FRANCE, "turkey@players.example")
    assert "registered for somebody" in world.say(FRANCE, line).flat


def test_the_address_that_mails_went_to_is_still_its_persons(world: World) -> None:
    world.begun()
    world.mail("fay@work.example", also(world, FRANCE, "fay@work.example"))
    world.run()
    world.mail(FRANCE, "ADDRESS fay@work.example", to=world.address("France"))
    world.run()
    world.mail("fay@work.example", f"ADDRESS {FRANCE}", to=world.address("France"))
    assert {mail.to for mail in world.run()} == {"fay@work.example", FRANCE}
    world.mail("mallory@elsewhere.example", ARMY, to=world.address("France"))
    (answer,) = world.run(world.now + MINUTE)
    assert answer.to == FRANCE


def test_mails_go_to_a_confirmed_address_if_its_person_wants_it(world: World) -> None:
    world.begun()
    assert "confirmed first" in world.order("France", "ADDRESS fay@work.example").flat
    world.mail("fay@work.example", also(world, FRANCE, "fay@work.example"))
    world.run()
    assert "proves who you are" in world.say(FRANCE, "ADDRESS fay@work.example").flat
    world.mail(FRANCE, "ADDRESS fay@work.example", to=world.address("France"))
    mails = world.run()
    assert {mail.to for mail in mails} == {"fay@work.example", FRANCE}
    assert "our mails go to fay@work.example" in sent_to(mails, FRANCE)[-1].flat
    world.mail("mallory@elsewhere.example", ARMY, to=world.address("France"))
    (answer,) = world.run(world.now + MINUTE)
    assert answer.to == "fay@work.example"
