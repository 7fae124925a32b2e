"""A judge in a temporary spool, for tests: drop mails in, let it pass, read what it sent."""

import atexit
import filecmp
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from functools import cache, cached_property, lru_cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, Engine, text

from judge.catalog import variant as catalog
from judge.game.readers import addresses
from judge.game.terms import game_options, tables
from judge.game.turn import phase
from judge.mail.compose import message_id
from judge.mail.ours import Ours, receipt_name
from judge.run import batch, fence
from judge.run.work import Report
from judge.spool import archives, spool
from judge.spool.config import Config
from judge.spool.house import House, make_identity
from judge.store import games, people, seats, sheets
from judge.store.database import KeptDatabase, make_engine, open_database
from judge.store.record import FORMING, Game, Seat

JUDGE = "judge@judge.example"
START = datetime(2026, 11, 2, 10, tzinfo=UTC)
"""A Monday; the first deadline of ``begun`` is on Thursday at 18:00."""
DEADLINE = datetime(2026, 11, 5, 18, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
SECRET = "5ec2e7" + "00" * 29

TOML = f"""\
address = "{JUDGE}"
keeper = "keeper@judge.example"
hosts = ["mx.judge.example"]
senders.confirm = "no"
inbox = {{kind = "maildir"}}
outbox = {{kind = "maildir"}}
pictures = {{mails = "no"}}
"""


@dataclass(frozen=True)
class Sent:
    """A mail that the judge sent. Most are looked at from the outside only."""

    raw: bytes

    @cached_property
    def head(self) -> EmailMessage:
        """Its headers."""
        return BytesHeaderParser(EmailMessage, policy=policy.default).parsebytes(self.raw)

    @cached_property
    def message(self) -> EmailMessage:
        """All of it."""
        return message_from_bytes(self.raw, policy=policy.default)

    @cached_property
    def to(self) -> str:
        """To whom it goes."""
        return str(self.head["To"]).strip("<>")

    @cached_property
    def subject(self) -> str:
        """Its subject."""
        return str(self.head["Subject"])

    @cached_property
    def reply_to(self) -> str:
        """Where a reply goes."""
        return re.sub(r"[<>]", "", str(self.head["Reply-To"]))

    @property
    def message_id(self) -> str:
        """Its Message-ID, without the + part of an address that it may bear."""
        return re.sub(r"<.*\.(?=[a-z2-7]{26}@)", "<", str(self.head["Message-ID"]))

    @cached_property
    def text(self) -> str:
        """What it says in plain text."""
        body = self.message.get_body(("plain",))
        assert body is not None
        return str(body.get_content()).replace("\r\n", "\n")

    @property
    def flat(self) -> str:
        """The text on one line: where it is folded does not matter."""
        return " ".join(self.text.split())


@cache
def _template() -> Path:
    """A founded spool to copy: migrating an empty database takes longer than a test."""
    home = Path(mkdtemp(prefix="judge-test-")) / "spool"
    atexit.register(shutil.rmtree, home.parent, ignore_errors=True)
    spool.make_spool(home)
    (home / "judge.toml").write_text(TOML)
    (home / "secret").write_text(SECRET)
    return home


Begun = tuple[str, tuple[str, ...], int, str, str, datetime]
"""A game's name, options, number of players, their circle, variant, and when it began."""
_BEGUN: dict[Begun, tuple[Game, bytes]] = {}
"""Games that tests began in new spools, and the databases that came of it: each is begun once."""


@lru_cache(maxsize=8)
def _known(home: Path, _toml: bytes, _secret: bytes) -> tuple[Config, Ours]:
    """What a spool's files say, read once while they stay as they are."""
    opened = spool.open_spool(home)
    return opened.config, make_identity(opened.config, opened.secret)


class World:
    """One judge. Mails get a Received line of its own server, so that their time is certain."""

    def __init__(self, home: Path, prepared: Path | None = None) -> None:
        """A new judge at ``home``, or a copy of a prepared one that does not know it is one."""
        shutil.copytree(prepared or _template(), home)
        home.chmod(0o700)
        self.home = home
        if prepared is not None:
            self._moved()
        self.now = START
        self.count = 0
        self._engine: Engine | None = None
        self._reader: Engine | None = None
        self._kept: KeptDatabase | None = None

    @contextmanager
    def staying_open(self) -> Iterator[None]:
        """Keep the database open from pass to pass, as ``judge watch`` does: that is quicker."""
        with closing(KeptDatabase()) as self._kept:
            yield

    def _moved(self) -> None:
        """Let the fence take this place for the one where the spool always lay."""
        opened = spool.open_spool(self.home)
        engine = open_database(opened.database)
        with engine.begin() as db:
            fence.remember_place(db, opened)
        engine.dispose()

    def section(self, name: str, *lines: str) -> None:
        """Give judge.toml a section with these lines, in the place of the one that it has."""
        path = self.home / "judge.toml"
        kept = [line for line in path.read_text().splitlines() if not line.startswith(f"{name} =")]
        path.write_text("\n".join([*kept, f"[{name}]", *lines, ""]))

    # --- mails

    def mail(
        self,
        sender: str,
        lines: str,
        *,
        to: str = JUDGE,
        at: datetime | None = None,
        headers: Sequence[str] = (),
        message_id: str = "",
    ) -> str:
        """Drop a mail and return its Message-ID; ``at`` is when our server took it."""
        self.count += 1
        name = message_id or f"<mail{self.count}@players.example>"
        stamp = f"{at or self.now:%a, %d %b %Y %H:%M:%S +0000}"
        head = [
            f"Received: from there by mx.judge.example; {stamp}",
            f"Delivered-To: {to}",
            f"From: {sender}",
            f"To: {to}",
            "Subject: orders",
            f"Message-ID: {name}",
            *headers,
        ]
        self.raw("\n".join([*head, "", lines, ""]).encode())
        return name

    def raw(self, data: bytes) -> Path:
        """Drop bytes as they are."""
        self.count += 1
        path = self.home / "in" / "new" / f"{self.count:05}.eml"
        path.write_bytes(data)
        os.utime(path, (self.now.timestamp(),) * 2)
        return path

    def run(self, at: datetime | None = None) -> list[Sent]:
        """Do a pass that must go well; return the mails that it sent, in order."""
        report, sent = self.passed(at)
        assert report.lines == []
        return sent

    def passed(self, at: datetime | None = None) -> tuple[Report, list[Sent]]:
        """Do a pass; return what the keeper reads and what was sent."""
        self.now = at or self.now + MINUTE
        before = self.outbox()
        report = batch.run(self.home, self.now, self._kept)
        new = self.outbox().items() - before.items()
        order = self.rows("SELECT key FROM outbox ORDER BY id")
        ours = self.house().ours
        place = {message_id(row[0], ours): number for number, row in enumerate(order)}
        mails = [Sent(path.read_bytes()) for path, _ in new]
        return report, sorted(mails, key=lambda sent: place[sent.message_id])

    def outbox(self) -> dict[Path, int]:
        """The files in out/ with their sizes."""
        return {path: path.stat().st_size for path in (self.home / "out" / "new").iterdir()}

    def say(self, sender: str, lines: str, **more: Any) -> Sent:
        """Mail lines, do a pass, and return the one answer to the mail."""
        name = self.mail(sender, lines, **more)
        answers = [sent for sent in self.run() if sent.head["In-Reply-To"] == name]
        assert len(answers) == 1
        return answers[0]

    # --- what lies below

    def message_id(self, key: str) -> str:
        """The Message-ID of one of our mails."""
        return message_id(key, self.house().ours)

    def receipt(self, number: int) -> str:
        """The receipt of the mail that was journalled as this one, from 1."""
        return receipt_name(self.house().ours, number)

    def house(self) -> House:
        """The judge as a pass would see it now."""
        toml, secret = ((self.home / name).read_bytes() for name in ("judge.toml", "secret"))
        config, ours = _known(self.home, toml, secret)
        return House(config, ours, self.now, self.now, archives.Folder(self.home / "archive"))

    def url(self) -> str:
        """Where the database is."""
        return spool.open_spool(self.home).database

    def engine(self) -> Engine:
        """The database, opened once."""
        if self._engine is None:
            self._engine = open_database(self.url())
        return self._engine

    def reader(self) -> Engine:
        """An engine to read by."""
        return make_engine(self.url())

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """The database, only to read it: that takes a tenth of the time of opening it to write."""
        if self._reader is None:
            self._reader = self.reader()
        with self._reader.connect() as db:
            yield db
        self._reader.dispose()

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """The rows of a plain SELECT."""
        with self.reading() as db:
            return [tuple(row) for row in db.execute(text(statement))]

    def game(self, name: str = "alpha") -> Game:
        """A game as it is stored."""
        with self.reading() as db:
            game = games.find_named(db, name)
        assert game is not None
        return game

    def due(self, name: str = "alpha") -> datetime:
        """The deadline of a game that has one."""
        deadline = self.game(name).deadline
        assert deadline is not None
        return deadline

    def seat(self, power: str, name: str = "alpha") -> Seat:
        """A seat as it is stored."""
        with self.reading() as db:
            game = games.find_named(db, name)
            seat = seats.of_power(db, game.id, power) if game else None
        assert seat is not None
        return seat

    def address(self, power: str, name: str = "alpha") -> str:
        """The secret address of a seat, or of the game master ("GM")."""
        game = self.game(name)
        seat = None if power == addresses.MASTER else self.seat(power, name)
        return addresses.reply_to(self.house().ours, game, power, seat)

    def orders(self, power: str, name: str = "alpha") -> list[str]:
        """The orders that a power has given for the present phase."""
        with self.reading() as db:
            game = games.find_named(db, name)
            assert game is not None
            return list(sheets.get(db, game.id, game.number, power).orders)

    # --- games

    def begun(
        self,
        name: str = "alpha",
        *options: str,
        players: int = 7,
        circle: str = "",
        variant: str = "standard",
    ) -> Game:
        """A game that has begun, without the mails that led there.

        Austria is played by austria@players.example and so on, those of another ``circle`` by
        others; the game master is gm@players.example. Seats beyond ``players`` are vacant.
        """
        key = (name, options, players, circle, variant, self.now)
        if not self._is_new():
            return self._begin(*key)
        if key not in _BEGUN:
            game = self._begin(*key)
            _BEGUN[key] = game, (self.home / "judge.db").read_bytes()
            return game
        game, database = _BEGUN[key]
        (self.home / "judge.db").write_bytes(database)
        return game

    def _is_new(self) -> bool:
        """Whether the spool is just as it was founded."""
        same = ("judge.db", "judge.toml", "secret")
        matched, *_ = filecmp.cmpfiles(self.home, _template(), same, shallow=False)
        return len(matched) == len(same) and not (self.home / "judge.db-wal").exists()

    def _begin(
        self,
        name: str,
        options: Sequence[str],
        players: int,
        circle: str,
        variant: str,
        now: datetime,
    ) -> Game:
        blank = Game(0, name, variant, {}, name.encode().ljust(32, b"-"), None, FORMING, now)
        engine = self.engine()
        with engine.begin() as db:
            game = _begun(db, self.house(), blank, options, players, circle)
        engine.dispose()
        return game

    def order(self, power: str, lines: str, name: str = "alpha", **more: Any) -> Sent:
        """Mail orders to a seat's address from its player, and return the answer."""
        to = self.address(power, name)
        return self.say(mailbox(power), lines, to=to, **more)


def _begun(
    db: Connection, house: House, blank: Game, options: Sequence[str], players: int, circle: str
) -> Game:
    gm = _person(db, "gm@players.example", "Ruth")
    variant = catalog.load(blank.variant)
    typed = ["remind=none", "delay=0m", *options]
    chosen = game_options.read(typed, "UTC", variant.engine.kinds, variant.usual)
    game = games.add(db, replace(blank, options=chosen, gm=gm))
    for number, power in enumerate(tables.load(game).powers):
        person = _person(db, mailbox(power, circle), f"P{number}{circle}")
        seats.add(db, Seat(0, game.id, power, person if number < players else None))
    phase.begin_game(db, house, game)
    return games.get(db, game.id)


def mailbox(power: str, circle: str = "") -> str:
    """The address of whoever plays a power, in one circle of players or another."""
    return f"{power.lower().replace(' ', '')}{circle}@players.example"


def _person(db: Connection, address: str, name: str) -> int:
    known = people.find_by_address(db, address)
    return (known or people.add(db, address, name, "UTC", START)).id


def shunt_mail(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newcomer's mail on which the clerk breaks is put aside."""
    with monkeypatch.context() as broken:
        broken.setattr("judge.letters.clerk.clerk.handle", None)
        world.mail("new@players.example", "LIST")
        world.passed()
