"""A game as JSON, complete: what a researcher, another program or the keeper may want."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import structs
from sqlalchemy import Connection

from judge import resources
from judge.game.books import deeds, packing, proof, summary
from judge.game.press import delivery
from judge.game.readers import notices
from judge.game.readers.addresses import MASTER
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.kernel import audience
from judge.kernel.engine import Event
from judge.kernel.notice import Archive, Chapter
from judge.store import log, people, press, seats, sheets, turns
from judge.store.log import Deed
from judge.store.record import OVER, Entry, Game, PlayedTurn

STORY = "results.txt"
"""The file of an archive that is written by the report."""
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


def archive_of(db: Connection, game: Game, *, sealed: bool = False) -> Archive:
    """The archive: "alpha.zip"; ``sealed``: only what all were told while the game was played."""
    files = dict(_texts(db, game, sealed=sealed))
    words = resources.read_words("templates", "sentences")
    about = {**words["files"], **words["public_files"]} if sealed else words["files"]
    file_lines = [f"{name:13}{what}" for name, what in about.items() if name in {STORY, *files}]
    title = f"{game.name}, a game of {tables.load(game).variant.title} that is over."
    readme = _lines([title, "", *file_lines])
    chapters = tuple(
        Chapter(
            f"{turn.phase}: {turn.title}", audience.public(turn.events) if sealed else turn.events
        )
        for turn in turns.of_game(db, game.id)
    )
    return Archive(f"{game.name}.zip", {"README.txt": readme, **files}, STORY, chapters, sealed)


def _texts(db: Connection, game: Game, *, sealed: bool) -> Iterator[tuple[str, str]]:
    """The files of the archive that need no wording."""
    dated_deeds = []
    for at, deed in log.of_game(db, game.name):
        # What of the log was public: a kind of deed that is new is not, until it stands above.
        public_facts = _MASTERS if deed.what.startswith("gm.") else _TOLD.get(deed.what)
        if public_facts is not None:
            facts = {name: value for name, value in deed.facts.items() if name in public_facts}
            who = deed.who if deed.who in (log.JUDGE, MASTER) else "somebody"
            dated_deeds.append((at, Deed(who, deed.what, deed.game, facts)))
    names = deeds.names(db, dated_deeds)
    data = export_game(db, game, secret=False, sealed=sealed)
    data["log"] = []
    for at, deed in dated_deeds:
        facts = dict(deed.facts)
        if "person" in facts:
            facts["person"] = names.get(facts["person"], facts["person"])
        row = {"at": at.isoformat(), "who": deed.who, "what": deed.what, "facts": facts}
        data["log"].append(row)
    yield "game.json", msgspec.json.format(msgspec.json.encode(data), indent=1).decode()
    order_lines: list[str] = []
    for turn in data["turns"]:  # in canonical form, phase by phase and power by power
        order_lines.append(f"{turn['phase']}: {turn['title']}")
        for power, entries in turn["orders"].items():
            order_lines += [f"  {power}:", *(f"    {entry['order']}" for entry in entries)]
        order_lines.append("")
    yield "orders.txt", _lines(order_lines)
    yield "press.txt", _lines(_press_lines(data["press"]))
    rows = (
        f"{at:%Y-%m-%d %H:%M} {deed.who}: {deeds.plain_line(deed, names)}"
        for at, deed in dated_deeds
    )
    yield "log.txt", _lines(rows)
    years = summary.describe_summary(db, tables.load(game)).data["years"]
    if years:  # centres were counted
        powers = tables.load(game).powers
        counts = ([row["year"], *row["centers"]] for row in years)
        yield "centres.csv", as_csv(["year", *powers], counts)
        owners = ([space, *own] for space, own in summary.list_owners(db, game).items())
        yield "owners.csv", as_csv(["centre", *(row["year"] for row in years)], owners)


def _press_lines(press: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for one in press:
        signature = one["signed"] if one["signed"] not in ("", one["author"]) else ""
        name = f"{one['author']} (signed {signature})" if signature else one["author"]
        yield f"{one['phase']}: {name} to {', '.join(one['recipients'])}"
        yield from (f"  {line}" for line in one["text"].splitlines())
        yield ""


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def as_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as CSV, its heads first."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *rows])
    return text.getvalue()


def export_game(
    db: Connection,
    game: Game,
    *,
    secret: bool,
    sealed: bool = False,
    now: datetime | None = None,
) -> dict[str, Any]:
    """The game with its people and all its turns.

    What is secret while the game lasts (orders of the open phase, events of single powers, the
    dice's secret, addresses, who watches) is only in it with ``secret``, and with it all that
    another judge needs to go on with the game; ``sealed``: events of
    single powers and secret orders are in it neither when the game is over. ``now`` decides about
    the secret of dice that may be thrown again for a week; None: it is still one.
    """
    table = tables.load(game)
    is_over = game.status == OVER
    open_to_all = secret or (is_over and not sealed)

    data: dict[str, Any] = {
        "game": game.name,
        "variant": game.variant,
        "title": table.variant.title,
        "status": game.status,
        "options": dict(game.options),
        "created": _word_time(game.created),
        "phase": game.phase_id or None,
        "deadline": _word_time(game.deadline),
        "outcome": game.outcome or None,
        "winners": list(game.winners),
        "commitment": table.dice.commitment,
        "gm": people.get(db, game.gm).name if game.gm is not None else None,
        "seats": _list_seats(db, game, secret=secret),
        "position": _list_events(table.position(), everything=open_to_all),
        "turns": _list_turns(db, table, everything=open_to_all, secret=secret),
        "press": delivery.published_press(db, game),
    }
    if secret or proof.is_opened(db, game, now):
        data["secret"] = game.secret.hex()
    if secret:
        data["press"] = [delivery.press_as_data(message) for message in press.of_game(db, game.id)]
        data["observers"] = [person.name for person in seats.people_watching(db, game.id)]
        data["state"] = msgspec.Raw(game.state or b"null")
        data["orders"] = {
            power: _list_orders(sheet.entries, secret=True)
            for power, sheet in sheets.of_phase(db, game.id, game.number).items()
        }
        data["ahead"] = [
            {"power": one.power, "phase": one.phase, "receipt": one.receipt, "lines": [*one.lines]}
            for one in sheets.ahead_of(db, game.id)
        ]
        data["records"] = packing.pack(db, game)
    return data


def _word_time(moment: Any) -> str | None:
    return moment.isoformat() if moment else None


def _list_seats(db: Connection, game: Game, *, secret: bool) -> list[dict[str, Any]]:
    rows = []
    for seat, person in seats.with_people(db, game.id):
        row = {"power": seat.power, "player": notices.holder_name(game, seat, person) or None}
        if secret:
            row["player"] = person.name if person else notices.computer_name(seat) or None
            row["address"] = person.address if person else None
        rows.append(row)
    return rows


def _list_turns(
    db: Connection, table: Table, *, everything: bool, secret: bool
) -> list[dict[str, Any]]:
    return [
        {
            "number": turn.number,
            "revision": turn.revision,
            "phase": turn.phase,
            "title": turn.title,
            "closed": _word_time(turn.closed),
            "orders": {
                power: _list_orders(entries, secret=secret)
                for power, entries in sorted(
                    (turn.orders if everything else list_public_orders(table, turn)).items()
                )
            },
            "events": _list_events(turn.events, everything=everything),
        }
        for turn in turns.of_game(db, table.game.id)
    ]


def list_public_orders(table: Table, turn: PlayedTurn) -> dict[str, list[Entry]]:
    """The orders that the public results show: points, bids and plans are not among them.

    Nor are those for others' units where it is a secret who orders them.
    """
    board = table.engine.known_state(table.engine.load(turn.before), "")
    public = {
        (row["power"], row["text"])
        for event in audience.public(turn.events)
        if event.kind == "results"
        for row in event.data["rows"]
    }
    return {
        power: [
            entry
            for entry in entries
            if any((name, entry.text) in public for name in table.engine.speaks_for(board, power))
        ]
        for power, entries in turn.orders.items()
    }


def _list_orders(entries: Sequence[Entry], *, secret: bool) -> list[Mapping[str, str]]:
    """Orders; how its player typed one, and in which mail, is his own affair."""
    if not secret:
        return [{"order": entry.text} for entry in entries]
    return [
        {"order": entry.text, "typed": entry.typed, "receipt": entry.receipt} for entry in entries
    ]


def _list_events(events: Iterable[Event], *, everything: bool) -> list[dict[str, Any]]:
    told_events = events if everything else audience.public(events)
    return [structs.asdict(event) for event in told_events]
