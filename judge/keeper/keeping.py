"""The keeper's commands on a spool: each opens it, asks one thing, and returns what to print."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection

from judge import progress
from judge.catalog import variant as catalog
from judge.game.books import export, overview, packing, proof
from judge.game.books.overview import Listing
from judge.game.clocks import deadlines
from judge.game.readers.addresses import MASTER
from judge.game.terms import tables
from judge.kernel.engine import GM, PUBLIC, Event
from judge.kernel.errors import USAGE, InputError, JudgeError, KeeperError, MissingError
from judge.kernel.mail import Letter
from judge.kernel.text import Command, Span, count
from judge.letters import commands
from judge.letters.desk.desk import Desk
from judge.mail import ours
from judge.report import render, topics
from judge.report.site import refresh
from judge.run import start
from judge.run.start import changing, reading
from judge.spool import archives, aside, mishaps, runs, spool
from judge.spool.house import find_identity
from judge.spool.spool import Spool
from judge.store import games, letters, log, sheets
from judge.store.record import RUNNING, Game


class PretendError(KeeperError):
    """A time was given that would adjudicate games that are played."""

    status = USAGE


def find_game(db: Connection, name: str) -> Game:
    """The game of this name. Raises MissingError if there is none."""
    game = games.find_named(db, name)
    if game is None:
        raise MissingError(f"There is no game '{name}'; 'judge list' shows those there are.")
    return game


def refuse_pretending(home: Path) -> None:
    """Raise PretendError if a pass at another time than now would adjudicate somebody's game."""
    with reading(home) as (db, _):
        running = games.counts(db).get(RUNNING, 0)
    if running:
        raise PretendError(
            f"--now would play {count(running, 'running game')} as if that time had come, "
            f"and mail it: it is for tests and demos; if that is what you want, add --pretend."
        )


def listing(home: Path, *, whole: bool = True) -> Listing:
    """All games; without ``whole`` the newest alone, where there are many."""
    with reading(home) as (db, _):
        return overview.of_games(db, whole=whole)


def show(home: Path, name: str) -> Listing:
    """One game. Raises KeeperError if there is none of that name."""
    with reading(home) as (db, _):
        return overview.of_game(db, find_game(db, name))


def show_help(home: Path, topic: str, variant: str) -> str:
    """What HELP ``topic`` mails to who plays ``variant``. Raises InputError where nothing is it."""
    spool.find_variants(home)
    found = topics.find_anywhere(topic.lower(), catalog.load(variant).id)
    if found is None:
        raise InputError(
            f"Players have no help on '{topic}': 'judge help' lists what they have, 'judge --help' "
            f"your commands."
        )
    variant, name = found
    return render.word(Event("help", {"topic": name, "variant": variant}, PUBLIC), variant)


def verify_game(home: Path, name: str) -> tuple[list[str], bool]:
    """What throwing and playing a game again has shown, a line each; whether all was well."""
    with progress.during(f"Playing {name} again"), reading(home) as (db, _):
        verification = proof.prove(db, find_game(db, name))
    lines = [
        f"commitment: {verification.commitment}",
        f"throws made again: {verification.throws}; phases played again: {verification.phases}",
        *(verification.faults or ("All of them agree with what was told.",)),
    ]
    return lines, not verification.faults


def statistics(home: Path) -> Listing:
    """How reliable each player is and how his games ended."""
    with reading(home) as (db, _):
        return overview.statistics_listing(db)


def statistics_as(home: Path, form: str) -> str:
    """The same as "json", with every power played, or as "csv"."""
    write = overview.statistics_as_json if form == "json" else overview.statistics_as_csv
    with reading(home) as (db, _):
        return write(db)


def export_game(home: Path, name: str, *, secret: bool) -> bytes:
    """A game as JSON."""
    with progress.during(f"Writing {name}"), reading(home) as (db, _):
        game = find_game(db, name)
        is_sealed = not tables.load(game).customs.reveal
        now = datetime.now(UTC)
        data = export.export_game(db, game, secret=secret, sealed=is_sealed, now=now)
    return msgspec.json.format(msgspec.json.encode(data), indent=2)


def shunt_listing(home: Path) -> Listing:
    """The mails that raised."""
    with reading(home) as (db, this_spool):
        return overview.of_shunt(db, find_identity(this_spool))


def trace(home: Path, name: str) -> str:
    """Where a shunted mail raised, and where its bytes lie; or where a game did."""
    with reading(home) as (db, this_spool):
        game = games.find_named(db, name.lower())
        if game and (broke := this_spool.shunt / f"game-{game.name}.txt").exists():
            return broke.read_text()
        number = _shunted_number(db, this_spool, name)
        mail = letters.get(db, number)
        path = archives.of(this_spool).place(mail.digest if mail else "")
        return f"{(this_spool.shunt / f'letter-{number}.txt').read_text()}{path}"


def retry(home: Path, name: str) -> str:
    """Let the next pass act on a shunted mail again, as of when it was received; or on a game."""
    with changing(home) as (db, this_spool):
        runs.clear_wake(this_spool)
        if game := next((game for game in aside.list_games(db) if game.name == name.lower()), None):
            aside.take_back(db, game)
            return f"The next 'judge run' plays {game.name} again."
        number = _shunted_number(db, this_spool, name)
        letters.close(db, number, letters.NEW, "")
        log.mail(db, datetime.now(UTC), number, letters.NEW, log.KEEPER)
        receipt = ours.receipt_name(find_identity(this_spool), number)
        return f"The next 'judge run' acts on mail {receipt} again."


def _shunted_number(db: Connection, this_spool: Spool, name: str) -> int:
    """The number of a shunted mail. Raises KeeperError for another."""
    number = ours.receipt_number(find_identity(this_spool), name)
    if number is None or number not in {one.id for one in letters.find_shunted(db)}:
        raise MissingError(f"Mail {name} is not in the shunt; 'judge shunt' lists what is.")
    return number


def write_site(home: Path, folder: Path, url: str, *, drawn: bool = True) -> str:
    """Write the site to ``folder``, with maps if ``drawn``; what changed. Raises KeeperError."""
    with reading(home) as (db, this_spool):
        built = refresh.build(db, this_spool.config, folder, url, drawn=drawn)
    return f"{folder}: {built.written} files written, {built.removed} removed."


def admit_game(home: Path, file: Path, now: datetime | None = None) -> str:
    """Store the game in ``file`` and tell its people where to write now; a sentence.

    Raises KeeperError or InputError where it can't be played here.
    """
    raw = file.read_bytes()
    with _blaming_file():
        moved_game = packing.read(raw)
    taking = progress.during(f"Taking {moved_game.game.name[:40]} in")
    with taking, start.doing(home, now) as (db, house, mails), _blaming_file():
        packing.refuse_unsound(moved_game)
        game = packing.unpack(db, house, moved_game)
        for secret in (False, True):
            export.export_game(db, game, secret=secret)
        # Everybody is told the new address, the terms, the position, and his orders so far.
        table, goes_on = tables.load(game), packing.going_on(game)
        text = (
            f"The game {game.name} has moved to this judge: reply to this mail, and no longer to "
            f"the old one's. {goes_on}"
        )
        note = Event("note", {"text": text}, PUBLIC)
        events = (tables.describe_terms(game), *table.position())
        sheet_of = sheets.of_phase(db, game.id, game.number)
        what = "You run it: look whether all is as it was (STATUS ALL), then reply with RESUME."
        duty = Event("note", {"text": what}, GM)
        for one in deadlines.tell_news(db, house, game, f"{game.name} has moved", note, *events):
            power, mail = one.facts.power, one
            if power == MASTER and game.is_paused:
                mail = replace(mail, events=(mail.events[0], duty, *mail.events[1:]))
            if power in sheet_of:
                mail = replace(mail, standing=table.standing(power, sheet_of[power].orders))
            mails.append(mail)
    return f"{game.name} is here. {goes_on} All who play have been told."


@contextmanager
def _blaming_file() -> Iterator[None]:
    """Take what raises over a game for its file's fault, unless the machine refuses something."""
    try:
        yield
    except Exception as error:
        if isinstance(error, JudgeError) or mishaps.spoils_all(error):
            raise
        raise InputError(
            f"this is no game as judge export --secret writes it: the judge can't go on with it "
            f"({type(error).__name__})."
        ) from error


def act_as_master(
    home: Path, verb: str, name: str, words: Sequence[str] = (), now: datetime | None = None
) -> str:
    """Give a master's command for the game ``name``; what came of it, a sentence.

    All who play are told as if the master had given it, and the log says who did. Raises
    KeeperError or InputError.
    """
    with start.doing(home, now) as (db, house, mails):
        game = find_game(db, name)
        line = " ".join((verb.upper(), *words))
        command = Command(verb, Span(1, 1, len(line) + 1), line, tuple(words))
        desk = Desk(
            db,
            house,
            Letter("", "", "", "", (), house.now.astimezone(UTC), ()),
            f"keeper{house.now:%Y%m%d%H%M%S%f}",
            proven=True,
            table=tables.load(game),
            role=MASTER,
        )
        log.append(db, house.now, log.KEEPER, f"keeper.{verb}", game.name)
        desk_after = commands.act(desk, command)
        (answer,) = desk_after.answers
        if answer.verdict == "problem":
            suggestion = f": {' or '.join(answer.suggestions)}" if answer.suggestions else ""
            raise InputError(f"{answer.message}{suggestion}.")
        mails.extend(desk_after.notices)
        return f"{answer.message[0].upper()}{answer.message[1:]}."
