"""The keeper's commands on a spool: each opens it, asks one thing, and returns what to print."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import msgspec
from sqlalchemy import Connection

from judge.game import spool
from judge.game.books import export, overview, proof
from judge.game.books import statistics as figures
from judge.game.books.overview import Listing
from judge.game.clocks import wake
from judge.game.record import Game
from judge.game.spool import Spool
from judge.game.store import games, letters, log
from judge.game.store.database import open_database
from judge.kernel.errors import MissingError

Answer = TypeVar("Answer")


def _asked(home: Path, question: Callable[[Connection, Spool], Answer]) -> Answer:
    opened = spool.open_spool(home)
    engine = open_database(opened.database)
    try:
        with engine.begin() as db:
            return question(db, opened)
    finally:
        engine.dispose()


def _game(db: Connection, name: str) -> Game:
    game = games.named(db, name)
    if game is None:
        raise MissingError(f"There is no game '{name}'; 'judge list' shows those there are.")
    return game


def listing(home: Path) -> Listing:
    """All games."""
    return _asked(home, lambda db, _: overview.of_games(db))


def show(home: Path, name: str) -> Listing:
    """One game. Raises KeeperError if there is none of that name."""
    return _asked(home, lambda db, _: overview.of_game(db, _game(db, name)))


def verified(home: Path, name: str) -> tuple[list[str], bool]:
    """What throwing and playing a game again has shown, a line each; whether all was well."""
    found = _asked(home, lambda db, _: proof.prove(db, _game(db, name)))
    told = [
        f"commitment: {found.commitment}",
        f"throws made again: {found.throws}; phases played again: {found.phases}",
        *(found.faults or ("All of them agree with what was told.",)),
    ]
    return told, not found.faults


def statistics(home: Path) -> Listing:
    """How reliable each player is and how his games ended."""
    return _asked(home, lambda db, _: figures.listing(db))


def statistics_as(home: Path, form: str) -> str:
    """The same as "json", with every power played, or as "csv"."""
    return _asked(home, lambda db, _: (figures.as_json if form == "json" else figures.as_csv)(db))


def exported(home: Path, name: str, *, secret: bool) -> bytes:
    """A game as JSON."""
    data = _asked(home, lambda db, _: export.game(db, _game(db, name), secret=secret))
    return msgspec.json.format(msgspec.json.encode(data), indent=2)


def shunted(home: Path) -> Listing:
    """The mails that raised."""
    return _asked(home, lambda db, _: overview.of_shunt(db))


def trace(home: Path, receipt: str) -> str:
    """Where a shunted mail raised, and where its bytes lie."""

    def question(db: Connection, opened: Spool) -> str:
        number = _shunted(db, receipt)
        taken = letters.get(db, number)
        path = opened.archive / f"{taken.digest if taken else ''}.eml"
        return f"{(opened.shunt / f'letter-{number}.txt').read_text()}{path}"

    return _asked(home, question)


def retry(home: Path, receipt: str) -> str:
    """Let the next pass act on a shunted mail again, as of when it was received."""

    def question(db: Connection, opened: Spool) -> str:
        number = _shunted(db, receipt)
        wake.clear(opened)
        letters.close(db, [(number, letters.NEW, "")])
        log.mail(db, datetime.now(UTC), number, letters.NEW, log.KEEPER)
        return f"The next 'judge run' acts on mail R{number} again."

    return _asked(home, question)


def _shunted(db: Connection, receipt: str) -> int:
    """The number of a shunted mail. Raises KeeperError for another."""
    digits = receipt.upper().removeprefix("R")
    known = {one.id for one in letters.shunted(db)}
    if not digits.isascii() or not digits.isdigit() or int(digits) not in known:
        raise MissingError(f"Mail {receipt} is not in the shunt; 'judge shunt' lists what is.")
    return int(digits)
