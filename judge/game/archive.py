"""The archive of a game that is over: all that was secret, in one file for everybody.

Press is in it where its writer lets it be published, or where all have read it anyway.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

import msgspec
from sqlalchemy import Connection

from judge.game import export, summary, table
from judge.game.record import Game, PlayedTurn, Press, Seat
from judge.game.store import log, press, seats, turns
from judge.game.store.log import Deed
from judge.kernel.mail import Attachment

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive: the same game gives the same bytes."""
_SEATED = ("seat.taken", "seat.dealt")

Logged = Sequence[tuple[datetime, Deed]]
"""A game's log: when, and what."""


def attachment(db: Connection, game: Game) -> Attachment:
    """The archive as a file to send: "alpha.zip"."""
    return Attachment(f"{game.name}.zip", "application/zip", _zipped(_files(db, game)))


def published(db: Connection, game: Game, logged: Logged) -> list[Press]:
    """The press that all may read now: what was public, and what its writers consent to.

    The consent of a player is not that of whoever played the power before him.
    """
    since = {
        seat.power: _since(seat, logged, game.created)
        for seat in seats.of_game(db, game.id)
        if seat.consents
    }
    return [
        one
        for one in press.of_game(db, game.id)
        if one.public or (one.author in since and since[one.author] <= one.written)
    ]


def _since(seat: Seat, logged: Logged, created: datetime) -> datetime:
    """Since when the present player of a seat has it: he was dealt it, or took it over."""
    mine = [at for at, deed in logged if deed.what in _SEATED and _is_of(deed, seat)]
    return max(mine, default=created)


def _is_of(deed: Deed, seat: Seat) -> bool:
    return deed.facts.get("seat") == seat.id and deed.facts.get("person") == seat.person


def _files(db: Connection, game: Game) -> Iterator[tuple[str, str]]:
    """The files of the archive by name."""
    logged = log.of_game(db, game.name)
    open_press = published(db, game, logged)
    data = export.game(db, game, secret=False)
    data["press"] = [_message(one) for one in open_press]
    data["log"] = [_deed(at, deed) for at, deed in logged]
    yield "game.json", msgspec.json.format(msgspec.json.encode(data), indent=1).decode()
    yield "orders.txt", _lines(_orders(turns.of_game(db, game.id)))
    yield "press.txt", _lines(_told(open_press))
    yield "log.txt", _lines(f"{at:%Y-%m-%d %H:%M} {_plain(deed)}" for at, deed in logged)
    years = [year.name for year in summary.years(db, game)]
    rows = summary.event(db, table.of(game)).data["years"]
    powers = table.of(game).powers
    yield "centres.csv", _csv(["year", *powers], ([row["year"], *row["centers"]] for row in rows))
    owned = summary.owners(db, game).items()
    yield "owners.csv", _csv(["centre", *years], ([space, *names] for space, names in owned))


def _message(one: Press) -> Mapping[str, object]:
    return {
        "phase": one.phase,
        "author": one.author,
        "signed": one.signed,
        "recipients": one.recipients,
        "text": one.text,
    }


def _deed(at: datetime, deed: Deed) -> Mapping[str, object]:
    return {"at": at.isoformat(), "who": deed.who, "what": deed.what, "facts": deed.facts}


def _plain(deed: Deed) -> str:
    facts = " ".join(f"{name}={value}" for name, value in sorted(deed.facts.items()))
    return f"{deed.who}: {deed.what} {facts}".rstrip()


def _orders(played: Iterable[PlayedTurn]) -> Iterator[str]:
    """All orders in canonical form, phase by phase and power by power."""
    for turn in played:
        yield f"{turn.phase}: {turn.title}"
        for power, entries in sorted(turn.orders.items()):
            yield f"  {power}:"
            yield from (f"    {entry.text}" for entry in entries)
        yield ""


def _told(open_press: Iterable[Press]) -> Iterator[str]:
    for one in open_press:
        yield f"{one.phase}: {one.author} to {', '.join(one.recipients)}"
        yield from (f"  {line}" for line in one.text.splitlines())
        yield ""


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *rows])
    return text.getvalue()


def _zipped(files: Iterable[tuple[str, str]]) -> bytes:
    """A zip of text files, the same bytes for the same texts."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as target:
        for name, text in files:
            target.writestr(zipfile.ZipInfo(name, _EPOCH), text.encode(), zipfile.ZIP_DEFLATED)
    return raw.getvalue()
