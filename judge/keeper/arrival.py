"""judge import: a game that another judge exported goes on here, and all who play are told."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection

from judge.batch import deeds
from judge.game.books import export, moving, soundness
from judge.game.clocks import deadlines
from judge.game.readers.addresses import MASTER
from judge.game.terms import tables
from judge.game.terms import wording as terms
from judge.home import mishaps
from judge.home.house import House
from judge.keeper import progress
from judge.kernel.engine import GM, PUBLIC, Event
from judge.kernel.errors import InputError, JudgeError
from judge.kernel.notice import Notice
from judge.store import sheets
from judge.store.record import Game


def admit(home: Path, file: Path, now: datetime | None = None) -> str:
    """Store the game in ``file`` and tell its people where to write now; a sentence.

    Raises KeeperError or InputError where it can't be played here.
    """
    raw = file.read_bytes()
    with _blaming_file():
        moved_game = moving.read(raw)

    def deed(db: Connection, house: House) -> Sequence[Notice]:
        with _blaming_file():
            soundness.refuse_unsound(moved_game)
            game = moving.unpack(db, house, moved_game)
            for secret in (False, True):
                export.export_game(db, game, secret=secret)
            return _tell(db, house, game)

    with progress.during(f"Taking {moved_game.game.name[:40]} in"):
        deeds.do(home, deed, now)
    name = moved_game.game.name
    return f"{name} is here. {moving.going_on(moved_game.game)} All who play have been told."


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


def _tell(db: Connection, house: House, game: Game) -> list[Notice]:
    """Tell everybody the game's new address, its terms, its position, and his orders so far."""
    table = tables.load(game)
    text = (
        f"The game {game.name} has moved to this judge: reply to this mail, and no longer to the "
        f"old one's. {moving.going_on(game)}"
    )
    events = (Event("note", {"text": text}, PUBLIC), terms.event(game), *table.position())
    mails = deadlines.tell_news(db, house, game, f"{game.name} has moved", *events)
    sheet_of = sheets.of_phase(db, game.id, game.number)
    own_mails = [_for_master(one, game) for one in mails]
    return [
        replace(one, standing=table.standing(one.facts.power, sheet_of[one.facts.power].orders))
        if one.facts.power in sheet_of
        else one
        for one in own_mails
    ]


def _for_master(notice: Notice, game: Game) -> Notice:
    """A notice with what the game's master has to do, if it is his."""
    if notice.facts.power != MASTER or not game.is_paused:
        return notice
    text = "You run it: look whether all is as it was (STATUS ALL), then reply with RESUME."
    first, *rest = notice.events
    return replace(notice, events=(first, Event("note", {"text": text}, GM), *rest))
