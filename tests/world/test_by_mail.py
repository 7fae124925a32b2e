"""1930s World by mail: the purse in the answer, control told apart, minors ordered."""

from pathlib import Path

from judge.catalog import variant
from tests.mechanics.test_by_mail import Table, mail_of
from tests.world.positions import NAME

GM = "gm@players.example"


def test_an_answer_shows_the_purse_and_what_a_bid_comes_to(tmp_path: Path) -> None:
    world = Table(tmp_path / "spool", NAME)
    text = world.tell("Germany", "Bid 7 on Poland\n3 IP Turkey for Italy\nbid 20 Spain").flat
    assert "Purse: 15 points (5 centres, 3 for each); 15 bid, 0 left." in text
    assert "BID 20 Spain: only 5 of 20 counted: the purse held no more." in text


def test_a_bidding_waits_for_its_deadline(tmp_path: Path) -> None:
    world = Table(tmp_path / "spool", NAME)
    world.tell("Germany", "Bid 7 on Poland")
    assert "SPRING 1931 INFLUENCE" in world.tell("Italy", "Bid 7 on Spain").flat


def test_the_results_of_a_bidding_bear_its_name(tmp_path: Path) -> None:
    world = Table(tmp_path / "spool", NAME)
    told = world.results()[mail_of("Germany")]
    assert told.subject == "[alpha] Spring 1931 influence: results"
    assert told.subject == "[alpha] Spring 1931 influence: results"


def test_a_later_mails_bids_replace_those_for_the_same_claim(tmp_path: Path) -> None:
    world = Table(tmp_path / "spool", NAME)
    world.tell("Italy", "BID 3 Turkey\nBID 2 Turkey\nBID 1 Spain")
    assert world.orders("Italy") == ["BID 3 Turkey", "BID 2 Turkey", "BID 1 Spain"]
    world.tell("Italy", "BID 9 Turkey")
    assert world.orders("Italy") == ["BID 1 Spain", "BID 9 Turkey"]


def test_with_hidden_control_each_learns_what_is_his_and_the_game_master_everything(
    tmp_path: Path,
) -> None:
    world = Table(tmp_path / "spool", NAME, "hidden=yes")
    world.tell("Germany", "BID 7 Poland")
    world.tell("Italy", "BID 7 Poland\nBID 5 Spain")
    told = world.results()
    assert "Poland: you share its control in a Coalition" in told[mail_of("Germany")].flat
    assert "A WAR -" in told[mail_of("Germany")].flat
    assert "You control no minor power." in told[mail_of("France")].flat
    assert "Controlled by a Coalition of Germany and Italy." in told[GM].flat
    for reader, sent in told.items():
        assert ("BID 5 Spain" in sent.text) == (reader in (GM, mail_of("Italy")))


def test_with_hidden_control_secret_bids_change_no_byte_of_what_others_get(tmp_path: Path) -> None:
    """The same game twice; Germany's bids differ, and nobody else's control does."""
    sent = []
    for number, bids in enumerate(("BID 7 Poland\nBID 2 Spain", "BID 9 Poland")):
        world = Table(tmp_path / str(number), NAME, "hidden=yes")
        world.tell("Italy", "BID 7 Turkey\nBID 5 Spain")
        world.tell("Germany", bids)
        world.results()
        sent.append([path.read_bytes() for path in world.outbox()])
    private = (mail_of("Germany").encode(), GM.encode())
    others = [sorted(raw for raw in mails if _reader(raw) not in private) for mails in sent]
    assert others[0] == others[1]
    assert len(others[0]) >= len(variant.load(NAME).engine.powers)
    assert sorted(sent[0]) != sorted(sent[1])


def _reader(raw: bytes) -> bytes:
    """To whom a mail goes."""
    head = raw.partition(b"\n\n")[0].replace(b"\r", b"")
    return head.partition(b"\nTo: ")[2].partition(b"\n")[0].strip(b"<> ")
