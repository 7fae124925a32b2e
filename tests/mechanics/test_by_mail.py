"""Points by mail: what is answered, and that nobody gets a byte of what is not his."""

from pathlib import Path

import msgspec
import pytest

from judge.catalog import variant
from judge.game.books import export
from judge.game.terms import game_options, tables
from judge.game.turn import phase
from judge.store import games, people, seats
from judge.store.record import FORMING, Game, Seat
from tests.game.world import DEADLINE, START, Sent, World


def mail_of(power: str) -> str:
    """The address of the player of a power."""
    return f"{power.lower().replace(' ', '')}@players.example"


class Table(World):
    """A judge with one game of a variant, alpha, that has begun."""

    def __init__(self, home: Path, name: str, *options: str) -> None:
        super().__init__(home)
        engine = self.engine()
        with engine.begin() as db:
            gm = people.add(db, "gm@players.example", "Ruth", "UTC", START).id
            chosen, house = game_options.read(options, "UTC"), self.house()
            secret = b"alpha".ljust(32, b"-")
            game = games.add(db, Game(0, "alpha", name, chosen, secret, gm, FORMING, house.now))
            for number, power in enumerate(tables.load(game).powers):
                person = people.add(db, mail_of(power), f"P{number}", "UTC", START)
                seats.add(db, Seat(0, game.id, power, person.id))
            phase.begin_game(db, house, game)
        engine.dispose()

    def tell(self, power: str, lines: str) -> Sent:
        """Mail orders from a power's player to its seat; the answer."""
        return self.say(mail_of(power), lines, to=self.address(power))

    def export(self) -> bytes:
        """The game as ``judge export`` writes it for anybody."""
        game, engine = self.game(), self.engine()
        with engine.begin() as db:
            data = export.export_game(db, game, secret=False)
        engine.dispose()
        return msgspec.json.encode(data)

    def results(self) -> dict[str, Sent]:
        """Let the deadline come; the results by reader."""
        return {sent.to: sent for sent in self.run(DEADLINE)}


def test_the_answer_shows_points_articlesir_sum(tmp_path: Path) -> None:
    world = Table(tmp_path / "spool", "1936")
    text = world.tell("Germany", "Mun - Swi\nAustria (2): S A Mun - Swi\nDP 2: A HUN H").flat
    assert "DP 2: A AUS S A MUN - SWI" in text
    assert "4 DP used, you have 3: all would be forfeited." in text


def test_a_later_mails_points_replace_an_earlier_mails_for_the_same_unit(tmp_path: Path) -> None:
    world = Table(tmp_path / "spool", "1936")
    world.tell("Italy", "DP 1: A HUN - SVN\nDP 1: A HUN - SVN\nDP 1: A AUS H")
    assert world.orders("Italy") == ["DP 1: A HUN - SVN", "DP 1: A HUN - SVN", "DP 1: A AUS H"]
    world.tell("Italy", "DP 2: A HUN H")
    assert world.orders("Italy") == ["DP 1: A AUS H", "DP 2: A HUN H"]


def test_one_seat_orders_two_powers_in_one_mail(tmp_path: Path) -> None:
    world = Table(tmp_path / "spool", "1936")
    world.tell("Italy", "A Mil - Swi\n\nNationalist Spain:\nA Brg - Mad")
    text = world.results()[mail_of("France")].flat
    assert "Nationalist Spain A BRG - MAD succeeds" in text


def test_the_results_tell_each_what_is_his_and_the_game_master_everything(tmp_path: Path) -> None:
    world = Table(tmp_path / "spool", "1936")
    world.tell("Germany", "A Mun - Swi\nDP 2: A AUS S A MUN - SWI")
    world.tell("Italy", "A Mil - Swi\nDP 2: A AUS S A MIL - SWI")
    told = world.results()
    assert "A AUS S A MUN - SWI given" in told[mail_of("Turkey")].flat
    assert "2+1 A AUS S A MUN - SWI carried out" in told[mail_of("Germany")].flat
    assert "A AUS S A MIL - SWI not carried out" in told[mail_of("Italy")].flat
    assert "won, 3 points against 2" in told["gm@players.example"].flat
    for reader, sent in told.items():
        assert ("THE BIDS OF SPRING 1936" in sent.text) == (reader == "gm@players.example")
        assert ("YOUR DIPLOMACY POINTS" in sent.text) == (
            reader in (mail_of("Germany"), mail_of("Italy"))
        )


def test_the_results_count_the_orders_of_both_powers_of_a_seat(tmp_path: Path) -> None:
    world = Table(tmp_path / "spool", "1936")
    world.tell("Italy", "hold all\nNationalist Spain:\nA Brg - Mad")
    world.tell("Soviet Union", "hold all\nRepublican Spain:\nA Val - Mad")
    text = world.results()[mail_of("Italy")].flat
    assert text.startswith("-- write orders above this line -- 4 of your 5 orders worked. ")
    assert "A BRG - MAD fails" in text


def test_the_terms_say_openly_what_will_be_told_of_points(tmp_path: Path) -> None:
    world = Table(tmp_path / "spool", "1936", "announce_totals=yes")
    text = world.tell("Italy", "STATUS").flat
    assert "All are told how many points the orders carried out had." in text
    assert "which powers spent more points" not in text


@pytest.mark.parametrize(
    "typed", ["announce_totals=yes", "Announce totals yes", "announce-totals: yes"]
)
def test_an_option_of_the_variant_is_set_before_the_game_however_it_is_spelt(
    tmp_path: Path, typed: str
) -> None:
    world = World(tmp_path / "spool")
    world.say("gm@players.example", "CREATE alpha 1936")
    answer = world.say("gm@players.example", f"SET {typed}", to=world.address("GM"))
    assert "announce_totals=yes from now on" in answer.flat
    assert world.game().options["announce_totals"] == "yes"


def test_totals_and_forfeits_are_told_to_all_where_the_game_says_so(tmp_path: Path) -> None:
    options = ("announce_totals=yes", "announce_forfeits=yes")
    world = Table(tmp_path / "spool", "1936", *options)
    world.tell("Germany", "DP 4: A AUS H")
    world.tell("Italy", "DP 2: A HUN - SVN")
    text = world.results()[mail_of("France")].flat
    assert "DIPLOMACY POINTS BEHIND THE MINORS' ORDERS A HUN - SVN 3" in text
    assert "Germany spent more diplomacy points than it had, and lost them all." in text
    assert "Italy 2" not in text


def test_what_points_tell_is_fixed_when_the_game_begins(tmp_path: Path) -> None:
    world = Table(tmp_path / "spool", "1926")
    answer = world.say("gm@players.example", "SET announce_totals yes", to=world.address("GM"))
    assert "Announce_totals is fixed when the game begins." in answer.flat


def test_a_power_given_up_is_played_no_more_and_its_sealed_points_are_gone(
    tmp_path: Path,
) -> None:
    """The documents: it may not be played by an active player again."""
    world = Table(tmp_path / "spool", "1936", "announce_forfeits=yes")
    world.tell("Italy", "DP 2: A SWI S A AUS")
    master, bob = "gm@players.example", "bob@players.example"
    world.say(bob, "REGISTER Bob, UTC")
    lines = f"EJECT Italy\nDISORDER Italy\nSEAT Italy {bob}\nDISORDER Italy\nSTATUS"
    answer = world.say(master, lines, to=world.address("GM")).flat
    assert "Italy is given up" in answer
    assert "Italy is out of the game, and nobody may play it again." in answer
    assert "Italy is out of the game already." in answer
    assert "Italy nobody, out of the game" in answer
    told = world.results()
    assert "A SWI S A AUS" not in told[mail_of("France")].flat
    assert "FORFEITED" not in told[mail_of("France")].text
    assert "Nobody spent any diplomacy points." in told[master].flat
    assert mail_of("Italy") not in told


def test_an_answer_with_points_that_would_be_lost_says_so_in_its_subject(tmp_path: Path) -> None:
    world = Table(tmp_path / "spool", "1926")
    assert world.tell("Italy", "hold all\nDP 4: A AUS H").subject.endswith(", look again")


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("1936", "DP 2: A AUS S A MUN - SWI\nDP 1: A SWI H", "DP 1: A AUS S A MUN - SWI"),
        ("1936", "DP 2: F DEN H\nDP 2: F SWE H", ""),
        ("1926", "DP 3: A BEL H", "DP 1: A AUS S A MIL - SWI\nDP 1: A AUS H"),
    ],
)
def test_secret_points_change_no_byte_of_what_others_get(
    tmp_path: Path, name: str, first: str, second: str
) -> None:
    """The same game twice; one power's points differ, and what the minors do does not."""
    sent, exported = [], []
    for number, points in enumerate((first, second)):
        world = Table(tmp_path / str(number), name)
        world.tell("Italy", "A Mil - Swi\nDP 1: A AUS H")
        world.tell("Germany", f"A Ber hold\n{points}")
        world.results()
        for power in ("Britain", "Italy"):
            world.tell(power, "STATUS\nHISTORY\nOPTIONS")
        world.say("stranger@players.example", "STATUS alpha\nHISTORY alpha")
        exported.append(world.export())
        mails = [path.read_bytes() for path in world.outbox()]
        sent.append(mails)
    assert exported[0] == exported[1]
    private = (mail_of("Germany").encode(), b"gm@players.example")
    others = [sorted(raw for raw in mails if _reader(raw) not in private) for mails in sent]
    assert others[0] == others[1]
    assert len(others[0]) > len(variant.load(name).engine.powers) - 1
    assert sorted(sent[0]) != sorted(sent[1])


def _reader(raw: bytes) -> bytes:
    """To whom a mail goes."""
    head = raw.partition(b"\n\n")[0].replace(b"\r", b"")
    return head.partition(b"\nTo: ")[2].partition(b"\n")[0].strip(b"<> ")
