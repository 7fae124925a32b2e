"""OPTIONS and SET by mail."""

import pytest

from tests import folders
from tests.game.world import DEADLINE, HOUR, Sent, World


def set_(world: World, line: str) -> Sent:
    """The game master's answer to a SET line."""
    return world.say("gm@players.example", line, to=world.address("GM"))


def test_options_shows_every_option_with_its_value(world: World) -> None:
    world.begun("alpha", "grace=12h", "skip=Sat, Sun")
    answer = world.order("France", "OPTIONS")
    assert "OPTIONS OF ALPHA" in answer.text
    assert "  grace=12h               time after a deadline" in answer.text
    assert "  skip=Sat, Sun           weekdays without deadlines" in answer.text
    assert "moves-at=" not in answer.text


def test_a_stranger_sees_what_create_takes(world: World) -> None:
    answer = world.say("new@players.example", "OPTIONS")
    assert "  moves=3d                time for moves: 3d, 36h or 30m" in answer.text


def test_options_of_a_variant_are_shown_too(world: World) -> None:
    world.say("gm@players.example", "CREATE beta 1936 announce_totals=yes")
    first = world.say("new@players.example", "OPTIONS beta")
    answer = world.say("new@players.example", "OPTIONS beta", to=first.reply_to)
    assert "announce_totals=yes" in answer.text
    assert "announce_forfeits=no" in answer.text


def test_set_changes_an_option_and_tells_everybody(world: World) -> None:
    world.begun()
    to = world.address("GM")
    name = world.mail("gm@players.example", "SET grace 12h", to=to)
    answer, *told = world.run()
    assert answer.message["In-Reply-To"] == name
    assert "grace=12h from now on (it was 0h)" in answer.flat
    assert world.game().options["grace"] == "12h"
    assert len(told) == 7
    assert told[0].subject == "[alpha] Spring 1901 movement: grace=12h"
    assert "The game master has set grace to 12h (it was 0h)." in told[0].flat
    assert "Late orders count for 12 hours after a deadline." in told[0].flat


def test_a_yes_is_told_as_one_however_it_was_typed(world: World) -> None:
    world.begun()
    assert "hold=yes from now on (it was no)" in set_(world, "SET HOLD YES").flat


def test_what_was_set_holds_at_once(world: World) -> None:
    world.begun()
    set_(world, "SET grace=12h")
    world.run(DEADLINE)
    assert world.game().number == 1
    world.run(DEADLINE + 12 * HOUR)
    assert world.game().number == 2


@pytest.mark.parametrize(
    ("line", "name", "skipped"),
    [
        ("SET days Mon-Fri", "skip", "Sat, Sun"),
        ("SET DAYS -MTWTF-", "skip", "Sat, Sun"),
        ("SET days Mon, Thu", "skip", "Tue, Wed, Fri, Sat, Sun"),
        ("SET builds-days Sat", "builds-skip", "Mon, Tue, Wed, Thu, Fri, Sun"),
        ("SET skip Mon-Fri", "skip", "Mon-Fri"),
    ],
)
def test_days_are_those_on_which_deadlines_fall(
    world: World, line: str, name: str, skipped: str
) -> None:
    world.begun()
    assert f"{name}={skipped} from now on" in set_(world, line).flat
    assert world.game().options[name] == skipped


def test_deadlines_may_fall_on_all_days_again(world: World) -> None:
    world.begun("alpha", "days=Mon-Fri")
    assert world.game().options["skip"] == "Sat, Sun"
    assert "No deadline falls on Sat, Sun." in world.order("France", "STATUS").flat
    set_(world, "SET days all")
    assert world.game().options["skip"] == "none"


@pytest.mark.parametrize("line", ["SET days none", "SET days -------", "SET skip 24 Dec-2 Jan"])
def test_days_that_are_none_are_refused(world: World, line: str) -> None:
    world.begun()
    assert "NOT TAKEN" in set_(world, line).text
    assert world.game().options["skip"] == "none"


def test_the_clock_of_a_kind_of_phase_is_set_like_any_option(world: World) -> None:
    world.begun()
    set_(world, "SET moves-at 9:00")
    set_(world, "SET skip Sat, Sun")
    assert world.due() == DEADLINE
    world.run(DEADLINE)
    assert f"{world.due():%a %H:%M}" == "Mon 09:00"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("SET grace", "o what?"),
        ("SET grace soon", "'soon' is not a length of time"),
        ("SET grece 12h", "here is no option 'grece'"),
        ("SET influence-at 12:00", "has no phases that 'influence-at' could be for"),
        ("SET skip Mon-Sun", "leave no day for a deadline"),
    ],
)
def test_what_makes_no_sense_changes_nothing(world: World, line: str, message: str) -> None:
    world.begun()
    before = world.game().options
    answer = set_(world, line)
    assert message in answer.flat
    assert world.game().options == before


def test_a_nearly_right_name_is_suggested(world: World) -> None:
    world.begun()
    assert "SET grace 12h" in set_(world, "SET grece 12h").flat


def test_only_the_game_master_sets_options(world: World) -> None:
    world.begun()
    answer = world.order("France", "SET grace 12h")
    assert "nly the game master may do that" in answer.flat
    assert world.game().options["grace"] == "0h"


def test_a_variants_own_options_are_fixed_when_the_game_begins(world: World) -> None:
    world.say("gm@players.example", "CREATE beta 1936")
    to = world.address("GM", "beta")
    answer = world.say("gm@players.example", "SET announce_totals yes", to=to)
    assert "announce_totals=yes from now on" in answer.flat
    answer = world.say("gm@players.example", "SET announce_totals perhaps", to=to)
    assert "'perhaps' must be yes or no" in answer.flat


def test_what_was_set_stands_in_the_log(world: World) -> None:
    world.begun()
    set_(world, "SET grace 12h")
    rows = world.rows("SELECT who, facts FROM log WHERE what = 'gm.set'")
    assert rows == [("GM", '{"option":"grace","value":"12h"}')]


@pytest.mark.parametrize(
    ("line", "option", "value"),
    [
        ("SET hold", "hold", "yes"),
        ("SET NO DIAS", "dias", "no"),
        ("SET postal=yes", "postal", "yes"),
        ("SET no calendar", "calendar", "no"),
        ("SET GUNBOAT", "anonymous", "yes"),
        ("SET NODIAS", "dias", "no"),
    ],
)
def test_what_is_on_or_off_needs_no_value(world: World, line: str, option: str, value: str) -> None:
    world.begun()
    assert f"{option}={value} from now on" in set_(world, line).flat
    assert world.game().options[option] == value


@pytest.mark.parametrize("line", ["SET press", "SET no", "SET moves", "SET NO foo"])
def test_what_has_more_than_two_values_needs_one(world: World, line: str) -> None:
    world.begun()
    before = world.game().options
    assert "NOT TAKEN" in set_(world, line).text
    assert world.game().options == before


def test_an_option_that_is_so_already_is_news_to_nobody(world: World) -> None:
    world.begun()
    world.mail("gm@players.example", "SET press white", to=world.address("GM"))
    (answer,) = world.run()
    assert "press=white already" in answer.flat


def test_only_a_new_clock_speaks_of_the_deadline(world: World) -> None:
    world.begun()
    assert "he present deadline stays" in set_(world, "SET moves 2d").flat
    assert "deadline stays" not in set_(world, "SET press grey").flat
    world.say("gm@players.example", "CREATE beta")
    answer = world.say("gm@players.example", "SET moves 2d", to=world.address("GM", "beta"))
    assert "deadline stays" not in answer.flat


@pytest.mark.parametrize("variant", folders.ALL)
def test_an_option_that_there_is_not_is_refused_by_its_name(world: World, variant: str) -> None:
    answer = world.say("gm@players.example", f"CREATE beta {variant} foo=bar")
    assert "There is no option 'foo': OPTIONS lists those there are." in answer.flat


def test_ten_settings_in_one_mail_are_one_mail_to_each_player(world: World) -> None:
    world.begun()
    lines = "SET press grey\nSET moves 2d\nDEADLINE +1d\nSET grace 12h"
    world.mail("gm@players.example", lines, to=world.address("GM"))
    _, *told = world.run()
    assert len(told) == 7
    assert told[0].subject.endswith("press=grey, and more")
    text = told[0].flat
    for said in ("press to grey", "moves to 2d", "grace to 12h", "Fri 6 Nov, 18:00 UTC"):
        assert said in text, said
    assert text.count("TERMS OF ALPHA") == 1
    assert "Late orders count for 12 hours" in text


def test_news_before_and_after_results_stay_apart(world: World) -> None:
    world.begun()
    lines = "EDIT France A Par - Bur\nSET press grey\nPROCESS\nSET grace 12h"
    world.mail("gm@players.example", lines, to=world.address("GM"))
    told = [mail for mail in world.run() if mail.to == "france@players.example"]
    assert [mail.subject.partition(": ")[2] for mail in told] == [
        "your orders were changed, and more",
        "results",
        "grace=12h",
    ]
    assert "A PAR - BUR" in told[0].text


@pytest.mark.parametrize(("line", "waits"), [("SET NO NMR", True), ("SET NMR", False)])
def test_nmr_is_switched_as_on_the_judges_of_old(world: World, line: str, waits: bool) -> None:
    world.begun("alpha", "nmr=disorder 2")
    set_(world, line)
    status = world.order("France", "STATUS").flat
    assert ("The game waits for those who sent no orders." in status) == waits
    assert "loses the seat" not in status


def test_what_misses_its_value_is_told_the_present_one(world: World) -> None:
    world.begun()
    answer = set_(world, "SET moves\nSET moderate").flat
    assert "To what? It is 3d now." in answer
    assert "There is no option 'moderate'." in answer


def test_who_has_said_how_he_wants_his_maps_may_say_it_anew(world: World) -> None:
    world.begun()
    for maps in ("svg", "two", "png", "none"):
        world.order("France", f"SET MAPS {maps}")
        assert world.rows("SELECT maps FROM map_wishes") == [(maps,)]
