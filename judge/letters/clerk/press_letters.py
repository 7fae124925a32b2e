"""A reply to press is press: it goes to who wrote what it answers, and nothing in it is an order.

But for what stands below a line ORDERS:. A reply that is nothing but orders for the writer's own
units, or commands, is neither sent nor taken: it waits for one word by reply, ORDERS or SEND. What
a machine may have written, for it says what was said before or there is too much of it, waits for
the game master.
"""

from collections.abc import Callable

from msgspec.structs import replace

from judge.game.press import delivery
from judge.game.press.addressing import MisaddressedError
from judge.game.readers import notices
from judge.game.readers.addresses import MASTER
from judge.game.readers.notices import Reader
from judge.game.terms.tables import Table
from judge.kernel import limits
from judge.kernel.engine import GM, Event
from judge.kernel.mail import Letter
from judge.kernel.notice import BIDDEN, HELD, PRESS, Answer
from judge.kernel.text import Command, Span, list_names
from judge.letters import commands
from judge.letters.commands import speaking
from judge.letters.desk import press_words, receipts, seating, threads
from judge.letters.desk.desk import Desk
from judge.letters.desk.press_words import Parts
from judge.mail import consent, ours
from judge.mail.consent import Consent
from judge.store import letters
from judge.store import press as messages
from judge.store.record import Press, Read

DAY = speaking.HOUR * 24
_LONG = 8
"""Words that nobody types twice; so many are told from thanks and the like."""
_ORDERS_OR_WORDS = (
    "neither taken nor sent to anyone: are these your orders, or words for who wrote to you? "
    "Reply ORDERS, and they are your orders; reply SEND, and they are sent"
)
_COMMANDS_OR_WORDS = (
    "neither done nor sent to anyone: is this for me, or for who wrote to you? "
    "Reply ORDERS, and I do it; reply SEND, and it is sent"
)
Obey = Callable[[Desk], Desk]
"""Obeys the lines of a letter."""


def obey(desk: Desk, obey_lines: Obey) -> Desk:
    """The desk after a reply to press: its words are sent, and what is for the judge obeyed."""
    message_answered, table = desk.pressed, desk.table
    if message_answered is None or table is None:
        return desk
    parts = press_words.take_apart(desk, message_answered.text)
    told = desk if parts.is_addressed else _answer_press(desk, table, message_answered, parts)
    rest = replace(told, letter=parts.rest)
    # Who is asked what his reply is has not said it yet, and is not ready before.
    is_asked = any(answer.aside in (PRESS, BIDDEN) for answer in told.answers)
    return obey_lines(rest) if parts.has_rest or is_asked else rest


def _answer_press(desk: Desk, table: Table, message_answered: Press, parts: Parts) -> Desk:
    """Send the words of a reply, ask what they are, or say why they are not sent."""
    if not parts.said:
        return desk if parts.has_rest else _refuse(desk, parts, "there is nothing above the quote")
    # Whether nothing but orders, or commands, is for the judge or for who wrote, that is asked.
    count, why, message = press_words.count_orders(desk, table, parts.said), PRESS, _ORDERS_OR_WORDS
    if not count:
        count = press_words.count_commands(desk, table, parts.said)
        why, message = BIDDEN, _COMMANDS_OR_WORDS
    if count:
        question = replace(_fails(message), aside=why, offer="ORDERS", count=count)
        return _answer(desk, parts, question)
    if desk.foreign:
        return _refuse(desk, parts, commands.explain_foreign(desk))
    if desk.fragment and desk.fragment.obeyed_lines:
        return _refuse(desk, parts, "its beginning came earlier and was sent; the rest was not")
    # Why a machine may have written it; the game master's own are his.
    doubt = ""
    if desk.role != MASTER:
        earlier = messages.replies_of(desk.db, table.game.id, desk.author)
        words = delivery.clean_text(parts.words, table.game.name, desk.house.ours)
        repeated = [one for one in earlier if one.text == words]
        is_long = len(words.split()) >= _LONG
        since = desk.letter.received - DAY
        if any(is_long or one.answers == message_answered.serial for one in repeated):
            doubt = "it says what an earlier reply said"
        elif sum(one.written > since for one in earlier) >= limits.PRESS_REPLIES_A_DAY:
            doubt = f"there were {limits.PRESS_REPLIES_A_DAY} replies within a day before it"
    if not doubt:
        return _send(desk, message_answered, parts)
    # It waits for the game master; he is told why, and not what it says.
    if table.game.gm is None:
        return _refuse(desk, parts, f"{doubt}: to send it, put a line PRESS TO above it")
    message = f"not sent, since {doubt}: it waits for the game master, who is not told what it says"
    held_desk = _answer(desk, parts, replace(_fails(message), aside=HELD))
    told = (
        f"A reply to press from {desk.role} was not sent, since {doubt}: a machine may have "
        f"written it. To let it go all the same, reply SEND {desk.receipt}."
    )
    event = Event("note", {"text": told, "asks": f"SEND {desk.receipt}"}, GM)
    key = f"{table.game.name}.held{desk.receipt}.{MASTER}"
    title = "a reply to press waits for you"
    mails = notices.tell_master(desk.db, desk.house, table, event)
    return held_desk.sends(replace(one, key=key, title=title) for one in mails)


def _send(desk: Desk, message_answered: Press, parts: Parts) -> Desk:
    """Send a reply; its receipt is one line, and a note of what else there is to know."""
    try:
        sent_desk, told = speaking.answer(desk, message_answered, parts.words, to_all=parts.to_all)
    except MisaddressedError as error:
        return _refuse(desk, parts, str(error), *error.suggestions)
    first, _, more = told.partition("; ")
    first += ", and can't be taken back"
    left_out = f"not sent: {list_names(parts.left_out)}" if parts.left_out else ""
    notes = "; ".join(filter(None, (left_out, more)))
    done_desk = _answer(sent_desk, parts, Answer(0, "", "done", message=first)).titles(first)
    if not notes:
        return done_desk
    return done_desk.shows(Event("note", {"text": f"{notes[0].upper()}{notes[1:]}."}, desk.own))


def _refuse(desk: Desk, parts: Parts, reason: str, *ways: str) -> Desk:
    """Say why nothing was sent, and show what was not."""
    told_desk = _answer(desk, parts, _fails(reason, ways))
    told_desk = told_desk.titles("your reply was not sent")
    return told_desk.shows(speaking.unsent_event(desk, parts.words)) if parts.words else told_desk


def _answer(desk: Desk, parts: Parts, answer: Answer) -> Desk:
    """Answer the words of a reply as one; of what was done its first lines tell."""
    line = parts.said[0].number if parts.said else 1
    words = parts.said[0].text if parts.said else "your reply"
    words = "" if answer.verdict == "done" else words
    whole = replace(answer, line=line, text=words, nature="press")
    return replace(desk, answers=(*desk.answers, whole))


def _fails(message: str, ways: tuple[str, ...] = ()) -> Answer:
    return Answer(0, "", "problem", message=message, suggestions=ways)


# --- what waits for a word


def find_word(desk: Desk) -> tuple[str, Read] | None:
    """What a letter says of a reply that waits, ORDERS or SEND, and how that reply was read.

    None where it says anything else, or nothing waits for that.
    """
    sentences = consent.find_sentences(desk.letter) if desk.role == MASTER else ()
    if {one.consent for one in sentences} == {Consent.YES}:  # it lets go what waits for him
        lines = threads.find_lines_asked(desk)
    elif any(press_words.WORD.fullmatch(one.text) for one in desk.letter.lines):
        lines = tuple(one.text for one in press_words.list_said(desk))
    else:  # most letters
        return None
    match = press_words.WORD.fullmatch(lines[0]) if len(lines) == 1 else None
    if match is None or desk.table is None or desk.foreign:
        return None
    word, name = match[1].upper(), match[2] or ""
    reading = _find_waiting(desk, name)
    return (word, reading) if reading else None


def _find_waiting(desk: Desk, name: str) -> Read | None:
    """How the reply was read that its writer was asked about: the one named, answered, or last.

    Where that asked nothing, since he wrote of something else in between, the last one still open.
    Of those that wait for the game master he names one.
    """
    if desk.role == MASTER:
        reading = letters.get_reading(desk.db, ours.receipt_number(desk.house.ours, name) or 0)
        is_here = reading and desk.table and reading.game == desk.table.game.id
        return reading if is_here and receipts.has_aside(reading, HELD) else None
    doubts = desk.sheet.doubts if desk.sheet else ()
    open_letters = {ours.receipt_number(desk.house.ours, one.receipt) for one in doubts}
    if name:
        meant = [receipts.find_own_letter(desk, name)]
    else:
        own = receipts.list_readings(desk)
        number = desk.answered.letter if desk.answered else 0
        answered = [one for one in own if one.letter == number]
        still_open = (one for one in own[::-1] if one.letter in open_letters)
        meant = [*(answered or own[-1:]), *still_open]
    return next((one for one in meant if receipts.has_aside(one, PRESS, BIDDEN)), None)


def decide(desk: Desk, word: str, reading: Read, obey_lines: Obey) -> Desk:
    """Obey a reply that waits as if it came now and were no reply to press, or send it."""
    name = ours.receipt_name(desk.house.ours, reading.letter)
    said = (press_words.list_said(desk) or desk.letter.lines)[0]
    command = Command("press", Span(said.number, 1, len(said.text) + 1), said.text)
    letter = receipts.read_letter(desk, reading)
    sent = messages.of_game(desk.db, desk.table.game.id if desk.table else 0)
    if letter is None or any(one.receipt == name for one in sent):
        return desk.refuses(command, f"{name} can't be sent any more, or was sent before")
    if word == "ORDERS" and desk.table and reading.number != desk.table.game.number:
        return desk.refuses(command, f"{reading.phase} is over")
    if word == "ORDERS":
        return obey_lines(replace(desk, letter=replace(desk.letter, lines=letter.lines)))
    if desk.role == MASTER:
        writer_desk = Desk(desk.db, desk.house, letter, name)
        writer_desk = seating.seat_by_stamp(seating.seat_by_address(writer_desk))
        writer_desk = threads.note_mail(writer_desk)
        if writer_desk.pressed is None:
            return desk.refuses(command, f"{name} can't be sent any more")
        parts = press_words.take_apart(writer_desk, writer_desk.pressed.text)
        writer_desk = _send(writer_desk, writer_desk.pressed, parts)
        table, person = writer_desk.table, writer_desk.person
        if table is not None and person is not None:
            result = writer_desk.answers[-1].message
            words = f"Your reply {name} waited for the game master: {result}."
            events = (Event("note", {"text": words}, writer_desk.own),)
            reader = Reader(person, writer_desk.role, writer_desk.seat)
            notice = notices.game_notice(desk.house, table, reader, "notice", events)
            key = f"{table.game.name}.released{name}.{notice.thread}"
            writer_desk = writer_desk.sends([replace(notice, key=key, title="your reply to press")])
        return desk.sends(writer_desk.notices).says(command, f"{name} was let go")
    return _send_kept(desk, letter, name)


def _send_kept(desk: Desk, letter: Letter, name: str) -> Desk:
    """Send a reply of this writer that waited; it is in doubt no more, nor a yes to that."""
    kept = replace(desk, letter=letter, receipt=name, pressed=None, answered=None)
    kept = threads.note_mail(seating.recognise_press(kept))
    if kept.pressed is None:
        return desk
    sent_desk = _send(kept, kept.pressed, press_words.take_apart(kept, kept.pressed.text))
    sheet = sent_desk.sheet
    if sheet is not None:
        number = desk.answered.letter if desk.answered else 0
        settled = (name, ours.receipt_name(desk.house.ours, number))
        doubts = tuple(one for one in sheet.doubts if one.receipt not in settled)
        sheet = replace(sheet, doubts=doubts)
    return replace(
        sent_desk, letter=desk.letter, receipt=desk.receipt, answered=desk.answered, sheet=sheet
    )
