"""A game of 1930! by mail: what each reader gets to see, and what nobody else does."""

import re
import subprocess
import sys
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from judge import resources
from judge.cli import main
from judge.kernel.dice import list_throws
from judge.store import turns
from tests.game.world import DAY, Sent, World
from tests.games import happens
from tests.games.test_games import GAMES

PLAYERS = {
    "Great Britain": "ann@players.example",
    "Germany": "bob@players.example",
    "France": "cyd@players.example",
    "Italy": "dan@players.example",
    "Russia": "eve@players.example",
}
GM, STRANGER = "gm@players.example", "zoe@players.example"
ADDRESSES = [address.encode() for address in (*PLAYERS.values(), GM)]
PRIVATE = ("ALONE", "ALL POINTS")


def a_world(home: Path) -> World:
    """A game that five players have joined and that waits for the majors' deployment."""
    world = World(home)
    world.mail(GM, "REGISTER Ruth, UTC\nCREATE alpha 1930 moves=2d builds=1d at=18:00")
    world.run()
    for power, address in PLAYERS.items():
        world.mail(address, f"REGISTER {address[:3].title()}, UTC\nJOIN alpha as {power}")
    world.run()
    return world


@pytest.fixture
def begun(tmp_path: Path) -> World:
    """A game that waits for the majors' deployment."""
    return a_world(tmp_path / "spool")


def said(world: World, power: str, lines: str) -> Sent:
    """The answer to a player's mail."""
    return world.say(PLAYERS[power], lines, to=world.address(power))


def close(world: World) -> dict[str, Sent]:
    """Let the deadline pass; the results by address."""
    deadline = world.game().deadline
    assert deadline is not None
    return {sent.to: sent for sent in world.run(deadline + timedelta(minutes=1))}


def everything(world: World) -> list[Sent]:
    """All mails that the judge has sent."""
    return [Sent(path.read_bytes()) for path in world.outbox()]


def headings(answer: str) -> list[str]:
    """The headings of private parts."""
    return [line for line in answer.splitlines() if any(word in line for word in PRIVATE)]


def test_a_status_shows_a_player_his_own_points_only(begun: World) -> None:
    answer = said(begun, "France", "STATUS").text
    assert "VALUES AND FORCES" in answer
    assert headings(answer) == ["FOR FRANCE ALONE"]


def test_a_status_shows_a_stranger_and_an_observer_no_points(begun: World) -> None:
    begun.mail(STRANGER, "REGISTER Zoe, UTC")
    begun.run()
    for line in ("STATUS alpha", "OBSERVE alpha", "HISTORY alpha"):
        assert headings(begun.say(STRANGER, line).text) == []


def test_a_status_shows_the_master_the_table_of_points(begun: World) -> None:
    answer = begun.say(GM, "STATUS", to=begun.address("GM")).text
    assert headings(answer) == ["ALL POINTS"]


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    "lines",
    [
        "ALLOCATE 50 Portugal",
        "ALLOCATE 25 Spain\nALLOCATE 25 Norway\nNO ROLL Spain",
        "ALLOCATE 75 Spain\nL5 PAR R PIC\nL5 LYO SURRENDER",
    ],
)
def test_points_and_plans_change_no_byte_of_what_others_get(
    lines: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_bytes", b"secrecy".ljust)
    told = []
    for name, secret in (("one", "ALLOCATE 75 Spain"), ("other", lines)):
        world = a_world(tmp_path / name)
        close(world)
        close(world)
        said(world, "France", f"L5 PAR - ALS\n{secret}")
        said(world, "Italy", "L2 MIL - PIE\nALLOCATE 100 Spain")
        close(world)
        mails = [path.read_bytes() for path in world.outbox()]
        told.append({to: sorted(mail for mail in mails if to in mail) for to in ADDRESSES})
    differ = {to for to in ADDRESSES if told[0][to] != told[1][to]}
    assert PLAYERS["France"].encode() in differ
    assert differ <= {PLAYERS["France"].encode(), GM.encode()}


def test_a_list_that_is_still_secret_changes_no_byte_of_what_others_get(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_bytes", b"secrecy".ljust)
    told = []
    for name, piece in (("one", "L5 PAR"), ("other", "A5 PAR")):
        world = a_world(tmp_path / name)
        said(world, "France", f"DEPLOY {piece}")
        said(world, "Germany", "STATUS")
        world.mail(STRANGER, "REGISTER Zoe, UTC\nSTATUS alpha\nHISTORY alpha")
        world.run()
        mails = [path.read_bytes() for path in world.outbox()]
        told.append(sorted(mail for mail in mails if PLAYERS["France"].encode() not in mail))
    assert told[0] == told[1]


def test_the_commitment_opens_the_game_and_the_secret_ends_it(begun: World) -> None:
    secret, commitment = begun.game().secret.hex(), sha256(begun.game().secret).hexdigest()
    begins = [sent for sent in everything(begun) if "the game begins" in sent.subject]
    assert len(begins) == len(PLAYERS) + 1
    assert all(f"  Commitment  {commitment}\n" in sent.text for sent in begins)
    close(begun)
    for power, address in PLAYERS.items():
        assert not [sent for sent in everything(begun) if secret in sent.text]
        begun.mail(address, "DRAW", to=begun.address(power))
        begun.run()
    ends = [sent for sent in everything(begun) if "over" in sent.subject]
    assert len(ends) == len(PLAYERS) + 1
    assert all(f"  Secret      {secret}\n" in sent.text for sent in ends)
    screen = begun.say(STRANGER, "REGISTER Zoe\nHISTORY alpha")
    assert secret in begun.say(STRANGER, "yes", to=screen.reply_to).text


def test_a_game_that_has_thrown_nothing_yet_can_be_verified(begun: World) -> None:
    run = CliRunner().invoke(main, ["verify", "--spool", str(begun.home), "alpha"])
    assert run.exit_code == 0
    assert "throws made again: 0; phases played again: 0" in run.output
    assert "throws made again: 0," in said(begun, "Russia", "VERIFY").flat


def test_verify_by_mail_shows_the_commitment_and_keeps_the_secret(begun: World) -> None:
    close(begun)
    secret = begun.game().secret
    answer = begun.say(STRANGER, "REGISTER Zoe\nVERIFY alpha").flat
    assert "throws made again: 21, all of them agree with what was told" in answer
    assert sha256(secret).hexdigest() in answer
    assert secret.hex() not in answer


def test_the_keeper_verifies_a_game_and_is_told_of_a_false_throw(begun: World) -> None:
    close(begun)
    command = ["verify", "--spool", str(begun.home), "alpha"]
    good = CliRunner().invoke(main, command)
    assert good.exit_code == 0
    assert good.output.splitlines()[1:] == [
        "throws made again: 21; phases played again: 1",
        "All of them agree with what was told.",
    ]
    engine = begun.engine()
    with engine.begin() as db:
        (events,) = db.execute(text("SELECT events FROM turns")).one()
        forged = re.sub(
            r'"throw":(\d+)', lambda found: f'"throw":{int(found[1]) % 100 + 1}', events
        )
        db.execute(text("UPDATE turns SET events = :forged"), {"forged": forged})
    engine.dispose()
    bad = CliRunner().invoke(main, command)
    assert bad.exit_code == 1
    assert len(bad.output.splitlines()) == 2 + 21 + 1
    assert "other throws than were told" in bad.output


def test_a_player_checks_a_game_with_nothing_but_the_mails_that_came(begun: World) -> None:
    """HELP CHECK to the letter; a TEST and the example of HELP DICE are no throws of the game."""
    for _ in range(2):
        close(begun)
    tried = said(begun, "Italy", "TEST\nL5 MIL - LOM - SWI\nENDTEST").text
    assert (
        "1930-01M|C|2|SWI|Italy|Switzerland = " not in tried
    )  # the throws of a test are no throws
    assert "HMAC-SHA256" in said(begun, "Italy", "HELP DICE").text
    said(begun, "Italy", "L5 MIL - LOM - SWI")
    close(begun)
    begun.say(GM, "TERMINATE", to=begun.address("GM"))
    begun.run(begun.now + 8 * DAY)  # until then it may be taken back, and the dice go on
    said(begun, "Italy", "VERIFY")
    script = re.split(r"\n-{70,}\n", said(begun, "Italy", "HELP CHECK").text)[1]
    (begun.home / "check.py").write_text(script)
    mails = [path for path in begun.outbox() if PLAYERS["Italy"].encode() in path.read_bytes()]
    command = [sys.executable, "-I", "-W", "error", "check.py", "alpha", *map(str, mails)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=begun.home)  # noqa: PLW1510
    assert run.stdout == f"{len(thrown(begun))} throws checked, 0 wrong\n", run.stderr


@pytest.mark.parametrize(
    ("line", "shows"),
    [
        ("HELP DICE 1930!", "DICE THAT NOBODY CAN DOUBT"),
        ("HELP CHECK alpha", "A SCRIPT THAT CHECKS THE DICE"),
        ("HELP ORDERS 1930", "a move of one to three steps"),
        ("HELP 1930!", "Five great powers (majors) fight for Europe"),
        ("HELP INFLUENCE 1930s World", "INFLUENCE: BIDDING FOR MINORS"),
    ],
)
def test_help_outside_a_game_shows_a_topic_of_the_variant_or_game_named(
    line: str, shows: str, begun: World
) -> None:
    answer = begun.say(STRANGER, line).flat
    assert shows in answer
    assert "There is no help" not in answer


def test_every_rule_happens_in_the_year_by_mail() -> None:
    """R64 ends a game as R63 does, and a game ends once: the case D100-W04 is played by mail."""
    page = (resources.root("variants") / "1930" / "RULES.md").read_text()
    rules = set(re.findall(r"^- \*\*(R\d+)\*\*", page, re.MULTILINE))
    assert len(rules) == 72
    assert {line["rule"] for line in happens.wanted(GAMES / "year-1930")} == rules - {"R64"}


def test_an_export_shows_orders_of_the_board_and_points_only_with_secret(begun: World) -> None:
    for _ in range(2):
        close(begun)
    said(begun, "France", "L5 PAR - ALS\nALLOCATE 75 Spain")
    close(begun)
    command = ["export", "--spool", str(begun.home), "alpha"]
    public = CliRunner().invoke(main, command).output
    assert '"L5 PAR - ALS"' in public
    assert "ALLOCATE" not in public
    assert "ALLOCATE 75 Spain" in CliRunner().invoke(main, [*command, "--secret"]).output


def test_a_corrected_order_keeps_all_other_throws(begun: World) -> None:
    for _ in range(2):
        close(begun)
    said(begun, "France", "L5 PAR - PIC - BRU")
    said(begun, "Germany", "L5 BER - LPO - WAR")
    close(begun)
    before = thrown(begun)
    master = begun.address("GM")
    begun.mail(GM, "ROLLBACK 1930-01M NOW\nEDIT France L5 PAR - PIC\nPROCESS", to=master)
    begun.run()
    begun.mail(GM, "RELEASE", to=begun.address("GM"))
    begun.run()
    after = thrown(begun)
    assert {key.split("|")[3] for key in before.keys() - after.keys()} == {"BRU"}
    assert after.keys() > {key for key in before if key.startswith("1930-00D")}
    assert all(before[key] == after[key] for key in after)
    verified = CliRunner().invoke(main, ["verify", "--spool", str(begun.home), "alpha"])
    assert verified.exit_code == 0, verified.output


def thrown(world: World) -> dict[str, int]:
    """The throws of all turns as they stand in the records, by key."""
    game, engine = world.game(), world.engine()
    with engine.begin() as db:
        played = turns.of_game(db, game.id)
    engine.dispose()
    return dict(list_throws(event for turn in played for event in turn.events))


def test_all_read_which_pieces_each_major_has_deployed(tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    world.begun("alpha", variant="1930")
    world.order("France", "Deploy L5 PAR")
    mails = [mail.flat for mail in world.run(world.due()) if "results" in mail.subject]
    assert len(mails) >= 5
    for flat in mails:
        assert "Great Britain A1 SHF, A1 STH, A2 LVP," in flat
        assert flat.count("(the standard list)") == 5
