"""A table without seats: its master mails the orders of all powers, each power's below its name."""

from pathlib import Path

import pytest

from judge.game.readers.addresses import MASTER
from judge.game.terms import tables
from judge.keeper.keeping import admit_game, export_game
from judge.letters.commands.verbs import VERBS
from judge.letters.desk import seatless
from judge.rules import computers
from tests import folders
from tests.game.world import DAY, JUDGE, Sent, World

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


HEADINGS = (
    "France:",
    "FRANCE",
    "== France ==",
    "**France**",
    "[b]France[/b]",
    "# France",
    "--- France ---",
    "Orders for France:",
    "France's orders",
    "France, Spring 1936:",
    "France (Anna):",
    "Anna (France)",
    "France - Anna",
    "3. France",
)
ORDERS = "A Par - Bur\nDP 2: A BEL H"


def test_a_master_gathers_orders_and_hands_on_what_each_may_read(world: World) -> None:
    to = create(world)
    answer = world.say(RUTH, f"FRANCE\n{ORDERS}\n\nItaly:\nDP 1: A BEL H\nPREVIEW", to=to)
    assert "FRANCE, 1 of 5 orders in" in answer.text
    assert "THE BIDS OF SPRING 1936 (for the game master alone)" in answer.text
    assert world.orders("Italy", "club") == ["DP 1: A BEL H"]
    world.mail(RUTH, "PROCESS", to=to)
    (results,) = [mail for mail in world.run() if mail.subject.endswith("results")]
    texts = files(results)
    assert set(texts) == {"all", *(one.replace(" ", "-") for one in powers(world))}
    assert "A PAR - BUR" in texts["all"]
    assert "DP" not in texts["all"]
    assert "DP 2" not in texts["Italy"]
    assert "YOUR DIPLOMACY POINTS, SPRING 1936 (for you alone), 2 used of 5" in texts["France"]
    assert "ORDER FORM FOR FALL 1936 MOVEMENT" in texts["France"]
    assert "HELP" not in "".join(texts.values())
    assert to not in "".join(texts.values())


@pytest.mark.parametrize("heading", HEADINGS)
def test_names_head_orders_as_people_write_them(world: World, heading: str) -> None:
    to = create(world)
    world.say(RUTH, f"Italy:\nA Rom - Ven\n{heading}\n{ORDERS}", to=to)
    assert world.orders("France", "club") == ["A PAR - BUR", "DP 2: A BEL H"]
    assert world.orders("Italy", "club") == ["A ROM - VEN"]


def test_a_name_may_lead_each_line(world: World) -> None:
    to = create(world)
    lines = "Italy: A Rom - Ven\nF Nap - Ion\nFrance: DP 2: A BEL H\nGermany: no orders\nA Ber H"
    world.say(RUTH, lines, to=to)
    assert world.orders("Italy", "club") == ["A ROM - VEN", "F NAP - ION"]
    assert world.orders("France", "club") == ["DP 2: A BEL H"]
    assert world.orders("Germany", "club") == ["A BER H"]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("Frnace:\nDP 2: A BEL H", "nobody plays Frnace; did you mean 'France'?"),
        ("== Atlantis ==\nDP 2: A BEL H", "nobody plays Atlantis; there are Britain,"),
        ("Atlantis: DP 2: A BEL H", "nobody plays Atlantis; there are Britain,"),
        ("ANNA\nA Par - Bur", "nobody plays ANNA; there are Britain,"),
    ],
)
def test_what_stands_below_no_powers_name_is_nobodys(world: World, lines: str, says: str) -> None:
    to = create(world)
    answer = world.say(RUTH, f"Italy:\nA Rom - Ven\n{lines}\nPROCESS", to=to)
    assert says in answer.flat
    assert "send PROCESS by itself" in answer.flat
    assert all(not world.orders(power, "club") for power in powers(world) if power != "Italy")
    assert world.orders("Italy", "club") == ["A ROM - VEN"]


def test_orders_above_all_names_are_asked_back(world: World) -> None:
    to = create(world)
    answer = world.say(RUTH, "A Par - Bur\nA Mar H", to=to)
    assert "No power's name stands above it: write it below one, as in Britain:" in answer.flat


def test_a_block_takes_the_place_of_that_powers_orders_alone(world: World) -> None:
    to = create(world)
    world.say(RUTH, f"France:\n{ORDERS}\nItaly:\nA Rom - Ven", to=to)
    answer = world.say(RUTH, "France:\nA Mar - Gas", to=to)
    assert "2 orders of an earlier mail are gone." in answer.text
    assert world.orders("France", "club") == ["A MAR - GAS"]
    assert world.orders("Italy", "club") == ["A ROM - VEN"]
    world.say(RUTH, "France:\nnot a word of orders", to=to)
    assert world.orders("France", "club") == ["A MAR - GAS"]
    world.say(RUTH, "France:\nCLEAR", to=to)
    assert world.orders("France", "club") == []


def test_the_same_line_counts_for_each_power(world: World) -> None:
    to = create(world)
    lines = "\n".join(f"{power}:\nHOLD ALL\nNO POINTS" for power in ("France", "Germany", "Italy"))
    answer = world.say(RUTH, lines, to=to)
    assert "the same line stands above it" not in answer.flat
    for power in ("France", "Germany", "Italy"):
        assert f"{power.upper()}, all orders in" in answer.text
    rows = world.rows("SELECT power FROM sheets WHERE said <> '' ORDER BY power")
    assert rows == [("France",), ("Germany",), ("Italy",)]


def test_a_name_that_is_none_is_asked_about_below_a_phase(world: World) -> None:
    to = create(world)
    answer = world.say(RUTH, "Britain\nSpring 1936:\nAnna:\nA Par - Bur", to=to)
    assert "nobody plays" in answer.flat
    assert world.orders("France", "club") == []


@pytest.mark.parametrize("line", ["STUDY", "TEST"])
def test_a_command_above_orders_is_no_name(world: World, line: str) -> None:
    to = create(world)
    answer = world.say(RUTH, f"{line}\nA Par - Bur\nEND{line}", to=to)
    assert "nobody plays" not in answer.flat
    assert "A PAR - BUR" in answer.text
    assert world.orders("France", "club") == []


def test_a_phase_above_all_names_is_that_of_all(world: World) -> None:
    to = create(world)
    world.say(RUTH, f"Orders for Spring 1936:\nFrance:\n{ORDERS}", to=to)
    assert world.orders("France", "club") == ["A PAR - BUR", "DP 2: A BEL H"]
    answer = world.say(RUTH, "Fall 1936\nFrance:\nA Par - Gas\nPROCESS", to=to)
    assert "Club takes orders for Spring 1936 movement alone" in answer.flat
    assert world.orders("France", "club") == ["A PAR - BUR", "DP 2: A BEL H"]
    assert world.game("club").phase_id == "S1936M"


def test_press_that_names_a_power_is_no_heading(world: World) -> None:
    to = create(world)
    lines = f"France:\n{ORDERS}\nBROADCAST\nItaly: sends nothing.\nENDBROADCAST\nA Mar H"
    world.say(RUTH, lines, to=to)
    assert world.orders("France", "club") == ["A PAR - BUR", "DP 2: A BEL H", "A MAR H"]


def test_what_is_offered_for_a_power_counts_by_a_yes(world: World) -> None:
    to = create(world)
    answer = world.say(RUTH, "France:\nA Par - Burgndy\nF Bre H", to=to)
    assert "This would work: EDIT France A PAR - BUR" in answer.flat
    world.say(RUTH, "yes", to=to)
    assert sorted(world.orders("France", "club")) == ["A PAR - BUR", "F BRE H"]


@pytest.mark.parametrize(
    "line",
    [
        *("JOIN club", "TAKEOVER France@club", "SIGNON France@club", "SIGNON France@club secret"),
        "JOIN club WAITING",
    ],
)
def test_nobody_gets_a_seat(world: World, line: str) -> None:
    create(world)
    answer = world.say("Tom <tom@players.example>", line)
    assert "Nobody has a seat in club: its game master mails the orders" in answer.flat


@pytest.mark.parametrize(
    "line",
    [
        *("DRAW", "CONCEDE France", "CANCELGAME", "SUBSTITUTE tom@players.example from 1 May"),
        *("EJECT France", "SEAT France tom@players.example", "COMPUTER France", "BECOME France"),
        "EXCUSE France",
        *("ALLOW tom@players.example", "PASSWORD sesame-oil"),
    ],
)
def test_what_needs_seats_is_refused_in_a_sentence(world: World, line: str) -> None:
    answer = world.say(RUTH, line, to=create(world))
    assert "Nobody has a seat in club: its game master mails the orders" in answer.flat


@pytest.mark.parametrize(
    "line",
    [
        *("DEADLINE Friday", "EXTEND 2d", "PAUSE", "RESUME", "WAIT", "READY", "NUDGE please"),
        *("ABSENCE 1 May to 3 May", "REMIND 6h"),
    ],
)
def test_there_is_no_clock(world: World, line: str) -> None:
    answer = world.say(RUTH, line, to=create(world))
    assert "There is no clock in club: its game master ends each phase with PROCESS" in answer.flat
    game = world.game("club")
    assert (game.deadline, game.alarm) == (None, None)
    assert world.run(world.now + 400 * DAY) == []
    assert world.game("club").phase == game.phase


def test_what_players_write_below_their_orders_does_no_harm(world: World) -> None:
    to = create(world)
    answer = world.say(RUTH, f"France:\n{ORDERS}\nREADY\nWAIT\nNO POINTS", to=to)
    assert "NOT TAKEN" not in answer.text
    assert world.orders("France", "club") == ["A PAR - BUR", "DP 2: A BEL H"]


@pytest.mark.parametrize("to", [JUDGE, "judge+club@judge.example"])
def test_only_who_runs_it_acts(world: World, to: str) -> None:
    create(world)
    for sender in (RUTH, "Eve <eve@players.example>"):
        world.mail(sender, "GAME club\nFrance:\nA Par - Bur\nPROCESS", to=to)
    world.run()
    assert world.orders("France", "club") == []
    assert world.game("club").phase_id == "S1936M"


def test_who_watches_reads_what_anybody_may(world: World) -> None:
    to = create(world)
    world.say("Olga <olga@players.example>", "OBSERVE club")
    world.say(RUTH, f"France:\n{ORDERS}", to=to)
    watching = world.say("Olga <olga@players.example>", "STATUS club")
    assert "FRANCE, " not in watching.text
    world.mail(RUTH, "PROCESS", to=to)
    (results,) = [mail for mail in world.run() if mail.to == "olga@players.example"]
    assert "A PAR - BUR" in results.text
    assert "DP" not in results.text
    assert files(results) == {}


def test_bids_change_nothing_that_others_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_bytes", b"club".ljust)
    told = []
    for bid in ("DP 1: A BEL H", "DP 2: A BEL H"):
        world = World(tmp_path / bid[3])
        to = create(world)
        world.say("Olga <olga@players.example>", "OBSERVE club")
        world.say(RUTH, f"France:\n{bid}\nItaly:\nA Rom - Ven", to=to)
        world.mail("Olga <olga@players.example>", "STATUS club\nHISTORY club")
        world.mail(RUTH, "PROCESS", to=to)
        sent = [*world.run(), world.say("Tom <tom@players.example>", "HISTORY club")]
        told.append(
            [(one.to, one.subject, one.text) for one in sent if not one.to.startswith("gm")]
        )
        told[-1].append(("export", "", export_game(world.home, "club", secret=False).decode()))
    assert told[0] == told[1]


def test_what_waited_for_a_yes_and_was_not_played_is_told(world: World) -> None:
    to = create(world, "standard")
    world.say(RUTH, "France:\nA Pars - Burgandy\nItaly:\nA Rom H", to=to)
    world.mail(RUTH, "PROCESS", to=to)
    told = [mail.flat for mail in world.run() if mail.to == "gm@players.example"]
    assert any("without the lines that were asked about and not sent anew" in text for text in told)


def test_what_waits_for_a_yes_waits_for_its_own_power(world: World) -> None:
    """Orders anew of the one power whose line was asked about leave nothing open."""
    to = create(world, "standard")
    world.say(RUTH, "France:\nA Pars - Burgandy\nItaly:\nA Rom H\nFrance:\nA Mar H", to=to)
    assert "not sent anew" in world.say(RUTH, "PROCESS", to=to).flat
    world.say(RUTH, "France:\nA Pars - Burgandy\nItaly:\nA Rom H", to=to)
    world.say(RUTH, "France:\nA Par - Bur", to=to)
    assert "not sent anew" not in world.say(RUTH, "PROCESS", to=to).flat


def test_a_game_under_way_is_set_up_corrected_and_taken_back(world: World) -> None:
    to = create(world, "standard")
    preview = world.say(
        RUTH, "SETUP\nPHASE F1901M\nFrance: A Gas, F Bre\nItaly: A Ven\nENDSETUP", to=to
    )
    yes = next(line for line in preview.flat.split(".") if "YES R" in line)
    world.say(RUTH, " ".join(yes.split()[yes.split().index("YES") :][:2]), to=to)
    assert world.game("club").phase_id == "F1901M"
    world.say(RUTH, "France:\nA Gas - Spa\nPROCESS", to=to)
    assert world.game("club").phase_id != "F1901M"
    world.say(RUTH, "ROLLBACK\nEDIT France A Gas - Bur\nPROCESS", to=to)
    units = tables.load(world.game("club")).engine.units
    assert "A BUR" in units(tables.load(world.game("club")).state)["France"]


def test_a_table_may_lose_its_seats_until_it_begins(world: World) -> None:
    world.mail(RUTH, "CREATE club 1936")
    world.run()
    to = world.address(MASTER, "club")
    world.say(RUTH, "SET seats no", to=to)
    for line in ("LIST", "JOIN ANY", "STATUS club", "how does this work?"):
        told = world.say("zoe@players.example", line).text
        assert "JOIN club" not in told
        assert "seats are taken" not in told.partition("To join")[0]
    world.say(RUTH, "PROCESS", to=to)
    assert world.game("club").phase_id == "S1936M"
    answer = world.say(RUTH, "SET seats yes", to=to)
    assert "Whether people have seats is fixed when the game begins" in answer.flat


def test_it_goes_on_at_another_judge(world: World, tmp_path: Path) -> None:
    to = create(world)
    world.say(RUTH, f"France:\n{ORDERS}", to=to)
    file = tmp_path / "club.json"
    file.write_bytes(export_game(world.home, "club", secret=True))
    other = World(tmp_path / "other")
    admit_game(other.home, file, other.now)
    assert other.orders("France", "club") == ["A PAR - BUR", "DP 2: A BEL H"]
    other.run()
    other.say(RUTH, "PROCESS", to=other.address(MASTER, "club"))
    assert other.game("club").phase_id == "F1936M"


def test_it_counts_in_no_figures(world: World) -> None:
    to = create(world)
    world.say(RUTH, f"France:\n{ORDERS}\nPROCESS", to=to)
    world.say(RUTH, "TERMINATE", to=to)
    assert world.rows("SELECT count(*) FROM seats") == [(0,)]
    assert world.rows("SELECT count(*) FROM conduct") == [(0,)]


def powers(world: World) -> tuple[str, ...]:
    """The powers of the game."""
    return tables.load(world.game("club")).powers


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


def test_what_is_refused_are_commands() -> None:
    assert set(VERBS) >= seatless.OF_SEATS | seatless.OF_CLOCK | seatless.OF_SHEET


def test_letters_that_name_arms_head_nothing(world: World) -> None:
    to = create(world, "standard")
    world.say(RUTH, "Austria:\nA: A Vie - Gal\nF: F Tri - Alb\nA Bud - Ser", to=to)
    assert world.orders("Austria", "club") == ["A VIE - GAL", "A BUD - SER"]
    assert world.orders("France", "club") == []
