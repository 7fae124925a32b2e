"""A deadline of many games, to be measured: a spool with games and order mails made from a seed.

Its every commit is durable, and its mails go to its own Maildir. ``bench._cost`` does the passes.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path

from sqlalchemy import Engine

from judge.game.readers import addresses
from judge.game.terms import game_options, tables
from judge.game.turn import phase
from judge.spool import archives, spool
from judge.spool.house import House, make_identity
from judge.spool.spool import Spool
from judge.store import games, people, seats
from judge.store.database import open_database
from judge.store.record import FORMING, Game, Seat

START = datetime(2026, 11, 20, 12, tzinfo=UTC)
DEADLINE = datetime(2026, 11, 23, 18, tzinfo=UTC)
TERMS = ("moves=3d", "early=no")
HOST = "mx.judge.example"
RUN = (sys.executable, "-m", "judge", "run", "--pretend", "--spool")


def prepare(
    home: Path, count: int, seed: int, *, mails: bool = True, terms: Sequence[str] = TERMS
) -> None:
    """Make a spool at ``home`` with ``count`` games, and with an order mail for every seat."""
    opened = _spool(home)
    engine = open_database(opened.database)
    ours = make_identity(opened.config, opened.secret)
    house = House(opened.config, ours, START, START, archives.of(opened))
    begin_games(engine, house, count, terms)
    if mails:
        _mails(engine, opened, house, random.Random(seed))
    engine.dispose()


def _spool(home: Path) -> Spool:
    spool.make_spool(home)
    path = home / "judge.toml"
    text = path.read_text().replace("judge@localhost", "judge@judge.example")
    path.write_text(text.replace("hosts = []", f'hosts = ["{HOST}"]'))
    return spool.open_spool(home)


def begin_games(engine: Engine, house: House, count: int, terms: Sequence[str]) -> None:
    """Begin ``count`` standard games of seven people each."""
    options = game_options.read(terms, "UTC")
    for number in range(count):
        with engine.begin() as db:
            secret = number.to_bytes(32, "big")
            game = games.add(
                db, Game(0, f"game{number}", "standard", options, secret, None, FORMING, START)
            )
            for power in tables.load(game).powers:
                name = f"{power.lower()}{number}"
                person = people.add(db, f"{name}@players.example", name, "UTC", START)
                seats.add(db, Seat(0, game.id, power, person.id))
            phase.begin_game(db, house, game)


def _mails(engine: Engine, opened: Spool, house: House, dice: random.Random) -> None:
    """Drop one order mail for each seat of each game."""
    with engine.begin() as db:
        for game in games.find_all(db):
            for seat in seats.of_game(db, game.id):
                address = addresses.reply_to(house.ours, game, seat.power, seat)
                raw = write_mail(address, game, list(type_orders(game, seat, dice)), dice)
                (opened.inbox / "new" / f"{game.name}.{seat.power}").write_bytes(raw)


def type_orders(game: Game, seat: Seat, dice: random.Random) -> Iterator[str]:
    """A line for each unit, typed as people do."""
    at = tables.load(game)
    for task in at.standing(seat.power, ()).tasks:
        order = dice.choice(task.options)
        yield dice.choice(
            (order, order.title(), order.replace(" - ", "-").lower(), order.replace("-", "to"))
        )


def write_mail(address: str, game: Game, orders: list[str], dice: random.Random) -> bytes:
    """A reply as mail programs write it: quoted text below, often with an HTML part."""
    sent = DEADLINE - timedelta(minutes=dice.randrange(10, 4000))
    mail = EmailMessage(policy=SMTP)
    mail["Received"] = f"from mail.players.example by {HOST}; {format_datetime(sent)}"
    mail["Delivered-To"] = address
    mail["Date"] = format_datetime(sent)
    mail["From"] = f"A Player <{address.split('.')[1]}{game.name[4:]}@players.example>"
    mail["To"] = address
    mail["Subject"] = f"Re: [{game.name}] Spring 1901 movement: the game begins"
    mail["Message-ID"] = f"<{dice.getrandbits(80):x}@players.example>"
    quoted = "".join(f"> {line}\n" for line in ("alpha begins.", "You play.", "A line.") * 5)
    greeting = dice.choice(("", "Dear judge,\n\n", "Hi,\n"))
    farewell = dice.choice(("", "\nThanks, Maria\n", "\n-- \nMaria\n"))
    text = greeting + "\n".join(orders) + "\n" + farewell
    mail.set_content(f"{text}\nOn Friday the judge wrote:\n{quoted}", cte="quoted-printable")
    if dice.random() < 0.6:
        html = text.replace("\n", "<br>\n")
        mail.add_alternative(f"<html><body>{html}</body></html>", subtype="html")
    return mail.as_bytes()
