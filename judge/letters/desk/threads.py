"""Which of our mails a letter answers, what that asked, and whether its phase is over.

That is decided once, before a line of the letter is read: by the thread that its headers name,
else by its Subject. Where neither tells, a yes can only be meant for the newest offer.

A late mail is never taken for the next phase. Its own words may name a phase that is over; or it
answers a mail of that phase and left its writer before the results did. A Date can make a mail
late, never early: who answers an old mail after the results means the phase that is open.

Yes, no and ready in a player's own words answer what the answered mail asked. Where that asked
nothing a yes is talk. READY answers no question: it may be sent at any time.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from judge.catalog import sheet as catalog_sheet
from judge.catalog.sheet import Answerable
from judge.game.conduct import open_offers
from judge.game.terms.tables import Table
from judge.kernel.engine import Event, Order
from judge.kernel.mail import Letter
from judge.kernel.notice import WHICH, YES
from judge.kernel.text import Command, Ignored, Offer, Problem, Span
from judge.language import phases
from judge.letters.desk import order_sheet, partial_yes, press_words, subjects
from judge.letters.desk.desk import AnsweredMail, Desk
from judge.mail import consent
from judge.mail.compose import message_id
from judge.mail.consent import Consent, Said
from judge.store import letters, outbox, press, turns
from judge.store.outbox import Head
from judge.store.record import RUNNING, Press

_OURS = re.compile(r"\[([\w-]+)\] ([^:\]]+):(.*)")
"""A subject of ours: the game, a phase's title, what the mail is."""
_RESULTS = re.compile(r"\s*(?:corrected )?results\b")
_PRESS_KEY = re.compile(r"[\w-]+\.press(\d+)\.(?!.*\.daily$)")
"""The key of a mail of press; the mail of a day, which may hold one, has another end."""


def find_answered_mail(desk: Desk) -> AnsweredMail | None:
    """The mail that a letter answers, by its thread or else by its subject."""
    table = desk.table
    if table is None:
        return find_seat_offered(desk)
    if not (desk.seat or desk.role):
        return None
    letter = desk.letter
    heads = _list_mails(desk, table) if letter.references or "[" in letter.subject else ()
    references, ours = set(desk.letter.references), desk.house.ours
    named = (head for head in heads if message_id(head.key, ours) in references)
    head = (next(named, None) if references else None) or subjects.find_answered(
        letter.subject, heads
    )
    if desk.pressed:
        return _answer_press(desk, table, desk.pressed)
    if head is None:
        subject = _OURS.search(desk.letter.subject)
        if subject is None or subject[1].lower() != table.game.name:
            return None
        number = table.game.number
        if subject[2] != table.game.phase_title:
            played = turns.of_game(desk.db, table.game.id)
            number = {turn.title: turn.number for turn in played}.get(subject[2], 0)
            if number and _RESULTS.match(subject[3].strip()):
                number += 1
        return _make_answered_mail(desk, table, number)
    mail = replace(_read_key(desk, table, head.key), subject=head.subject)
    return mail if mail.press else replace(mail, asks=head.asks)


def find_seat_offered(desk: Desk) -> AnsweredMail | None:
    """The offer of a seat that a letter answers: who got it alone can name its thread."""
    subject = _OURS.search(desk.letter.subject) if desk.letter.references else None
    heads = outbox.latest(desk.db, (desk.letter.sender,), (subject[1],)) if subject else ()
    references, ours = set(desk.letter.references), desk.house.ours
    return next(
        (
            AnsweredMail(0, subject=head.subject, asks=head.asks)
            for head in heads
            if any(line.startswith("TAKEOVER ") for line in head.asks)
            and message_id(head.key, ours) in references
        ),
        None,
    )


def find_lines_asked(desk: Desk) -> tuple[str, ...]:
    """What the answered mail asks; what the newest offer does, where no mail is known to be it."""
    mail, table = desk.answered, desk.table
    if mail is not None and (mail.subject or mail.press):
        return mail.asks
    if table is None or not (desk.seat or desk.role):
        return ()
    offers = (
        tuple(line for line in head.asks if is_offer(line) or list_meanings(line))
        for head in _list_mails(desk, table)
    )
    return next(filter(None, offers), ())


def look_back(desk: Desk, letter: Letter) -> Desk:
    """The desk with an earlier letter of the same seat on it, and with the mail that it answers."""
    earlier_desk = replace(desk, letter=letter, answers=())
    return replace(earlier_desk, answered=find_answered_mail(earlier_desk))


def _list_mails(desk: Desk, table: Table) -> Sequence[Head]:
    """The latest mails that the writer got of the game, or of none, the newest first."""
    addresses = {desk.letter.sender, desk.person.address if desk.person else ""}
    return outbox.latest(desk.db, sorted(addresses), (table.game.name, ""))


def is_offer(line: str) -> bool:
    """Whether a line that a mail asks for takes what that mail offered."""
    return line.startswith(("YES ", "TAKE "))


def list_meanings(line: str) -> Sequence[str]:
    """What a line of a letter may mean of which a mail asks which; none for anything else."""
    word, _, meanings = line.partition(" ")
    return meanings.split(" | ") if word == WHICH else ()


def _answer_press(desk: Desk, table: Table, message: Press) -> AnsweredMail:
    return replace(_make_answered_mail(desk, table, message.number), press=message)


def _read_key(desk: Desk, table: Table, key: str) -> AnsweredMail:
    """What the key of a mail tells of it."""
    match = _PRESS_KEY.match(key)
    messages = press.of_game(desk.db, table.game.id) if match else ()
    message = next((one for one in messages if match and one.serial == int(match[1])), None)
    if message is not None:
        return _answer_press(desk, table, message)
    # It tells the phase in which the mail went out, else the reading of what that answered does.
    kind, number, *_ = (*key.split("."), "")
    if kind != "letter":
        return _make_answered_mail(desk, table, int(number) if number.isdigit() else 0)
    reading = letters.get_reading(desk.db, int(number))
    is_here = reading is not None and reading.game == table.game.id
    mail = _make_answered_mail(desk, table, reading.number if reading and is_here else 0)
    return replace(mail, letter=int(number))


def _make_answered_mail(desk: Desk, table: Table, number: int) -> AnsweredMail:
    if not 0 < number < table.game.number:
        return AnsweredMail(number)
    titles = (turn.title for turn in turns.of_game(desk.db, table.game.id) if turn.number == number)
    return AnsweredMail(number, next(titles, ""))


def note_mail(desk: Desk) -> Desk:
    """The desk knowing which mail the letter answers, and whether that makes it late."""
    table, mail_answered = desk.table, find_answered_mail(desk)
    # Some programs reply to another address than they are told. SIGNON speaks to the judge.
    is_for_judge = any(map(press_words.speaks_for_seat, desk.letter.lines))
    by_thread = mail_answered.press if mail_answered and not is_for_judge else None
    noted_desk = replace(desk, answered=mail_answered, pressed=desk.pressed or by_thread)
    if table is None or desk.seat is None or table.game.status != RUNNING or not table.game.phase:
        return noted_desk
    # A phase that is over and that the writer's own Subject names.
    phase = subjects.named_phase(noted_desk)
    title = find_played_title(noted_desk, table, phase) if phase else ""
    if not title and phases.is_over(phase, table.engine.phase(table.state).id):
        title = phases.spell(phase, catalog_sheet.pace_of(table.variant))
    sent, opening = desk.letter.written, table.game.opened
    # It left its writer before the results that opened the present phase did.
    if not title and mail_answered and sent is not None and opening is not None and sent < opening:
        title = mail_answered.past
    return replace(noted_desk, overdue=word_over(noted_desk, table, title)) if title else noted_desk


def note_present_phase(desk: Desk) -> Desk:
    """The desk saying for which phase orders were taken that answer a mail of an earlier one."""
    past = desk.answered.past if desk.answered else ""
    if not past or not desk.changed or desk.table is None or desk.table.game.phase is None:
        return desk
    now = desk.table.game.phase.title
    text = f"You answered a mail of {past}: your orders are taken for {now}."
    return replace(desk, events=(Event("note", {"text": text}, desk.own), *desk.events))


def word_over(desk: Desk, table: Table, title: str) -> str:
    """What is said of orders for a phase that is over."""
    now = table.game.phase.title if table.game.phase else ""
    return (
        f"{title} is over; these were not used. "
        f"If you mean them for {now}, reply TAKE {desk.receipt}."
    )


def find_played_title(desk: Desk, table: Table, phase: str) -> str:
    """The title of the phase ``phase`` (its id) if it is over, else ""."""
    if table.game.phase is not None and phase == table.game.phase.id:
        return ""
    titles = (turn.title for turn in turns.of_game(desk.db, table.game.id) if turn.phase == phase)
    return next(titles, "")


_IN_DOUBT = (
    "I can't tell whether that is a yes to all that I asked. Reply YES or NO, and nothing else, or "
    "send the orders that you want"
)


def hear(desk: Desk, items: Sequence[Answerable]) -> tuple[Answerable, ...]:
    """The items of a letter with its yes, its no and its ready as the commands that they are.

    A reply to press says them to the other power.
    """
    mail = desk.answered
    if (desk.table is None and mail is None) or (mail is not None and mail.press):
        return tuple(items)
    items = tuple(_take_repeated(desk, items))
    if desk.sheet and desk.sheet.doubts:
        receipts = [line.partition(" ")[2] for line in find_lines_asked(desk)]
        items = tuple(partial_yes.take(desk, items, receipts))
    sentences = _list_sentences(desk, items)
    if not sentences:
        return items
    if not _is_anything_asked(desk, items):
        readiness = [one for one in sentences if one.is_ready and desk.sheet]
        return _put_in(desk, items, [one._replace(consent=Consent.EMPTY) for one in readiness])
    if {Consent.YES, Consent.NO} <= {one.consent for one in sentences}:
        sentences = [one._replace(consent=Consent.OTHER) for one in sentences]
    return _put_in(desk, items, sentences)


def _is_anything_asked(desk: Desk, items: Sequence[Answerable]) -> bool:
    """Whether there is anything to answer; beside new orders only what waits still is."""
    lines = find_lines_asked(desk)
    if not lines or not any(isinstance(item, Order) for item in items):
        return bool(lines)
    if desk.answered is not None and desk.answered.past:
        return False
    open_receipts = {one.receipt for one in desk.sheet.doubts} if desk.sheet else set()
    words = (line.partition(" ") for line in lines)
    return any(verb != YES or name in open_receipts for verb, _, name in words)


def _list_sentences(desk: Desk, items: Sequence[Answerable]) -> list[Said]:
    """The sentences that may answer; where there are no orders to be ready with, READY is none.

    Beside orders "Great!" is no yes but talk: what that leaves open is told again.
    """
    has_orders = any(isinstance(item, Order) for item in items)
    sentences = []
    for one in consent.find_sentences(desk.letter):
        here = [item for item in items if partial_yes.stands_in(one, item)]
        says = _ANSWERS[one.consent is Consent.NO]
        # It is a command already, or goes on with an order of its own: "No, Rome stays" is said of
        # Rome alone, "cancel all" of the orders that are in.
        if any(
            isinstance(item, Order | Offer)
            or (
                isinstance(item, Command)
                and (item.verb not in says or item.words or " " in item.text.strip())
            )
            for item in here
        ):
            continue
        said = one._replace(consent=Consent.EMPTY) if has_orders and one.is_weak else one
        if said.consent is not Consent.EMPTY or (desk.sheet and said.is_ready):
            sentences.append(said)
    return sentences


def _put_in(
    desk: Desk, items: Sequence[Answerable], sentences: Sequence[Said]
) -> tuple[Answerable, ...]:
    """The items with the commands that sentences are in the place of what these were taken for."""
    heard: list[Answerable] = []
    for one in sentences:
        span = Span(one.line, one.column, one.end)
        text = _find_text(desk, one.line)[one.column - 1 : one.end - 1].strip()
        if one.is_ready and desk.sheet is not None:
            heard.append(Command("ready", span, text))
        if one.consent is Consent.OTHER:
            heard.append(Problem(span, text, _IN_DOUBT))
        elif one.consent is not Consent.EMPTY:
            numbers = (" ".join(one.numbers),) if one.numbers else ()
            is_yes = one.consent is Consent.YES
            heard.append(Command(one.consent.value, span, text, numbers if is_yes else ()))
    kept: list[Answerable] = []
    for item in items:
        parts = [one for one in sentences if one.line == item.span.line]
        is_order = isinstance(item, Order) or (
            isinstance(item, Command) and item.verb not in _ANSWERS[True]
        )
        if is_order or not parts:
            kept.append(item)
            continue
        # Of talk the words stay that sentences do not say; nothing, where these say all of it.
        first = item.span.column
        text = _find_text(desk, item.span.line)[first - 1 : item.span.end - 1]
        rest = "".join(
            sign
            for column, sign in enumerate(text, first)
            if not any(one.column <= column < one.end for one in parts)
        )
        if any(map(str.isalnum, rest)):
            kept.append(replace(item, text=rest.strip()) if isinstance(item, Ignored) else item)
    return tuple(sorted((*kept, *heard), key=lambda item: (item.span.line, item.span.column)))


_ANSWERS = (("yes",), ("yes", "clear"))
"""Commands that answer what was asked: where that is no yes, "cancel" is a no to it alone."""


def is_answer(item: Answerable) -> bool:
    """Whether a command may say no more than yes or no: "cancel"."""
    return isinstance(item, Command) and item.verb in _ANSWERS[True] and not item.words


def _take_repeated(desk: Desk, items: Sequence[Answerable]) -> Iterator[Answerable]:
    """The items with orders for what a yes says again of the orders that are open.

    "Yes, Warsaw to Galicia is what I want" takes that one, and no other that was offered.
    """
    offered = {order.text for one in order_sheet.list_open_offers(desk) for order in one.orders}
    sentences = consent.find_sentences(desk.letter) if offered else ()
    yes = [one for one in sentences if one.consent is not Consent.NO and not one.is_weak]
    for item in items:
        if (
            desk.table
            and desk.sheet
            and isinstance(item, Offer)
            and offered.issuperset(item.orders)
            and any(partial_yes.stands_in(one, item) for one in yes)
        ):
            for order in open_offers.read(desk.table, desk.sheet.power, item.orders):
                yield replace(order, span=item.span, typed=item.text)
        else:
            yield item


def _find_text(desk: Desk, number: int) -> str:
    return next((line.text for line in desk.letter.lines if line.number == number), "")
