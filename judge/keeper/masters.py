"""What the keeper does to a game in its master's place: the master's own commands, told as such."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection

from judge import commands
from judge.batch import deeds
from judge.desk.desk import Desk
from judge.game.readers.addresses import MASTER
from judge.game.terms import tables
from judge.home.house import House
from judge.keeper.games import find_game
from judge.kernel.errors import InputError
from judge.kernel.mail import Letter
from judge.kernel.notice import Notice
from judge.kernel.text import Command, Span
from judge.store import log

VERBS = ("promote", "eject", "terminate", "hold", "release", "pause", "resume")


def act(
    home: Path, verb: str, name: str, words: Sequence[str] = (), now: datetime | None = None
) -> str:
    """Give a master's command for the game ``name``; what came of it, a sentence.

    All who play are told as if the master had given it, and the log says who did. Raises
    KeeperError or InputError.
    """
    answers: list[str] = []

    def deed(db: Connection, house: House) -> Sequence[Notice]:
        game = find_game(db, name)
        line = " ".join((verb.upper(), *words))
        command = Command(verb, Span(1, 1, len(line) + 1), line, tuple(words))
        desk = Desk(
            db,
            house,
            _blank_letter(house),
            f"keeper{house.now:%Y%m%d%H%M%S%f}",
            proven=True,
            table=tables.load(game),
            role=MASTER,
        )
        log.append(db, house.now, log.KEEPER, f"keeper.{verb}", game.name)
        desk_after = commands.HANDLERS[verb](desk, command)
        (answer,) = desk_after.answers
        if answer.verdict == "problem":
            suggestion = f": {' or '.join(answer.suggestions)}" if answer.suggestions else ""
            raise InputError(f"{answer.message}{suggestion}.")
        answers.append(f"{answer.message[0].upper()}{answer.message[1:]}.")
        return desk_after.notices

    deeds.do(home, deed, now)
    return answers[0]


def _blank_letter(house: House) -> Letter:
    """A letter of nobody's, as a desk needs one."""
    return Letter("", "", "", "", (), house.now.astimezone(UTC), ())
