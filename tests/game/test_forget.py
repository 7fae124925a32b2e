"""FORGET ME: who plays no more leaves no name and no address, but what he played."""

import re

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.keeper.audit import audit
from judge.store import schema, traces
from tests.game.world import World

ME, GM = "france@players.example", "gm@players.example"


def code(world: World) -> str:
    """The line that the code's mail gives for sending back."""
    name = world.mail(ME, "FORGET ME")
    answer, mail = world.run()
    assert answer.message["In-Reply-To"] == name
    assert mail.to == ME
    assert mail.subject == "[judge] shall the judge forget you?"
    found = re.search(r"FORGET ME \S+", mail.text)
    assert found
    return found[0]


def over(world: World) -> None:
    """A game that is over, with somebody who watches and waits elsewhere."""
    world.begun()
    world.order("France", "A Par - Bur")
    world.say(ME, "JOIN WAITING")
    world.say(GM, "TERMINATE", to=world.address("GM"))


def test_who_plays_no_more_is_forgotten_by_a_code(world: World) -> None:
    over(world)
    answer = world.say(ME, code(world))
    assert "our name and addresses are erased" in answer.flat
    kept = " ".join(map(str, world.rows("SELECT * FROM people") + world.rows("SELECT * FROM log")))
    assert ME not in kept
    assert "P2" not in kept
    for table in ("addresses", "readings", "waiting", "codes", "failing"):
        assert ME not in str(world.rows(f"SELECT * FROM {table}")), table
    assert "France somebody, survived" in world.order("Turkey", "SUMMARY").flat
    assert "not registered" in world.say(ME, "STATS").flat
    assert audit(world.home).faults == []


def test_who_is_forgotten_gets_no_more_mails_and_may_come_again(world: World) -> None:
    over(world)
    world.say(ME, code(world))
    world.mail(GM, "BROADCAST\nThanks, all!\nENDBROADCAST", to=world.address("GM"))
    assert ME not in [mail.to for mail in world.run()]
    for line in ("PROMOTE somebody", "PROMOTE forgotten 4", "STATS somebody"):
        assert "P2" not in world.say(GM, line, to=world.address("GM")).text
    assert "Welcome, Marie." in world.say(ME, "REGISTER Marie").flat
    result = CliRunner().invoke(main, ["stats", "--spool", str(world.home)])
    assert result.exit_code == 0


def test_who_still_plays_or_runs_a_game_is_not_forgotten(world: World) -> None:
    world.begun()
    answer = world.say(ME, "FORGET ME")
    assert "You are still in alpha: RESIGN, or hand over the games that you run." in answer.flat
    assert "You are still in alpha" in world.say(GM, "FORGET ME").flat
    assert world.rows("SELECT count(*) FROM codes") == [(0,)]


@pytest.mark.parametrize("line", ["FORGET ME ABCDE-FGHIJ", "FORGET ME NOW"])
def test_from_alone_forgets_nobody(world: World, line: str) -> None:
    over(world)
    code(world)
    assert "hat code is wrong or used up" in world.say(ME, line).flat.lower()
    assert "P2" in world.say(ME, "STATS").text
    assert "not registered" in world.say("else@players.example", "STATS").flat
    assert "obody is registered" in world.say("else@players.example", "FORGET ME").flat.lower()


def test_prose_is_not_taken_for_it(world: World) -> None:
    world.begun()
    world.order("France", "forget me not, dear judge")
    assert world.seat("France").person is not None


def test_my_data_is_all_that_is_kept_and_only_for_who_proves_himself(world: World) -> None:
    world.begun()
    world.order("France", "SET MAPS none\nABSENCE 24 Dec to 27 Dec\nDIARY Dear diary")
    world.order("Germany", "DIARY My secret plan")
    told = world.order("France", "MY DATA").text
    for known in ("PEOPLE", ME, "Dear diary", "MAP_WISHES", "maps none", "ABSENCES", "game alpha"):
        assert known in told, known
    for secret in ("germany@", "My secret plan", "password", "scrypt"):
        assert secret not in told, secret
    refused = world.say(ME, "MY DATA").text
    assert "WHAT THE JUDGE KEEPS" not in refused


def test_help_says_what_is_kept(world: World) -> None:
    assert "WHAT THE JUDGE KNOWS OF YOU" in world.say(ME, "HELP PRIVACY").text
    assert "FORGET ME" in world.say(ME, "HELP FORGET").text


def test_every_table_that_may_name_somebody_is_looked_through() -> None:
    """By a person's number, or by an address: a new table has to say which column that is."""
    told = set(traces.BY_ADDRESS.values())
    named = {
        column
        for table in schema.metadata.sorted_tables
        for column in table.c
        if column.name in ("address", "sender", "recipient") and "person" not in table.c
    }
    own = {schema.people.c.address, schema.outbox.c.sender}  # the second is the judge's own
    assert named - own <= told
