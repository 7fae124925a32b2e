"""The answer to a letter: to whom it goes, in which thread, and when two robots would loop."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from judge.catalog import sheet as catalog_sheet
from judge.catalog.variant import Variant
from judge.game.readers import addresses, notices, views
from judge.kernel import limits, mask
from judge.kernel.engine import Event, Order
from judge.kernel.notice import Facts, Notice
from judge.kernel.text import Command, Line
from judge.language.branches import Branch
from judge.letters.desk import codes, speakers
from judge.letters.desk.codes import Proof
from judge.letters.desk.desk import Desk
from judge.mail import consent, identity, quotes
from judge.mail.compose import message_id
from judge.mail.ours import pattern
from judge.store import letters, outbox, people
from judge.store.record import ReceivedMail

KIND, JOINED = "news", "joined"
_AS_IT_IS = frozenset({"terms", "position", "centers", "deadline"})
"""Events that tell how things are: the last word counts."""
_MORE = ", and more"
"""What a subject says of all news but the first."""


def merge_notices(notices: Sequence[Notice]) -> tuple[Notice, ...]:
    """The notices, with news to one reader that nothing else stands between in one notice."""
    merged: list[Notice] = []
    latest: dict[tuple[str, str], int] = {}
    for notice in notices:
        reader = (notice.to, notice.reply_to)
        place = latest.get(reader)
        is_news = place is not None and merged[place].kind == notice.kind == KIND
        if place is not None and is_news and merged[place].facts.game == notice.facts.game:
            merged[place] = join_notices(merged[place], notice)
            continue
        latest[reader] = len(merged)
        merged.append(notice)
    return tuple(merged)


def may_grow(notice: Notice) -> bool:
    """Whether a notice of the same key in the same pass is told in this one's mail."""
    return notice.kind in (KIND, JOINED) and not notice.views


def join_notices(one: Notice, other: Notice) -> Notice:
    """Both in the first one's place and under its key, with the game as the second one has it."""
    new = {event.kind for event in other.events} & _AS_IT_IS
    events = [*(event for event in one.events if event.kind not in new), *other.events]
    joins = [event for event in events if event.kind == JOINED]
    if len(joins) > 1:  # the last one tells of all
        *earlier, last = joins
        others = [each for event in earlier for each in (*event.data.get("others", ()), event.data)]
        players = [{"player": each["player"], "power": each["power"]} for each in others]
        joint_event = last.knowing(others=players)
        events = [
            joint_event if event is last else event for event in events if event not in earlier
        ]
    return replace(
        one,
        title=one.title.removesuffix(_MORE) + ("" if one.title == other.title else _MORE),
        facts=other.facts,
        events=tuple(events),
        standing=other.standing or one.standing,
    )


MOST_SHOWN = 6
"""Orders that are shown of either."""
_BETWEEN = re.compile(r"[\W_]+")


def find_contradiction(desk: Desk, variant: Variant) -> str:
    """What a mail's text and its HTML order differently, as a sentence; "" if they agree.

    Mail programs make one from the other, so that they differ in looks alone. Which of the two
    its writer saw nobody can say.
    """
    if not desk.letter.other:
        return ""
    text = _list_orders_and_commands(desk, variant, desk.letter.lines)
    page = _list_orders_and_commands(desk, variant, desk.letter.other)
    if text == page:
        return ""
    only_text = _list_items(each for each in text if each not in page)
    only_page = _list_items(each for each in page if each not in text)
    return (
        f"Your mail says two different things: its plain text says {only_text}, and its HTML,"
        f" which most programs show, {only_page}. Please send it again as plain text."
    )


def _list_orders_and_commands(desk: Desk, variant: Variant, lines: tuple[Line, ...]) -> list[str]:
    """The orders and commands of lines, in their order, without any password."""
    table = desk.table
    state = table.state if table and table.game.opened is not None else None
    items = catalog_sheet.understand(lines, variant, state, desk.power)
    texts = []
    for item in items:
        if isinstance(item, Order):
            texts.append(item.text)
        elif isinstance(item, Command | Branch):  # wrapping and marks make no difference
            block = item.block if isinstance(item, Command) else ()
            typed = " ".join((mask.text(item.text), *block))
            texts.append(_BETWEEN.sub(" ", typed).strip().upper())
    return [text for text in texts if text]


def _list_items(texts: Iterator[str]) -> str:
    items = [f"'{each[:60]}'" for each in texts]
    more = f" and {len(items) - MOST_SHOWN} more" if len(items) > MOST_SHOWN else ""
    return ", ".join(items[:MOST_SHOWN]) + more if items else "nothing else"


HOUR, DAY = timedelta(hours=1), timedelta(days=1)
_USED_UP = "The address that you replied to is used up or too old: send your lines again."
_UNREAD = (
    "Nothing else in that reply was carried out: send orders, or what else you want, in a mail of "
    "its own."
)


def make_answers(desk: Desk, mail: ReceivedMail, mark: str = "") -> tuple[Notice, ...]:
    """The answer to whom the letter is from, and where he wrote it from if that is his as well.

    A stored address gets it, never one that a letter names. None where nobody is to be answered,
    or somebody has been answered too often, or a robot may have written; but what a proven letter
    did is always answered, if need be as soon as the hour allows. A letter that nothing proves is
    proved by a reply to the answer, which then brings the rest. ``mark`` tells the second answer to
    one letter apart.
    """
    to, person, sender = desk.writer, desk.person, desk.letter.sender
    if not to or (desk.letter.unanswered and not desk.changed):
        return ()
    blank, ours = _make_blank_answer(desk, mail, to), desk.house.ours
    lines = (  # one that is quoted may hold the secret address of a seat
        replace(one, text=pattern(ours).sub(ours.address, one.text)) if "@" in one.text else one
        for one in sorted(desk.answers, key=lambda answer: answer.line)
    )
    answer = replace(
        blank,
        key=f"{blank.key}{mark}",
        title=desk.title,
        answers=tuple(map(mask.answer, lines)),
        events=desk.events,
        standing=desk.standing,
        unready=desk.unready,
        archive=desk.archive,
        page=desk.page,
    )
    answers = views.add(desk.db, desk.house, [answer], lambda: desk.views)
    (answer,) = answers
    if person and speakers.is_acting(desk) and desk.changed:
        text = f"This was sent by {person.name}, who stands in for you."
        answers.append(_copy_for_player(desk, answer, text))
    elif (
        person and sender != person.address and sender in people.other_addresses(desk.db, person.id)
    ):
        answers.append(replace(answer, to=sender, reader=to, key=f"{answer.key}.also"))
    told = tuple(filter(None, (_limit_answer(desk, each) for each in answers)))
    if not told or desk.proven or desk.table is not None:
        return told
    since = desk.house.now
    back = codes.make_address(desk, mail, told[0].to, told[0].key, waits=False, since=since)
    return tuple(replace(one, reply_to=back, brief=True) for one in told)


def asks(desk: Desk) -> bool:
    """Whether a letter asks something that is answered."""
    return any(event.kind == "reply" for event in desk.events)


def count_helps(desk: Desk) -> int:
    """How often who wrote got help within the day."""
    return outbox.count_helps(desk.db, desk.writer, desk.house.now - DAY)


def make_help(desk: Desk, mail: ReceivedMail) -> tuple[Notice, ...]:
    """Help for somebody whose letter tells the judge nothing to do.

    Where nothing proves who he is: never for what looks like mass mail, and once a day, unless he
    asks something or says more than thanks in reply to what he got.
    """
    if not desk.proven:
        references = set(desk.letter.references)
        heads = outbox.latest(desk.db, (desk.writer,), ("",)) if references else ()
        ours = {message_id(head.key, desk.house.ours) for head in heads}
        said = ". ".join(line.text for line in desk.letter.lines if quotes.is_said(line))
        manners = consent.list_manners(said, desk.letter.sender.partition("@")[:1])
        talks_back = not references.isdisjoint(ours) and not manners
        share = limits.HELPS_A_DAY if talks_back or asks(desk) else 1
        if desk.letter.bulk or count_helps(desk) >= share:
            return ()
    if identity.once_token(desk.letter.recipient):
        note = Event("note", {"text": _USED_UP}, desk.writer)
        desk = replace(desk, events=(note,), title="")
    answers = make_answers(desk, mail)
    return answers if desk.proven else tuple(replace(one, kind="help") for one in answers)


def make_question(
    desk: Desk, mail: ReceivedMail, lines: Sequence[str], more: int, mark: str = ""
) -> tuple[Notice, ...]:
    """The mail that asks whom the desk speaks for whether ``lines`` are his: yes or no.

    ``more`` is how many of them are not shown, ``mark`` tells it apart from another answer. Who
    said no lately is asked a day after that, once.
    """
    to, now = desk.writer, desk.house.now
    denied = letters.find_denial(desk.db, to)
    since = max(now, denied + limits.PAUSE_AFTER_NO) if denied else now
    if _find_next_answer_time(desk, to, proven=False) is not None:
        return ()
    if since > now and letters.is_any_to_come(desk.db, to, now):
        return ()
    question = _word_question(desk, mail, to, lines, more, since)
    key = f"{question.key}{mark}"
    back = codes.make_address(desk, mail, to, key, waits=True, since=since)
    return (replace(question, key=key, reply_to=back, after=since if since > now else None),)


def make_last_question(
    desk: Desk, mail: ReceivedMail, lines: Sequence[str], more: int, proof: Proof
) -> Notice:
    """The mail that asks once more after a reply, ``mail``, that says neither yes nor no."""
    question = _word_question(desk, mail, proof.once.address, lines, more, proof.once.made)
    return replace(
        question,
        title="once more",
        reply_to=proof.reply.recipient,
        in_reply_to=proof.reply.message_id,
        references=proof.reply.references,
    )


def _word_question(
    desk: Desk, mail: ReceivedMail, to: str, lines: Sequence[str], more: int, since: datetime
) -> Notice:
    """A question without its address."""
    sender = desk.letter.sender
    seat = f"{desk.role} in {desk.table.game.name}" if desk.table else ""
    facts = {"sender": sender, "seat": seat, "until": (since + limits.ADDRESS_HOLDS).isoformat()}
    event = Event("waits", {**facts, "lines": list(lines), "more": more}, to)
    question = replace(
        _make_blank_answer(desk, mail, to),
        kind="confirm",
        events=(event, *desk.events),
        receipt="",
        proven=False,
        brief=not seat,
    )
    return question if to == sender else replace(question, in_reply_to="", references=())


def make_thanks(desk: Desk, mail: ReceivedMail, proof: Proof, *, unread: bool) -> list[Notice]:
    """What is said to a no, ``mail``: nothing was done. A seat's holder is told as well.

    ``unread``: the reply held more than that, which is not carried out.
    """
    place = f" for {desk.role} in {desk.table.game.name}" if desk.table else ""
    text = (
        f"The lines{place} that came from {desk.letter.sender} were thrown away, since the reply "
        f"to my question says no. They changed nothing."
    )
    text += f" {_UNREAD}" if unread else ""
    blank = replace(
        _make_blank_answer(desk, mail, proof.once.address),
        kind="notice",
        title="those lines were thrown away",
        events=(Event("note", {"text": text}, desk.own),),
        receipt="",
        in_reply_to=proof.reply.message_id,
        references=proof.reply.references,
    )
    player = desk.seat.person if desk.seat else None
    if player is None or (desk.person is not None and desk.person.id == player):
        return [blank]
    return [blank, _copy_for_player(desk, blank, "You have a substitute, who was asked about it.")]


def _copy_for_player(desk: Desk, answer: Notice, text: str) -> Notice:
    """The copy of an answer to a substitute that tells the player himself, with a ``text`` more."""
    if desk.table is None or desk.seat is None:
        return answer
    player = people.get(desk.db, desk.seat.person or 0)
    address = addresses.reply_to(desk.house.ours, desk.table.game, desk.role, desk.seat)
    return replace(
        answer,
        key=f"{answer.key}.player",
        to=player.address,
        facts=replace(answer.facts, reader_zone=player.zone),
        reader=player.address,
        events=(Event("note", {"text": text}, player.address), *answer.events),
        thread=f"{desk.table.game.name}.{addresses.name(desk.seat)}",
        reply_to=address,
        in_reply_to="",
        references=(),
    )


def make_refusal(desk: Desk, mail: ReceivedMail) -> tuple[Notice, ...]:
    """The answer to a letter that can't be read, where there is somebody who may safely be told."""
    to = desk.person.address if desk.table and desk.person else desk.letter.sender
    if not to or desk.letter.unanswered:
        return ()
    is_proven = desk.table is not None or desk.proven
    if _find_next_answer_time(desk, to, proven=is_proven) is not None:
        return ()
    note = Event("note", {"text": f"{desk.letter.refusal} Nothing in it was read."}, to)
    blank = _make_blank_answer(desk, mail, to)
    return (replace(blank, kind="refusal", events=(note, *desk.events)),)


def _limit_answer(desk: Desk, answer: Notice) -> Notice | None:
    """An answer as it may be sent: two robots must not loop, nothing done may go unnoticed."""
    free = _find_next_answer_time(desk, answer.to, proven=answer.proven)
    if free is None:
        return answer
    has_effect = any(one.verdict != "ignored" for one in desk.answers)
    owed = (answer.proven or desk.table is not None) and has_effect and free < desk.house.now + DAY
    return replace(answer, after=free) if owed else None


def _find_next_answer_time(desk: Desk, to: str, *, proven: bool) -> datetime | None:
    """When an address that has got its share of answers may get the next one; None: now."""
    limits = desk.house.config.limits
    share = limits.answers_an_hour if proven else limits.unproven_answers_an_hour
    oldest = outbox.oldest_answer(desk.db, to, desk.house.now - HOUR, share, proven=proven)
    return None if oldest is None else oldest + HOUR


def _make_blank_answer(desk: Desk, mail: ReceivedMail, to: str) -> Notice:
    """An answer that says nothing yet: whom it goes to, in which thread, as what."""
    table, letter, person = desk.table, desk.letter, desk.person
    seat_name = addresses.name(desk.seat) or desk.role
    if desk.role == addresses.OBSERVER and person:
        seat_name = f"{addresses.OBSERVER}{person.id}"
    elif desk.seat and person and speakers.is_acting(desk):
        seat_name = addresses.substitute(desk.seat, person.id)
    zone = desk.zone
    if table is None:
        facts = Facts(variant=desk.variant.id, now=desk.house.now, zone=zone, reader_zone=zone)
        address = ""  # the judge's own
    else:
        facts = notices.facts(desk.house, table, desk.role, zone, desk.seat)
        number = person.id if person else 0
        address = addresses.reply_to(desk.house.ours, table.game, desk.role, desk.seat, number)
    return Notice(
        key=outbox.answer_key(mail.id, mail.digest),
        to=to,
        kind="answer",
        facts=facts,
        receipt=desk.receipt,
        thread=f"{table.game.name}.{seat_name}" if table else "",
        reply_to=address,
        in_reply_to=letter.message_id,
        references=letter.references,
        automatic="auto-replied",
        proven=desk.proven or bool(desk.foreign),
    )


_WORD = re.compile(r"\w")


def tell_unread(desk: Desk) -> Desk:
    """Say why, above everything else, where a letter holds something and none of it was read."""
    lines = [line for line in desk.letter.lines if _WORD.search(line.text)]
    if not lines or not all(line.ignored for line in lines):
        return desk
    reasons = list(dict.fromkeys(line.ignored for line in lines))
    unread = Event("unread", {"reasons": reasons}, desk.own)
    title = desk.title or "nothing in your mail was read"
    return replace(desk, events=(unread, *desk.events), title=title)
