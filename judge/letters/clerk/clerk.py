"""One letter, from who wrote it to the answer it gets: the only way into a game."""

import re
from collections.abc import Iterable
from contextlib import nullcontext

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection

from judge.catalog import sheet as catalog_sheet
from judge.catalog.sheet import Answerable
from judge.game.readers.addresses import MASTER
from judge.game.seats import vacancies
from judge.game.terms import game_options
from judge.kernel import errors, limits, mask
from judge.kernel.engine import Event, Order
from judge.kernel.mail import Letter
from judge.kernel.notice import AHEAD, ORDER, Notice
from judge.kernel.text import Command, Ignored, Offer, Problem
from judge.language.branches import Branch
from judge.language.commands import speak_aloud
from judge.language.order_lines import order_reader
from judge.language.statement import NO_ORDER, find_span
from judge.letters import commands
from judge.letters.clerk import gathered, press_letters, reply
from judge.letters.commands import joining, showing, signing, speaking
from judge.letters.desk import (
    codes,
    enquiries,
    offers,
    order_sheet,
    press_words,
    receipts,
    seatless,
    speakers,
    subjects,
    threads,
)
from judge.letters.desk.codes import Proof
from judge.letters.desk.desk import Desk
from judge.letters.desk.seating import seat_by_address, seat_by_stamp
from judge.mail import consent, ours
from judge.mail.consent import Consent
from judge.post import intake
from judge.spool import mishaps
from judge.spool.house import House
from judge.store import games, letters, people
from judge.store.record import FORMING, ReceivedMail

DONE_QUIETLY = frozenset({"done", "taken", "noted"})


def obey_quietly(desk: Desk, item: object) -> Desk | None:
    """Do what the line of ``item`` commands, None where it is none that can be done."""
    if not isinstance(item, Ignored | Offer | Problem) or desk.closed or desk.confirmed:
        return None  # who said yes to a letter was shown none of it
    is_press = desk.answered is not None and desk.answered.press
    if is_press or (isinstance(item, Ignored) and item.beside):
        return None
    # Players' lines must have been read as talk; what a game master writes is never an order.
    if desk.role != MASTER and not (isinstance(item, Ignored) and item.reason == NO_ORDER):
        return None
    variant = desk.variant
    text = next((one.text for one in desk.letter.lines if one.number == item.span.line), "")
    reader = order_reader(variant.vocabulary, variant.engine_name)
    found = speak_aloud(text, reader, told=desk.role == MASTER)
    if not found:
        return None
    done, span = desk, find_span(item.span.line, text)
    with desk.db.begin_nested() as trial:  # where one of them is refused, none was given
        for verb, words in found:
            done = commands.obey(done, Command(verb, span, text.strip(), words))
        verdicts = {answer.verdict for answer in done.answers[len(desk.answers) :]}
        if verdicts and verdicts <= DONE_QUIETLY:
            return done.calls(commands.find_nature(found[0][0]), since=len(desk.answers))
        trial.rollback()
    return None


ELSEWHERE = ("create", "join", "play", "takeover")
"""Commands that lead into a game from outside."""
BOOKS = frozenset({*ELSEWHERE, "register", "observe"})
"""Commands that write a stranger into the judge's books."""
_GIVEN = frozenset({*BOOKS, "nopoints"})
_HEADINGS = ("game", "phase")
"""Commands that say what the lines below them are for."""


def find_orders(items: Iterable[Answerable], asked_items: Iterable[Answerable]) -> frozenset[int]:
    """The numbers of a reply's lines that only who says yes would write.

    These are orders, what writes him into the judge's books, and commands that he was asked about:
    robots begin lines with other commands ("Status: open").
    """
    asked_commands = {(one.verb, one.words) for one in asked_items if isinstance(one, Command)}
    commands = [one for one in items if isinstance(one, Command)]
    headings = {one.span.line for one in commands if one.verb in _HEADINGS}
    orders = {one.span.line for one in items if isinstance(one, Order | Branch)}
    orders |= {
        one.span.line
        for one in commands
        if one.verb in _GIVEN or (one.verb, one.words) in asked_commands
    }
    return frozenset(orders | headings) if orders - headings else frozenset()


def weigh(proof: Proof, orders: frozenset[int]) -> Consent:
    """What a reply says, ``orders`` being its lines that give some.

    Nothing that looks automatic says yes, and an empty reply has to name the mail that it answers.
    """
    said, reply = consent.weigh(proof.reply, orders), proof.reply
    is_doubtful = said is Consent.YES and reply.unanswered
    is_nobodys = said is Consent.EMPTY and (reply.bulk or not proof.is_named)
    return Consent.OTHER if is_doubtful or is_nobodys else said


BANNED = "its sender is banned"
_VOID_STAMP = (
    "This mail's headers (its signature, or what our mail server noted about it) can be read in "
    "more than one way: they prove nothing."
)
_DONE_BEFORE = "done already: this mail came before, cut off further down"
_GAMES = 8
"""Games that wait for players in a welcome."""
_WORD = re.compile(r"[\w-]+")
_SHOWN = 40
"""Lines that a mail asks about one by one."""


class LetterResult(Struct, frozen=True):
    """What became of a letter: its state in the journal and the notices that it causes.

    ``faults`` are the traces of lines over which the judge broke.
    """

    status: str
    reason: str = ""
    notices: tuple[Notice, ...] = ()
    faults: tuple[str, ...] = ()


def receive(db: Connection, house: House, mail: ReceivedMail, letter: Letter) -> Desk:
    """The desk of a letter that speaks for whoever its head proves to have written it."""
    return seat_by_address(Desk(db, house, letter, ours.receipt_name(house.ours, mail.id)))


def handle(desk: Desk, mail: ReceivedMail, letter: Letter) -> LetterResult:
    """Act on a letter: obey its lines, store what changed, and answer it once.

    ``desk`` is the one on which it was received.
    """
    db, house = desk.db, desk.house
    if letter.silence:
        return LetterResult(letters.SILENT, letter.silence)
    if people.is_banned(db, letter.sender):
        return LetterResult(letters.SILENT, BANNED)
    proof = codes.find_proof(db, house, letter)
    result = _handle_proof(db, house, mail, proof) if proof else None
    if result is not None:
        return result
    if proof is not None:
        letter = replace(letter, recipient=house.ours.address)  # it proves nothing
        desk = receive(db, house, mail, letter)
    fragment = intake.find_fragment(db, house, mail, letter)
    if fragment:
        first = replace(desk.letter, received=fragment.received)
        desk = replace(desk, letter=first, fragment=fragment)
    if letter.void_stamp:
        desk = desk.shows(Event("note", {"text": _VOID_STAMP}, letter.sender))
    if letter.refusal:
        return LetterResult(letters.DONE, letter.refusal, reply.make_refusal(desk, mail))
    desk = _hear_speaker(desk)
    if desk.person is not None and people.is_banned(db, desk.person.address):
        return LetterResult(letters.SILENT, BANNED)
    contradiction = reply.find_contradiction(desk, desk.variant)
    if contradiction:
        unread = replace(desk, letter=replace(desk.letter, refusal=contradiction))
        return LetterResult(letters.DONE, contradiction, reply.make_refusal(unread, mail))
    return _ask_for_proof(desk, mail) or _answer_letter(_obey_letter(desk), mail, mail)


def _handle_proof(
    db: Connection, house: House, mail: ReceivedMail, proof: Proof
) -> LetterResult | None:
    """Act on a reply to a one-time address by what it says, and on the letter that it proves.

    None if it answers a mail that asked nothing, and says neither yes nor a bare no nor orders
    anything: it is a letter like others.
    """
    asked_desk = receive(db, house, proof.mail, proof.asked)
    signon_command = _find_bare_signon(asked_desk)
    if signon_command:  # a seat may be claimed without proof
        asked_desk = signing.claim_seat(asked_desk, signon_command) or asked_desk
    items = _read_lines(replace(asked_desk, letter=proof.reply))
    orders_given = find_orders(items, _read_lines(asked_desk))
    consent = weigh(proof, orders_given)
    orders_alone = bool(orders_given) and not proof.once.waits and consent is Consent.OTHER
    if consent in (Consent.YES, Consent.EMPTY) or orders_alone:
        return _handle_yes(db, house, mail, proof, has_orders=bool(orders_given))
    has_more = any(isinstance(one, Order | Command) and not threads.is_answer(one) for one in items)
    if not proof.once.waits:
        is_no = consent is Consent.NO and not has_more
        return LetterResult(letters.DONE, "it says no") if is_no else None
    if consent is Consent.OTHER:
        if proof.once.again:
            return LetterResult(letters.DONE, "it says neither yes nor no, and was asked twice")
        lines, more = _list_waiting_lines(asked_desk)
        question = reply.make_last_question(asked_desk, mail, lines, more, proof)
        letters.change_reply(db, proof.once, again=question.key)
        return LetterResult(letters.DONE, "it says neither yes nor no", (question,))
    letters.change_reply(db, proof.once, spent=True, denied=house.now)
    thanks = reply.make_thanks(asked_desk, mail, proof, unread=has_more)
    return LetterResult(letters.DONE, "it says no", tuple(thanks))


def _handle_yes(
    db: Connection, house: House, mail: ReceivedMail, proof: Proof, *, has_orders: bool
) -> LetterResult:
    """Carry out the letter that a reply confirms, then the orders of the reply.

    That letter is not acted on again where it has been answered and the reply has orders; a reply
    without any has done its work and gets no answer of its own.
    """
    letter_proved = codes.accept(db, house, proof)
    proved_desk = Desk(db, house, letter_proved, ours.receipt_name(house.ours, proof.mail.id))
    proved_desk = replace(proved_desk, confirmed=proof.reply.received)
    result = LetterResult(letters.DONE)
    if proof.once.waits or not has_orders:
        result = _answer_letter(_obey_letter(find_speaker(proved_desk)), proof.mail, mail)
    if not has_orders:
        return result
    reply_desk = Desk(db, house, proof.reply, ours.receipt_name(house.ours, mail.id))
    mark = ".more" if proof.once.waits else ""
    more = _answer_letter(_obey_letter(find_speaker(reply_desk)), mail, mail, mark)
    notices, faults = (*result.notices, *more.notices), (*result.faults, *more.faults)
    return replace(result, notices=notices, faults=faults)


def find_speaker(desk: Desk) -> Desk:
    """The desk knowing who speaks, and for which phase."""
    return _hear_speaker(seat_by_address(desk))


def _hear_speaker(desk: Desk) -> Desk:
    """The same for a desk that knows what the head proves.

    The first SIGNON line is obeyed before all others: the seat decides how the rest is read. A
    letter that our mail server vouches for needs none, unless it is about another game. One that
    names the phase that is open is for that one, whatever it answers.
    """
    if desk.table is None or desk.foreign:
        letter_commands = _list_commands(desk)
        signon = next((one for one in letter_commands if one.verb == "signon"), None)
        if signon is not None:
            desk = signing.enter(desk, signon)
        elif not (
            desk.foreign
            or any(one.verb in ELSEWHERE for one in letter_commands)
            or threads.find_seat_offered(desk) is not None
        ):
            desk = seat_by_stamp(desk, joining.first_named(desk, letter_commands))
    heard = threads.note_mail(desk)
    if not heard.overdue or heard.table is None:
        return heard
    named = [command.words for command in _list_commands(heard) if command.verb == "phase"]
    return replace(heard, overdue="") if (heard.table.game.phase_id,) in named else heard


def _obey_letter(desk: Desk) -> Desk:
    """The desk after all lines of its letter.

    Whoever holds a secret address is told that it was used from an address that is not his.
    """
    warned_desk = desk
    if desk.foreign:
        text = (
            f"This mail came from {desk.foreign}, which is not an address of yours, so only its "
            f"orders count. If it is yours, send I AM ALSO {desk.foreign}. If you did not write "
            f"it, send RESET: it makes your secret address a new one."
        )
        warned_desk = desk.shows(Event("note", {"text": text}, desk.writer))
    if waiting := press_letters.find_word(desk):
        return order_sheet.store(press_letters.decide(warned_desk, *waiting, _obey_lines))
    if desk.pressed is not None:
        return press_letters.obey(warned_desk, _obey_all)
    return _obey_all(warned_desk)


def _obey_all(desk: Desk) -> Desk:
    """The desk after all that stands in its letter for the judge."""
    table = seatless.find_own_table(desk)
    read_desk = gathered.obey(desk, table, _obey_lines) if table else _obey_lines(desk)
    obeyed_desk = offers.ask_back(read_desk)
    return order_sheet.store(offers.tell_lapsed(threads.note_present_phase(obeyed_desk)))


def _answer_letter(
    desk: Desk, obeyed_mail: ReceivedMail, mail: ReceivedMail, mark: str = ""
) -> LetterResult:
    """Keep how the letter ``obeyed_mail`` was read, and answer the ``mail`` that brought it."""
    receipts.keep(desk, obeyed_mail)
    speakers.mark_origin(desk)
    if desk.table is None:  # what somebody outside a game asks a welcome answers
        answers_kept = tuple(
            replace(one, verdict="ignored", message="a question")
            if one.verdict == "problem" and not one.nature and one.text.rstrip().endswith("?")
            else one
            for one in desk.answers
        )
        desk = replace(desk, answers=answers_kept)
    # Of a stranger's lines those count that the judge knew, whatever came of them.
    unheard = {"", ORDER} if desk.person is None else frozenset()
    is_silent = desk.table is None and not (
        (desk.proven and desk.events)
        or any(
            one.verdict != "ignored" and (one.verdict != "problem" or one.nature not in unheard)
            for one in desk.answers
        )
    )
    doubt = desk.letter.unanswered
    if is_silent:
        answers = reply.make_help(reply.tell_unread(_show_help(desk)), mail)
        doubt = doubt or desk.letter.bulk
    else:
        answers = reply.make_answers(reply.tell_unread(desk), mail, mark)
    reason = "" if answers else doubt or "answered too often already"
    notices = (*answers, *reply.merge_notices(desk.notices))
    return LetterResult(letters.DONE, reason, notices, desk.faults)


def _ask_for_proof(desk: Desk, mail: ReceivedMail) -> LetterResult | None:
    """Ask by mail whether a letter that nothing proves is its sender's; None if it may be obeyed.

    All its lines wait where it would speak for a seat without password, as the links in our mails
    do, or would write into the judge's books an address that is not known. A seat's player is
    asked at his registered address, wherever the letter came from; who wrote it from elsewhere
    is told alike whether there is such a seat or not.
    """
    signon_command = _find_bare_signon(desk)
    if signon_command is None:
        if desk.table is not None or desk.proven or desk.house.config.senders.confirm == "no":
            return None
        verbs = {command.verb for command in _list_commands(desk)}
        changes = "register" in verbs and desk.person is not None
        enters = verbs & BOOKS and not people.is_proven(desk.db, desk.letter.sender)
        return _let_wait(desk, mail) if changes or enters else None
    seated_desk = signing.claim_seat(desk, signon_command)
    if seated_desk is not None and seated_desk.person == desk.person:
        return _let_wait(seated_desk, mail)
    questions = _let_wait(seated_desk, mail, ".asked").notices if seated_desk is not None else ()
    answers = reply.make_answers(desk.says(signon_command, signing.SIGNON_ASKED), mail)
    reason = "" if answers else "answered too often already"
    return LetterResult(letters.DONE, reason, (*answers, *questions))


def _find_bare_signon(desk: Desk) -> Command | None:
    """The line by which a letter that speaks for no game speaks for a seat without a password."""
    if desk.table is not None:
        return None
    for one in filter(signing.is_bare, _list_commands(desk)):
        if one.verb == "signon" and not seatless.explain_refusal(desk, one):
            return one
    return None


def _let_wait(desk: Desk, mail: ReceivedMail, mark: str = "") -> LetterResult:
    """Let a letter wait for a reply from whom the desk speaks for."""
    questions = reply.make_question(desk, mail, *_list_waiting_lines(desk), mark)
    return LetterResult(letters.DONE, "" if questions else "answered too often already", questions)


def _list_waiting_lines(desk: Desk) -> tuple[list[str], int]:
    """The lines of a letter that a question shows, press and all, and how many more there are."""
    items = [item for item in _read_lines(desk) if not isinstance(item, Ignored)]
    items = [one for one in items if not (isinstance(one, Command) and one.verb == "signon")]
    known = [one for one in items if not isinstance(one, Problem)]
    lines = [mask.text(text) for one in known for text in (one.text, *getattr(one, "block", ()))]
    return lines[:_SHOWN], len(lines[_SHOWN:]) + len(items) - len(known)


def _list_commands(desk: Desk) -> list[Command]:
    return [item for item in _read_lines(desk) if isinstance(item, Command)]


def _read_lines(desk: Desk) -> tuple[Answerable, ...]:
    """The letter's lines, read for the seat that speaks; without a board if none is open to it.

    Then names and arms alone decide what is an order, and each gets the reason that holds for all.
    """
    table = desk.table
    state = table.state if table and not order_sheet.explain_closed(desk) else None
    power, variant = desk.power, desk.variant
    items = catalog_sheet.understand(desk.letter.lines, variant, state, power)
    heading = subjects.heading(desk) if any(map(order_sheet.may_wait, items)) else ()
    if heading:
        lines = (*heading, *desk.letter.lines)
        items = subjects.show_typed(desk, catalog_sheet.understand(lines, variant, state, power))
    items, names = threads.hear(desk, items), press_words.list_own_names(desk)
    return tuple(
        Ignored(item.span, item.text, "your name")
        if isinstance(item, Problem) and item.text.casefold() in names
        else item
        for item in items
    )


def _obey_lines(desk: Desk) -> Desk:
    """Obey the letter line by line."""
    passed_over: list[Ignored] = []
    items = _read_lines(desk)
    if desk.table is None:  # a name below counts for the lines that need one
        verbs = [getattr(one, "verb", "") for one in items]
        first = next((place for place, verb in enumerate(verbs) if verb in BOOKS), 0)
        named = sorted(items[first:], key=lambda one: getattr(one, "verb", "") != "register")
        items = (*items[:first], *named)
    asked = [] if desk.pressed else enquiries.find(desk.letter, items, desk.variant)
    for unasked, item in zip(items, enquiries.mark_asked(items, asked), strict=True):
        spoken = obey_quietly(desk, item if "?" in item.text else unasked)
        if spoken is not None:
            desk = spoken
            asked = [one for one in asked if item.span.line not in one.lines]
        elif isinstance(item, Ignored):
            passed_over.append(item)
        else:
            desk = desk.ignores(passed_over)
            # What a line is, as the reader knows, decides who may ever read it.
            nature = "" if isinstance(item, Problem) and not item.ordered else ORDER
            if isinstance(item, Branch) or order_sheet.belongs_ahead(desk, item):
                nature = AHEAD
            elif isinstance(item, Command):
                nature = commands.find_nature(item.verb)
            desk = _obey_guarded(desk, item).calls(nature, since=len(desk.answers))
            passed_over.clear()
    desk = enquiries.answer(desk.ignores(passed_over), asked)
    return order_sheet.show_waiting(order_sheet.close_section(desk))


def _obey_guarded(desk: Desk, item: Order | Offer | Problem | Command | Branch) -> Desk:
    """Obey a line; where that has a fault all is as it was, but for the answer that says so."""
    text = item.typed if isinstance(item, Order) else item.text
    try:
        with desk.db.begin_nested() if isinstance(item, Command) else nullcontext():
            if desk.closed:
                return desk.answers_line(item.span, text, "ignored", desk.closed)
            if order_sheet.belongs_ahead(desk, item):
                return order_sheet.take_ahead(desk, item)
            if isinstance(item, Order):
                return order_sheet.take(desk, item)
            if isinstance(item, Offer):
                return order_sheet.offer(desk, item)
            if isinstance(item, Branch):
                return desk.answers_line(item.span, text, "done", item.outcome)
            if isinstance(item, Problem):
                meant = commands.try_meant(desk, item)
                return speaking.show_unclosed(order_sheet.answer_mistake(desk, meant), item)
            if desk.fragment and item.span.line in desk.fragment.obeyed_lines:
                return desk.answers_line(item.span, text, "ignored", _DONE_BEFORE)
            return commands.obey(desk, item)
    except Exception as error:
        if not errors.is_fault(error) or mishaps.spoils_all(error):
            raise
        fault = Problem(item.span, text, errors.UNREAD_LINE, fault=errors.trace_fault(error))
        return order_sheet.answer_mistake(desk, fault)


def _show_help(desk: Desk) -> Desk:
    """Show what this is to somebody whose mail says nothing that the judge understands.

    Whoever asks something and has read it today gets the answer alone.
    """
    if reply.asks(desk) and reply.count_helps(desk):
        return desk
    typed = " ".join(line.text for line in desk.letter.lines if not line.ignored)
    going = games.read_page(desk.db, games.BY_FORMING, games.GOING, most=limits.LISTED_GAMES)
    game_of = {one.game.name: one.game for one in going}
    named = next((game_of[word] for word in _WORD.findall(typed.lower()) if word in game_of), None)
    data: dict[str, object] = {
        "games": showing.open_rows(desk.db, _GAMES),
        "variant": desk.variant.id,
        "confirms": desk.house.config.senders.confirm != "no",
    }
    if named is not None:
        whole = games.find_named(desk.db, named.name)  # a page of games has no positions
        data |= {
            "named": named.name,
            "begun": named.status != FORMING,
            "private": vacancies.is_private(named),
            "seats": game_options.has_seats(named.options),
            "free": [line for _, line in joining.list_free_seats(desk, whole or named)][:1],
        }
    return desk.shows(Event("welcome", data, desk.writer)).titles("how to write to me")
