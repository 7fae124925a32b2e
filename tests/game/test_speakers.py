"""Who speaks: a seat's secret address, a password, our own server's stamp; From alone is nobody."""

import pytest

from judge.kernel.mask import STARS
from judge.letters.commands.signing import SIGNON_REFUSED
from tests.game.world import DEADLINE, HOUR, JUDGE, Sent, World

STRANGER = "Nothing in this mail proves who you are"
ARMY = "A Par - Bur"
STAMP = "mx.judge.example; dkim=pass header.d=players.example"


def test_a_reply_to_the_secret_address_speaks_for_the_seat(world: World) -> None:
    world.begun()
    answer = world.order("France", ARMY)
    assert world.orders("France") == ["A PAR - BUR"]
    assert answer.to == "france@players.example"
    assert answer.reply_to == world.address("France")


def test_whoever_knows_the_address_speaks_but_the_holder_gets_the_answer(world: World) -> None:
    world.begun()
    answer = world.say("mobile@elsewhere.example", ARMY, to=world.address("France"))
    assert world.orders("France") == ["A PAR - BUR"]
    assert answer.to == "france@players.example"


def test_from_alone_proves_nothing(world: World) -> None:
    world.begun()
    answer = world.say("france@players.example", ARMY)
    assert world.orders("France") == []
    assert STRANGER in answer.flat
    assert world.address("France") not in str(answer.message)


@pytest.mark.parametrize(
    "changed",
    [
        lambda address: address.replace("alpha.", "beta."),
        lambda address: address.replace("@", "x@"),
        lambda address: address.partition("@")[0][:-1] + "q@judge.example",
        lambda address: "judge+alpha.france.aaaaaaaaaaaaaaaa@judge.example",
        lambda address: "judge+alpha.france@judge.example",
        lambda address: "judge+alpha@judge.example",
    ],
)
def test_an_address_that_is_not_quite_right_speaks_for_nobody(
    world: World, changed: object
) -> None:
    world.begun()
    assert callable(changed)
    world.say("france@players.example", ARMY, to=changed(world.address("France")))
    assert world.orders("France") == []


def test_the_power_in_an_address_is_only_shown_the_token_decides(world: World) -> None:
    world.begun()
    to = world.address("France").replace("france", "turkey")
    world.say("turkey@players.example", ARMY, to=to)
    assert world.orders("France") == ["A PAR - BUR"]
    assert world.orders("Turkey") == []


def test_the_address_of_one_game_is_none_in_another(world: World) -> None:
    world.begun("alpha")
    world.begun("beta")
    to = world.address("France", "alpha").replace("alpha", "beta")
    world.say("france@players.example", ARMY, to=to)
    assert world.orders("France", "beta") == []


def test_a_password_speaks_for_the_seat_from_anywhere(world: World) -> None:
    world.begun()
    world.order("France", "PASSWORD sesame7")
    answer = world.say("cafe@elsewhere.example", f"SIGNON France@alpha sesame7\n{ARMY}")
    assert world.orders("France") == ["A PAR - BUR"]
    assert answer.to == "france@players.example"


def test_njudges_sign_on_works_too(world: World) -> None:
    world.begun()
    world.order("France", "set password sesame7")
    world.say("cafe@elsewhere.example", f"signon Falpha sesame7\n{ARMY}\nsignoff")
    assert world.orders("France") == ["A PAR - BUR"]


def test_orders_above_the_sign_on_count_as_well(world: World) -> None:
    world.begun()
    world.order("France", "PASSWORD sesame7")
    world.say("cafe@elsewhere.example", f"{ARMY}\nSIGNON France@alpha sesame7")
    assert world.orders("France") == ["A PAR - BUR"]


@pytest.mark.parametrize(
    "line",
    [
        "SIGNON France@alpha wrong77",
        "SIGNON Narnia@alpha sesame7",
        "SIGNON Turkey@alpha sesame7",
        "SIGNON France@omega sesame7",
        "SIGNON alpha sesame7",
    ],
)
def test_every_failing_sign_on_gets_the_same_words(world: World, line: str) -> None:
    world.begun()
    world.order("France", "PASSWORD sesame7")
    answer = world.say("mallory@elsewhere.example", f"{line}\n{ARMY}")
    assert SIGNON_REFUSED[1:] in answer.flat
    assert STRANGER in answer.flat
    assert answer.to == "mallory@elsewhere.example"
    assert world.orders("France") == []
    shown = answer.flat.replace(line.replace("sesame7", STARS).replace("wrong77", STARS), "LINE")
    assert "France@alpha" not in shown


def test_a_seat_without_a_password_cannot_be_signed_on_for(world: World) -> None:
    world.begun()
    world.say("mallory@elsewhere.example", f'SIGNON France@alpha ""\n{ARMY}')
    assert world.orders("France") == []


def test_one_mail_speaks_for_one_seat(world: World) -> None:
    world.begun()
    world.order("France", "PASSWORD sesame7")
    world.order("Turkey", "PASSWORD sesame8")
    lines = f"SIGNON France@alpha sesame7\n{ARMY}\nSIGNON Turkey@alpha sesame8\nA Con - Bul"
    answer = world.say("both@elsewhere.example", lines)
    assert "One mail speaks for one seat" in answer.flat
    assert (world.orders("France"), world.orders("Turkey")) == (["A PAR - BUR"], [])


def test_a_password_is_never_mailed_back(world: World) -> None:
    world.begun()
    world.order("France", "PASSWORD tapioca7")
    for lines in (
        "SIGNON France@alpha tapioca7",
        "signon france@alpha tapioca7 please",
        "> SIGNON France@alpha tapioca7",
        "singon France@alpha tapioca7",
        "sign on Falpha tapioca7",
        "PASSWORD tapioca7",
        "my password: tapioca7",
        "set password tapioca7 tapioca7",
        "JOIN alpha password tapioca7",
    ):
        answer = world.say("france@players.example", lines, to=world.address("France"))
        assert "tapioca7" not in str(answer.message), lines
        assert "tapioca7" not in answer.text


def test_a_password_is_stored_as_a_hash_only(world: World) -> None:
    world.begun()
    world.order("France", "PASSWORD sesame7")
    (sealed,) = [row[0] for row in world.rows("SELECT password FROM seats WHERE power='France'")]
    assert sealed.startswith("scrypt$")
    assert b"sesame7" not in (world.home / "judge.db").read_bytes()


def test_a_short_password_is_refused(world: World) -> None:
    world.begun()
    assert "at least 6 characters" in world.order("France", "PASSWORD abc").flat
    assert world.seat("France").password == ""


def test_our_own_servers_stamp_proves_a_registered_address(world: World) -> None:
    toml = world.home / "judge.toml"
    toml.write_text(toml.read_text() + 'authserv = "mx.judge.example"\n')
    world.begun()
    stamp = "mx.judge.example; dkim=pass header.d=players.example"
    lines = f"SIGNON France@alpha\n{ARMY}"
    _stamped(world, stamp, lines)
    assert world.orders("France") == ["A PAR - BUR"]
    _stamped(world, stamp.replace("players.example", "evil.example"), lines.replace("Bur", "Pic"))
    _stamped(world, stamp.replace("mx.judge", "mx.evil"), lines.replace("Bur", "Gas"))
    assert world.orders("France") == ["A PAR - BUR"]


@pytest.mark.parametrize("to", [JUDGE, "judge+alpha@judge.example"])
def test_a_mail_that_our_server_vouches_for_needs_no_more_proof(world: World, to: str) -> None:
    vouching(world)
    _stamped(world, STAMP, ARMY, to=to)
    assert world.orders("France") == ["A PAR - BUR"]
    _stamped(world, STAMP.replace("pass", "fail"), ARMY.replace("Bur", "Pic"), to=to)
    assert world.orders("France") == ["A PAR - BUR"]


def test_who_holds_several_seats_has_to_say_which(world: World) -> None:
    vouching(world)
    world.begun("beta")
    _stamped(world, STAMP, ARMY)
    assert world.orders("France") == world.orders("France", "beta") == []
    _stamped(world, STAMP, ARMY, to="judge+beta@judge.example")
    assert world.orders("France") == []
    assert world.orders("France", "beta") == ["A PAR - BUR"]


def test_who_wants_into_another_game_speaks_for_no_seat(world: World) -> None:
    vouching(world)
    _stamped(world, STAMP, f"CREATE beta\n{ARMY}")
    assert world.game("beta").gm == world.seat("France").person
    assert world.orders("France") == []


def test_the_game_master_needs_no_more_proof_either(world: World) -> None:
    vouching(world)
    _stamped(world, STAMP, "DEADLINE 6 Nov 12:00", sender="gm@players.example")
    assert world.due() == DEADLINE + 18 * HOUR


@pytest.mark.parametrize("lines", [ARMY, f"SIGNON France@alpha\n{ARMY}", "LIST", "HELP", "hello"])
def test_a_stamp_that_a_signer_may_have_written_proves_nothing_and_is_told(
    world: World, lines: str
) -> None:
    vouching(world)
    void = "mx.judge.example; dkim=pass header.d=evil.example header.i=a header.d=players.example"
    (answer,) = _stamped(world, f"{void} @evil.example", lines)
    assert "can be read in more than one way: they prove nothing" in answer.flat
    assert world.orders("France") == []
    (answer,) = _stamped(world, STAMP, ARMY)
    assert "they prove nothing" not in answer.flat
    assert world.orders("France") == ["A PAR - BUR"]


def test_a_secret_address_counts_whatever_the_stamp_is(world: World) -> None:
    vouching(world)
    to = world.address("France")
    (answer,) = _stamped(world, "mx.judge.example; dkim=pass header.i=a", ARMY, to=to)
    assert "they prove nothing" in answer.flat
    assert world.orders("France") == ["A PAR - BUR"]


def _signed(
    world: World,
    lines: str,
    minute: int = 0,
    to: str = JUDGE,
    above: str = f"Delivered-To: {JUDGE}",
) -> list[Sent]:
    """Drop a mail that France's provider signed, with our server's stamp; what comes of it."""
    world.raw(
        f"Authentication-Results: {STAMP}\n"
        f"Received: from x by mx.judge.example; {world.now:%a, %d %b %Y %H:%M:%S +0000}\n"
        f"{above}\n"
        "DKIM-Signature: v=1; a=rsa-sha256; d=players.example; s=s; h=from:to:subject:date; b=x\n"
        f"From: france@players.example\nTo: {to}\nSubject: orders\n"
        f"Date: Mon, 02 Nov 2026 10:{minute:02}:00 +0000\n\n{lines}\n".encode()
    )
    return world.run()


@pytest.mark.parametrize("name", ["", f'"{JUDGE}" ', f"{JUDGE} "])
def test_what_a_player_wrote_to_an_ally_is_no_order_though_it_is_signed(
    world: World, name: str
) -> None:
    """The ally may hand the letter to our server, which finds a genuine signature.

    He chose what name stood in the From that the player answered.
    """
    vouching(world)
    _signed(world, ARMY, to=f"{name}<england@players.example>")
    assert world.orders("France") == []
    _signed(world, ARMY)
    assert world.orders("France") == ["A PAR - BUR"]


@pytest.mark.parametrize("to", ["judge+alpha@judge.example", JUDGE])
def test_what_answers_an_allys_mail_is_an_order_only_if_it_names_the_game(
    world: World, to: str
) -> None:
    """His Reply-To or Cc may let a letter to him go to the judge as well."""
    vouching(world)
    above, readers = "In-Reply-To: <1@england.example>", f"england@players.example, {to}"
    (asked,) = _signed(world, ARMY, to=readers, above=above)
    assert "which game is meant?" in asked.flat.lower()
    assert world.orders("France") == []
    _signed(world, f"GAME alpha\n{ARMY}", 1, to=readers, above=above)
    assert world.orders("France") == ["A PAR - BUR"]
    _signed(world, "A Par - Pic", 2, above=f"In-Reply-To: {asked.head['Message-ID']}")
    assert world.orders("France") == ["A PAR - PIC"]


def test_a_signed_mail_that_comes_again_with_other_blanks_proves_nothing(world: World) -> None:
    """Most signatures let blanks be changed: an old sheet would undo a newer one."""
    vouching(world)
    _signed(world, ARMY)
    _signed(world, "A Par - Pic", 1)
    (asked,) = _signed(world, "A Par -  Bur")
    assert STRANGER in asked.flat
    assert world.orders("France") == ["A PAR - PIC"]
    _signed(world, ARMY, 2)
    assert world.orders("France") == ["A PAR - BUR"]


def test_who_hands_a_signed_mail_on_does_not_choose_its_game(world: World) -> None:
    """Whoever it was copied to may write headers above it."""
    vouching(world)
    world.begun("beta")
    to, other = "judge+alpha@judge.example", "Delivered-To: judge+beta@judge.example"
    _signed(world, ARMY, to=to, above=other)
    assert world.orders("France", "beta") == []
    _signed(world, ARMY, to=to)
    assert world.orders("France") == ["A PAR - BUR"]


@pytest.mark.parametrize(
    "above",
    ["Auto-Submitted: auto-replied", "List-Id: <allies.example>", "Delivered-To: {England}"],
)
def test_who_hands_a_signed_mail_on_first_does_not_use_it_up(world: World, above: str) -> None:
    """The judge's server may let the player's own copy wait."""
    vouching(world)
    _signed(world, ARMY, above=above.format(England=world.address("England")))
    assert world.orders("France") == []
    _signed(world, ARMY)
    assert world.orders("France") == ["A PAR - BUR"]


def vouching(world: World) -> None:
    """A game at a judge whose mail server stamps what it has verified."""
    toml = world.home / "judge.toml"
    toml.write_text(toml.read_text() + 'authserv = "mx.judge.example"\n')
    world.begun()


def _stamped(
    world: World, stamp: str, lines: str, to: str = JUDGE, sender: str = "france@players.example"
) -> list[Sent]:
    """Drop a mail whose stamp stands above our server's Received line."""
    world.raw(
        f"Authentication-Results: {stamp}\n"
        f"Received: from x by mx.judge.example; {world.now:%a, %d %b %Y %H:%M:%S +0000}\n"
        f"From: {sender}\nTo: {to}\n\n{lines}\n".encode()
    )
    return world.run()


def test_a_mail_with_two_senders_is_not_read(world: World) -> None:
    world.begun()
    world.mail(
        "france@players.example",
        ARMY,
        to=world.address("France"),
        headers=["From: mallory@elsewhere.example"],
    )
    (answer,) = world.run()
    assert world.orders("France") == []
    assert answer.to == "france@players.example"
    assert "more than one From header" in answer.flat


def test_a_stranger_with_two_senders_gets_no_answer(world: World) -> None:
    world.mail("a@players.example", "HELP", headers=["From: b@players.example"])
    assert world.run() == []
    assert world.rows("SELECT status, reason FROM letters") == [
        ("done", "The mail has more than one From header.")
    ]


def test_nothing_goes_to_the_reply_to_of_a_stranger(world: World) -> None:
    answer = world.say("a@players.example", "HELP", headers=["Reply-To: victim@players.example"])
    assert answer.to == "a@players.example"
    assert len(world.outbox()) == 1


@pytest.mark.parametrize(
    "sender",
    [
        "=?utf-8?q?france=40players.example?= <mallory@elsewhere.example>",
        "france@players.example <mallory@elsewhere.example>",
        "france@players.example, mallory@elsewhere.example",
        "<france@players.example> mallory@elsewhere.example",
        "fränce@players.example",
        "",
    ],
)
def test_a_from_header_with_a_trick_is_refused(world: World, sender: str) -> None:
    world.mail(sender, "JOIN alpha")
    assert world.run() == []
    assert world.rows("SELECT count(*) FROM people") == [(0,)]


def test_the_game_master_is_known_by_his_address(world: World) -> None:
    world.begun()
    answer = world.say("gm@players.example", "STATUS\nA Par - Bur", to=world.address("GM"))
    assert "ou run alpha and have no units" in answer.flat.replace("You run", "you run")
    assert "France P2, no orders" in answer.flat
