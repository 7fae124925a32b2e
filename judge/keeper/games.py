"""The keeper's commands on a spool: each opens it, asks one thing, and returns what to print."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine

from judge.game.books import export, overview, proof
from judge.game.books import statistics as figures
from judge.game.books.overview import Listing
from judge.game.terms import tables
from judge.home import archives, aside, spool, wake
from judge.home.house import find_identity
from judge.home.spool import Spool
from judge.keeper import progress
from judge.kernel.errors import USAGE, KeeperError, MissingError
from judge.mail import receipt
from judge.mail.ours import Ours
from judge.report import words
from judge.site import build
from judge.store import games, letters, log
from judge.store.database import open_database, open_to_read
from judge.store.record import Game

Answer = TypeVar("Answer")


class PretendError(KeeperError):
    """A time was given that would adjudicate games that are played."""

    status = USAGE


def ask_spool(home: Path, question: Callable[[Connection, Spool], Answer]) -> Answer:
    """What a question about the spool at ``home`` is answered. Raises KeeperError.

    It sees one moment, however long it takes, and no pass waits for it.
    """
    return _hold_spool(home, open_to_read, question)


def change_spool(home: Path, deed: Callable[[Connection, Spool], Answer]) -> Answer:
    """Do something in the spool at ``home``, all or nothing. Raises KeeperError."""
    return _hold_spool(home, open_database, deed)


def _hold_spool(
    home: Path, open_: Callable[[str], Engine], question: Callable[[Connection, Spool], Answer]
) -> Answer:
    this_spool = spool.open_spool(home)
    engine = open_(this_spool.database)
    try:
        with engine.begin() as db:
            return question(db, this_spool)
    finally:
        engine.dispose()


def find_game(db: Connection, name: str) -> Game:
    """The game of this name. Raises MissingError if there is none."""
    game = games.find_named(db, name)
    if game is None:
        raise MissingError(f"There is no game '{name}'; 'judge list' shows those there are.")
    return game


def refuse_pretending(home: Path) -> None:
    """Raise PretendError if a pass at another time than now would adjudicate somebody's game."""
    running = ask_spool(home, lambda db, _: games.run_count(db))
    if running:
        raise PretendError(
            f"--now would play {words.count(running, 'running game')} as if that time had come, "
            f"and mail it: it is for tests and demos; if that is what you want, add --pretend."
        )


def listing(home: Path, *, whole: bool = True) -> Listing:
    """All games; without ``whole`` the newest alone, where there are many."""
    return ask_spool(home, lambda db, _: overview.of_games(db, whole=whole))


def show(home: Path, name: str) -> Listing:
    """One game. Raises KeeperError if there is none of that name."""
    return ask_spool(home, lambda db, _: overview.of_game(db, find_game(db, name)))


def verify_game(home: Path, name: str) -> tuple[list[str], bool]:
    """What throwing and playing a game again has shown, a line each; whether all was well."""
    with progress.during(f"Playing {name} again"):
        verification = ask_spool(home, lambda db, _: proof.prove(db, find_game(db, name)))
    lines = [
        f"commitment: {verification.commitment}",
        f"throws made again: {verification.throws}; phases played again: {verification.phases}",
        *(verification.faults or ("All of them agree with what was told.",)),
    ]
    return lines, not verification.faults


def statistics(home: Path) -> Listing:
    """How reliable each player is and how his games ended."""
    return ask_spool(home, lambda db, _: figures.listing(db))


def statistics_as(home: Path, form: str) -> str:
    """The same as "json", with every power played, or as "csv"."""
    return ask_spool(
        home, lambda db, _: (figures.as_json if form == "json" else figures.as_csv)(db)
    )


def export_game(home: Path, name: str, *, secret: bool) -> bytes:
    """A game as JSON."""

    def question(db: Connection, _: Spool) -> dict[str, Any]:
        game = find_game(db, name)
        is_sealed = not tables.load(game).customs.reveal
        return export.export_game(db, game, secret=secret, sealed=is_sealed, now=datetime.now(UTC))

    with progress.during(f"Writing {name}"):
        data = ask_spool(home, question)
    return msgspec.json.format(msgspec.json.encode(data), indent=2)


def shunt_listing(home: Path) -> Listing:
    """The mails that raised."""
    return ask_spool(home, lambda db, this_spool: overview.of_shunt(db, _ours(this_spool)))


def trace(home: Path, name: str) -> str:
    """Where a shunted mail raised, and where its bytes lie; or where a game did."""

    def question(db: Connection, this_spool: Spool) -> str:
        game = games.find_named(db, name.lower())
        if game and (broke := this_spool.shunt / f"game-{game.name}.txt").exists():
            return broke.read_text()
        number = _shunted_number(db, this_spool, name)
        mail = letters.get(db, number)
        path = archives.of(this_spool).place(mail.digest if mail else "")
        return f"{(this_spool.shunt / f'letter-{number}.txt').read_text()}{path}"

    return ask_spool(home, question)


def retry(home: Path, name: str) -> str:
    """Let the next pass act on a shunted mail again, as of when it was received; or on a game."""

    def try_again(db: Connection, this_spool: Spool) -> str:
        wake.clear(this_spool)
        if game := _left_alone(db, name):
            aside.take_back(db, game)
            return f"The next 'judge run' plays {game.name} again."
        number = _shunted_number(db, this_spool, name)
        letters.close(db, [(number, letters.NEW, "")])
        log.mail(db, datetime.now(UTC), number, letters.NEW, log.KEEPER)
        return f"The next 'judge run' acts on mail {receipt.name(_ours(this_spool), number)} again."

    return change_spool(home, try_again)


def _left_alone(db: Connection, name: str) -> Game | None:
    """The game of this name, if it is left alone."""
    return next((game for game in aside.list_games(db) if game.name == name.lower()), None)


def _shunted_number(db: Connection, this_spool: Spool, name: str) -> int:
    """The number of a shunted mail. Raises KeeperError for another."""
    number = receipt.number(_ours(this_spool), name)
    if number is None or number not in {one.id for one in letters.find_shunted(db)}:
        raise MissingError(f"Mail {name} is not in the shunt; 'judge shunt' lists what is.")
    return number


def _ours(this_spool: Spool) -> Ours:
    return find_identity(this_spool)


def write_site(home: Path, folder: Path, url: str, *, drawn: bool = True) -> str:
    """Write the site to ``folder``, with maps if ``drawn``; what changed. Raises KeeperError."""
    built = ask_spool(
        home, lambda db, this_spool: build.build(db, this_spool.config, folder, url, drawn=drawn)
    )
    return f"{folder}: {built.written} files written, {built.removed} removed."
