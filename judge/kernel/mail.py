"""Mail as records: a letter that came in, a mail that goes out."""

from datetime import datetime

from msgspec import Struct

from judge.kernel.text import Line

REPLY_MARKER = "-- write orders above this line --"
"""The first line of every mail of the judge but press: a reply is read down to it, no further."""


class Letter(Struct, frozen=True):
    """An incoming mail, decoded and guarded; nothing in it is trusted.

    ``sender`` is the one ASCII address of the one From header, lower-cased, or "" (then
    ``refusal`` says why). ``recipient`` is the judge's address that it was delivered to, with its
    plus part. ``received`` is when our own MTA took it, in UTC. ``lines`` hold the whole
    readable text, with the reason at each line that is not to be read as an order.
    ``written`` is when it left its writer, by its own Date and the first Received line: the earlier
    of them, None without either; anybody can write these.
    ``host`` is the network address from which our own MTA got it, or "".
    ``by_thread``: the plus part stands in the mail of ours that it answers, and nowhere else.
    ``authenticated`` is the domain for which our own MTA stamped a DKIM or DMARC pass, or whose
    signature the judge has verified, or "";
    ``void_stamp``: that proves nothing, since who sent the mail may have written it.

    Three degrees of "a machine may have sent this", each a phrase that says why, or "":
    ``silence``: neither obeyed nor answered (a bounce, an automatic answer, a list).
    ``unanswered``: obeyed, since it came to a seat's secret address, which no list knows; but
    answered only if it changed orders, for an answer to a robot could draw another mail.
    ``bulk``: it may be obeyed and answered, but looks like mass mail (spam scores, marks of
    senders of newsletters): whoever is unknown gets no help for it. It is never "" where
    ``unanswered`` is not.

    ``other`` are the lines of the mail's HTML where it says something else than its text, which
    is what ``lines`` hold. ``filled`` are lines of the judge's own mail, quoted without their
    marks, that may have been filled in: those of its order form and of the orders it lists.
    """

    sender: str
    recipient: str
    subject: str
    message_id: str
    references: tuple[str, ...]
    received: datetime
    lines: tuple[Line, ...]
    silence: str = ""
    refusal: str = ""
    authenticated: str = ""
    void_stamp: bool = False
    unanswered: str = ""
    bulk: str = ""
    other: tuple[Line, ...] = ()
    filled: tuple[Line, ...] = ()
    written: datetime | None = None
    host: str = ""
    by_thread: bool = False


class Attachment(Struct, frozen=True):
    """A file that goes with a mail."""

    name: str
    mime_type: str
    content: bytes


class Plate(Struct, frozen=True):
    """A picture that a mail is to bring once it is drawn: ``job`` says what is on it, as JSON.

    ``alt`` names it, ``text`` tells the same beside it. ``form`` is "png" (shown in the HTML) or
    "svg" (a file); ``name`` is the file's.
    """

    job: bytes
    alt: str
    form: str
    name: str
    text: str = ""


MadePicture = tuple[int, Plate, bytes]
"""A picture's place in a mail, what is said of it, and its bytes."""


class Mail(Struct, frozen=True):
    """A mail to one person, ready to be put into the outbox.

    ``key`` names it for ever: the same key is the same mail, its Message-ID is made from it.
    ``thread`` is the key of the thread's root ("game.power"), ``answers`` the Message-ID of the
    letter that it answers and ``references`` that letter's thread; ``reply_to`` is the
    address that an answer should go to.
    """

    key: str
    to: str
    subject: str
    text: str
    html: str = ""
    thread: str = ""
    reply_to: str = ""
    answers: str = ""
    references: tuple[str, ...] = ()
    automatic: str = "auto-generated"
    """The Auto-Submitted value: "auto-replied" for answers."""
    attachments: tuple[Attachment, ...] = ()
    plates: tuple[Plate, ...] = ()
    """Pictures that are put in behind the marks in its HTML (judge.mail.compose) when drawn."""
