"""Orders ahead: PHASE, conditions and wishes, kept as typed and read when the phase opens."""

import pytest

from tests.game.world import DAY, DEADLINE, MINUTE, POWERS, Sent, World

HOLDS = "HOLD ALL"


def results(world: World, power: str = "France") -> Sent:
    """The results of the phase that ends at its deadline, as one player gets them."""
    sent = world.run(world.due())
    (mail,) = [one for one in sent if one.to.startswith(power.lower())]
    return mail


def phase(world: World) -> str:
    """The id of the present phase."""
    found = world.game().phase
    assert found is not None
    return found.id


def test_orders_for_a_later_phase_wait_for_it(world: World) -> None:
    world.begun()
    answer = world.order("France", "A Par - Bur\n\nPHASE F1901M\nA Bur - Mun\nA Mar - Gas")
    assert world.orders("France") == ["A PAR - BUR"]
    assert "WAITING FOR FALL 1901 MOVEMENT" in answer.flat
    assert "WAITING FOR FALL 1901 MOVEMENT A Bur - Mun A Mar - Gas" in answer.flat


def test_they_are_read_when_it_opens_and_their_player_is_told_what_came_of_it(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur\nPHASE F1901M\nA Bur - Mun\nA Mar - Gas\nA Gas H")
    mail = results(world)
    assert world.orders("France") == ["A BUR - MUN", "A MAR - GAS"]
    told = mail.text.partition("WHAT YOU HAD WRITTEN FOR FALL 1901 MOVEMENT")[2]
    assert "\n  A BUR - MUN\n" in told
    assert "There is no unit in Gascony" in told
    assert "F BRE                   no order: holds" in told
    assert "WAITING" not in mail.text


def test_nobody_else_learns_of_them(world: World) -> None:
    world.begun("alpha", "gmorders=yes")
    world.order("France", "PHASE F1901M\nA Par - Bur")
    for power in ("Italy", "Germany"):
        assert "WAITING" not in world.order(power, "STATUS").text
    assert "WAITING" not in world.say("gm@players.example", "STATUS", to=world.address("GM")).text
    sent = world.run(DEADLINE)
    told = [mail.to for mail in sent if "YOU HAD WRITTEN" in mail.text]
    assert told == ["france@players.example"]


def test_every_answer_lists_what_waits(world: World) -> None:
    world.begun()
    world.order("France", "PHASE F1901M\nA Par - Bur\nPHASE Winter 1901\nF Bre")
    answer = world.order("France", "STATUS")
    assert "WAITING FOR FALL 1901 MOVEMENT A Par - Bur" in answer.flat
    assert "WAITING FOR WINTER 1901 ADJUSTMENTS F Bre" in answer.flat


def test_results_list_what_still_waits(world: World) -> None:
    world.begun()
    world.order("France", "PHASE F1901M\nA Par - Bur\nPHASE S1902M\nA Bur - Mun")
    mail = results(world)
    assert "WAITING FOR SPRING 1902 MOVEMENT A Bur - Mun" in mail.flat


def test_orders_that_came_ahead_can_be_changed_like_any(world: World) -> None:
    world.begun()
    world.order("France", "PHASE F1901M\nA Par - Bur\nA Mar H")
    world.run(DEADLINE)
    world.order("France", "A Par - Pic")
    assert world.orders("France") == ["A MAR H", "A PAR - PIC"]


def test_a_second_mail_adds_to_the_first_and_the_last_order_for_a_unit_counts(world: World) -> None:
    world.begun()
    world.order("France", "PHASE F1901M\nA Par - Bur\nA Mar H")
    world.order("France", "PHASE F1901M\nA Par - Pic")
    world.run(DEADLINE)
    assert world.orders("France") == ["A MAR H", "A PAR - PIC"]


def test_clear_below_phase_forgets_what_waits_for_it(world: World) -> None:
    world.begun()
    world.order("France", "A Par H\nPHASE F1901M\nA Par - Bur\nPHASE S1902M\nA Par - Pic")
    answer = world.order("France", "PHASE F1901M\nCLEAR\nA Mar H")
    assert "1 line for Fall 1901 movement forgotten" in answer.flat
    assert "WAITING FOR FALL 1901 MOVEMENT A Mar H" in answer.flat
    assert "WAITING FOR SPRING 1902 MOVEMENT A Par - Pic" in answer.flat
    assert world.orders("France") == ["A PAR H"]


def test_clear_for_the_present_phase_leaves_what_waits(world: World) -> None:
    world.begun()
    world.order("France", "A Par H\nPHASE F1901M\nA Par - Bur")
    assert "WAITING FOR FALL 1901" in world.order("France", "CLEAR").text
    assert world.orders("France") == []


def test_phase_alone_leads_back_to_the_present(world: World) -> None:
    world.begun()
    world.order("France", "PHASE F1901M\nA Par - Bur\nPHASE\nA Mar H")
    assert world.orders("France") == ["A MAR H"]


def test_phase_with_the_present_phase_is_about_the_present(world: World) -> None:
    world.begun()
    answer = world.order("France", "PHASE S1901M\nA Par - Bur")
    assert "YOUR ORDERS FOR SPRING 1901 MOVEMENT" in answer.flat
    assert world.orders("France") == ["A PAR - BUR"]


def test_what_is_wrong_on_any_board_is_said_at_once_and_not_kept(world: World) -> None:
    world.begun()
    answer = world.order("France", "PHASE F1901M\nA Par - Mun\nA Parr - Bur\nA Mar H")
    assert "1 line was not taken" in answer.flat
    assert "Did you mean A PAR - BUR? Reply YES" in answer.flat
    assert answer.flat.endswith(answer.flat.partition("WAITING")[2])
    assert "WAITING FOR FALL 1901 MOVEMENT A Mar H" in answer.flat


def test_a_phase_that_cannot_come_keeps_nothing(world: World) -> None:
    world.begun()
    world.run(DEADLINE)
    answer = world.order("France", "PHASE S1901M\nA Par - Bur\nPHASE\nA Mar H")
    assert "Spring 1901 is over" in answer.flat
    assert "A Par - Bur" in answer.flat
    assert world.orders("France") == ["A MAR H"]
    assert "WAITING" not in answer.text


@pytest.mark.parametrize("line", ["PHASE next", "PHASE influence", "PHASE of F1901M", "PHASE 5"])
def test_below_a_phase_that_is_not_understood_nothing_is_ordered(world: World, line: str) -> None:
    """What is for a later phase must never be taken for the present one."""
    world.begun()
    answer = world.order("France", f"{line}\nA Par - Bur\nPHASE\nA Mar H")
    assert (
        f"here is no phase '{line[6:]}' ahead; it is Spring 1901 movement (S1901M)" in answer.flat
    )
    assert world.orders("France") == ["A MAR H"]


def test_talk_about_a_phase_is_no_command(world: World) -> None:
    world.begun()
    world.order("France", "Phase two of my plan begins now\nA Par - Bur")
    assert world.orders("France") == ["A PAR - BUR"]


def test_lines_for_a_phase_that_was_skipped_are_dropped(world: World) -> None:
    world.begun()
    world.order("France", "PHASE S1901R\nA Par R Bur\nPHASE F1901M\nA Par H")
    mail = results(world)
    assert phase(world) == "F1901M"
    assert "S1901R" not in mail.text
    assert world.rows("SELECT * FROM ahead") == []


def test_a_condition_is_decided_when_its_phase_opens(world: World) -> None:
    lines = (
        "PHASE F1901M\nIF French A BUR THEN\nA Bur - Mun\nELSE IF A BUR THEN\nA Par H\n"
        "ELSE\nA Par - Bur\nENDIF\nA Mar H"
    )
    world.begun()
    world.begun("beta")
    for name in ("alpha", "beta"):
        answer = world.order("France", lines, name)
        assert "not taken" not in answer.text
    world.order("France", "A Par - Bur")
    world.run(DEADLINE)
    assert world.orders("France") == ["A BUR - MUN", "A MAR H"]
    assert world.orders("France", "beta") == ["A PAR - BUR", "A MAR H"]


def test_the_player_reads_how_each_condition_was_decided(world: World) -> None:
    world.begun()
    world.order("France", "PHASE F1901M\nIF A BUR THEN\nA Bur - Mun\nELSE\nA Par - Bur\nENDIF")
    told = results(world).text.partition("WHAT YOU HAD WRITTEN")[2]
    assert "IF A BUR THEN: not so" in told
    assert "he condition above it does not hold" in told
    assert "ELSE: so it is" in told
    assert "\n  A PAR - BUR\n" in told


def test_a_condition_that_is_not_understood_keeps_none_of_its_lines(world: World) -> None:
    world.begun()
    world.order("France", "PHASE F1901M\nIF A Xyz THEN\nA Par - Bur\nENDIF\nA Mar H")
    world.run(DEADLINE)
    assert world.orders("France") == ["A MAR H"]


def test_an_if_without_end_keeps_none_of_its_lines(world: World) -> None:
    world.begun()
    answer = world.order("France", "PHASE F1901M\nA Mar H\nIF A BUR THEN\nA Bur H\nA Par - Bur")
    assert "IF has no ENDIF below it" in answer.flat
    world.run(DEADLINE)
    assert world.orders("France") == ["A MAR H"]


def test_a_condition_about_the_present_is_decided_at_once(world: World) -> None:
    world.begun()
    answer = world.order("France", "IF A BUR THEN\nA Par H\nELSE\nA Par - Bur\nENDIF")
    assert world.orders("France") == ["A PAR - BUR"]
    assert "IF A BUR THEN: not so" in answer.text


def test_wait_can_be_sent_ahead(world: World) -> None:
    world.begun()
    world.order("France", f"PHASE F1901M\nWAIT\n{HOLDS}")
    world.run(DEADLINE)
    assert world.seat("France").wait
    for power in POWERS:
        world.order(power, HOLDS)
    assert phase(world) == "F1901M"


def test_other_commands_are_obeyed_at_once(world: World) -> None:
    world.begun()
    answer = world.order("France", "PHASE F1901M\nA Par - Bur\nREMIND 6h")
    assert "You are reminded 6 hours" in answer.flat
    assert world.seat("France").remind == "6h"


def test_press_does_not_depend_on_a_later_phase(world: World) -> None:
    world.begun()
    press = "PRESS TO Italy\nHello\nENDPRESS"
    answer = world.order("France", f"PHASE F1901M\nIF A BUR THEN\n{press}\nENDIF")
    assert "nly orders and WAIT can depend on a later phase" in answer.flat
    assert world.rows("SELECT * FROM press") == []


def test_hold_all_waits_for_its_board(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur\nPHASE F1901M\nA Bur - Mun\nHOLD ALL")
    world.run(DEADLINE)
    assert sorted(world.orders("France")) == ["A BUR - MUN", "A MAR H", "F BRE H"]


def test_all_orders_ahead_end_a_phase_early_in_the_next_pass(world: World) -> None:
    """And not in the one that opened it: its results are to be read first."""
    world.begun()
    for power in POWERS:
        world.order(power, f"PHASE F1901M\n{HOLDS}")
    world.run(DEADLINE)
    assert phase(world) == "F1901M"
    world.run(DEADLINE + MINUTE)
    assert phase(world) == "S1902M"


def test_a_delay_leaves_time_to_change_them(world: World) -> None:
    world.begun("alpha", "delay=2h")
    for power in POWERS:
        world.order(power, f"PHASE F1901M\n{HOLDS}")
    world.run(DEADLINE)
    world.run(DEADLINE + MINUTE)
    assert phase(world) == "F1901M"
    ends = DEADLINE + MINUTE + DAY / 12
    assert (world.home / "wake").read_text() == ends.isoformat()
    world.run(ends)
    assert phase(world) == "S1902M"


def test_who_has_orders_ahead_has_not_missed_the_phase(world: World) -> None:
    world.begun("alpha", "nmr=disorder 1", "moves=1d")
    world.order("France", "A Par H\nPHASE F1901M\nA Par H")
    for _ in range(2):
        for power in POWERS:
            if power != "France":
                world.order(power, HOLDS)
        world.run(world.due())
    assert world.seat("France").person is not None


def test_what_a_player_wrote_goes_with_him(world: World) -> None:
    world.begun()
    world.order("France", "PHASE F1901M\nA Par - Bur")
    world.order("France", "RESIGN")
    world.run(DEADLINE)
    assert world.orders("France") == []
    assert world.rows("SELECT * FROM ahead") == []


def test_nothing_waits_any_more_when_the_game_is_over(world: World) -> None:
    world.begun()
    world.order("France", "PHASE F1901M\nA Par - Bur")
    world.say("gm@players.example", "TERMINATE", to=world.address("GM"))
    assert "WAITING" not in world.order("France", "STATUS").text


def test_a_stranger_keeps_nothing(world: World) -> None:
    world.begun()
    answer = world.say("france@players.example", "PHASE F1901M\nA Par - Bur")
    assert "othing in this mail proves who you are" in answer.flat
    assert world.rows("SELECT * FROM ahead") == []


def test_there_is_a_limit(world: World) -> None:
    world.begun()
    lines = "\n".join(["A Par H"] * 450)
    answer = world.order("France", f"PHASE F1901M\n{lines}")
    assert "50 lines were not taken" in answer.flat


def test_receipts_name_the_mail_whose_orders_were_used(world: World) -> None:
    world.begun()
    answer = world.order("France", "PHASE F1901M\nA Par - Bur")
    receipt = answer.text.partition("Receipt: ")[2].partition(".")[0]
    world.run(DEADLINE)
    assert f"Receipts of the orders used: {receipt}." in results(world).text


def test_in_1930_months_wait_too(world: World) -> None:
    world.begun("alpha", "deployment=1d", variant="1930", players=5)
    answer = world.order("France", "PHASE February 1930\nIF L Par THEN\nHOLD ALL\nENDIF")
    assert "WAITING FOR FEBRUARY 1930" in answer.text
    for _ in range(3):
        world.run(world.due())
    assert phase(world) == "1930-02M"
    assert len(world.orders("France")) > 3


def test_headings_and_prefixes_name_a_phase_as_phase_does(world: World) -> None:
    world.begun()
    answer = world.order(
        "France", "Spring 1901:\nA Par - Bur\nIn fall: A Bur - Mun\nFall 1901:\nF Bre - Mao"
    )
    assert world.orders("France") == ["A PAR - BUR"]
    assert "WAITING FOR FALL 1901 MOVEMENT" in answer.flat
    assert "WAITING" in answer.text
    assert "A Bur - Mun" in answer.flat.partition("WAITING")[2]
    late = world.order("France", "Fall 1900:\nA Par - Pic")
    assert "Fall 1900 is over" in late.flat
    assert world.orders("France") == ["A PAR - BUR"]


def test_which_unit_a_bare_place_means_is_left_to_the_board_that_comes(world: World) -> None:
    world.begun()
    line = "In fall: Holland to Belgium"
    answer = world.order("Germany", f"F Kie - Hol\nA Mun H\nA Ber H\n{line}")
    assert "Holland to Belgium" in answer.flat
    assert "look at" not in answer.flat
    world.run(DEADLINE)
    assert world.orders("Germany") == ["F HOL - BEL"]


def test_an_order_that_is_taken_back_below_is_not_ordered(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur\nF Bre - Mao\nforget what I said about Paris")
    assert world.orders("France") == ["F BRE - MAO"]


@pytest.mark.parametrize(
    ("line", "now", "later"),
    [
        ("A Par - Bur in fall", [], ["A Par - Bur"]),
        ("A Par - Bur next fall", [], ["A Par - Bur"]),
        ("A Par - Bur in F1901, F Bre - Mao", ["F BRE - MAO"], ["A Par - Bur"]),
        ("A Par - Bur, F Bre - Mao in fall", ["A PAR - BUR"], ["F Bre - Mao"]),
        ("A Par - Bur now, then in fall A Bur - Mun", ["A PAR - BUR"], ["A Bur - Mun"]),
        ("A Mar - Spa in spring, A Spa - Por in fall", ["A MAR - SPA"], ["A Spa - Por"]),
        ("In fall A Spa - Por, F Bre - Mao", [], ["A Spa - Por", "F Bre - Mao"]),
    ],
)
def test_a_phase_is_named_before_orders_for_all_and_behind_one_for_that(
    world: World, line: str, now: list[str], later: list[str]
) -> None:
    world.begun()
    told = world.order("France", line).text.partition("WAITING FOR FALL 1901 MOVEMENT")[2]
    assert world.orders("France") == now
    assert [row.strip() for row in told.partition("\n\n")[0].splitlines() if row] == later
