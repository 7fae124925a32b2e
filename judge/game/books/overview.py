"""What the keeper sees on a terminal: all games, one game, the shunt."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection

from judge.game.books import export
from judge.game.conduct import reputation
from judge.game.conduct.reputation import COUNTS, ORDER
from judge.game.readers import notices
from judge.game.terms import tables
from judge.mail.ours import Ours, receipt_name
from judge.spool import aside
from judge.store import conduct, games, letters, people, seats, sheets, turns
from judge.store.record import HELD, Game


class Listing(Struct, frozen=True):
    """Lines above, then a table with its heads; what prints it chooses the look."""

    lines: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


MANY = 50
"""So many games are named where nobody asks for all."""


def of_games(db: Connection, *, whole: bool = True) -> Listing:
    """All games, one a row; without ``whole`` the newest, those that are over last."""
    heads = ("game", "variant", "status", "phase", "deadline", "seats")
    page = games.read_page(db, games.BY_AGE, most=None if whole else MANY)
    left_out = page[0].all - len(page) if page else 0
    rows = []
    for one in sorted(page, key=lambda one: one.game.name):
        game, variant = one.game, tables.find_variant(one.game)
        taken = sum(seat.person is not None for seat in one.seats)
        seat_count = f"{taken}/{tables.count_seats(game, variant) if variant else '?'}"
        due = local_time(game.deadline, game)
        status = game.outcome or state(game)
        rows.append((game.name, game.variant, status, game.phase_title, due, seat_count))
    return Listing(tuple(rest(left_out)), heads, tuple(rows))


def rest(count: int) -> Iterator[str]:
    """A line for games that are not named."""
    if count:
        yield f"Games not shown: {count}; --all names them."


def state(game: Game) -> str:
    """How a game stands, in words."""
    return "waits for its master" if game.told_status == HELD else game.told_status


def of_game(db: Connection, game: Game) -> Listing:
    """One game: its state above, its seats below."""
    sheet_of = sheets.of_phase(db, game.id, game.number)
    rows = []
    for seat, person in seats.with_people(db, game.id):
        orders = ""  # how far they are; never what they are
        if sheet := sheet_of.get(seat.power):
            begun = "some in, not complete" if sheet.entries else "none"
            orders = "complete" if sheet.complete else begun
        row = (
            seat.power or "(to be dealt)",
            person.name if person else notices.computer_name(seat) or "(vacant)",
            person.address if person else "",
            orders,
            "waits" if seat.wait else "",
        )
        rows.append(row)
    gm, table = people.get(db, game.gm) if game.gm is not None else None, tables.load(game)
    lines = [
        f"{game.name}: {table.variant.title}, {state(game)}",
        f"master: {gm.name} <{gm.address}>" if gm else "master: none",
        "options: " + ", ".join(table.list_unusual()),
        f"phases played: {len(turns.of_game(db, game.id))}",
    ]
    if game.phase is not None and game.deadline is not None:
        lines.append(f"now: {game.phase.title}, due {local_time(game.deadline, game)}")
    if game.outcome:
        lines.append(f"ended: {game.outcome}, {', '.join(game.winners) or 'no winner'}")
    return Listing(tuple(lines), ("power", "player", "address", "orders", "wait"), tuple(rows))


def local_time(moment: datetime | None, game: Game) -> str:
    """A time in the game's zone."""
    if moment is None:
        return ""
    zone = game.options["zone"]
    return f"{moment.astimezone(ZoneInfo(zone)):%a %d %b %Y %H:%M} {zone}"


def of_shunt(db: Connection, ours: Ours) -> Listing:
    """The mails that raised; above them the games that are left alone."""
    heads = ("mail", "received", "error", "file in archive/")
    rows = []
    for one in letters.find_shunted(db):
        received = f"{one.received:%Y-%m-%d %H:%M} UTC"
        rows.append((receipt_name(ours, one.id), received, one.reason, f"{one.digest}.eml"))
    return Listing(tuple(aside.word_games(db)), heads, tuple(rows))


def as_text(listing: Listing) -> str:
    """A listing as text in columns, for pipes and logs."""
    table_rows: Sequence[tuple[str, ...]] = (listing.heads, *listing.rows)
    widths = [max(map(len, column)) for column in zip(*table_rows, strict=True)]
    body = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table_rows
    ]
    return "\n".join([*listing.lines, *([""] if listing.lines else []), *body])


def as_record(listing: Listing) -> dict[str, object]:
    """A listing for programs: its lines, and its rows by their heads."""
    rows = [dict(zip(listing.heads, row, strict=True)) for row in listing.rows]
    return {"lines": listing.lines, "rows": rows}


def statistics_of_all(db: Connection) -> list[dict[str, Any]]:
    """Everybody who has played, in the order of registration, with each power played."""
    game_of_id = {game.id: game for game in games.find_all(db)}
    conducts = conduct.of_all(db)
    rows = []
    for number in sorted({one.person for one in conducts}):
        own_conducts = [one for one in conducts if one.person == number]
        sums = reputation.sum_up(own_conducts)
        played = []
        for one in own_conducts:
            game, facts = game_of_id[one.game], asdict(one)
            counts = {name: facts[name] for name in ("on_time", "late", "missed", "excused")}
            place = {"game": game.name, "variant": game.variant, "power": one.power}
            played.append({**place, **counts, "result": one.result or None})
        row = {"player": people.get(db, number).name, **sums.counts}
        rows.append({**row, "results": dict(sums.results), "played": played})
    return rows


def statistics_listing(db: Connection) -> Listing:
    """One player a row."""
    heads = ("player", "games", "finished", "on time", "late", "missed", "excused", "on time %")
    rows = []
    for one in statistics_of_all(db):
        counts = [one[name] for name in COUNTS]
        results = [one["results"].get(result, 0) for result in ORDER]
        rows.append((one["player"], *map(str, (*counts, *results))))
    return Listing((), (*heads, *ORDER), tuple(rows))


def statistics_as_json(db: Connection) -> str:
    """Everybody as one JSON array, with every power that each has played."""
    return msgspec.json.format(msgspec.json.encode(statistics_of_all(db)), indent=2).decode()


def statistics_as_csv(db: Connection) -> str:
    """The listing as CSV, heads first."""
    table = statistics_listing(db)
    return export.as_csv(table.heads, table.rows)
