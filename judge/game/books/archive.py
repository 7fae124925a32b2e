"""The archive of a game that is over: all that was secret, in one file for everybody.

Press is in it where its writer lets it be published, or where all have read it anyway.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection

from judge.game import table
from judge.game.books import export, summary
from judge.game.master import deeds
from judge.game.record import Game, PlayedTurn
from judge.game.store import log, turns
from judge.kernel.notice import Archive, Chapter

_FILES: Mapping[str, str] = {
    "results.txt": "each phase as it was told to all, to single players, to the GM",
    "orders.txt": "all orders, bids and points that counted, by phase and power",
    "press.txt": "what was said to all, and what its writers let be published",
    "log.txt": "what the judge and the game master did, and when (UTC)",
    "centres.csv": "how many centres each power had at the end of each year",
    "owners.csv": "who had which centre at the end of each year",
    "game.json": "all of it for programs; 'secret' is the secret of the dice",
}
"""The files of an archive and what is in them; "results.txt" is written by the report."""
STORY = "results.txt"


def of(db: Connection, game: Game) -> Archive:
    """The archive: "alpha.zip"."""
    files = dict(_texts(db, game))
    named = [f"{name:13}{about}" for name, about in _FILES.items() if name in {STORY, *files}]
    title = f"{game.name}, a game of {table.of(game).variant.title} that is over."
    readme = _lines([title, "", *named])
    chapters = tuple(_chapter(turn) for turn in turns.of_game(db, game.id))
    return Archive(f"{game.name}.zip", {"README.txt": readme, **files}, STORY, chapters)


def _chapter(turn: PlayedTurn) -> Chapter:
    return Chapter(f"{turn.phase}: {turn.title}", turn.events)


def _texts(db: Connection, game: Game) -> Iterator[tuple[str, str]]:
    """The files of the archive that need no wording."""
    logged = log.of_game(db, game.name)
    names = deeds.names(db, logged)
    data = export.game(db, game, secret=False)
    data["log"] = [
        {"at": at.isoformat(), "who": deed.who, "what": deed.what, "facts": deed.facts}
        for at, deed in logged
    ]
    yield "game.json", msgspec.json.format(msgspec.json.encode(data), indent=1).decode()
    yield "orders.txt", _lines(_orders(turns.of_game(db, game.id)))
    yield "press.txt", _lines(_told(data["press"]))
    told = (f"{at:%Y-%m-%d %H:%M} {deed.who}: {deeds.plain(deed, names)}" for at, deed in logged)
    yield "log.txt", _lines(told)
    yield from _tables(db, game)


def _tables(db: Connection, game: Game) -> Iterator[tuple[str, str]]:
    """Centres by year, where they were counted."""
    years = [year.name for year in summary.years(db, game)]
    if not years:
        return
    at = table.of(game)
    rows = summary.event(db, at).data["years"]
    counts = ([row["year"], *row["centers"]] for row in rows)
    yield "centres.csv", _csv(["year", *at.powers], counts)
    owned = summary.owners(db, game).items()
    yield "owners.csv", _csv(["centre", *years], ([space, *names] for space, names in owned))


def _orders(played: Iterable[PlayedTurn]) -> Iterator[str]:
    """All orders in canonical form, phase by phase and power by power."""
    for turn in played:
        yield f"{turn.phase}: {turn.title}"
        for power, entries in sorted(turn.orders.items()):
            yield f"  {power}:"
            yield from (f"    {entry.text}" for entry in entries)
        yield ""


def _told(press: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for one in press:
        signed = one["signed"] if one["signed"] not in ("", one["author"]) else ""
        name = f"{one['author']} (signed {signed})" if signed else one["author"]
        yield f"{one['phase']}: {name} to {', '.join(one['recipients'])}"
        yield from (f"  {line}" for line in one["text"].splitlines())
        yield ""


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *rows])
    return text.getvalue()
