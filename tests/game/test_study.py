"""STUDY: a copy of a phase on a table of one's own, and the line that is played from there."""

import re

import pytest

from judge.catalog import variant as catalog
from tests import folders
from tests.game.world import DAY, Sent, World, mailbox

GM = "gm@players.example"
MOVES = "France:\nA Par - Bur\nA Mar S A Par - Bur\nGermany:\nA Mun - Bur"


def studied(world: World, lines: str, power: str = "France", **more: str) -> Sent:
    """The answer to a study's line, with orders below it down to ENDSTUDY."""
    return world.order(power, f"{lines}\nENDSTUDY", **more)


def laid(sent: Sent) -> str:
    """The orders that lie on the table, on one line."""
    return sent.flat.rpartition("ORDERS ON YOUR TABLE FOR")[2].partition(" STUDY ")[0]


@pytest.fixture
def played(world: World) -> World:
    """A world in which Spring 1901 is over: France was bounced by Germany in Burgundy."""
    world.begun()
    world.order("France", "A Par - Bur\nA Mar - Spa")
    world.order("Germany", "A Mun - Bur\nF Kie - Den")
    world.run(world.due())
    return world


def test_orders_of_all_powers_are_played_and_kept(world: World) -> None:
    world.begun()
    told = studied(world, f"STUDY\n{MOVES}").flat
    assert "A MUN - BUR fails: lost against A PAR - BUR, 1 against 2" in told
    assert "FALL 1901 MOVEMENT" in told
    told = studied(world, "STUDY\nA Bur - Mun\nA Ber S A Mun").flat
    assert "A BUR - MUN fails" in told
    assert "SPRING 1902" in told


def test_nothing_of_it_reaches_the_game_or_anybody_else(world: World) -> None:
    world.begun()
    before = world.rows("SELECT count(*) FROM outbox")[0][0]
    studied(world, f"STUDY\n{MOVES}")
    assert world.rows("SELECT count(*) FROM outbox")[0][0] == before + 1
    assert world.orders("France") == world.orders("Germany") == []
    assert world.rows("SELECT facts FROM log WHERE facts LIKE '%BUR%'") == []
    assert "no table for study" in world.order("Germany", "STUDY LINE").flat


def test_a_phase_that_is_over_comes_with_its_orders(played: World) -> None:
    answer = played.order("Italy", "STUDY alpha S1901M")
    assert "France A PAR - BUR; A MAR - SPA" in laid(answer)
    assert "Germany A MUN - BUR; F KIE - DEN" in laid(answer)
    told = played.order("Italy", "STUDY NEXT").flat
    assert "A PAR - BUR fails: bounced with A MUN - BUR" in told


def test_one_order_anew_shows_what_would_have_been(played: World) -> None:
    told = studied(played, "STUDY alpha S1901M\nA Mar S A Par - Bur").flat
    assert "A PAR - BUR succeeds won against A MUN - BUR, 2 against 1" in told
    assert "F KIE - DEN succeeds" in told


def test_the_phase_that_waits_comes_with_ones_own_orders_alone(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    world.order("Germany", "A Mun - Bur")
    assert (
        laid(world.order("France", "STUDY"))
        .strip()
        .endswith("France A PAR - BUR; no order: A MAR, F BRE")
    )
    assert "None yet" in laid(world.order("Italy", "STUDY"))


def test_back_and_forth_a_line_stays_until_orders_are_changed(world: World) -> None:
    world.begun()
    studied(world, f"STUDY\n{MOVES}")
    studied(world, "STUDY\nA Bur - Bel")
    back = world.order("France", "STUDY S1901M")
    assert "S1901M (here), F1901M, W1901A" in back.flat
    assert "A PAR - BUR; A MAR S A PAR - BUR; no order: F BRE" in laid(back)
    assert "A BUR - BEL" in laid(world.order("France", "STUDY NEXT"))
    assert "FRANCE 4" in world.order("France", "STUDY NEXT").flat.upper().replace(":", "")
    world.order("France", "STUDY BACK\nSTUDY BACK")
    told = studied(world, "STUDY\nFrance:\nA Par - Pic")
    assert "Phases of your line: S1901M, F1901M (here)" in told.flat
    assert "None yet" in laid(told)


def test_clear_takes_the_orders_of_the_phase_away(played: World) -> None:
    assert "None yet" in laid(played.order("France", "STUDY alpha S1901M\nSTUDY CLEAR"))


@pytest.mark.parametrize("name", folders.of_each_kind())
def test_computers_order_for_those_for_whom_nobody_does(world: World, name: str) -> None:
    world.begun(variant=name)
    power = catalog.load(name).engine.powers[0]
    first = world.order(power, "STUDY")
    told = world.order(power, "STUDY AGAINST COMPUTERS").flat
    assert "NOT TAKEN" not in told
    assert "for you alone" not in told
    (phases,) = re.findall(r"Phases of your line: (.*?) \(here\)", told)
    assert phases.count(",") == 1
    back = world.order(power, "STUDY BACK")
    assert laid(back) != laid(first)


def test_the_line_is_told_in_text_with_its_maps_in_a_file(world: World) -> None:
    world.begun()
    studied(world, f"STUDY\n{MOVES}")
    studied(world, "STUDY\nA Bur - Bel")
    answer = world.order("France", "STUDY LINE")
    assert "RESULTS, SPRING 1901" in answer.flat
    assert "RESULTS, FALL 1901" in answer.flat
    (page,) = (part for part in answer.message.walk() if part.get_filename() == "alpha.html")
    html = page.get_content()
    assert html.count("<img ") == 3
    assert "a line of your study" in html
    assert "A BUR - BEL" in html


def test_a_line_ends_where_somebody_has_won(world: World) -> None:
    world.begun()
    owned = "PAR, MAR, BRE, SPA, POR, BEL, HOL, MUN, KIE, BER, DEN, SWE, NWY, LVP, EDI, LON, VEN"
    units = "England: none\nGermany: none\nItaly: A ROM, F NAP\nFrance: A TUS"
    centres = f"England: none\nGermany: none\nItaly: NAP, ROM\nFrance: {owned}"
    position = f"EDIT\nPHASE F1905M\n{units}\nCENTRES\n{centres}\nENDEDIT"
    draft = world.say(GM, position, to=world.address("GM"))
    (yes,) = re.findall(r"^  (YES R\d+)$", draft.text, re.MULTILINE)
    world.say(GM, yes, to=world.address("GM"))
    studied(world, "STUDY\nItaly:\nA Rom - Apu")
    assert "France won" not in studied(world, "STUDY BACK\nA Tus H").flat
    told = studied(world, "STUDY alpha\nItaly:\nA Rom - Apu\nFrance:\nA Tus - Rom").flat
    assert "HERE THE LINE ENDS France won" in told
    assert "won here: STUDY BACK goes back" in world.order("France", "STUDY NEXT").flat
    assert "A TUS - ROM" in laid(world.order("France", "STUDY BACK"))


# --- what one may know


BID = "DP 2: A AUS S A MUN - SWI"


@pytest.fixture
def bidding(world: World) -> World:
    """A world of 1936 in which Germany has bid in secret, and Spring is over."""
    world.begun(variant="1936")
    world.order("Germany", BID)
    world.run(world.due())
    return world


def test_what_was_secret_in_a_game_that_goes_on_stays_so(bidding: World) -> None:
    assert BID in laid(bidding.order("Germany", "STUDY alpha S1936M"))
    for told in (
        bidding.order("France", "STUDY alpha S1936M"),
        bidding.say(GM, "STUDY alpha S1936M", to=bidding.address("GM")),
    ):
        assert "DP 2" not in told.text
        assert "YOUR STUDY OF ALPHA: SPRING 1936 MOVEMENT" in told.text


@pytest.mark.parametrize(("reveal", "shown"), [("yes", True), ("no", False)])
def test_of_a_game_that_is_over_one_gets_what_its_archive_shows(
    world: World, reveal: str, *, shown: bool
) -> None:
    world.begun("alpha", f"reveal={reveal}", variant="1936")
    world.order("Germany", BID)
    world.run(world.due())
    world.mail(GM, "TERMINATE", to=world.address("GM"))
    world.run()
    answer = world.order("France", "STUDY alpha S1936M")
    assert (BID in laid(answer)) is shown
    assert BID in laid(world.order("Germany", "STUDY alpha S1936M"))


def test_observers_who_read_late_get_nothing_newer(world: World) -> None:
    world.begun("alpha", "observers=one phase late")
    watching = world.say("olga@players.example", "REGISTER Olga\nOBSERVE alpha")
    for place in ("A Par - Bur", "A Bur - Mun"):
        world.order("France", place)
        world.run(world.due())
    told = world.say("olga@players.example", "STUDY alpha\nSTUDY LINE", to=watching.reply_to).flat
    assert "YOUR STUDY OF ALPHA: FALL 1901 MOVEMENT" in told
    told = world.say("olga@players.example", "STUDY alpha S1901M", to=watching.reply_to).flat
    assert "A PAR - BUR" in told
    told = world.say("olga@players.example", "STUDY alpha F1901M", to=watching.reply_to).flat
    assert "A BUR - MUN" not in told


def test_a_seat_counts_whatever_game_the_mail_is_about(world: World) -> None:
    world.begun("alpha", variant="1936")
    world.begun("beta")
    world.order("Germany", BID, "alpha")
    world.run(world.due())
    answer = world.say(
        mailbox("Germany"), "STUDY alpha S1936M", to=world.address("Germany", "beta")
    )
    assert BID in laid(answer)


# --- one table a person


def test_a_new_table_takes_the_place_of_the_old_one_and_end_takes_it_away(world: World) -> None:
    world.begun()
    studied(world, f"STUDY\n{MOVES}")
    assert "None yet" in laid(world.order("France", "STUDY alpha"))
    assert world.rows("SELECT count(*) FROM studies") == [(1,)]
    assert "our table for study is gone" in world.order("France", "STUDY END").flat
    assert world.rows("SELECT * FROM studies") == []


def test_a_table_that_nobody_touches_for_thirty_days_goes(world: World) -> None:
    world.begun("alpha", "moves=300d")
    world.order("France", "STUDY")
    world.run(world.now + DAY)
    world.run(world.now + 28 * DAY)
    world.order("France", "STUDY")
    world.run(world.now + 29 * DAY)
    assert world.rows("SELECT count(*) FROM studies") == [(1,)]
    world.run(world.now + 2 * DAY)
    assert world.rows("SELECT * FROM studies") == []


# --- mails that go wrong


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            "STUDY alpha F1903M",
            "o such phase of alpha has been played. This would work: STUDY alpha",
        ),
        ("STUDY BACK", "no table for study: say of which game. This would work: STUDY alpha"),
        ("STUDY\nSTUDY BACK", "our line begins here. This would work: STUDY NEXT"),
        (
            "STUDY\nSTUDY nonsense",
            "'nonsense' is no phase of your line. This would work: STUDY LINE",
        ),
        ("STUDY\nhello there\nENDSTUDY", "here is no order in it that could be played"),
        ("STUDY\nA Par - Bru\nENDSTUDY", "NOT READ A Par - Bru"),
        ("STUDY\nF Lon - Enk\nENDSTUDY", "Did you mean F LON - ENG?"),
        ("STUDY\nWAIT\nENDSTUDY", "ommands are not obeyed"),
        ("STUDY beta", "has not begun"),
    ],
)
def test_a_line_that_cannot_be_done_says_why_and_what_would_work(
    world: World, lines: str, told: str
) -> None:
    world.begun()
    world.say(GM, "CREATE beta standard")
    answer = world.order("France", lines)
    assert told in answer.flat
    assert "NOT TAKEN" in answer.text
    assert "RESULTS" not in answer.text


def test_orders_below_a_study_that_nothing_closes_are_no_orders_of_the_game(world: World) -> None:
    world.begun()
    answer = world.order("France", "A Mar H\nSTUDY alpha\nSTUDY\nA Par - Bur")
    assert "STUDY has no ENDSTUDY below it" in answer.flat
    assert world.orders("France") == ["A MAR H"]


def test_what_a_wrong_line_leaves_is_played_by_next(world: World) -> None:
    world.begun()
    told = studied(world, "STUDY\nA Par - Bur\nA Xyz H")
    assert "STUDY NEXT plays the phase as it is" in told.flat
    assert "A PAR - BUR; no order: A MAR" in laid(told)
    assert "A PAR - BUR succeeds" in world.order("France", "STUDY NEXT").flat


def test_nobody_studies_whom_nothing_proves(world: World) -> None:
    world.begun()
    assert (
        "othing in this mail proves who you are" in world.say(mailbox("France"), "STUDY alpha").flat
    )
    foreign = world.say("other@elsewhere.example", "STUDY", to=world.address("France"))
    assert "YOUR STUDY" not in foreign.text
