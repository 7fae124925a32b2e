"""RULE text: a dated ruling for all to read. COMMENT text: a word on top of the next results."""

from msgspec import structs

from judge.game.books import deeds
from judge.game.press import delivery
from judge.game.readers.addresses import MASTER
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.text import Command
from judge.letters.commands import looking, press, words
from judge.letters.desk import mastery, questions, speakers
from judge.letters.desk.desk import Desk
from judge.post import intake, posting
from judge.store import games, letters, people
from judge.store.record import Note

LONGEST_RULING = 2000


def obey_rule(desk: Desk, command: Command, table: Table) -> Desk:
    """Keep what the game master says; the next report brings it."""
    lines = command.block or command.words
    ruling = delivery.clean_text(lines, table.game.name, desk.house.ours)
    if not ruling or len(ruling) > LONGEST_RULING:
        return desk.refuses(
            command, f"write up to {LONGEST_RULING} characters after {command.verb.upper()}"
        )
    kind = games.RULE if command.verb == "rule" else games.COMMENT
    games.add_note(desk.db, table.game.id, Note(kind, desk.house.now, ruling))
    mastery.log_deed(desk, table, command.verb, mail=desk.receipt)
    if kind == games.RULE:
        return desk.says(
            command, "RULES and STATUS show it from now on, and so do the next results"
        )
    return desk.says(command, "it goes on top of the next results")


def obey_rules(desk: Desk, command: Command) -> Desk:
    """Show them; anybody may know. Outside a game: the rules of a variant."""
    table = words.table_meant(desk, command)
    variant, rest = looking.split_variant(desk, words.of(command))
    if table is None and not rest:
        reply = desk.shows(looking.help_page(desk, looking.RULES, variant))
        return reply.says(command, "see below").titles("rules")
    if table is None:
        return words.refuse_unknown_game(desk, command)
    none = Event("note", {"text": f"There are no rulings in {table.game.name}."}, PUBLIC)
    rulings = deeds.list_rulings(desk.db, table.game) or (none,)
    page = looking.help_page(desk, looking.RULES, table.variant.id)
    reply = desk.shows(*rulings, tables.describe_terms(table.game), page, of=table)
    return reply.says(command, "see below").titles(f"rules of {table.game.name}")


LONGEST_DIARY, MOST_DIARY = 1000, 100
"""Characters in an entry, and entries in a game."""
DIARY_SHOWN = 10
"""Entries that STATUS shows: the last ones."""
CLEAR_DIARY = "clear"


def obey_diary(desk: Desk, command: Command, table: Table) -> Desk:
    """Write an entry, show all of them, or tear them out (DIARY CLEAR)."""
    person = desk.person
    if person is None or not desk.role or speakers.is_acting(desk):
        return desk.refuses(command, "a diary is for players: reply to a mail of your game")
    entry = "\n".join(command.block) or " ".join(command.words).strip()
    if entry.strip(" .").lower() == CLEAR_DIARY:
        people.clear_diary(desk.db, table.game.id, person.id)
        return desk.says(command, "your diary is empty now")
    if not entry:
        entries = diary_events(desk, table, MOST_DIARY)
        reply = desk.shows(*entries).titles("your diary")
        return reply.says(command, "see below" if entries else "your diary is empty")
    if (
        len(entry) > LONGEST_DIARY
        or len(people.diary_of(desk.db, table.game.id, person.id)) >= MOST_DIARY
    ):
        return desk.refuses(
            command,
            f"{MOST_DIARY} entries of {LONGEST_DIARY} characters are the most",
            "DIARY CLEAR",
        )
    people.write_diary(desk.db, table.game.id, person.id, desk.house.now, entry)
    return desk.says(command, "it is in your diary; STATUS shows it to you alone")


def diary_events(desk: Desk, table: Table, most: int = DIARY_SHOWN) -> tuple[Event, ...]:
    """The last entries of whoever writes; nothing where he has none, or for another game."""
    person, own_table = desk.person, desk.table
    if person is None or own_table is None or own_table.game.id != table.game.id or not desk.role:
        return ()
    if speakers.is_acting(desk):
        return ()
    entries = people.diary_of(desk.db, table.game.id, person.id)
    rows = [{"at": at.isoformat(), "text": text} for at, text in entries[-most:]]
    data = {"rows": rows, "more": max(0, len(entries) - most)}
    return (Event("diary", data, desk.writer),) if rows else ()


ASK_EXAMPLE = "ASK How do I get my seat back?"


def obey_ask(desk: Desk, command: Command) -> Desk:
    """Send the question on; whoever gets it answers by press or by mail."""
    reason = speakers.explain_outside(desk)
    if reason and not (desk.proven and desk.person):
        return desk.refuses(command, reason)
    asked = command.words or _find_asked(desk)
    if not asked:
        return desk.refuses(command, "which question?", ASK_EXAMPLE)
    if desk.role == MASTER or desk.table is None or desk.table.game.gm is None:
        table = desk.table
        place = f" of {table.game.name}" if table else ""
        name = desk.person.name if desk.person else desk.writer
        words = delivery.clean_text(asked, table.game.name if table else "", desk.house.ours)
        note = f"{name} ({desk.writer}){place} asks: {words[: delivery.LONGEST_PRESS]}"
        key = f"ask.{desk.receipt}.{command.span.line}"
        mail = posting.make_keeper_notice(desk.house, key, "a question", "note", {"text": note})
        return desk.sends([mail]).says(command, "the keeper of the judge gets your question")
    question = structs.replace(command, verb="press", words=("GM",), block=asked)
    return press.obey_press(desk, question, desk.table)


def _find_asked(desk: Desk) -> tuple[str, ...]:
    """The questions of the letter whose answer this one replies to."""
    letter = letters.get(desk.db, desk.answered.letter) if desk.answered else None
    if letter is None or desk.table is None:
        return ()
    old = intake.read(desk.db, desk.house, letter)
    return tuple(questions.list_asked(old))
