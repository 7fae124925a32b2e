"""The one mail a day of who wants no more: all that waited for it in one, game by game.

A reply to it speaks for the reader's seat where all of it is of one; else it goes to the judge's
own address, and a line in it names the game.
"""

from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import partial
from itertools import groupby
from textwrap import indent

from sqlalchemy import Connection

from judge.game.press import answering, delivery
from judge.kernel.engine import Event
from judge.kernel.mail import REPLY_MARKER, Attachment
from judge.kernel.notice import Facts, Notice
from judge.mail import identity
from judge.post.posting import put_pictures_in
from judge.report import attachments
from judge.run.groups import act_on_each
from judge.run.work import Pass
from judge.spool.house import House
from judge.store import games, outbox
from judge.store.outbox import DROPPED, QUEUED, Mark
from judge.store.record import Post

KIND = "daily"
_FOOT = "Send HELP for help"
_APART = "    "


def gather(work: Pass) -> None:
    """Make one mail a reader of those whose time has come; a single one goes as it is."""
    with work.beside.begin() as db:
        gathered_mails = put_pictures_in(db, outbox.find_gathered(db, work.house.now))
    mails = [
        (post, message_from_bytes(raw, EmailMessage, policy=policy.default))
        for post, raw in gathered_mails
    ]

    def rank(one: tuple[Post, EmailMessage]) -> tuple[str, str, str]:
        """By reader, game, and his part in it, as the address for answers names that."""
        post, mail = one
        claim = identity.claim(_reply_to(mail))
        return post.recipient, post.game, claim.power if claim else ""

    readers = groupby(sorted(mails, key=rank), key=lambda one: one[0].recipient)
    act_on_each(work, [list(group) for _, group in readers], partial(_join, work.house))


def _reply_to(mail: EmailMessage) -> str:
    return str(mail["Reply-To"]).strip("<>")


def _join(
    house: House, db: Connection, mails: Sequence[tuple[Post, EmailMessage]]
) -> Sequence[Notice]:
    """The one mail of a reader; those that are in it leave no more by themselves.

    It has their texts one below the other, with their files, in the thread of their seat.
    """
    now = house.now
    if len(mails) == 1:
        outbox.mark(db, [Mark(mails[0][0].key, QUEUED, 0, now)])
        return ()
    key = f"{mails[-1][0].key}.{KIND}"
    outbox.mark(db, [Mark(one.key, DROPPED, 0, now, f"in {key}") for one, _ in mails])
    # Where they are of several seats, by their addresses, it is about no game.
    seats = set()
    for _, mail in mails:
        address = _reply_to(mail)
        claim = identity.claim(address)
        if claim and claim.press and (played := games.find_named(db, claim.game)):
            # Where an answer goes that is none to this press alone.
            found = answering.find_answered(db, house.ours, played, claim, house.now)
            address = found[0] if found else house.ours.address
        seats.add(address)
    parts = [{"subject": str(one["Subject"]), "text": _text(post, one)} for post, one in mails]
    last_post, last = mails[-1]
    game_names = list(dict.fromkeys(post.game for post, _ in mails))
    game = game_names[0] if len(seats) == 1 else ""
    files = {one.name: one for of, mail in mails for one in _files("" if game else of.game, mail)}
    has_press = any(post.kind == "press" for post, _ in mails)
    data = {"parts": parts, "games": [] if game else game_names, "press": has_press}
    notice = Notice(
        key=key,
        to=last_post.recipient,
        kind=KIND,
        facts=Facts(game=game),
        title=f"{len(mails)} mails of today",
        events=(Event("daily", data, last_post.recipient),),
        reply_to=seats.pop() if game else house.ours.address,
        references=tuple(str(last["References"] or "").split()[:1] if game else ()),
        files=tuple(files.values()),
    )
    return [notice]


def _text(post: Post, mail: EmailMessage) -> str:
    """A mail's text without what every mail of ours begins and ends with.

    Press comes without how to answer it by reply: a reply to this mail is for the judge. It stands
    apart, or what somebody wrote could look like the next mail, and be another's.
    """
    body = mail.get_body(("plain",))
    text = str(body.get_content()).replace("\r\n", "\n") if body is not None else ""
    lines = text.replace(REPLY_MARKER, "").strip().split("\n")
    rest = "\n".join(line for line in lines if not line.startswith(_FOOT)).strip()
    if post.kind != "press":
        return rest
    words = delivery.join_broken_lines(rest.rpartition("\n\n")[0].split("\n"))
    return indent("\n".join(words), _APART)


def _files(game: str, mail: EmailMessage) -> Iterator[Attachment]:
    """Its files and pictures; of calendars the last one counts, since the names are the same.

    A ``game`` stands before the names where there are files of several.
    """
    for part in mail.walk():
        name = part.get_filename()
        if name and not part.is_multipart():
            kind = part.get_content_type()
            whole = attachments.CALENDAR_TYPE if kind == "text/calendar" else kind
            own = name if name.startswith(game) else f"{game}-{name}"
            yield Attachment(own, whole, bytes(part.get_payload(decode=True) or b""))
