"""What everybody gets when a game is over: the summary, and all of it in one file."""

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge import resources
from judge.cli import main
from judge.kernel.engine import GM, PUBLIC
from judge.letters import commands
from judge.store import turns
from tests import folders
from tests.game.test_ending import near_the_end
from tests.game.world import DEADLINE, POWERS, Sent, World, mailbox


def drawn(world: World, *before: tuple[str, str]) -> list[Sent]:
    """The mails that tell of a draw after a phase; ``before`` are lines of powers in it."""
    for power, lines in before:
        world.order(power, lines)
    world.run(world.due())
    return voted(world, *POWERS)


def voted(world: World, *powers: str) -> list[Sent]:
    """The mails that tell of a draw for which these powers, the last that it needs, vote."""
    for power in powers[:-1]:
        world.order(power, "DRAW")
    world.mail(mailbox(powers[-1]), "DRAW", to=world.address(powers[-1]))
    return [mail for mail in world.run() if "draw between" in mail.flat]


def files(mail: Sent) -> dict[str, str]:
    """The files of the archive that is attached to a mail."""
    (attached,) = (
        part for part in mail.message.iter_attachments() if part.get_filename() == "alpha.zip"
    )
    content = attached.get_content()
    with zipfile.ZipFile(io.BytesIO(content)) as found:
        return {name: found.read(name).decode() for name in found.namelist()}


def test_everybody_gets_the_same_archive_with_all_orders(world: World) -> None:
    world.begun()
    over = drawn(world, ("France", "A Par - Bur\nF Bre - Mao"))
    assert len(over) == 8
    found = [files(mail) for mail in over]
    assert all(one == found[0] for one in found)
    assert list(found[0]) == [
        "README.txt",
        "game.json",
        "orders.txt",
        "press.txt",
        "log.txt",
        "results.txt",
    ]
    assert "  France:\n    A PAR - BUR\n    F BRE - MAO\n" in found[0]["orders.txt"]
    data = json.loads(found[0]["game.json"])
    assert (data["outcome"], data["winners"]) == ("draw", list(POWERS))
    assert data["secret"] == world.game().secret.hex()
    assert "judge: game.over" in found[0]["log.txt"]
    assert "players.example" not in "".join(found[0].values())


def test_the_mail_says_what_the_archive_is_and_the_archive_what_is_in_it(world: World) -> None:
    near_the_end(world)
    world.order("France", "F TYS - ROM")
    world.mail("turkey@players.example", "F SMY H", to=world.address("Turkey"))
    over = [mail for mail in world.run() if mail.subject.endswith("the game is over")]
    assert "The file alpha.zip that comes with this mail holds the whole game" in over[0].flat
    found = files(over[0])
    named = {line.split()[0] for line in found["README.txt"].splitlines()[2:]}
    assert named == found.keys() - {"README.txt"}
    assert max(map(len, found["README.txt"].splitlines())) <= 78


@pytest.mark.parametrize("variant", folders.of_each_kind())
def test_the_archive_tells_every_phase_with_what_single_readers_were_told(
    world: World, variant: str
) -> None:
    game = world.begun("alpha", "reveal=yes", variant=variant)
    power = world.rows("SELECT power FROM seats ORDER BY id")[0][0]
    world.order(power, "HOLD ALL")
    world.run(game.deadline)
    world.run(world.game().deadline)
    world.mail("gm@players.example", "TERMINATE", to=world.address("GM"))
    (told,) = {files(mail)["results.txt"] for mail in world.run() if mail.subject.endswith("over")}
    engine = world.engine()
    with engine.begin() as db:
        played = turns.of_game(db, game.id)
    engine.dispose()
    for turn in played:
        assert f"{turn.phase}: {turn.title}\n====" in told
        for event in turn.events:
            who = "the game master" if event.audience == GM else event.audience
            assert event.audience == PUBLIC or f"-- told to {who} alone:" in told
    assert "{" not in told, "every event has words"


def test_the_bids_of_1936_are_in_the_archive(world: World) -> None:
    world.begun("alpha", "reveal=yes", variant="1936")
    world.order("France", "DP 2: A Bel H")
    world.run(world.due())
    world.mail("gm@players.example", "TERMINATE", to=world.address("GM"))
    over = [mail for mail in world.run() if mail.subject.endswith("over")]
    told = " ".join(files(over[0])["results.txt"].split())
    assert "-- told to the game master alone: THE BIDS OF SPRING 1936" in told
    assert "-- told to France alone: YOUR DIPLOMACY POINTS, SPRING 1936" in told
    assert "DP 2: A BEL H" in files(over[0])["orders.txt"]


def test_the_log_names_people_and_not_their_numbers(world: World) -> None:
    world.begun()
    world.say("maria@players.example", "REGISTER Maria")
    lines = "EJECT France\nSEAT France maria@players.example\nPROMOTE maria@players.example"
    world.say("gm@players.example", lines, to=world.address("GM"))
    world.mail("gm@players.example", "TERMINATE", to=world.address("GM"))
    over = [mail for mail in world.run() if mail.subject.endswith("over")]
    assert "took France from P2" in over[0].flat
    assert "gave France to Maria" in over[0].flat
    assert "GM: gm.seat: person Maria, power France" in files(over[0])["log.txt"]


def test_press_is_published_by_consent_of_its_writer(world: World) -> None:
    world.begun()
    over = drawn(
        world,
        ("France", "PRESS TO Italy\nFrench canary\nENDPRESS"),
        ("Italy", "PUBLISH\nPRESS TO France\nItalian canary\nENDPRESS"),
        ("Russia", "BROADCAST\nRussian canary\nENDBROADCAST"),
    )
    told = files(over[0])["press.txt"]
    assert "Italian canary" in told
    assert "Russian canary" in told
    assert "French canary" not in "".join(files(over[0]).values())


def test_of_people_the_archive_tells_only_what_all_were_told(world: World) -> None:
    """Who was away or wrote from elsewhere stays as private as it was, as does how he wrote."""
    world.begun("alpha", "absence=20", "press=grey")
    world.say("sly@players.example", "REGISTER Sylvia")
    world.say("olga@players.example", "OBSERVE alpha")
    day = "from 20 Nov to 24 Nov"
    over = drawn(
        world,
        ("France", f"ABSENCE {day}\nSUBSTITUTE sly@players.example {day}\nA Paris to Burgundee"),
        ("Germany", "EMERGENCY\nABSENCE 1 Dec to 3 Dec\nNO ABSENCE"),
        ("Italy", "RESET Italy@alpha"),
        ("Russia", "BROADCAST\nRussian canary\nENDBROADCAST"),
    )
    told = files(over[0])
    everything = "".join(told.values())
    for secret in ("Sylvia", "olga", "substitute", "2026-11-2", "an emergency", "Paris"):
        assert secret not in everything, secret
    assert "not signed to" in told["press.txt"]
    assert set(re.findall(r"^\S+ \S+ (.*?: [\w.]+)", told["log.txt"], re.MULTILINE)) == {
        "judge: game.started",
        "judge: deadline.moved",
        "judge: turn",
        "judge: game.over",
    }


def test_a_successor_does_not_consent_for_his_predecessor(world: World) -> None:
    world.begun()
    world.order("France", "PUBLISH\nPRESS TO Italy\nFrench canary\nENDPRESS")
    world.order("France", "RESIGN")
    taken = world.say("maria@players.example", "TAKEOVER France@alpha")
    lines = "PUBLISH\nPRESS TO Italy\nMaria's own\nENDPRESS"
    world.say("maria@players.example", lines, to=taken.reply_to)
    world.run(world.due())
    world.say("maria@players.example", "DRAW", to=taken.reply_to)
    told = files(voted(world, *(power for power in POWERS if power != "France"))[0])["press.txt"]
    assert "Maria's own" in told
    assert "French canary" not in told


def test_the_summary_counts_centres_by_year_and_names_players_and_results(world: World) -> None:
    near_the_end(world)
    world.order("France", "F TYS - ROM")
    world.mail("turkey@players.example", "F SMY H", to=world.address("Turkey"))
    over = [mail for mail in world.run() if "SUMMARY OF ALPHA" in mail.text]
    assert "1908 - - 18 - - - 3" in over[0].flat
    assert "France P2, won" in over[0].flat
    assert "Turkey P6, survived" in over[0].flat
    assert "Austria P0, eliminated" in over[0].flat
    assert "1908,0,0,18,0,0,0,3" in files(over[0])["centres.csv"]
    assert "ROM,France" in files(over[0])["owners.csv"]


def test_summary_and_stats_answer_by_mail(world: World) -> None:
    near_the_end(world)
    assert "No centres have been counted yet" in world.order("France", "SUMMARY").flat
    world.order("France", "F TYS - ROM")
    world.order("Turkey", "F SMY H")
    shown = world.say("france@players.example", "SUMMARY alpha").flat
    assert "1908 - - 18" in shown
    own = world.say("france@players.example", "STATS").flat
    assert "1 on time, 0 late, 0 missed. Won: 1." in own
    assert "alpha France 1 of 1 on time won" in own
    assert "Survived: 1" in world.say("france@players.example", "stats p6").flat
    assert "obody is called" in world.say("france@players.example", "STATS Zoe").flat.lower()


def test_stats_do_not_tell_who_plays_in_an_anonymous_game(world: World) -> None:
    world.begun("alpha", "anonymous=yes")
    world.order("France", "HOLD ALL")
    world.run(DEADLINE)
    assert "alpha" in world.say("france@players.example", "STATS").flat
    assert "No games yet" in world.say("turkey@players.example", "STATS P2").flat
    assert "P2" not in world.order("Turkey", "SUMMARY").flat


@pytest.mark.parametrize("option", ["", "--json", "--csv"])
def test_the_keeper_gets_the_statistics_in_three_forms(world: World, option: str) -> None:
    world.begun()
    world.order("France", "HOLD ALL")
    world.run(DEADLINE)
    arguments = ["stats", "--spool", str(world.home), *([option] if option else [])]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0
    if option == "--json":
        rows = json.loads(result.output)
        assert [row["share"] for row in rows] == [0, 0, 100, 0, 0, 0, 0]
        assert rows[2]["played"][0]["power"] == "France"
    else:
        assert result.output.count("P") >= 7


def test_a_game_that_never_began_leaves_no_archive(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha")
    world.say("ada@players.example", "JOIN alpha")
    world.mail("gm@players.example", "TERMINATE", to=world.address("GM"))
    told = [mail for mail in world.run() if mail.to == "ada@players.example"]
    assert "Before it began: the game master has ended the game." in told[0].flat
    assert "alpha.zip" not in told[0].text
    assert all(part.get_filename() != "alpha.zip" for part in told[0].message.iter_attachments())


def test_every_deed_of_a_game_master_has_a_sentence_of_its_own() -> None:
    """What commands log is told in words when the game is over, never by its name in the log."""
    written = re.compile(r'(?:log|record|record_regency)_deed\(\s*desk, table, "(\w+)"')
    folder = Path(commands.__file__).parent
    logged = {name for path in folder.glob("*.py") for name in written.findall(path.read_text())}
    assert len(logged) > 15
    logged |= {"allow", "deny", "approve", "rule", "comment"}
    sentences = resources.read_words("templates", "sentences")["deeds"]
    assert {f"gm.{name}" for name in logged} - sentences.keys() == set()
