"""The game master by mail: results held, turns taken back, orders and seats changed."""

from datetime import UTC, datetime

import pytest

from judge.catalog import variant
from judge.game.terms import dates
from judge.keeper import keeping
from judge.keeper.audit import audit
from judge.kernel.errors import InputError
from judge.store.record import OVER
from tests.game import answers
from tests.game.world import DAY, DEADLINE, HOUR, POWERS, START, Sent, World

GM = "gm@players.example"
SILENT = "England, Germany, Italy, Russia and Turkey sent no orders."


def gm(world: World, lines: str, name: str = "alpha") -> list[Sent]:
    """What a mail of the game master to his secret address causes: the answer comes first."""
    letter = world.mail(GM, lines, to=world.address("GM", name))
    sent = world.run()
    assert sent[0].message["In-Reply-To"] == letter
    return sent


def to(sent: list[Sent], power: str) -> Sent:
    """The one mail that a power's player got."""
    (mail,) = (one for one in sent if one.to == f"{power.lower()}@players.example")
    return mail


# --- PROCESS


def test_process_ends_the_phase_now_with_the_orders_that_are_in(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    answer, *told = gm(world, "PROCESS")
    assert "he results are out" in answer.flat
    assert world.game().phase.id == "F1901M"  # type: ignore[union-attr]
    assert "A PAR - BUR succeeds" in to(told, "Italy").flat
    assert "ended Spring 1901 movement by hand" in to(told, "Italy").flat


def test_process_names_its_phase_lest_a_second_mail_ends_the_next_one(world: World) -> None:
    world.begun()
    gm(world, "PROCESS S1901M")
    answer = gm(world, "PROCESS S1901M")[0]
    assert "The present phase is Fall 1901 movement." in answer.flat
    assert world.game().number == 2


def test_process_begins_a_game_that_is_not_full(world: World) -> None:
    world.say(GM, "CREATE alpha")
    world.say("ada@players.example", "JOIN alpha as France")
    answer, *told = gm(world, "PROCESS")
    assert "lpha begins" in answer.flat
    assert told[0].to == "ada@players.example"
    assert "You play France." in told[0].flat
    assert [world.seat(power).person is None for power in POWERS].count(True) == 6


def test_process_needs_somebody_to_play(world: World) -> None:
    world.say(GM, "CREATE alpha")
    assert "Nobody has a seat yet." in gm(world, "PROCESS")[0].flat


# --- HOLD, RELEASE, PREDICT


def test_held_results_wait_for_the_master_who_gets_a_preview(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    gm(world, "HOLD")
    (preview,) = world.run(DEADLINE)
    assert (preview.to, preview.subject) == (GM, "[alpha] Spring 1901 movement: preview")
    assert "A PAR - BUR succeeds" in preview.flat
    assert world.run(DEADLINE + DAY) == [], "nobody is told anything, and nobody is late"
    _, *told = gm(world, "RELEASE")
    assert "A PAR - BUR succeeds" in to(told, "Italy").flat
    assert "released the results of Spring 1901 movement" in to(told, "Italy").flat
    assert world.run(world.game().deadline), "the next results do not wait"
    assert world.game().number == 3


def test_orders_are_closed_while_results_wait(world: World) -> None:
    world.begun("alpha", "grace=12h")
    gm(world, "HOLD")
    world.run(DEADLINE + 12 * HOUR)
    answer = world.order("France", "A Par - Bur\nSTATUS")
    assert "The phase is over; its results wait for the game master." in answer.flat
    assert "Standard Diplomacy, its results wait for the game master, Spring 1901" in answer.flat
    assert world.orders("France") == []


def test_a_game_can_hold_all_its_results_and_says_so(world: World) -> None:
    world.begun("alpha", "hold=yes")
    status = world.order("France", "STATUS")
    assert "The game master sees the results of each phase before they are told." in status.flat
    for number, word in enumerate(("RELEASE", "Yes, fine with me"), 1):
        (preview,) = world.run(world.game().deadline)
        assert preview.subject.endswith("preview")
        answers.reply(world, preview, word)
        assert world.game().number == number + 1


def test_a_phase_that_closes_early_is_held_too(world: World) -> None:
    world.begun(players=1)
    gm(world, "HOLD")
    name = world.mail("austria@players.example", "Bud H\nVie H\nTri H", to=world.address("Austria"))
    answer, preview = world.run()
    assert answer.message["In-Reply-To"] == name
    assert preview.subject.endswith("preview")
    again = world.order("Austria", "Bud - Ser")
    assert "its results wait" in again.flat


def test_release_before_the_end_lifts_hold(world: World) -> None:
    world.begun()
    gm(world, "HOLD")
    assert "no longer wait for you" in gm(world, "RELEASE")[0].flat
    world.run(DEADLINE)
    assert world.game().number == 2
    assert "No results wait for you." in gm(world, "RELEASE")[0].flat


def test_predict_is_for_games_that_say_openly_that_the_master_sees_orders(world: World) -> None:
    world.begun("closed")
    world.begun("open", "gmorders=yes")
    for name in ("closed", "open"):
        world.order("France", "A Par - Bur", name)
    assert "A PAR" not in gm(world, "PREDICT\nSTATUS ALL", "closed")[0].text.partition("UNITS")[0]
    answer, *others = gm(world, "PREDICT", "open")
    assert "A PAR - BUR succeeds" in answer.flat
    assert others == []
    terms = world.order("Italy", "STATUS", "open").flat
    assert "The game master sees all orders, and may try them out" in terms
    assert world.game("open").number == 1


def test_status_all_shows_how_far_everybody_is_and_orders_only_where_said(world: World) -> None:
    world.begun("closed")
    world.begun("open", "gmorders=yes")
    for name in ("closed", "open"):
        world.order("France", "A Par - Bur", name)
    shut = gm(world, "STATUS ALL", "closed")[0]
    assert "France P2, some orders in" in shut.flat
    assert "Italy P4, no orders" in shut.flat
    assert "ORDERS THAT ARE IN" not in shut.text
    seen = gm(world, "STATUS ALL", "open")[0]
    assert "ORDERS THAT ARE IN" in seen.text
    assert "A PAR - BUR" in seen.text
    player = world.order("Italy", "STATUS ALL", "open")
    assert "A PAR - BUR" not in player.text
    assert "France P2, orders to come" in player.flat


# --- ROLLBACK, EDIT, corrected results


def corrected(world: World) -> list[Sent]:
    """A turn, taken back, one order changed, and played again: what the last mail caused."""
    world.begun()
    world.order("France", "A Par - Bur\nA Mar S A Par - Bur")
    world.run(DEADLINE)
    gm(world, "ROLLBACK S1901M NOW")
    gm(world, "EDIT France A Par - Pic")
    return gm(world, "PROCESS")


def test_rollback_brings_back_the_state_and_the_old_orders(world: World) -> None:
    first = world.begun()
    world.order("France", "A Par - Bur")
    world.run(DEADLINE)
    world.run(DEADLINE + 3 * DAY)
    assert world.game().number == 3
    _, *told = gm(world, "ROLLBACK S1901M NOW")
    back = world.game()
    assert (back.state, back.phase, back.number) == (first.state, first.phase, 1)
    assert back.revision == first.revision + 1
    assert back.deadline > world.now  # type: ignore[operator]
    assert world.orders("France") == ["A PAR - BUR"]
    mail = to(told, "France")
    assert "taken the game back from Spring 1902 movement to Spring 1901 movement" in mail.flat
    assert "A PAR - BUR" in mail.text.partition("YOUR ORDERS")[2]
    assert "A PAR - BUR" not in to(told, "Italy").text


def test_rollback_without_a_phase_takes_the_last_turn_back(world: World) -> None:
    world.begun()
    world.run(DEADLINE)
    world.run(DEADLINE + 3 * DAY)
    gm(world, "ROLLBACK")
    assert world.game().phase.id == "F1901M"  # type: ignore[union-attr]


def test_a_phase_that_was_not_played_can_not_be_taken_back(world: World) -> None:
    world.begun()
    world.run(DEADLINE)
    answer = gm(world, "ROLLBACK F1905M")[0]
    assert "No such phase has been played." in answer.flat
    assert "ROLLBACK S1901M" in answer.flat
    assert world.game().number == 2


def test_what_is_played_again_waits_for_the_master_unless_he_processes_it(world: World) -> None:
    world.begun()
    world.run(DEADLINE)
    gm(world, "ROLLBACK")
    (preview,) = world.run(world.game().deadline)
    assert preview.subject.endswith("preview")


def test_corrected_results_say_which_version_they_correct_and_what_changed(world: World) -> None:
    _, *told = corrected(world)
    mail = to(told, "Italy")
    assert mail.subject == "[alpha] Spring 1901 movement: corrected results"
    part = mail.flat.partition("CORRECTED RESULTS, SPRING 1901 MOVEMENT")[2]
    part = part.partition("ORDERS AND RESULTS")[0]
    assert "This is version 2. It takes the place of version 1, of Thu 5 Nov, 18:00 UTC." in part
    assert "was A PAR - BUR succeeds" in part
    assert "now A PAR - PIC succeeds" in part
    assert "was A MAR S A PAR - BUR given" in part
    assert "Germany" not in part.replace(SILENT, "")


def test_a_player_is_told_what_was_changed_for_him_and_others_only_that(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    _, *told = gm(world, "EDIT France A Par - Pic")
    assert [mail.to for mail in told] == ["france@players.example"]
    assert "has changed your orders (France): A PAR - PIC" in told[0].flat
    assert world.orders("France") == ["A PAR - PIC"]
    world.order("France", "A Par - Gas")
    assert world.orders("France") == ["A PAR - GAS"], "his own later order counts"
    results = to(world.run(DEADLINE), "Italy")
    assert "changed an order of France for Spring 1901 movement" in results.flat


def test_edit_takes_only_what_the_power_may_order(world: World) -> None:
    world.begun()
    answer = gm(world, "EDIT France A Mun - Bur\nEDIT France go west\nEDIT Belgium A Bel H")[0]
    assert "3 lines not taken" in answer.subject
    assert world.orders("France") == []
    answer = gm(world, "EDIT France A Xyz H")[0]
    assert "not a place or power on this map. This would work: EDIT France A MAR H" in answer.flat


def test_later_phases_are_corrected_too_and_every_mail_is_a_new_one(world: World) -> None:
    world.begun()
    world.run(DEADLINE)
    world.run(DEADLINE + 3 * DAY)
    gm(world, "ROLLBACK S1901M NOW")
    gm(world, "PROCESS")
    _, *told = gm(world, "PROCESS")
    mail = to(told, "Italy")
    assert "CORRECTED RESULTS, FALL 1901 MOVEMENT This is version 2." in mail.flat
    assert "All came out as before." in mail.flat
    history = world.order("Italy", "HISTORY")
    assert history.flat.count("ORDERS AND RESULTS, SPRING 1901 MOVEMENT") == 1


def test_what_was_taken_back_is_not_in_the_history(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    world.run(DEADLINE)
    gm(world, "ROLLBACK")
    assert "Nothing has happened yet." in world.order("Italy", "HISTORY").flat


def test_the_judge_verifies_a_game_that_was_corrected(world: World) -> None:
    corrected(world)
    gm(world, "TERMINATE")
    assert audit(world.home).faults == []
    assert keeping.verify_game(world.home, "alpha")[1]


# --- DEADLINE


def test_the_master_moves_the_deadline_and_all_are_told(world: World) -> None:
    world.begun()
    answer, *told = gm(world, "DEADLINE 7 Nov 20:00")
    moved = datetime(2026, 11, 7, 20, tzinfo=UTC)
    assert world.game().deadline == moved
    assert "he deadline is Sat 7 Nov 2026 20:00 UTC now" in answer.flat
    assert len(told) == 7
    assert "Sat 7 Nov, 20:00 UTC" in to(told, "France").flat
    world.run(DEADLINE)
    assert world.game().number == 1
    world.run(moved)
    assert world.game().number == 2


@pytest.mark.parametrize(
    ("typed", "moment"),
    [
        ("7 Nov 18:00", "07T18:00"),
        ("7 Nov", "07T18:00"),
        ("Friday 20:00", "06T20:00"),
        ("Sat 7 Nov at 9", "07T09:00"),
        ("2026-11-07 18:30", "07T18:30"),
        ("18:00", "02T18:00"),
        ("9:00", "03T09:00"),
        ("tomorrow 9:00", "03T09:00"),
        ("7 Nov 18:00 Europe/Berlin", "07T17:00"),
        ("+12h", "06T06:00"),
        ("+1d", "06T18:00"),
    ],
)
def test_a_moment_may_be_written_in_many_ways(typed: str, moment: str) -> None:
    read = dates.read_moment(typed, START, "UTC", DEADLINE)
    assert f"{read:%dT%H:%M}" == moment


@pytest.mark.parametrize("typed", ["soon", "1 Nov 18:00", "7 Nov 2025", "18", "+late", "32 Nov"])
def test_what_is_no_coming_moment_is_refused(typed: str) -> None:
    with pytest.raises(InputError):
        dates.read_moment(typed, START, "UTC", DEADLINE)


# --- EJECT, DISORDER, SEAT


def test_an_ejected_player_is_told_and_his_address_is_worth_nothing(world: World) -> None:
    world.begun()
    old = world.address("Turkey")
    _, *told = gm(world, "EJECT Turkey")
    assert world.seat("Turkey").person is None
    assert len(told) == 7
    assert "taken Turkey from you: you have been ejected from alpha" in to(told, "Turkey").flat
    assert "taken Turkey from its player" in to(told, "Italy").flat
    assert "Ejected: 1." in world.say("turkey@players.example", "STATS").flat
    assert world.rows("SELECT facts ->> 'power' FROM log WHERE what = 'seat.lost'") == [("Turkey",)]
    answer = world.say("turkey@players.example", "A Con - Bul", to=old)
    assert "othing in this mail proves" in answer.flat


def test_a_free_seat_goes_to_somebody_who_is_registered(world: World) -> None:
    world.begun()
    gm(world, "EJECT Turkey")
    assert "Nobody is registered" in gm(world, "SEAT Turkey ada@players.example")[0].flat
    world.say("ada@players.example", "REGISTER Ada Lovelace, Europe/London")
    answer, *told = gm(world, "SEAT Turkey ada@players.example")
    assert "Ada Lovelace plays Turkey now" in answer.flat
    welcome = to(told, "ada")
    assert "You play Turkey." in welcome.flat
    assert "F ANK -" in welcome.text
    assert "Turkey is played by Ada Lovelace from now on." in to(told, "France").flat
    ordered = world.say("ada@players.example", "A Con - Bul", to=welcome.reply_to)
    assert "A CON - BUL" in ordered.flat


def test_a_seat_in_a_game_that_forms_may_fill_it(world: World) -> None:
    world.say(GM, "CREATE alpha")
    for power in POWERS:
        world.say(f"{power.lower()}@players.example", f"REGISTER {power}")
    for power in POWERS[:-1]:
        gm(world, f"SEAT {power} {power}@players.example")
    assert world.game().status == "forming"
    gm(world, "SEAT Turkey turkey@players.example")
    assert world.game().status == "running"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("SEAT Turkey gm@players.example", "A game master holds no power in his own game."),
        ("SEAT Turkey france@players.example", "P2 plays in alpha already."),
        ("SEAT France new@players.example", "Somebody plays France."),
        ("PROMOTE france@players.example", "P2 plays in alpha, and a game master holds no power"),
        ("PROMOTE gm@players.example", "You are the game master already."),
        ("PROMOTE", "Whom? Write the name or the address that he registered."),
        ("PROMOTE Nobody", "Nobody is registered as 'Nobody'."),
        ("DISORDER France", "Somebody plays France."),
        ("DISORDER Turkey", "By the rules of this game Turkey stays as it is"),
        ("EJECT Turkey", "Nobody plays Turkey."),
    ],
)
def test_what_makes_no_sense_is_refused(world: World, line: str, message: str) -> None:
    world.say("new@players.example", "REGISTER Newton")
    world.begun(players=6)
    before = world.game()
    assert message in gm(world, line)[0].flat
    assert world.game() == before


def test_a_master_who_watches_or_takes_his_own_game_over_holds_no_power(world: World) -> None:
    world.begun(players=6)
    world.say(GM, "JOIN alpha as Turkey")
    assert world.seat("Turkey").person is None


def test_a_power_given_up_goes_the_way_of_the_variants_rules(world: World) -> None:
    world.begun("beta", variant="1926")
    power = variant.load("1926").engine.powers[0]
    world.run(world.game("beta").deadline)
    gm(world, f"EJECT {power}", "beta")
    answer, *told = gm(world, f"DISORDER {power}", "beta")
    assert f"{power} is given up" in answer.flat
    assert told
    gm(world, "PROCESS", "beta")
    gm(world, "TERMINATE", "beta")
    assert world.game("beta").status == OVER
    assert keeping.verify_game(world.home, "beta")[1]


# --- RULE, COMMENT, PROMOTE, TERMINATE


def test_a_comment_stands_on_top_of_the_next_results_and_only_there(world: World) -> None:
    world.begun()
    gm(world, "COMMENT\nSorry for the delay.\nMy cat did it.\nENDCOMMENT")
    mail = to(world.run(DEADLINE), "France")
    assert "FROM THE GAME MASTER Sorry for the delay." in mail.flat
    assert "My cat did it." in mail.flat
    assert mail.text.index("FROM THE GAME MASTER") < mail.text.index("ORDERS AND RESULTS")
    later = to(world.run(DEADLINE + 3 * DAY), "France")
    assert "FROM THE GAME MASTER" not in later.text


def test_a_ruling_is_dated_and_stays_for_all_to_read(world: World) -> None:
    world.begun()
    gm(world, "RULE A convoy may go round Spain.")
    for line in ("RULES", "STATUS"):
        answer = world.order("France", line)
        assert "RULINGS OF THE GAME MASTER Mon 2 Nov, 10:01 UTC A convoy may go" in answer.flat
    assert "A convoy may go round Spain." in to(world.run(DEADLINE), "Italy").flat
    assert "A convoy may go" in world.say("new@players.example", "RULES alpha").flat


def test_a_new_master_gets_the_game_and_the_old_ones_address_is_worth_nothing(
    world: World,
) -> None:
    world.begun()
    world.say("ada@players.example", "REGISTER Ada Lovelace")
    old = world.address("GM")
    answer, *told = gm(world, "PROMOTE Ada Lovelace\nPROCESS")
    assert "Ada Lovelace is the game master of alpha now" in answer.flat
    assert world.game().number == 1, "what stands below is not read"
    assert len(told) == 8
    mail = to(told, "ada")
    assert world.say(GM, "PROCESS", to=old).flat.count("othing in this mail proves who you") == 1
    assert (
        "he results are out" in world.say("ada@players.example", "PROCESS", to=mail.reply_to).flat
    )


def test_a_terminated_game_lists_all_that_its_master_did(world: World) -> None:
    world.begun()
    gm(world, "HOLD\nRULE No.\nDEADLINE +1d\nEDIT France A Par - Bur")
    _, *told = gm(world, "TERMINATE")
    mail = to(told, "France")
    assert world.game().status == OVER
    assert "Spring 1901 movement: the game master has ended the game." in mail.flat
    done = mail.flat.partition("WHAT THE GAME MASTER DID IN THIS GAME")[2]
    for deed in (
        "held back the results of Spring 1901 movement",
        "published a ruling",
        "moved the deadline to Fri 06 Nov 2026 18:00 UTC",
        "changed an order of France for Spring 1901 movement",
        "ended the game",
    ):
        assert deed in done


def test_the_log_holds_no_orders_and_no_words(world: World) -> None:
    world.begun()
    gm(world, "RULE canary-one\nCOMMENT canary-two\nEDIT France A Par - Bur")
    (logged,) = world.rows("SELECT group_concat(facts) FROM log")
    for word in ("canary", "BUR"):
        assert word not in logged[0]


@pytest.mark.parametrize("line", ["PROCESS", "RELEASE"])
def test_nothing_is_adjudicated_while_the_judge_doubts_its_clock(world: World, line: str) -> None:
    world.begun()
    gm(world, "HOLD")
    if line == "RELEASE":
        world.run(DEADLINE)
    world.mail(GM, line, to=world.address("GM"), at=world.now + HOUR)
    answer = world.run()[0]
    assert "The judge's clock is in doubt" in answer.flat
    assert world.game().number == 1


def test_everybody_reads_that_results_are_held(world: World) -> None:
    world.begun()
    gm(world, "HOLD")
    (preview,) = world.run(DEADLINE)
    assert "PREDICT shows this again, with what you have changed" in preview.flat
    said = "The phase is over: its results wait for the game master."
    assert said in preview.flat
    assert said in world.order("France", "STATUS").flat
    assert "Deadline" not in world.order("France", "DRAW").text
    assert "esults wait for the game master" in world.say("eve@players.example", "LIST").flat
    assert "waits for its master" in keeping.show(world.home, "alpha").lines[0]
    assert keeping.listing(world.home).rows[0][2] == "waits for its master"


def test_a_game_that_was_ended_while_its_results_waited_is_over(world: World) -> None:
    world.begun()
    gm(world, "HOLD")
    world.run(DEADLINE)
    gm(world, "TERMINATE")
    assert keeping.show(world.home, "alpha").lines[0].endswith("over")


@pytest.mark.parametrize("line", ["EJECT ada@players.example", "EJECT Ada Lovelace", "EJECT Ada"])
def test_a_player_of_a_game_that_forms_can_be_turned_away(world: World, line: str) -> None:
    world.say(GM, "CREATE alpha")
    name = "Ada" if line == "EJECT Ada" else "Ada Lovelace"
    world.say("ada@players.example", f"REGISTER {name}\nJOIN alpha")
    world.say("bob@players.example", "JOIN alpha as France")
    answer, *told = gm(world, line)
    assert f"{name} has no seat in alpha any more" in answer.flat
    assert [mail.to for mail in told] == ["ada@players.example"]
    assert "The game master has taken your seat in alpha from you." in told[0].flat
    assert "1 of 7 seats taken" in world.say("eve@players.example", "LIST").flat
    assert "ou have a seat in alpha" in world.say("ada@players.example", "JOIN alpha").flat


def test_a_player_can_be_ejected_by_his_name(world: World) -> None:
    world.begun()
    answer = gm(world, "EJECT P2")[0]
    assert "France is free" in answer.flat
    assert world.seat("France").person is None
    wrong = gm(world, "EJECT Belgium\nEJECT P2\nEJECT Nobody At All")[0]
    assert wrong.flat.count("This would work: EJECT Austria or EJECT England") == 3


def test_a_private_game_is_joined_by_its_code_alone(world: World) -> None:
    created = world.say(GM, "CREATE alpha standard private=yes").flat
    assert "Players join with: JOIN alpha" not in created
    assert "JOIN alpha CODE" in created
    told = world.say("eve@players.example", "STATUS ALL").flat
    assert "othing in this mail proves who you are" in told


def test_force_begin_begins_a_game_and_ends_no_phase(world: World) -> None:
    world.say(GM, "CREATE alpha")
    world.say("ada@players.example", "JOIN alpha as France")
    assert "lpha begins" in gm(world, "FORCE BEGIN")[0].flat
    assert "Alpha has begun. This would work: PROCESS" in gm(world, "FORCE BEGIN")[0].flat
    assert world.game().number == 1


@pytest.mark.parametrize("first", ["HOLD", "SET HOLD YES"])
def test_process_shows_the_master_a_preview_first_where_results_wait(
    world: World, first: str
) -> None:
    world.begun()
    world.mail(GM, f"{first}\nPROCESS", to=world.address("GM"))
    told = {mail.to for mail in world.run() if "A PAR" in mail.text}
    assert told == {GM}
    assert world.game().number == 1
    assert "RELEASE tells all" not in world.say(GM, "RELEASE", to=world.address("GM")).flat
    assert world.game().number == 2
