"""The one mail a day of who wants no more: all that waited for it in one, game by game.

A reply to it speaks for the reader's seat where all of it is of one; else it goes to the judge's
own address, and a line in it names the game.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import groupby

from sqlalchemy import Connection

from judge.batch.work import Pass
from judge.kernel.engine import Event
from judge.kernel.mail import REPLY_MARKER, Attachment, Mail
from judge.kernel.notice import Facts, Notice
from judge.mail.bounces import bounce_address
from judge.mail.compose import compose
from judge.report import calendar
from judge.report.render import render
from judge.store import outbox
from judge.store.outbox import DROPPED, QUEUED, Mark
from judge.store.record import Post

KIND = "daily"
_FOOT = "Send HELP for help"


def gather(work: Pass) -> None:
    """Make one mail a reader of those whose time has come; a single one goes as it is."""
    with work.beside.begin() as db:
        if not outbox.find_gathered(db, work.house.now):
            return
    with work.engine.begin() as db:
        gathered_mails = outbox.find_gathered(db, work.house.now)
        sorted_mails = sorted(
            gathered_mails, key=lambda one: (one[0].recipient, one[0].game, _reply_to(one[1]))
        )
        for _, group in groupby(sorted_mails, key=lambda one: one[0].recipient):
            _send(work, db, list(group))


def _reply_to(raw: bytes) -> str:
    """Where an answer goes: it tells which of a reader's parts in a game a mail is for."""
    return str(_message(raw)["Reply-To"]).strip("<>")


def _message(raw: bytes) -> EmailMessage:
    return message_from_bytes(raw, EmailMessage, policy=policy.default)


def _send(work: Pass, db: Connection, mails: Sequence[tuple[Post, bytes]]) -> None:
    now = work.house.now
    if len(mails) == 1:
        outbox.mark(db, [Mark(mails[0][0].key, QUEUED, 0, now)])
        return
    last, ours = mails[-1][0], work.house.ours
    key = f"{last.key}.{KIND}"
    seats = {_reply_to(raw) for _, raw in mails}
    games = list(dict.fromkeys(post.game for post, _ in mails))
    game = games[0] if len(seats) == 1 else ""
    post = Post(key, last.recipient, bounce_address(ours, key), KIND, game, now)
    messages = [(one, _message(raw)) for one, raw in mails]
    if outbox.reserve(db, [post]):
        mail = _mail(key, game, games, messages, seats.pop() if game else ours.address)
        outbox.fill(db, {key: compose(mail, ours, now)})
    outbox.mark(db, [Mark(one.key, DROPPED, 0, now, f"in {key}") for one, _ in mails])


def _mail(
    key: str,
    game: str,
    games: Sequence[str],
    messages: Sequence[tuple[Post, EmailMessage]],
    reply_to: str,
) -> Mail:
    """The mails' texts one below the other, with their files; in the thread of their seat.

    ``game`` is "" where they are of several seats.
    """
    parts = [{"subject": str(one["Subject"]), "text": _text(post, one)} for post, one in messages]
    _, last = messages[-1]
    to = str(last["To"]).strip("<>")
    data = {"parts": parts, "games": [] if game else games}
    notice = Notice(
        key=key,
        to=to,
        kind=KIND,
        facts=Facts(game=game),
        title=f"{len(messages)} mails of today",
        events=(Event("daily", data, to),),
        reply_to=reply_to,
    )
    files = {
        one.name: one for of, mail in messages for one in _files("" if game else of.game, mail)
    }
    root = str(last["References"] or "").split()[:1] if game else ()
    return replace(render(notice), attachments=tuple(files.values()), references=tuple(root))


def _text(post: Post, mail: EmailMessage) -> str:
    """A mail's text without what every mail of ours begins and ends with.

    Press comes without its first lines as well: its subject says whose it is, and the time that
    was left when it was written is out of date.
    """
    body = mail.get_body(("plain",))
    text = str(body.get_content()).replace("\r\n", "\n") if body is not None else ""
    lines = text.replace(REPLY_MARKER, "").strip().split("\n")
    rest = "\n".join(line for line in lines if not line.startswith(_FOOT)).strip()
    return rest.partition("\n\n")[2] if post.kind == "press" else rest


def _files(game: str, mail: EmailMessage) -> Iterator[Attachment]:
    """Its files and pictures; of calendars the last one counts, since the names are the same.

    A ``game`` stands before the names where there are files of several.
    """
    for part in mail.walk():
        name = part.get_filename()
        if name and not part.is_multipart():
            kind = part.get_content_type()
            whole = calendar.TYPE if kind == "text/calendar" else kind
            own = name if name.startswith(game) else f"{game}-{name}"
            yield Attachment(own, whole, bytes(part.get_payload(decode=True) or b""))
