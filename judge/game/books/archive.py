"""The archive of a game that is over: its play, secret orders and points too, for everybody.

Where the game does not reveal what was secret (option ``reveal``) players get what was public, and
the whole is the game master's alone.

Press is in it where its writer lets it be published, or where all have read it anyway. Of people
there is in it only what all were told while they played: who sat where, and what the game master
did; not who was away, who stood in for whom, who was late or wrote from a new address.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection

from judge.game.books import deeds, export, summary
from judge.game.readers.addresses import MASTER
from judge.game.terms import tables
from judge.kernel import audience
from judge.kernel.notice import Archive, Chapter
from judge.store import log, turns
from judge.store.log import Deed
from judge.store.record import Game, PlayedTurn

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
_PUBLIC_FILES: Mapping[str, str] = {
    "results.txt": "each phase as it was told to all",
    "orders.txt": "the orders that the results show, by phase and power",
    "game.json": "all of it for programs",
}
"""The same where what was secret stays so."""
STORY = "results.txt"
_SEAT = ("power", "person")
_TOLD: Mapping[str, tuple[str, ...]] = {
    "game.created": (),
    log.STARTED: ("commitment",),
    log.TURN: ("phase", "number", "revision", "digest"),
    "game.paused": (),
    "game.resumed": (),
    "game.over": ("outcome",),
    "deadline.moved": ("deadline",),
    "results.held": ("phase",),
    "seat.dealt": _SEAT,
    "seat.taken": _SEAT,
    "seat.left": _SEAT,
    "seat.lost": _SEAT,
}
"""What all were told while the game was played: deeds of the log, with these facts."""
_MASTERS = ("phase", "present", "power", "person", "players", "option", "value")
"""The facts that are told of a game master's deeds, all of which he answers for in the end."""


def of(db: Connection, game: Game, *, sealed: bool = False) -> Archive:
    """The archive: "alpha.zip"; ``sealed``: only what all were told while the game was played."""
    files = dict(_texts(db, game, sealed=sealed))
    about = {**_FILES, **_PUBLIC_FILES} if sealed else _FILES
    file_lines = [f"{name:13}{what}" for name, what in about.items() if name in {STORY, *files}]
    title = f"{game.name}, a game of {tables.load(game).variant.title} that is over."
    readme = _lines([title, "", *file_lines])
    chapters = tuple(_chapter(turn, sealed=sealed) for turn in turns.of_game(db, game.id))
    return Archive(f"{game.name}.zip", {"README.txt": readme, **files}, STORY, chapters, sealed)


def _chapter(turn: PlayedTurn, *, sealed: bool) -> Chapter:
    events = audience.public(turn.events) if sealed else turn.events
    return Chapter(f"{turn.phase}: {turn.title}", events)


def _texts(db: Connection, game: Game, *, sealed: bool) -> Iterator[tuple[str, str]]:
    """The files of the archive that need no wording."""
    dated_deeds = list(_public_deeds(log.of_game(db, game.name)))
    names = deeds.names(db, dated_deeds)
    data = export.export_game(db, game, secret=False, sealed=sealed)
    data["log"] = [
        {
            "at": at.isoformat(),
            "who": deed.who,
            "what": deed.what,
            "facts": {
                name: names.get(value, value) if name == "person" else value
                for name, value in deed.facts.items()
            },
        }
        for at, deed in dated_deeds
    ]
    yield "game.json", msgspec.json.format(msgspec.json.encode(data), indent=1).decode()
    yield "orders.txt", _lines(_orders(data["turns"]))
    yield "press.txt", _lines(_press_lines(data["press"]))
    rows = (
        f"{at:%Y-%m-%d %H:%M} {deed.who}: {deeds.plain_line(deed, names)}"
        for at, deed in dated_deeds
    )
    yield "log.txt", _lines(rows)
    yield from _tables(db, game)


def _public_deeds(dated_deeds: Iterable[tuple[datetime, Deed]]) -> Iterator[tuple[datetime, Deed]]:
    """What of a game's log was public: a kind of deed that is new is not, until it stands above."""
    for at, deed in dated_deeds:
        public_facts = _MASTERS if deed.what.startswith("gm.") else _TOLD.get(deed.what)
        if public_facts is not None:
            facts = {name: value for name, value in deed.facts.items() if name in public_facts}
            who = deed.who if deed.who in (log.JUDGE, MASTER) else "somebody"
            yield at, Deed(who, deed.what, deed.game, facts)


def _tables(db: Connection, game: Game) -> Iterator[tuple[str, str]]:
    """Centres by year, where they were counted."""
    years = [year.name for year in summary.list_years(db, game)]
    if not years:
        return
    table = tables.load(game)
    rows = summary.describe_summary(db, table).data["years"]
    counts = ([row["year"], *row["centers"]] for row in rows)
    yield "centres.csv", _csv(["year", *table.powers], counts)
    owners_of_space = summary.list_owners(db, game).items()
    yield (
        "owners.csv",
        _csv(["centre", *years], ([space, *names] for space, names in owners_of_space)),
    )


def _orders(played_turns: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The orders in canonical form, phase by phase and power by power."""
    for turn in played_turns:
        yield f"{turn['phase']}: {turn['title']}"
        for power, entries in turn["orders"].items():
            yield f"  {power}:"
            yield from (f"    {entry['order']}" for entry in entries)
        yield ""


def _press_lines(press: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for one in press:
        signature = one["signed"] if one["signed"] not in ("", one["author"]) else ""
        name = f"{one['author']} (signed {signature})" if signature else one["author"]
        yield f"{one['phase']}: {name} to {', '.join(one['recipients'])}"
        yield from (f"  {line}" for line in one["text"].splitlines())
        yield ""


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *rows])
    return text.getvalue()
