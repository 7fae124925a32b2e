"""STATS [name, power or board], WHOIS: how people play, and what their games make together."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import asdict, replace

from judge.catalog import variant as catalog
from judge.game.books import figures, summary
from judge.game.conduct import reputation
from judge.game.readers import notices
from judge.game.readers.addresses import MASTER
from judge.game.terms import game_options, scoring
from judge.game.terms.scoring import WAYS
from judge.game.terms.tables import Table
from judge.kernel import limits
from judge.kernel.engine import GM, Event
from judge.kernel.errors import InputError
from judge.kernel.notice import AHEAD, LATE, ORDER, Answer
from judge.kernel.text import Command
from judge.letters.commands import command_words
from judge.letters.desk import order_sheet, receipts
from judge.letters.desk.desk import Desk
from judge.mail import mime, ours
from judge.mail.ours import pattern
from judge.post import intake
from judge.store import conduct, games, letters, log, people, seats
from judge.store.conduct import Conduct
from judge.store.record import FORMING, OVER, Game, Person, Read, Seat

MOST_PEOPLE = 5
"""People of one name that are shown."""


def obey_stats(desk: Desk, command: Command) -> Desk:
    """Show the sender's own play, that of everybody with a name, or of who plays a power.

    Of others nothing is told of games whose players are not known yet. Of a board, or one of its
    powers, or of all (TOP), show figures.
    """
    words = command_words.of(command)
    shown = _find_figures(desk, words)
    if shown is not None:
        return desk.displays(command, "figures", shown)
    name = " ".join(words)
    if not name and desk.person is None:
        message = "whose? write a name after it: you are not registered yourself"
        return desk.refuses(command, message)
    named = command_words.powers(desk.table.variant, words)[0] if desk.table else []
    if desk.table is not None and named[:1] == [name.title()]:
        game, power = desk.table.game, named[0]
        seat = seats.of_power(desk.db, game.id, power)
        player = people.get(desk.db, seat.person) if seat and seat.person else None
        name = notices.holder_name(game, seat, player) if seat else ""
        if player is None or not _is_open(game):  # as far as all may know it
            sentence = f"{power}: {name or 'nobody plays it'}"
            return desk.says(command, sentence).titles(f"who is {power}")
        reply = desk.shows(_stats(desk, player))
        return reply.says(command, f"{name} plays {power}: see below").titles(f"who is {power}")
    namesakes = people.find_named(desk.db, name) if name else [desk.person]
    persons = [one for one in namesakes if one is not None][:MOST_PEOPLE]
    board = catalog.find_begun(name.split())[0]
    if not persons and board:
        title, powers = catalog.load(board).title, catalog.load(board).engine.powers
        message = f"{title} has these powers: {', '.join(powers)}"
        return desk.refuses(command, message, f"STATS {board} {powers[0]}")
    if not persons:
        return desk.refuses(command, f"nobody is called '{name}' here, and no board", "STATS TOP")
    events = [_stats(desk, one) for one in persons]
    return desk.displays(command, "statistics", *events)


def _find_figures(desk: Desk, arguments: Sequence[str]) -> Event | None:
    """The figures that words ask for: TOP, a variant, or one and a power of it; None: others."""
    if [word.lower() for word in arguments] == ["top"]:
        return figures.describe_top(desk.db)
    name, rest = catalog.find_begun(arguments)
    if not name:
        return None
    variant = catalog.load(name)
    powers, unknown = command_words.powers(variant, rest)
    if unknown or len(powers) > 1:
        return None
    if powers:
        return figures.describe_power(desk.db, variant, powers[0])
    return figures.describe_variant(desk.db, variant)


def _stats(desk: Desk, person: Person) -> Event:
    game_of_id = {game.id: game for game in games.find_all(desk.db)}
    own = desk.person is not None and desk.person.id == person.id
    conduct_of = {(one.game, one.power): one for one in conduct.of_person(desk.db, person.id)}
    for seat in seats.of_person(desk.db, person.id):  # no phase may have asked for orders yet
        if seat.power and game_of_id[seat.game].status != FORMING:
            fresh = Conduct(person.id, seat.game, seat.power)
            conduct_of.setdefault((seat.game, seat.power), fresh)
    conducts = [one for one in conduct_of.values() if own or _is_open(game_of_id[one.game])]
    sums = reputation.sum_up(conducts)
    data: dict[str, Any] = {
        "name": person.name,
        **sums.counts,
        "skills": [
            {"title": catalog.load(name).title, **asdict(one)}
            for name, one in reputation.skills_of_person(desk.db, person.id).items()
            if name in catalog.names()
        ],
        "results": [{"result": name, "times": times} for name, times in sums.results.items()],
        "rows": [
            {
                "game": game_of_id[one.game].name,
                "variant": game_of_id[one.game].variant,
                "power": one.power,
                "on_time": one.on_time,
                "phases": one.phases,
                "result": one.result or "plays",
            }
            for one in conducts
        ],
    }
    return Event("stats", data, desk.writer)


def _is_open(game: Game) -> bool:
    """Whether it is known who plays in a game."""
    return game.status == OVER or not game_options.is_anonymous(game.options)


def obey_scoring(desk: Desk, command: Command) -> Desk:
    """Explain ways of scoring, with what each makes of a game as it stands; or one of them."""
    arguments = command_words.of(command)
    ways: tuple[str, ...] = tuple(WAYS)
    for number in range(len(arguments)):  # "alpha", "carnage", "alpha sum of squares"
        with suppress(InputError):
            ways = tuple(filter(None, [scoring.read("".join(arguments[number:]))]))
            arguments = arguments[:number]
            break
    table = command_words.table_meant(desk, replace(command, words=tuple(arguments)))
    if arguments and (table is None or arguments[1:]):
        names = ", ".join(WAYS)
        fault = f"'{' '.join(arguments)}' is no game and no way of scoring: there are {names}"
        return desk.refuses(command, fault, "SCORING")
    event = summary.describe_scores(desk.db, table, ways or tuple(WAYS))
    title = f"scores of {table.game.name}" if table else "scoring"
    return desk.displays(command, title, event, of=table)


def obey_receipts(desk: Desk, command: Command, table: Table) -> Desk:
    """List letters, or show the transcript of one again."""
    arguments = command_words.of(command)
    used_receipts = receipts.list_receipts_in_use(desk, table, desk.author)
    if arguments and ours.is_receipt_name(arguments[0]):
        reading = receipts.find_own_letter(desk, arguments[0])
        if reading is None:
            return desk.refuses(command, f"you have no receipt {arguments[0]} here", "RECEIPTS")
        data = receipts.make_row(desk, reading, used_receipts)
        data["lines"] = receipts.list_lines(reading.answers)
        return desk.displays(command, "a receipt", Event("reading", data, desk.own))
    phase = command_words.named_phase(arguments, table.variant)
    fitting = [one for one in receipts.list_readings(desk) if phase in one.phase]
    rows = [receipts.make_row(desk, one, used_receipts) for one in fitting[-limits.RECEIPTS :]]
    data = {"rows": rows, "left_out": max(0, len(fitting) - limits.RECEIPTS)}
    return desk.displays(command, "your receipts", Event("receipts", data, desk.own))


LINES, WIDTH = 80, 200
"""Header lines of a letter, and their length, that are shown."""
HEADERS = frozenset(
    (
        "authentication-results", "delivered-to", "from", "received-spf", "return-path",
        "sender", "user-agent", "x-mailer", "x-originating-ip",
    )
)  # fmt: skip
"""The headers that are shown: whence a letter came, and nothing of what it says, nor when it came.
Dates and Received lines tell that, and so do Message-IDs: most begin with the hour.
"""
_DATED = re.compile(r"\b(SRS[01]|prvs)[=+-][^\s@<>]+", re.IGNORECASE)
"""An envelope sender that a server marked with the day (SRS, BATV)."""
_NAME = re.compile(r"([^\s:]+)[ \t]*:")


def obey_audit(desk: Desk, command: Command) -> Desk:
    """Show the letters; that they were looked at stands in the game's log."""
    table = desk.table
    if table is None or desk.role != MASTER:
        return desk.refuses(command, "only the game master may do that, from his secret address")
    if not command.words or command.words[0] not in table.powers:
        return desk.refuses(command, "whose letters?", f"AUDIT {table.powers[0]}")
    power, *phase_words = command.words
    phase_text = command_words.named_phase(phase_words, table.variant)
    visible_readings = [
        reading
        for reading in letters.readings_of(desk.db, table.game.id, power)
        if phase_text in reading.phase
        and (table.game.status == OVER or reading.number < table.game.number)
        and _visible_lines(table, reading)
    ]
    log.append(desk.db, desk.house.now, MASTER, "gm.audit", table.game.name, power=power)
    played_receipts = receipts.list_receipts_played(desk, table, power)
    shown = visible_readings[-limits.AUDITED :]
    rows = [_row(desk, table, reading, played_receipts) for reading in shown]
    data = {
        "power": power,
        "rows": rows,
        "sealed": table.game.status != OVER,
        "open_orders": game_options.shows_open_orders(table.game.options),
        "left_out": max(0, len(visible_readings) - limits.AUDITED),
    }
    return desk.displays(command, f"audit of {power}", Event("audit", data, GM))


def _row(
    desk: Desk, table: Table, reading: Read, played_receipts: frozenset[str]
) -> dict[str, Any]:
    """A letter: for which phase, whence, its orders; not when it came."""
    row = receipts.make_row(desk, reading, played_receipts)
    letter = letters.get(desk.db, reading.letter)
    octets = intake.find_octets(desk.db, desk.house, letter) if letter else None
    head = mime.head(octets or b"").decode("ascii", "replace")
    house_ours, headers, is_shown = desk.house.ours, [], False
    for line in pattern(house_ours).sub(house_ours.address, head).splitlines():
        if line[:1] not in (" ", "\t"):
            name = _NAME.match(line)
            is_shown = name is not None and name[1].lower() in HEADERS
        if is_shown:
            headers.append(_DATED.sub(r"\1=...", line)[:WIDTH])
    return {
        "receipt": row["receipt"],
        "phase": reading.phase,
        "sender": reading.sender,
        "used": row["used"],
        "headers": headers[:LINES],
        "lines": receipts.list_lines(  # of one that came too late not how much too late
            replace(answer, message=LATE) if answer.message.startswith(LATE) else answer
            for answer in _visible_lines(table, reading)
        ),
    }


def _visible_lines(table: Table, reading: Read) -> tuple[Answer, ...]:
    """The lines of a letter that the game master may see."""
    natures = (ORDER, AHEAD) if table.game.status == OVER else (ORDER,)
    return tuple(answer for answer in reading.answers if answer.nature in natures)


def obey_take(desk: Desk, command: Command, table: Table, seat: Seat) -> Desk:
    """Read a kept mail of this seat anew and take its orders."""
    letter = receipts.read_letter(desk, receipts.find_own_letter(desk, command.words[0]))
    if letter is None:
        return desk.refuses(command, f"you have no receipt {command.words[0]} here", "RECEIPTS")
    return order_sheet.take_kept_orders(desk, command, table, seat, letter.lines)
