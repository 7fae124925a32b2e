"""A raw mail becomes a Letter: who, when, and the lines that the judge may read."""

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple

from msgspec.structs import replace

from judge.kernel import limits
from judge.kernel.mail import Letter
from judge.kernel.text import Line
from judge.mail import hypertext, identity, manners, mime, quotes, signatures, stamps
from judge.mail.ours import Ours


def unwrap(lines: Iterable[str], *, delsp: bool = False) -> Iterator[str]:
    """Join soft-broken lines and undo space-stuffing; quoted lines come out with "> " marks.

    A line that ends in a blank flows into the next one of the same quote depth, except the
    signature mark "-- ". ``delsp``: that blank was added by the wrapping and goes away.
    """
    depth = 0
    pieces: list[str] = []
    for line in lines:
        text = line.lstrip(">")
        level, content = len(line) - len(text), text.removeprefix(" ")
        if pieces and (level != depth or content == "-- "):
            yield _join_pieces(depth, pieces)
            pieces = []
        depth = level
        soft = content.endswith(" ") and content != "-- "
        pieces.append(content[:-1] if soft and delsp else content)
        if not soft:
            yield _join_pieces(depth, pieces)
            pieces = []
    if pieces:
        yield _join_pieces(depth, pieces)


def _join_pieces(depth: int, pieces: list[str]) -> str:
    return ("> " if depth else "") + "".join(pieces)


_WRITTEN = frozenset(
    (
        *(b"from", b"sender", b"to", b"cc", b"subject", b"date"),
        *(b"message-id", b"in-reply-to", b"references"),
        *(b"content-type", b"content-transfer-encoding", b"content-disposition"),
    )
)
"""Headers that a mail's writer makes. All others may differ between two copies: each server on the
way writes its own (Received, Delivered-To, Return-Path, Authentication-Results, Received-SPF,
ARC-*, DKIM-Signature when it signs anew, marks of filters), and so does a mailbox (Status, X-UID).
"""

_FIELD = re.compile(rb"^([!-9;-~]+):([^\n]*(?:\n[ \t][^\n]*)*)", re.MULTILINE)


def digest_content(raw: bytes, *also: str) -> str:
    """SHA-256, in hexadecimal, of what a mail says and of ``also``.

    Line ends, folded headers and empty lines at the end make no difference; IMAP, a pipe and a
    Maildir give one mail in three forms.
    """
    headers, text = _find_written(raw)
    texts = (one.encode("utf-8", "replace") for one in also)
    parts = (*texts, *headers, text.strip(b"\n"))
    sha256 = hashlib.sha256()
    for part in parts:
        sha256.update(b"%d:%s" % (len(part), part))
    return sha256.hexdigest()


def digest_signed(raw: bytes, covered: Collection[str] = signatures.COVERED) -> str:
    """SHA-256, in hexadecimal, of what a signed mail says: of what its signature has to cover.

    Blanks make no difference: most signatures let them be changed. "" where it has no Date, which
    tells one mail from another that says the same.
    """
    headers, text = _find_written(raw, {name.encode() for name in covered})
    if not any(each.startswith(b"date:") for each in headers):
        return ""
    return hashlib.sha256(b"\n".join(b"".join(e.split()) for e in (*headers, text))).hexdigest()


def is_beginning(first: bytes, other: bytes) -> bool:
    """Whether a mail is another one that was cut off on its way: it says the same, but less.

    They have all headers of their writer in common. Programs that give each mail the same
    Message-ID give it no Date, or another one: without a Date only a text that stops in the
    middle of a line is surely a part.
    """
    (headers, text), (others, whole) = _find_written(first), _find_written(other)
    if headers != others or len(text) >= len(whole) or not whole.startswith(text):
        return False
    if not whole[len(text) :].strip(b"\n"):
        return False
    return not text.endswith(b"\n") or any(each.startswith(b"date:") for each in headers)


def _find_written(raw: bytes, wanted: Collection[bytes] = _WRITTEN) -> tuple[list[bytes], bytes]:
    """What a mail's writer made: headers in one form and order, and the text below them."""
    section = mime.head(raw)
    headers = [
        b"%s:%s" % (name.lower(), b" ".join(value.split()))
        for name, value in _FIELD.findall(section.replace(b"\r\n", b"\n"))
        if name.lower() in wanted
    ]
    return sorted(headers), raw[len(section) :].replace(b"\r\n", b"\n")


CUT = "The mail was cut off on its way: its text ends in the middle. Please send it again."

_SPACES = "\t\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
_NOTHING = "\xad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff" + "".join(
    map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
)
_CLEAN = (
    dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)])
    | dict.fromkeys(map(ord, _SPACES), " ")
    | dict.fromkeys(map(ord, _NOTHING))
)
"""Every blank is a blank; what nobody sees (soft hyphens, zero width, controls) is not there."""


def read_letter(
    raw: bytes,
    received_at: datetime,
    ours: Ours,
    *,
    whole: bool = True,
    limit: int = limits.MAIL_BYTES,
) -> Letter:
    """Read a raw mail.

    ``received_at`` is when the mailbox took it (UTC); our own MTA's stamp in the mail is better and
    wins. ``whole`` False: ``raw`` is only the beginning of a mail of more than ``limit`` bytes.
    A refusal with a sender can be answered; without one it can only be logged.
    """
    excess = mime.excess(raw, limit) if whole else mime.size_excess(limit)
    message = None if excess else mime.parse(raw)
    head, arrival = _read_head(
        mime.head(raw),
        ours,
        is_half=whole and not mime.has_end(raw) and not mime.has_text(raw),
        of_calendar=message is not None and mime.is_calendar_answer(message),
    )
    letter = replace(head, received=arrival or received_at, refusal=head.refusal or excess)
    if message is None or letter.refusal:
        return letter
    parts = mime.parts(message)
    texts = _choose_texts(parts)
    if any(part.cut for part in texts or parts):  # an order may be half there
        return replace(letter, refusal=CUT)
    mail_text = _split_lines(texts)
    read = _read_lines(mail_text)
    more = len(mail_text.lines) - len(read)
    rest = [(f"({more} more lines)", f"a mail is read up to line {limits.LINES}")] if more else []
    unread = chain(rest, _unread_parts(parts, texts, mail_text.left_out))
    numbered = enumerate(islice(unread, limits.LINES + limits.EXTRA_LINES - len(read)), len(read))
    lines = (*read, *(Line(at + 1, text, reason) for at, (text, reason) in numbered))
    if mime.is_last_line_half(raw, message) and not (lines and lines[-1].ignored):
        return replace(letter, refusal=CUT)
    other = _find_differing_lines(parts, texts, read)
    return replace(letter, lines=lines, other=other, filled=quotes.fillable_lines(read))


@lru_cache(maxsize=2048)  # of the mails of a deadline, each asked for twice
def _read_head(
    head: bytes, ours: Ours, *, is_half: bool, of_calendar: bool
) -> tuple[Letter, datetime | None]:
    """What headers say, as a letter without text; and when our own MTA took it.

    It is asked for once before any mail is obeyed, and once more with the text.
    """
    fields = mime.headers_of(mime.parse_headers(head))
    sender, refusal = ("", CUT) if is_half else identity.sender(fields, head)
    recipient = identity.recipient(fields, ours)
    ids = mime.message_ids(f"{fields.first('references')} {fields.first('in-reply-to')}")
    borne, references = identity.read_thread(ids, ours)
    by_thread = bool(borne) and "+" not in recipient
    kind = manners.judge_mail(fields, sender, recipient, ours, of_calendar=of_calendar)
    is_plain = mime.is_plain_head(head)
    vouching = (
        stamps.read_vouching(fields, sender, ours) if is_plain else stamps.Vouching(void=True)
    )
    letter = Letter(
        sender=sender,
        recipient=borne if by_thread else recipient,
        subject=mime.header_words(fields.first("subject")),
        message_id=next(iter(mime.message_ids(fields.first("message-id"))), ""),
        references=references,
        received=datetime.max.replace(tzinfo=UTC),  # where no server tells, a mailbox does
        lines=(),
        silence=kind.silence,
        unanswered=kind.unanswered,
        bulk=kind.bulk,
        refusal=refusal,
        authenticated=vouching.domain,
        void_stamp=vouching.void,
        written=stamps.writing_time(fields),
        host=stamps.sending_host(fields, ours),
        by_thread=by_thread,
    )
    return letter, stamps.arrival_time(fields, ours)


class _Typed(NamedTuple):
    """A part as its reader sees it: its lines, and what was left out of it, with the reason."""

    lines: Sequence[str]
    left_out: Sequence[tuple[str, str]] = ()


def _read_lines(mail_text: _Typed) -> tuple[Line, ...]:
    """The lines that are read, up to a number, each up to a length, and all of them together.

    What is not read anyway takes no room.
    """
    lines: list[Line] = []
    room = limits.TEXT_LETTERS
    for line in quotes.read([_clean(line) for line in mail_text.lines[: limits.LINES]]):
        room -= 0 if line.ignored else min(len(line.text), limits.LINE_BYTES)
        if len(line.text) > limits.LINE_BYTES:
            start = f"{line.text[:200]} ..."
            lines.append(Line(line.number, start, "a line this long is not read"))
        elif room >= 0 or line.ignored:
            lines.append(line)
        else:
            reason = f"a mail is read up to {limits.TEXT_LETTERS:,} characters"
            lines.append(Line(line.number, line.text, reason))
    return tuple(lines)


def _find_differing_lines(
    parts: Sequence[mime.Part], texts: Sequence[mime.Part], lines_read: tuple[Line, ...]
) -> tuple[Line, ...]:
    """The lines of the HTML beside a text, if it says anything else than the text."""
    pages = [part for part in parts if part.kind == "text/html" and part.is_text]
    if not pages or any(page in texts for page in pages):
        return ()
    page_gist = "".join(hypertext.gist(page.text) for page in pages)
    read_gist = _list_gist(lines_read)
    if page_gist and page_gist == "".join(read_gist):  # all but the quotes, which it has not
        return ()
    if page_gist == hypertext.squeeze("".join(part.text for part in texts)):
        return ()
    page_lines = _read_lines(_split_lines(pages))
    return () if _list_gist(page_lines) == read_gist else page_lines


def _list_gist(lines: Iterable[Line]) -> list[str]:
    """Letters and digits of the lines that are read: wrapping, marks and pictures don't count."""
    squeezed_lines = (hypertext.squeeze(line.text) for line in lines if not line.ignored)
    return [line for line in squeezed_lines if line]


def _choose_texts(parts: Sequence[mime.Part]) -> list[mime.Part]:
    """The texts that are read, never an attachment: the first plain text, else the HTML.

    Programs that show a picture within a text cut that in two: what stands behind the picture is
    read, too. A second text behind a first one is a list's footer.
    """
    stretches: list[list[mime.Part]] = []
    behind_picture = True
    for part in parts:
        if not part.is_text:
            behind_picture = behind_picture or not part.is_seal
        elif part.text.strip():
            is_choice = stretches and part.choice and part.choice == stretches[-1][0].choice
            if behind_picture and not is_choice:
                stretches.append([])
            stretches[-1].append(part)
            behind_picture = False
    return [
        part
        for stretch in stretches
        for part in [part for part in stretch if part.kind == "text/plain"][:1] or stretch
    ]


def _split_lines(texts: Iterable[mime.Part]) -> _Typed:
    """The lines of texts as their sender saw them."""
    typed = [_split_text(part) for part in texts]
    return _Typed(
        [line for each in typed for line in each.lines],
        [piece for each in typed for piece in each.left_out],
    )


def _split_text(part: mime.Part) -> _Typed:
    """The lines of one text; only CRLF and LF end a line."""
    if part.kind == "text/html":
        page = hypertext.read(part.text)
        return _Typed(page.text.strip("\n").split("\n"), page.left_out)
    lines = part.text.replace("\r\n", "\n").rstrip("\n").split("\n")
    return _Typed(list(unwrap(lines, delsp=part.delsp)) if part.flowed else lines)


def _clean(line: str) -> str:
    """At most limits.LINE_BYTES characters, each of them visible or a blank."""
    line = line[: limits.LINE_BYTES + 1]
    return line if line.isascii() and line.isprintable() else line.translate(_CLEAN)


def _unread_parts(
    parts: Sequence[mime.Part],
    texts: Sequence[mime.Part],
    left_out: Sequence[tuple[str, str]],
) -> Iterator[tuple[str, str]]:
    """What else the mail holds and why it is not read: attachments, other mails, more text.

    HTML and signatures say nothing of their own.
    """
    for text, reason in left_out:
        yield _clean(text)[: limits.LINE_BYTES], reason
    for part in [part for part in parts if part not in texts]:
        if not (part.is_text or part.is_seal):
            name = mime.header_words(part.name or part.kind, 80)
            yield f"[{name}]", "an attachment; orders are read from the text only"
        elif part.kind == "text/plain" and part.text.strip():
            for line in _split_text(part).lines:
                reason = "in a second text of the mail" if line else ""
                yield _clean(line)[: limits.LINE_BYTES], reason
