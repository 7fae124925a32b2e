"""Press says nothing of who sits behind a power: swap two humans, and not a byte changes."""

import base64
import quopri
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge.game.terms import game_options
from judge.game.turn import phase
from judge.store import games, people, seats
from judge.store.record import FORMING, Game, Seat
from tests.game.world import DEADLINE, POWERS, START, World

SAID = (
    "I have thought about your plan for the spring, and I like the first half of it:  "
    "if you leave Burgundy empty, then so will I."
)


@dataclass(frozen=True)
class Human:
    """Somebody with an address, a name, a zone, and a mail program that writes in its own way."""

    address: str
    name: str
    zone: str
    write: Callable[[str, str, "Human"], bytes]


def plainly(to: str, text: str, human: Human) -> bytes:
    """Broken at 72 columns, with a signature."""
    lines = [broken for line in text.split("\n") for broken in textwrap.wrap(line, 72) or [""]]
    body = "\n".join([*lines, "-- ", human.name])
    date = "Date: Mon, 2 Nov 2026 12:00:00 +0200"
    return f"{_head(to, human)}User-Agent: Mutt/2.2.9\n{date}\n\n{body}".encode()


def fruitily(to: str, text: str, human: Human) -> bytes:
    """Typographic quotes, HTML, quoted-printable, a phone's footer, a quote below."""
    rich = text.replace("'", "’").replace("  ", "&nbsp; ").replace("\n", "<br>")
    html = (
        f"<html><body>{rich}<br><br>Sent from my iPhone<br>"
        f"<blockquote>On 2 Nov 2026, {human.name} wrote: hello</blockquote></body></html>"
    )
    return (
        f"{_head(to, human)}MIME-Version: 1.0\nX-Mailer: iPhone Mail (22A)\n"
        "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
    ).encode() + quopri.encodestring(html.encode())


def heavily(to: str, text: str, human: Human) -> bytes:
    """Multipart, base64, a picture that knows where it was taken, a reply that quotes."""
    body = f"{text}\n\n{human.name} wrote on Monday:\n> from {human.address}\n"
    coded = base64.encodebytes(body.encode()).decode()
    return (
        f"{_head(to, human)}MIME-Version: 1.0\nX-Originating-IP: [192.0.2.7]\n"
        'Content-Type: multipart/mixed; boundary="b"\n\n--b\n'
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
        f"{coded}--b\nContent-Type: image/jpeg; name={human.name}.jpg\n\nEXIF GPS 48.85\n--b--\n"
    ).encode()


def _head(to: str, human: Human) -> str:
    return (
        f"Received: from {human.name}.example by mx.judge.example;"
        " Mon, 2 Nov 2026 10:00:30 +0000\n"
        f"Delivered-To: {to}\nFrom: {human.name} <{human.address}>\nTo: {to}\n"
        f"Subject: {human.name}\n"
        f"Message-ID: <{human.name}.1@{human.name}.example>\n"
    )


HUMANS = {
    "plain": Human("zoe@zoe.example", "Zoe", "Asia/Tokyo", plainly),
    "fruity": Human("a.very.long.name@elsewhere.example", "Abe", "America/New_York", fruitily),
    "heavy": Human("mo@mo.example", "Mo", "Europe/Paris", heavily),
}


def table(home: Path, france: Human, germany: Human, *options: str) -> World:
    """A game whose France and Germany are played by two of the humans."""
    world = World(home)
    engine = world.engine()
    with engine.begin() as db:
        known = {
            human.address: people.add(db, human.address, human.name, human.zone, START).id
            for human in sorted((france, germany), key=lambda human: human.name)
        }
        chosen = game_options.read(["anonymous=yes", *options], "UTC")
        game = games.add(
            db, Game(0, "alpha", "standard", chosen, b"x" * 32, None, FORMING, world.now)
        )
        for power in POWERS:
            address = f"{power.lower()}@players.example"
            sitting = {"France": known[france.address], "Germany": known[germany.address]}
            person = sitting.get(power) or people.add(db, address, power, "UTC", START).id
            seats.add(db, Seat(0, game.id, power, person))
        phase.begin_game(db, world.house(), game)
    engine.dispose()
    return world


def delivered(world: World, *but: Human) -> dict[str, bytes]:
    """Every mail to the others, by recipient and Message-ID: the bytes, and the file's own name."""
    hidden = {human.address for human in but}
    found = {}
    for path in sorted((world.home / "out" / "new").iterdir()):
        raw = path.read_bytes()
        to = raw.partition(b"\r\nTo: <")[2].partition(b">")[0].decode()
        if to not in hidden:
            found[f"{path.name}"] = raw
    return found


@pytest.mark.parametrize("heading", ["PRESS TO Italy, Austria", "BROADCAST", "PRESS GREY TO ALL"])
@pytest.mark.parametrize("pair", [("plain", "fruity"), ("fruity", "heavy"), ("heavy", "plain")])
def test_swapping_two_humans_changes_no_byte_of_what_is_delivered(
    tmp_path: Path, heading: str, pair: tuple[str, str]
) -> None:
    first, second = (HUMANS[name] for name in pair)
    seen = []
    for number, (france, germany) in enumerate(((first, second), (second, first))):
        world = table(tmp_path / f"spool{number}", france, germany, "press=white/grey")
        text = f"{heading}\n{SAID}\nIt's a deal?\nEND{heading.partition(' ')[0]}\n"
        world.raw(france.write(world.address("France"), text, france))
        world.raw(germany.write(world.address("Germany"), text, germany))
        world.run()
        seen.append(delivered(world, first, second))
        assert sum(SAID[:40].encode() in raw for raw in seen[-1].values()) >= 4
    assert seen[0] == seen[1]


def test_it_holds_for_the_results_too(tmp_path: Path) -> None:
    first, second = HUMANS["plain"], HUMANS["heavy"]
    seen = []
    for number, (france, germany) in enumerate(((first, second), (second, first))):
        world = table(tmp_path / f"spool{number}", france, germany, "press=grey", "postal=yes")
        text = f"A Par - Bur\nBROADCAST\n{SAID}\nENDBROADCAST\n"
        world.raw(france.write(world.address("France"), text, france))
        world.raw(germany.write(world.address("Germany"), text.replace("Par", "Mun"), germany))
        world.run()
        world.run(DEADLINE)
        seen.append(delivered(world, first, second))
        assert sum(raw.count(SAID[:40].encode()) for raw in seen[-1].values()) >= 10
    assert seen[0] == seen[1]
