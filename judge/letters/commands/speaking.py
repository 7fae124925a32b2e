"""PRESS TO powers ... ENDPRESS and BROADCAST ... ENDBROADCAST: what players say to each other.

Or they reply to a mail that brought press: that is press as well, without these lines. What else
is said and kept stands below: RULE and COMMENT of the game master, diaries, questions.
"""

import re
from collections.abc import Sequence
from datetime import timedelta

from msgspec.structs import replace

from judge.game.books import deeds
from judge.game.conduct import awaited
from judge.game.press import addressing, answering, delivery
from judge.game.press.addressing import Envelope, Heading, MisaddressedError
from judge.game.readers import addresses
from judge.game.readers.addresses import MASTER
from judge.game.readers.notices import computer_name, readers
from judge.game.terms import game_options, tables
from judge.game.terms.customs import Manner
from judge.game.terms.tables import Table
from judge.kernel import limits
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.text import Command, Problem, list_names
from judge.letters.commands import command_words, looking
from judge.letters.desk import enquiries, mastery, speakers
from judge.letters.desk.desk import Desk
from judge.post import intake, posting
from judge.store import games, letters, people, press, seats
from judge.store.record import RUNNING, Note, Press, Seat

HOUR = timedelta(hours=1)
CLOSERS = {"ENDPRESS", "ENDBROADCAST"}
_OPENER = re.compile(r"\W*(?:press|broadcast)(?:\s+to)?\b", re.IGNORECASE)


def obey_press(desk: Desk, command: Command, table: Table) -> Desk:
    """Send press, or say why nothing was sent and show what was not."""
    try:
        recipients, speaker, colour = (*command.words, "", "", "")[:3]
        heading = Heading(recipients, speaker, colour, broadcast=command.verb == "broadcast")
        manner = game_options.manner(table.game.options)
        _check_allowed(desk, table, manner, only_master=heading.recipients == addresses.MASTER)
        envelope = addressing.address(table, desk.role, manner, heading)
        new_message = _post(desk, table, command.block, envelope)
    except MisaddressedError as error:
        refusal = desk.refuses(command, str(error), *error.suggestions)
        return refusal.shows(unsent_event(desk, command.block)) if command.block else refusal
    sentence = _sent_sentence(desk, table, new_message)
    reply = desk.shows(delivery.event(table, new_message, desk.role, desk.own))
    return _send(reply, table, new_message).says(command, sentence).titles("your press")


def answer(
    desk: Desk, message_answered: Press, lines: Sequence[str], *, to_all: bool
) -> tuple[Desk, str]:
    """Send a reply to a message of press; and who got it, in words.

    Raises MisaddressedError where nothing was sent.
    """
    table = desk.table
    if table is None:
        raise MisaddressedError(speakers.explain_outside(desk))
    manner = game_options.manner(table.game.options)
    envelope = answering.address(table, desk.author, manner, message_answered, to_all=to_all)
    _check_allowed(desk, table, manner, only_master=envelope.readers == (addresses.MASTER,))
    message = _post(desk, table, lines, envelope, message_answered.serial)
    return _send(desk, table, message), _sent_sentence(desk, table, message)


def _check_allowed(desk: Desk, table: Table, manner: Manner, *, only_master: bool) -> None:
    """Refuse press at a time when the game's options want none, and too much of it."""
    game = table.game
    if not only_master and desk.role != addresses.MASTER and game.status == RUNNING:
        is_over = game.held or (game.deadline is not None and desk.arrival >= game.deadline)
        if is_over and not manner.late:
            reason = "there is no press after the deadline, until the results are out"
            raise MisaddressedError(reason)
        if (
            manner.ordered
            and desk.seat is not None
            and desk.sheet is not None
            and awaited.owes_openly(table, desk.seat.power, desk.sheet.orders)
        ):
            reason = "here press is for players whose orders are all in: put yours above it"
            raise MisaddressedError(f"{reason}, so nothing was sent")
    most = desk.house.config.limits.press_an_hour
    since = desk.letter.received - HOUR
    if press.count_since(desk.db, game.id, desk.author, since) >= most:
        raise MisaddressedError(f"you may send {most} messages an hour, so this one was not sent")


def _post(
    desk: Desk, table: Table, lines: Sequence[str], envelope: Envelope, answers: int = 0
) -> Press:
    """Store a message; ``answers`` is the serial of the one that it is a reply to."""
    words, most = delivery.clean_text(lines, table.game.name, desk.house.ours), limits.PRESS_LETTERS
    if not words:
        raise MisaddressedError("there is nothing in it, so nothing was sent")
    if len(words) > most:
        too_long = "it is too long, so nothing was sent"
        raise MisaddressedError(f"{too_long}: up to {most} characters go into one")
    postal = game_options.manner(table.game.options).postal and table.game.status == RUNNING
    message = Press(
        game=table.game.id,
        number=table.game.number,
        phase=table.game.phase_id,
        author=desk.author,
        person=desk.person.id if desk.person else None,
        signed=envelope.signed,
        recipients=envelope.recipients,
        readers=envelope.readers,
        text=words,
        public=envelope.public,
        receipt=desk.receipt,
        written=desk.letter.received,
        waits=postal,
        answers=answers,
    )
    return press.add(desk.db, message)


def _send(desk: Desk, table: Table, message: Press) -> Desk:
    """The desk with a mail to everybody who gets a message now."""
    return desk.sends(() if message.waits else delivery.send(desk.db, desk.house, table, message))


def _sent_sentence(desk: Desk, table: Table, message: Press) -> str:
    """To whom it went, how it was signed, and who else reads it: the same for whoever wrote it."""
    goes = "goes with the results" if message.waits else "sent"
    signature = f"signed {message.signed}" if message.signed else "not signed"
    sentence = f"{goes} to {list_names(message.recipients)}, {signature}"
    held_roles = {reader.role for reader in readers(desk.db, table.game)}
    vacant = [one for one in message.recipients if one in table.powers and one not in held_roles]
    all_seats = seats.of_game(desk.db, table.game.id)
    machines = [seat.power for seat in all_seats if seat.power in vacant and computer_name(seat)]
    unplayed = [power for power in vacant if power not in machines]
    if unplayed:
        sentence += f"; nobody plays {list_names(unplayed)} now"
    if machines:
        sentence += f"; a computer plays {list_names(machines)}: it reads no press"
    copied = game_options.manner(table.game.options).copied
    if copied and table.game.gm and desk.role != addresses.MASTER:
        sentence += "; the game master gets a copy"
    return sentence


def unsent_event(desk: Desk, lines: Sequence[str]) -> Event:
    """What was not sent, for its writer to mend and send again."""
    return Event("unsent", {"text": "\n".join(lines).strip("\n")}, desk.own)


def show_unclosed(desk: Desk, problem: Problem) -> Desk:
    """The desk with a block that nothing closes as it would be whole, if ``problem`` tells of one.

    Such a problem suggests the line that is missing.
    """
    closer = next(iter(CLOSERS.intersection(problem.suggestions)), "")
    if not closer:
        return desk
    lines_below = (line for line in desk.letter.lines if line.number > problem.span.line)
    block = [line.text for line in lines_below if not line.ignored]
    if not "".join(block).strip():
        return desk
    unsent = unsent_event(desk, block)
    line = " ".join(problem.text.split())
    who = _OPENER.sub("", line).strip(" :") or "all"
    reply = {"who": who, "line": line, "text": unsent.data["text"], "closer": closer}
    return desk.shows(unsent.knowing(replies=[reply]))


def obey_publish(desk: Desk, command: Command, _table: Table, seat: Seat) -> Desk:
    """Store the seat's consent; broadcasts are public without it."""
    seat = replace(seat, consents=command.verb == "publish")
    seats.save(desk.db, seat)
    allowed = "your press may be published when the game is over"
    return replace(desk, seat=seat).says(command, allowed if seat.consents else "it stays private")


def obey_rule(desk: Desk, command: Command, table: Table) -> Desk:
    """Keep what the game master says; the next report brings it."""
    lines = command.block or command.words
    ruling = delivery.clean_text(lines, table.game.name, desk.house.ours)
    most = limits.RULING_LETTERS
    if not ruling or len(ruling) > most:
        return desk.refuses(command, f"write up to {most} characters after {command.verb.upper()}")
    kind, sentence = games.COMMENT, "it goes on top of the next results"
    if command.verb == "rule":
        kind = games.RULE
        sentence = "RULES and STATUS show it from now on, and so do the next results"
    games.add_note(desk.db, table.game.id, Note(kind, desk.house.now, ruling))
    mastery.log_deed(desk, table, command.verb, mail=desk.receipt)
    return desk.says(command, sentence)


def obey_rules(desk: Desk, command: Command) -> Desk:
    """Show them; anybody may know. Outside a game: the rules of a variant."""
    table = command_words.table_meant(desk, command)
    variant, rest = looking.split_variant(desk, command_words.of(command))
    if table is None and not rest:
        return desk.displays(command, "rules", looking.help_page(None, looking.RULES, variant))
    if table is None:
        return command_words.refuse_unknown_game(desk, command)
    none = Event("note", {"text": f"There are no rulings in {table.game.name}."}, PUBLIC)
    rulings = deeds.list_rulings(desk.db, table.game) or (none,)
    page = looking.help_page(table, looking.RULES, table.variant.id)
    events = (*rulings, tables.describe_terms(table.game), page)
    return desk.displays(command, f"rules of {table.game.name}", *events, of=table)


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
        entries = diary_events(desk, table, limits.DIARY_ENTRIES)
        reply = desk.shows(*entries).titles("your diary")
        return reply.says(command, "see below" if entries else "your diary is empty")
    most, longest = limits.DIARY_ENTRIES, limits.DIARY_LETTERS
    count = len(people.diary_of(desk.db, table.game.id, person.id))
    if len(entry) > longest or count >= most:
        message = f"{most} entries of {longest} characters are the most"
        return desk.refuses(command, message, "DIARY CLEAR")
    people.write_diary(desk.db, table.game.id, person.id, desk.house.now, entry)
    return desk.says(command, "it is in your diary; STATUS shows it to you alone")


def diary_events(desk: Desk, table: Table, most: int = DIARY_SHOWN) -> tuple[Event, ...]:
    """The last entries of whoever writes; nothing where he has none, or for another game."""
    person = desk.person
    if person is None or not desk.role or not command_words.speaks_for(desk, table.game):
        return ()
    if speakers.is_acting(desk):
        return ()
    entries = people.diary_of(desk.db, table.game.id, person.id)
    rows = [{"at": at.isoformat(), "text": text} for at, text in entries[-most:]]
    data = {"rows": rows, "more": max(0, len(entries) - most)}
    return (Event("diary", data, desk.writer),) if rows else ()


def obey_ask(desk: Desk, command: Command) -> Desk:
    """Send the question on; whoever gets it answers by press or by mail."""
    reason = speakers.ask_which_game(desk)
    if not (desk.proven and desk.person):
        reason = speakers.explain_outside(desk)
    if reason:
        return desk.refuses(command, reason)
    asked, table = command.words, desk.table
    if not asked and table is not None and desk.answered is not None:
        # The questions of the letter whose answer this one replies to.
        letter = letters.get(desk.db, desk.answered.letter)
        if letter is not None:
            asked = tuple(enquiries.list_asked(intake.read(desk.db, desk.house, letter)))
    if not asked:
        return desk.refuses(command, "which question?", "ASK How do I get my seat back?")
    if desk.role == MASTER or table is None or table.game.gm is None:
        place = f" of {table.game.name}" if table else ""
        name = desk.person.name if desk.person else desk.writer
        words = delivery.clean_text(asked, table.game.name if table else "", desk.house.ours)
        note = f"{name} ({desk.writer}){place} asks: {words[: limits.PRESS_LETTERS]}"
        key = f"ask.{desk.receipt}.{command.span.line}"
        mail = posting.make_keeper_notice(desk.house, key, "a question", "note", {"text": note})
        return desk.sends([mail]).says(command, "the keeper of the judge gets your question")
    question = replace(command, verb="press", words=("GM",), block=asked)
    return obey_press(desk, question, table)
