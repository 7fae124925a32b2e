"""A game can be learnt by mail alone: what it is, its rules, its map, what units can do."""

import re

import pytest

from judge.catalog import atlas
from judge.catalog import variant as catalog
from judge.kernel.engine import PUBLIC, Event
from judge.report import render, topics
from tests.game.test_strangers import reply
from tests.game.world import Sent, World


def attached(mail: Sent, name: str) -> str:
    """The text of a file that goes with a mail."""
    (part,) = (one for one in mail.message.iter_attachments() if one.get_filename() == name)
    return str(part.get_content())


def page(variant: str, topic: str = "rules") -> str:
    return render.word(Event("help", {"topic": topic, "variant": variant}, PUBLIC), variant)


# --- a stranger


def test_how_does_this_work_gets_a_welcome_with_the_open_games(world: World) -> None:
    world.say("gm@players.example", "REGISTER Ruth\nCREATE beta 1936 moves=2d")
    world.say("gm@players.example", "CREATE secret standard private=yes")
    told = world.say("new@players.example", "Hello,\nHow does this work?\nAnna")
    assert "JOIN beta 1936, 0 of 7 seats taken, moves in 2d" in told.flat
    assert "secret" not in told.text.replace("in secret", "")
    assert "A Par - Bur" in told.text
    assert "HELP RULES" in told.text
    assert len(told.text.splitlines()) <= 50


def test_a_welcome_without_open_games_says_how_to_make_one(world: World) -> None:
    assert "CREATE alpha" in world.say("new@players.example", "How does this work?").text


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("I'd like to join zeta, please", "To join zeta, answer with the line JOIN zeta."),
        ("Hello, may I join Secret?", "JOIN secret CODE and its invitation code"),
        ("I would love to join alpha", "OBSERVE alpha watches it, JOIN alpha WAITING"),
        ("I would love to join beta", "beta has begun: TAKEOVER Russia@beta takes a free seat, OB"),
        ("I would love to join table", "table has begun: OBSERVE table watches it. WELCOME"),
    ],
)
def test_a_stranger_who_names_a_game_is_told_how_to_get_into_it(
    world: World, line: str, told: str
) -> None:
    world.begun()
    world.begun("beta", players=5, circle="others")
    world.say("gm@players.example", "CREATE zeta standard")
    world.say("gm@players.example", "CREATE secret standard private=yes")
    world.say("gm@players.example", "CREATE table standard seats=no")
    assert told in world.say("new@players.example", line).flat


@pytest.mark.parametrize("confirm", ["yes", "no"])
def test_a_welcome_says_what_its_keeper_has_set(world: World, confirm: str) -> None:
    toml = world.home / "judge.toml"
    toml.write_text(toml.read_text().replace('confirm = "no"', f'confirm = "{confirm}"'))
    told = world.say("new@players.example", "hello").flat
    assert ("I then ask you by mail" in told) is (confirm == "yes")


def test_list_shows_forming_games_first_with_what_one_chooses_by(world: World) -> None:
    world.begun()
    world.say("gm@players.example", "CREATE zeta 1936 press=grey moves=2d")
    told = world.order("France", "LIST")
    assert told.text.index("  zeta") < told.text.index("  alpha")
    assert "moves in 2d, run by Ruth; press=grey JOIN zeta" in told.flat


def test_games_that_are_over_are_listed_and_their_archive_is_sent(world: World) -> None:
    world.begun()
    world.say("gm@players.example", "TERMINATE", to=world.address("GM"))
    world.begun("beta")
    told = world.order("France", "LIST OVER\nSUMMARY alpha", "beta")
    assert "Standard Diplomacy, terminated" in told.flat
    assert [one.get_filename() for one in told.message.iter_attachments()] == ["alpha.zip"]


# --- rules


@pytest.mark.parametrize("variant", catalog.names())
def test_the_rules_of_every_game_are_told_in_two_screens_with_all_rulings(variant: str) -> None:
    told = page(variant)
    assert len(told.splitlines()) <= 90
    assert max(map(len, told.splitlines())) <= 79
    asked = Event("help", {"topic": topics.RULINGS, "variant": variant}, PUBLIC)
    whole = topics.rulings_of(variant, lambda event: render.word(event, variant), asked)
    assert told.splitlines()[-1] in whole
    assert max(map(len, whole.splitlines())) <= 160
    assert not re.search(r"\*\S*-[CX]\d", whole)


def test_help_rules_brings_the_rulings_as_a_file(world: World) -> None:
    world.begun("alpha", variant="1936", players=9)
    told = world.order("France", "HELP RULES")
    assert "A minor may be paid to move. That is a sortie:" in told.flat
    assert "it cuts support like any move" in attached(told, "1936-rules.txt").lower().replace(
        "\n ", ""
    )
    other = world.order("France", "HELP RULES 1930!")
    assert "A MONTH, AS AN EXAMPLE" in other.text
    assert "RECALCULATION" in attached(other, "1930-rules.txt")


@pytest.mark.parametrize("line", ["HELP HUNDRED", "RULES hundred", "HELP RULES Hundred"])
def test_a_variant_s_name_asks_for_its_rules(world: World, line: str) -> None:
    world.begun()
    assert "A turn is five years" in world.order("France", line).flat


def test_a_stranger_gets_a_screen_of_the_rules_and_the_rest_by_replying(world: World) -> None:
    first = world.say("new@players.example", "HELP RULES 1926")
    assert list(first.message.iter_attachments()) == []
    assert attached(reply(world, first), "1926-rules.txt")


def test_rules_in_a_game_are_its_terms_its_rulings_and_its_options(world: World) -> None:
    world.begun("alpha", "air=yes", variant="1930s-world", players=9)
    world.begun("beta", variant="1930s-world", players=9)
    gm = world.address("GM")
    world.say("gm@players.example", "RULE Suez is open.", to=gm)
    told = world.order("France", "RULES")
    assert "Suez is open." in told.text
    assert "hey fly in a layer of their own" in told.flat
    assert "TERMS OF ALPHA" in told.text
    assert "they fly in a layer" not in world.order("France", "RULES", "beta").flat


def test_the_month_of_the_rules_goes_as_it_is_told() -> None:
    engine = catalog.load("1930").engine
    told = engine.adjudicate(
        {
            "phase": "1930-03M",
            "units": {
                "France": ["L5 PIC", "L4 ALS", "L3 PAR"],
                "Germany": ["L3 RHE"],
                "Belgium": ["L5 BRU"],
            },
            "orders": {
                "France": [
                    "L5 PIC - BRU",
                    "L4 ALS S L5 PIC - BRU",
                    "L3 PAR - PIC",
                    "ALLOCATE 75 Spain",
                ],
                "Germany": ["L3 RHE S L5 BRU"],
            },
            "dice": [52, 30, 30],
            "state": {"points": {"Spain": {"France": 75}}},
        }
    )
    combat, retreat, politics = told["rolls"]
    assert (combat["row"], combat["column"], combat["need"]) == (9, 8, 54)
    assert retreat["need"] == 40
    assert politics["need"] == 60
    assert told["state"]["friends"] == {"Spain": ["France"]}
    assert told["state"]["owners"]["BRU"] == "France"
    assert told["values"]["France"] == 225
    flat = " ".join(page("1930").split())
    assert "9 (5 and 4) attack 8 (5 and 3). Table 1 says 54" in flat
    assert "Table 2 says 40 or less" in flat
    assert "Table 5 says 60" in flat


# --- the map


def test_map_tells_of_a_space_its_borders_and_who_is_there(world: World) -> None:
    world.begun()
    told = world.order("France", "MAP Paris, stp").flat
    assert "PARIS (PAR): inland, supply centre, home of France" in told
    assert "armies: BRE, BUR, GAS, PIC" in told
    assert "belongs to France" in told
    assert "A PAR of France stands there" in told
    assert "fleets (south coast): BOT, FIN, LVN" in told
    assert "F STP/SC of Russia stands there" in told


def test_map_alone_is_the_board_and_help_borders_all_of_it(world: World) -> None:
    world.begun("alpha", variant="1936", players=9)
    told = world.order("France", "MAP").flat
    assert "A PAR" in told
    assert "HELP BORDERS" in told
    borders = world.order("France", "HELP BORDERS").flat
    assert "client of Germany)" in borders
    assert "armies: BOH FRA HUN MUN STY SVK SVN SWI VEN" in borders
    few = world.order("France", "HELP BORDERS Wales 1930s World").flat
    assert "by ferry, armies and fleets: IRE" in few


def test_map_of_an_unknown_place_is_refused(world: World) -> None:
    world.begun()
    assert "There is no place 'Atlantis'" in world.order("France", "MAP Atlantis").flat


@pytest.mark.parametrize("variant", catalog.names())
def test_every_border_of_the_help_goes_both_ways(variant: str) -> None:
    spaces = atlas.spaces(variant)
    assert all(space.ways for space in spaces.values())
    near = {
        (here, there.partition("/")[0])
        for here, space in spaces.items()
        for ways in space.ways
        for there in ways.to
    }
    assert {(there, here) for here, there in near} == near


# --- reach


def test_reach_alone_shows_where_one_s_units_can_go(world: World) -> None:
    world.begun()
    told = world.order("France", "REACH").flat
    assert "A PAR: BRE, BUR, GAS, PIC" in told
    assert "A VIE" not in told


def test_reach_of_a_space_tells_who_can_come(world: World) -> None:
    world.begun()
    told = world.order("France", "REACH Burgundy").flat
    assert "Nobody stands there." in told
    assert "France can go there with A MAR or A PAR." in told
    assert "Germany can go there with A MUN." in told


def test_minors_and_phases_without_moves_have_their_reach(world: World) -> None:
    world.begun("alpha", variant="1930s-world", players=9)
    assert world.game().phase is not None
    told = world.order("France", "REACH Turkey").flat
    assert "F ANK OF TURKEY, WHEN UNITS MOVE NEXT can go to: AGS, BKS" in told


# --- nearest


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("HELP WHOIS", "STATS"),
        ("HELP BOURDERS", "BORDERS OF ALL SPACES"),
        ("SEND ME GUIDE", "did you mean HELP"),
        ("DUMMY France", "did you mean EJECT"),
    ],
)
def test_other_words_get_the_nearest(world: World, line: str, near: str) -> None:
    world.begun()
    assert near in world.order("France", line).text.replace("\n", " ")


def test_help_on_nothing_is_refused_with_the_nearest_topics(world: World) -> None:
    world.begun()
    told = world.order("France", "HELP strangle")
    assert "NOT TAKEN" in told.text
    assert "There is no help on 'strangle'" in told.flat
    assert "HOW TO WRITE ORDERS" not in told.text.upper().replace("HELP ORDERS", "")


def test_help_variants_says_players_length_and_what_is_special(world: World) -> None:
    told = world.say("new@players.example", "HELP VARIANTS")
    told = reply(world, told)
    assert "CREATE alpha 1936 1936, 7 players Armed minors, clients, sorties" in told.flat
    assert "CREATE alpha chaos Chaos, 34 players" in told.flat
