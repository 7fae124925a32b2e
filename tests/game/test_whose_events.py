"""HISTORY, STATUS and OBSERVE show what is secret only to the seat or master that the mail proved.

There are two games, alpha and beta, with the same people in the same roles: who writes from his
seat in alpha is a stranger to the secrets of beta, even to those of his own seat there.
"""

from pathlib import Path

import pytest

from judge.game.readers import addresses
from judge.store import seats
from tests.game.world import JUDGE, World, mailbox

MASTER = "gm@players.example"
SECRETS = (
    ("HISTORY", "Germany", "BID 4 Turkey counts"),
    ("HISTORY", "GM", "Turkey: Germany 4."),
    ("STATUS", "Germany", "Turkey: you control it"),
    ("STATUS", "GM", "Turkey: Germany"),
    ("STATUS", "GM", "This game is private"),
)
"""What is asked, who may know it in his own game, and the words that tell him."""


@pytest.fixture(scope="module")
def two_games(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Two games of 1930s World in which Germany controls Turkey by a secret bid."""
    world = World(tmp_path_factory.mktemp("games") / "spool")
    for name in ("alpha", "beta"):
        world.begun(name, "hidden=yes", "private=yes", variant="1930s-world", players=8)
        world.order("Germany", "BID 4 Turkey", name)
    world.run(world.due("beta"))
    return world


@pytest.mark.parametrize(("asked", "role", "words"), SECRETS)
def test_a_secret_is_told_from_the_seat_in_its_own_game_only(
    two_games: World, asked: str, role: str, words: str
) -> None:
    world, writer = two_games, MASTER if role == "GM" else mailbox(role)
    told = {
        game: world.say(writer, f"{asked} beta", to=world.address(role, game)).flat
        for game in ("alpha", "beta")
    }
    assert f"{asked} OF BETA" in told["alpha"]
    assert words in told["beta"]
    assert words not in told["alpha"]


@pytest.mark.parametrize(
    "writer", [mailbox("Germany"), MASTER, mailbox("Italy"), "stranger@elsewhere.example"]
)
def test_without_a_seat_nobody_is_told_a_secret(two_games: World, writer: str) -> None:
    text = two_games.say(writer, "HISTORY beta\nSTATUS beta").flat
    assert "HISTORY OF BETA" in text
    assert "STATUS OF BETA" in text
    assert [words for _, _, words in SECRETS if words in text] == []


def test_another_seat_of_the_game_is_told_none_of_them(two_games: World) -> None:
    to = two_games.address("Italy", "beta")
    text = two_games.say(mailbox("Italy"), "HISTORY beta\nSTATUS beta", to=to).flat
    assert "HISTORY OF BETA" in text
    assert [words for _, _, words in SECRETS if words in text] == []


@pytest.mark.parametrize("seat", ["", "GM"])
def test_who_begins_to_watch_a_game_is_told_none_of_them(two_games: World, seat: str) -> None:
    """A stranger, and the master of alpha from his seat there, who knows the code."""
    world, writer = two_games, MASTER if seat else "olga@elsewhere.example"
    known = world.say(MASTER, "STATUS beta", to=world.address("GM", "beta")).flat
    code = known.partition("JOIN beta CODE ")[2].split()[0]
    to = world.address(seat, "alpha") if seat else JUDGE
    world.mail(writer, f"OBSERVE beta {code}", to=to)
    text = " ".join(mail.flat for mail in world.run())
    assert "ou get the public mails of beta" in text
    assert "Poland" in text
    assert [words for _, _, words in SECRETS if words in text] == []


def test_who_gives_up_his_seat_is_still_told_what_he_asked_above(tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    world.begun("alpha", "hidden=yes", variant="1930s-world")
    world.order("Germany", "BID 4 Turkey")
    world.run(world.due())
    text = world.order("Germany", "HISTORY\nRESIGN").flat
    assert "ou have left alpha" in text
    assert "BID 4 Turkey counts" in text
    assert "BID 4 Turkey counts" not in world.say(mailbox("Germany"), "HISTORY alpha").flat


def test_what_only_a_substitute_may_know_is_not_in_the_players_copy(tmp_path: Path) -> None:
    """What he is told as the one who stands in is; his own record is not."""
    world = World(tmp_path / "spool")
    world.begun("alpha")
    substitute = "sam@elsewhere.example"
    world.mail(substitute, "REGISTER Sam Stand")
    world.run()
    world.order("France", f"SUBSTITUTE {substitute} from 1 Nov to 9 Nov")
    asked = "A Par - Bur\nSTATS\nREACH A Par\nDIARY"
    game, seat = world.game(), world.seat("France")
    with world.reading() as db:
        (named,) = seats.substitutes_of(db, seat)
    to = addresses.reply_to(world.house().ours, game, "France", seat, named.person.id)
    world.mail(substitute, asked, to=to)
    told = {mail.to: mail.flat for mail in world.run()}
    for reader in (substitute, mailbox("France")):
        assert "A PAR - BUR" in told[reader]
        assert "A PAR OF FRANCE can go to" in told[reader]
    assert "SAM STAND No games yet." in told[substitute]
    assert "SAM STAND No games yet." not in told[mailbox("France")]
