"""Games that are left alone: a pass died on them, so that none looks at them until it may go well.

That takes the keeper's word (``judge shunt retry``), another version of this program or of the
keeper's own variants, or the game itself, when its master rolls it back. All other games go on.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

from sqlalchemy import Connection

from judge import resources
from judge.spool import installed
from judge.store import games, marks
from judge.store.record import RUNNING, Game

MARK = "aside."


def put(db: Connection, game: Game) -> None:
    """Leave a game alone from now on."""
    marks.write(db, f"{MARK}{game.id}", _digest_course(game))


def take_back(db: Connection, game: Game) -> None:
    """Let the next pass play it again."""
    marks.forget(db, f"{MARK}{game.id}")


def list_games(db: Connection) -> list[Game]:
    """The games that are left alone, by name."""
    lone_games = []
    for name, digest in marks.find_beginning(db, MARK).items():
        game = games.find(db, int(name.removeprefix(MARK)))
        if game and game.status == RUNNING and digest == _digest_course(game):
            lone_games.append(game)
    return sorted(lone_games, key=lambda game: game.name)


def word_games(db: Connection) -> Iterator[str]:
    """What the keeper should know of each."""
    for game in list_games(db):
        yield (
            f"The game {game.name} is left alone, for a pass died on it: "
            f"'judge shunt retry {game.name}' lets it go on."
        )


def _digest_course(game: Game) -> str:
    """A digest of the program, the keeper's variants, and the game's course."""
    digest = hashlib.sha256(f"{game.number} {game.revision} {digest_code()}".encode())
    return digest.hexdigest()[:32]


def digest_code() -> str:
    """A digest of the program's files and of the keeper's own variants, by size and time."""
    digest = hashlib.sha256()
    code = (path for path in _list_files(installed.CODE) if path.endswith(".py"))
    own = chain.from_iterable(map(_list_files, resources.shelves()))
    for path in sorted((*code, *own)):
        with suppress(FileNotFoundError):  # a new version is being installed
            status = os.stat(path)
            digest.update(
                f"{os.path.basename(path)} {status.st_size} {status.st_mtime_ns}".encode()
            )
    return digest.hexdigest()[:32]


def _list_files(home: Path) -> Iterator[str]:
    """The files below a folder but for what Python makes of them; a watch asks at each mail."""
    for folder, below, names in os.walk(home):
        below[:] = [name for name in below if name != "__pycache__"]
        yield from (f"{folder}/{name}" for name in names)
