"""What the game master did, from the game's log, in sentences: all get them when it is over."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime

from sqlalchemy import Connection

from judge import resources
from judge.game.readers.addresses import MASTER
from judge.game.terms import game_options
from judge.kernel.engine import PUBLIC, Event
from judge.store import games, log, people, turns
from judge.store.log import Deed, Fact
from judge.store.record import Game, Note


def events(db: Connection, game: Game) -> tuple[Event, ...]:
    """The use that was made of a game master's powers; nothing where none was made.

    At a table without seats he does everything, and nobody has to be told.
    """
    if not game_options.has_seats(game.options):
        return ()
    dated_deeds = [(at, deed) for at, deed in log.of_game(db, game.name) if deed.who == MASTER]
    title_of_phase: dict[Fact, str] = {one.phase: one.title for one in turns.of_game(db, game.id)}
    if game.phase is not None:
        title_of_phase[game.phase.id] = game.phase.title
    text_of_fact: dict[Fact, str] = {**title_of_phase, **names(db, dated_deeds)}
    sentences = resources.read_words("templates", "sentences")["deeds"]
    rows = []
    for at, deed in dated_deeds:
        text = plain_line(deed, text_of_fact)
        facts = {name: _fact_text(name, value, text_of_fact) for name, value in deed.facts.items()}
        with suppress(KeyError):
            text = sentences[deed.what].format_map(facts)
        rows.append({"at": at.isoformat(), "text": text})
    return (Event("gm-log", {"rows": rows}, PUBLIC),) if rows else ()


def names(db: Connection, dated_deeds: Iterable[tuple[datetime, Deed]]) -> dict[Fact, str]:
    """The names of the people in a game's log, by their numbers; only for games that are over."""
    numbers = {deed.facts.get("person") for _, deed in dated_deeds}
    return {one: people.get(db, one).name for one in numbers if isinstance(one, int)}


def _fact_text(name: str, value: Fact, text_of_fact: Mapping[Fact, str]) -> Fact:
    """A fact as people read it."""
    if name in ("person", "phase", "present"):
        return text_of_fact.get(value, value)
    if name == "players":
        return "1 player" if value == 1 else f"{value} players"
    if name != "deadline":
        return value
    return f"{datetime.fromisoformat(str(value)):%a %d %b %Y %H:%M} UTC"


def plain_line(deed: Deed, text_of_fact: Mapping[Fact, str]) -> str:
    """A deed as it stands in the log: its name and its facts."""
    texts = {name: _fact_text(name, value, text_of_fact) for name, value in deed.facts.items()}
    facts = ", ".join(f"{name} {value}" for name, value in sorted(texts.items()))
    return f"{deed.what}: {facts}" if facts else deed.what


_EVENTS = {games.COMMENT: "comment", games.RULE: "rulings", games.ACT: "gm-acts"}


def list_notes(db: Connection, game: Game) -> tuple[Event, ...]:
    """The notes that no report has brought yet; this one does."""
    all_notes = games.take_up_notes(db, game.id)
    told = ((kind, [one for one in all_notes if one.kind == kind]) for kind in _EVENTS)
    return tuple(_describe_notes(kind, notes) for kind, notes in told if notes)


def list_closing_notes(db: Connection, game: Game) -> tuple[Event, ...]:
    """The same for the end of a game, which lists all that its master did anyway."""
    return tuple(event for event in list_notes(db, game) if event.kind != _EVENTS[games.ACT])


def list_rulings(db: Connection, game: Game) -> tuple[Event, ...]:
    """The rulings of a game, for STATUS and RULES; nothing where there are none."""
    rulings_kept = games.notes_of(db, game.id, games.RULE)
    return (_describe_notes(games.RULE, rulings_kept),) if rulings_kept else ()


def _describe_notes(kind: str, notes: Iterable[Note]) -> Event:
    rows = [{"at": note.at.isoformat(), "text": note.text} for note in notes]
    return Event(_EVENTS[kind], {"rows": rows}, PUBLIC)
