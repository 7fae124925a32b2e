"""Computer players by mail: PLAY, seats of a game, stand-ins, draws, and what they may not see."""

from pathlib import Path

import pytest

from judge.game.terms import tables
from judge.game.turn import game_end
from judge.rules import computers
from judge.store import seats, turns
from judge.store.record import PlayedTurn, Seat
from tests.game.world import DAY, HOUR, JUDGE, MINUTE, Sent, World

ANN = "ann@players.example"
GM = "gm@players.example"


def alone(home: Path, line: str = "PLAY standard as Turkey", *limits: str) -> World:
    """A world in which Ann has asked for a game of her own."""
    world = World(home)
    world.section("limits", *limits)
    world.mail(ANN, line)
    world.run()
    return world


def letters(world: World, to: str) -> list[Sent]:
    """All mails that somebody got, in their order."""
    paths = sorted((world.home / "out" / "new").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    return [one for one in map(Sent, (path.read_bytes() for path in paths)) if one.to == to]


def played(world: World, name: str = "play1") -> list[PlayedTurn]:
    """The turns of a game."""
    engine = world.engine()
    with engine.begin() as db:
        found = turns.of_game(db, world.game(name).id)
    engine.dispose()
    return found


def test_one_mail_begins_a_game_against_computers(tmp_path: Path) -> None:
    world = alone(tmp_path / "spool")
    assert world.game("play1").gm is None
    (started,) = [one for one in letters(world, ANN) if "the game begins" in one.subject]
    assert "Russia a computer (steady)" in started.flat
    assert "ORDER FORM" in started.text
    assert "delay" not in started.flat


def test_results_and_the_next_form_come_back_in_the_same_pass(tmp_path: Path) -> None:
    world = alone(tmp_path / "spool")
    world.mail(ANN, "A CON - BUL\nA SMY - CON\nF ANK - BLA", to=world.address("Turkey", "play1"))
    world.run(world.now + MINUTE)
    told = [one for one in letters(world, ANN) if "results" in one.subject]
    assert len(told) == 1
    assert "ORDER FORM FOR FALL 1901" in told[0].text
    (turn,) = played(world)
    assert {entry.receipt for entry in turn.orders["Russia"]} == {"steady"}
    assert len(turn.orders["Russia"]) == 4


@pytest.mark.parametrize(
    "line",
    ["PLAY 1936 as Turkey", "play 1900", "PLAY 1930!", "PLAY 1930s World as China", "PLAY 1926"],
)
def test_every_variant_can_be_played_alone(tmp_path: Path, line: str) -> None:
    world = alone(tmp_path / "spool", line)
    sitting = _seats(world)
    (seat,) = [one for one in sitting if one.person is not None]
    assert all(one.computer == "steady" for one in sitting if one is not seat)
    lines = _order_like_steady(world)
    (turn,) = played(world)
    assert tuple(entry.text for entry in turn.orders[seat.power]) == lines


def _order_like_steady(world: World) -> tuple[str, ...]:
    """Ann writes what a computer would order on her seat, and the judge makes a pass."""
    (seat,) = [one for one in _seats(world) if one.person is not None]
    table = tables.load(world.game("play1"))
    lines = computers.orders(table.engine, table.state, seat.power, "Ann")
    world.mail(ANN, "\n".join(lines), to=world.address(seat.power, "play1"))
    world.run(world.now + MINUTE)
    return lines


def _seats(world: World, name: str = "play1") -> list[Seat]:
    engine = world.engine()
    with engine.begin() as db:
        found = seats.of_game(db, world.game(name).id)
    engine.dispose()
    return found


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("PLAY backgammon", "There is no variant 'backgammon'"),
        ("PLAY standard as Narnia", "'Narnia' is not a power of Standard Diplomacy"),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_can(
    tmp_path: Path, line: str, answer: str
) -> None:
    world = alone(tmp_path / "spool", line)
    (told,) = letters(world, ANN)
    assert answer in told.flat
    assert "PLAY standard" in told.flat


def test_a_newcomer_is_told_how_to_play_at_once(tmp_path: Path) -> None:
    world = alone(tmp_path / "spool", "REGISTER Ann")
    assert "PLAY standard" in letters(world, ANN)[0].flat


def test_sharp_computers_think_after_the_mails_are_out(tmp_path: Path) -> None:
    world = alone(tmp_path / "spool", "PLAY standard as Turkey sharp", "rollouts = 4")
    world.mail(ANN, "A CON - BUL\nA SMY - CON\nF ANK - BLA", to=world.address("Turkey", "play1"))
    world.run(world.now + MINUTE)
    (turn,) = played(world)
    assert {entry.receipt for entry in turn.orders["Russia"]} == {"sharp"}
    assert world.rows("SELECT DISTINCT number FROM moves") == [(2,)], "nobody asks for older ones"


def test_a_phase_ends_as_soon_as_the_last_sharp_computer_has_thought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as busy:
        busy.setattr("judge.run.closing.SLICE", -1.0)
        world = alone(tmp_path / "spool", "PLAY standard as Turkey sharp", "rollouts = 4")
    assert world.rows("SELECT * FROM moves") == []
    world.mail(ANN, "A CON - BUL\nA SMY - CON\nF ANK - BLA", to=world.address("Turkey", "play1"))
    world.run(world.now + MINUTE)
    assert len(played(world)) == 1


@pytest.mark.parametrize(
    ("said", "limit", "tried"),
    [("", 1200, 400), ("rollouts=900", 1200, 900), ("rollouts=900", 50, 50)],
)
def test_a_master_lets_them_think_longer_as_far_as_the_keeper_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, limit: int, tried: int
) -> None:
    budgets = set()

    def think(*_: object, budget: int, **__: object) -> tuple[str, ...]:
        budgets.add(budget)
        return ()

    monkeypatch.setattr(computers, "orders", think)
    world = alone(tmp_path / "spool", "HELP", f"rollouts = {limit}")
    world.say(GM, f"CREATE alpha computers=all sharp {said}")
    world.say(ANN, "JOIN alpha")
    world.say(GM, "PROCESS", to=world.address("GM", "alpha"))
    assert budgets == {tried}


def test_a_number_of_futures_that_cannot_be_is_refused(tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    told = world.say(GM, "CREATE alpha computers=all sharp rollouts=many")
    assert "'many' must be a number from 20 on: 400 is usual." in told.flat


def test_a_seat_that_is_not_ready_at_its_deadline_is_ordered_by_steady(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.run.closing.SLICE", -1.0)
    world = alone(tmp_path / "spool", "PLAY standard as Turkey sharp")
    assert not played(world)
    world.run(world.due("play1"))
    (turn,) = played(world)
    assert {entry.receipt for entry in turn.orders["Russia"]} == {"steady"}


def test_a_game_may_have_some_computers(tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    world.mail(GM, "CREATE alpha standard computers=5 early=no")
    world.run()
    for name in ("bob", "eve"):
        world.mail(f"{name}@players.example", "JOIN alpha")
        world.run()
    assert world.game("alpha").status == "running"
    assert sorted(seat.computer for seat in _seats(world, "alpha")) == ["", "", *["steady"] * 5]


def test_process_begins_a_game_whose_other_seats_are_computers(tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    world.mail(GM, "CREATE alpha 1926 computers=all sharp")
    world.run()
    world.mail("bob@players.example", "JOIN alpha as Turkey")
    world.run()
    assert world.game("alpha").status == "forming"
    world.mail(GM, "PROCESS", to=world.address("GM", "alpha"))
    world.run()
    assert {seat.computer for seat in _seats(world, "alpha") if not seat.person} == {"sharp"}


def test_the_game_master_gives_a_free_seat_to_a_computer(tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    world.begun("alpha")
    world.mail(GM, "COMPUTER Turkey sharp", to=world.address("GM"))
    world.run()
    assert "EJECT Turkey" in letters(world, GM)[-1].flat
    world.mail(GM, "EJECT Turkey\nCOMPUTER Turkey@alpha sharp", to=world.address("GM"))
    world.run()
    world.mail(GM, "SET COMPUTERS steady", to=world.address("GM"))
    world.run()
    (seat,) = [one for one in _seats(world, "alpha") if one.power == "Turkey"]
    assert seat.computer == "steady"
    world.mail("zoe@players.example", "TAKEOVER Turkey@alpha")
    world.run()
    (seat,) = [one for one in _seats(world, "alpha") if one.power == "Turkey"]
    assert (seat.computer, seat.person is None) == ("", False)


def test_a_computer_stands_in_on_the_days_that_a_player_named(tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    world.begun("alpha", "early=no")
    line = "SUBSTITUTE COMPUTER from 1 Nov to 20 Nov"
    world.mail("france@players.example", line, to=world.address("France"))
    world.run()
    world.run(world.due())
    (turn,) = played(world, "alpha")
    assert {entry.receipt for entry in turn.orders["France"]} == {"steady"}
    assert not turn.orders["Italy"]
    world.mail("france@players.example", "SUBSTITUTE NOBODY", to=world.address("France"))
    world.run()
    world.run(world.due())
    assert not played(world, "alpha")[-1].orders["France"]


def test_with_nmr_computer_nobody_stands_still(tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    world.begun("alpha", "nmr=computer", "early=no")
    world.run(world.due())
    (turn,) = played(world, "alpha")
    assert all(turn.orders[power] for power in turn.orders)
    told = letters(world, "france@players.example")[-1].flat
    assert "A computer has sent orders for Austria" in told


def test_computers_share_a_draw_unless_they_lead_alone(tmp_path: Path) -> None:
    world = alone(tmp_path / "spool", "PLAY standard as Russia")
    world.mail(ANN, "DRAW", to=world.address("Russia", "play1"))
    world.run()
    assert world.game("play1").outcome == game_end.DRAW
    other = alone(tmp_path / "other", "PLAY standard as Turkey")  # Russia has four, and leads
    other.mail(ANN, "DRAW", to=other.address("Turkey", "play1"))
    other.run()
    assert other.game("play1").status == "running"


def test_resigning_ends_a_game_that_one_person_played(tmp_path: Path) -> None:
    world = alone(tmp_path / "spool")
    world.mail(ANN, "RESIGN", to=world.address("Turkey", "play1"))
    world.run()
    assert world.game("play1").status == "over"


def test_a_test_lets_computers_order_for_the_others(tmp_path: Path) -> None:
    world = alone(tmp_path / "spool")
    lines = "TEST AGAINST COMPUTERS\nA CON - BUL\nENDTEST"
    world.mail(ANN, lines, to=world.address("Turkey", "play1"))
    world.run()
    told = letters(world, ANN)[-1].text
    assert "A CON - BUL" in told
    assert "F LON H" not in told
    assert "F LON" in told


SECRETS = ("A PAR - BUR\nA MAR - SPA\nF BRE - MAO", "A PAR - PIC\nA MAR - PIE\nF BRE - ENG")


def test_no_other_sheet_changes_a_computers_orders(tmp_path: Path) -> None:
    """Twins: two worlds that differ in what France has ordered, and in nothing else."""
    found = []
    for number, lines in enumerate(SECRETS):
        world = World(tmp_path / str(number))
        world.begun("alpha", "early=no", "nmr=computer")
        world.mail("france@players.example", lines, to=world.address("France"))
        world.run()
        world.run(world.due())
        (turn,) = played(world, "alpha")
        mine = {
            power: [entry.text for entry in entries]
            for power, entries in turn.orders.items()
            if power != "France"
        }
        found.append(mine)
    assert found[0] == found[1]
    assert all(found[0].values())


@pytest.mark.parametrize(
    ("variant", "one", "other"),
    [
        ("1930s-world", "BID 7 Poland", "BID 5 Turkey\nBID 2 Spain"),
        ("1930", "DEPLOY L5 PAR", "READY"),
    ],
)
def test_no_other_bid_or_deployment_changes_a_computers_orders(
    tmp_path: Path, variant: str, one: str, other: str
) -> None:
    found = []
    for lines in (one, other):
        world = World(tmp_path / lines[-6:])
        world.begun("alpha", "early=no", "nmr=computer", variant=variant)
        world.mail("france@players.example", lines, to=world.address("France"))
        world.run()
        world.run(world.due())
        orders = played(world, "alpha")[0].orders
        found.append(
            {p: [entry.text for entry in made] for p, made in orders.items() if p != "France"}
        )
    assert found[0] == found[1]


def test_verify_repeats_a_game_with_computers(tmp_path: Path) -> None:
    world = alone(tmp_path / "spool", "PLAY 1930!")
    for _ in range(3):
        _order_like_steady(world)
    assert len(played(world)) >= 3
    world.mail(ANN, "VERIFY play1", to=JUDGE)
    world.run(world.now + HOUR)
    assert "differ" not in letters(world, ANN)[-1].flat


def test_nothing_is_thought_twice(tmp_path: Path) -> None:
    world = alone(tmp_path / "spool", "PLAY standard sharp")
    before = len(letters(world, ANN))
    world.run(world.now + DAY)
    assert len(letters(world, ANN)) == before


def test_all_may_read_that_it_is_a_computer(tmp_path: Path) -> None:
    world = alone(tmp_path / "spool")
    world.mail("bob@players.example", "LIST\nSTATUS play1\nSUMMARY play1")
    world.run()
    (told,) = letters(world, "bob@players.example")
    assert "7 of 7 seats taken, 6 by computers" in told.flat
    assert "are free" not in told.flat
    assert "Austria a computer (steady)" in told.flat


def test_press_to_a_computer_says_that_nobody_reads_it(tmp_path: Path) -> None:
    world = alone(tmp_path / "spool")
    world.mail(ANN, "PRESS TO Russia\nhello\nENDPRESS", to=world.address("Turkey", "play1"))
    world.run()
    assert "a computer plays Russia: it reads no press" in letters(world, ANN)[-1].flat


def test_the_first_answer_to_a_newcomer_names_play(world: World) -> None:
    answer = world.say("nina@players.example", "Hello, how does this work?")
    assert "PLAY standard" in answer.text


def test_who_registers_and_plays_in_one_mail_is_not_told_how_to_find_a_game(world: World) -> None:
    answer = world.say("ann@new.example", "REGISTER Ann Lee\nPLAY standard as France")
    assert "Welcome, Ann Lee." in answer.flat
    assert "Write PLAY standard" not in answer.flat


def test_a_game_alone_goes_by_its_players_clock(tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    world.mail(ANN, "REGISTER Ann, Asia/Tokyo\nPLAY standard as Turkey")
    world.run()
    assert world.game("play1").options["zone"] == "Asia/Tokyo"
