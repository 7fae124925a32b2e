"""A board of another judge is played by mail: imported, created, joined, ordered, told."""

from pathlib import Path

from click.testing import CliRunner

from judge import cli
from tests.game.world import Sent, World

ISLES = Path(__file__).parent.parent / "catalog" / "maps" / "isles.map"


def player_of(world: World, power: str) -> str:
    """The address of who plays a power."""
    rows = world.rows(
        "SELECT people.address FROM seats JOIN people ON seats.person = people.id"
        f" WHERE seats.power = '{power}'"
    )
    return str(rows[0][0])


def write(world: World, power: str, lines: str) -> str:
    """Drop a player's mail in, in answer to one of the judge's; return its Message-ID."""
    return world.mail(player_of(world, power), lines, to=world.address(power, "coast"))


def results(sent: list[Sent], phase: str) -> list[Sent]:
    """The results mails among what was sent."""
    return [mail for mail in sent if mail.subject == f"[coast] {phase}: results"]


def test_a_game_on_an_imported_board_is_played_by_mail(world: World) -> None:
    world.section("pictures", 'mails = "yes"', "processes = 1")
    folder = world.home / "variants" / "isles"
    done = CliRunner().invoke(cli.main, ["import-map", str(ISLES), "--into", str(folder)])
    assert (done.exit_code, "is sound" in done.output) == (0, True)
    world.say("gm@players.example", "CREATE coast isles delay=0m remind=none")
    told = world.say("gm@players.example", "HELP VARIANTS", to=world.address("GM", "coast"))
    assert "CREATE alpha isles" in told.text
    assert "A board of 11 spaces and 8 centres, of which 5 win." in told.text
    world.say("ann@players.example", "JOIN coast")
    world.say("bob@players.example", "JOIN coast")
    assert world.game("coast").status == "running"
    assert world.address("South-Realm", "coast").startswith("judge+coast.south-realm.")

    letter = write(world, "Northland", "A Brack to Coil\nF Aberwyn - n wat\nHELP MAP")
    answer = next(mail for mail in world.run() if mail.head["In-Reply-To"] == letter)
    assert "A BRA - COI" in answer.text
    assert "F ABE - NWA" in answer.text
    assert "SND The Sound" in answer.text
    letter = write(world, "Northland", "MAP")
    report, sent = world.passed()
    assert not report.lines
    answer = next(mail for mail in sent if mail.head["In-Reply-To"] == letter)
    assert "image/png" in {part.get_content_type() for part in answer.message.walk()}
    letter = write(world, "South-Realm", "Dunmore - spiral\nF Elb - South Water\nA Far - Elb")
    answer = next(mail for mail in world.run() if mail.head["In-Reply-To"] == letter)
    assert "A DUN - COI" in answer.text
    assert "A FAR is Free-Towns's; you order the units of South-Realm." in answer.flat
    sent = results(world.run(world.due("coast")), "Spring 12 movement")
    assert {mail.to for mail in sent} >= {"ann@players.example", "bob@players.example"}
    text = sent[0].text
    assert "A BRA - COI fails: bounced with A DUN - COI, 1 against 1" in sent[0].flat
    assert "F ABE - NWA succeeds" in sent[0].flat
    assert "MINOR POWERS\n  All held: A FAR." in text

    write(world, "Northland", "F North Water - Port Isle\nA Bra - Coi")
    write(world, "South-Realm", "F South Water - Coil (sc)\nA Dun - Elb")
    text = results(world.run(world.due("coast")), "Fall 12 movement")[0].text
    assert "bounced with F SWA - COI/SC" in text
    assert "Northland       3: ABE BRA PRT, builds 1" in text
    assert "nobody          2: COI GUL" in text
    write(world, "Northland", "Build F Aberwyn")
    sent = results(world.run(world.due("coast")), "Winter 12 adjustments")
    assert "F ABE B succeeds" in sent[0].flat
    phase = world.game("coast").phase
    assert phase is not None
    assert phase.id == "S13M"
