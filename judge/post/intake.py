"""Taking mail: into the archive, into the journal, out of the mailbox, in that order.

Nothing in a mail is read before it is journalled; then its head tells when it came and whether it
came before.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from email import message_from_bytes
from functools import partial

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Engine

from judge.kernel import limits
from judge.kernel.errors import KeeperError
from judge.kernel.mail import Letter
from judge.mail import body, identity, mime, signatures
from judge.mail.inbox import Inbox, Incoming
from judge.mail.stamps import witness as witness_of
from judge.post.keys import Keys
from judge.spool import hosts
from judge.spool.archives import Archive
from judge.spool.house import House
from judge.spool.spool import Spool
from judge.store import games, letters, log
from judge.store.record import ReceivedMail


def find_octets(db: Connection, house: House, mail: ReceivedMail) -> bytes | None:
    """A mail's bytes; None if the keeper has cleared it away."""
    try:
        return house.archive.read(db, mail.digest)
    except FileNotFoundError:
        return None


def read_beginning(db: Connection, archive: Archive, digest: str) -> bytes:
    """The beginning of a mail, with all of its headers. Raises OSError, if it is gone as well."""
    return archive.read(db, digest, limits.HEAD_BYTES)


def read_archived(house: House, mail: ReceivedMail, octets: bytes) -> Letter:
    """A mail's bytes read as a letter, of which so much is read as judge.toml allows."""
    limit = house.config.limits.letter_bytes
    letter = body.read_letter(octets, mail.received, house.ours, whole=mail.whole, limit=limit)
    return prove_by_signature(house, letter, mail)


def prove_by_signature(house: House, letter: Letter, mail: ReceivedMail) -> Letter:
    """The letter proved by what the judge has found on its mail when it read the head.

    Where it verifies signatures a thread counts for who signed alone: mails are handed on with it.
    """
    is_unproved = mail.signed in ("", _SPENT)
    is_doubted = letter.by_thread and house.config.senders.dkim == "verify" and is_unproved
    if is_doubted and not identity.once_token(letter.recipient):
        letter = replace(letter, recipient=house.ours.address, by_thread=False)
    if letter.void_stamp or not mail.signed or mail.signed.startswith(_OF_WRITER):
        return letter
    domain = "" if is_unproved else letter.sender.rpartition("@")[2]
    return replace(letter, authenticated=domain)


class Fragment(Struct, frozen=True):
    """The beginning of a mail, which came before the whole one.

    ``counts_from`` is when the mail counts as here for the clock; ``obeyed_lines`` are those whose
    commands have been obeyed.
    """

    received: datetime
    counts_from: datetime
    obeyed_lines: frozenset[int]


def find_fragment(
    db: Connection, house: House, mail: ReceivedMail, letter: Letter
) -> Fragment | None:
    """The first beginning of a mail that came before it; None if there is none."""
    others = letters.find_namesakes(db, mail)
    own_octets = _read_octets(db, house, mail) if others else b""
    beginnings = [
        (other, first)
        for other in others
        if other.received <= mail.received
        and body.is_beginning(octets := _read_octets(db, house, other), own_octets)
        and (first := read_archived(house, other, octets)).recipient == letter.recipient
    ]
    if not beginnings:
        return None
    beginning = min(other.received for other, _ in beginnings)
    is_seen = any(first.refusal == body.CUT for _, first in beginnings)
    readings_of_beginnings = (letters.get_reading(db, other.id) for other, _ in beginnings)
    obeyed_lines = (
        each.line
        for reading in readings_of_beginnings
        if reading
        for each in reading.answers
        if each.verdict == "done"
    )
    return Fragment(beginning, beginning if is_seen else mail.received, frozenset(obeyed_lines))


def find_copies(
    db: Connection, house: House, mail: ReceivedMail, recipient: str
) -> list[tuple[int, int]]:
    """The copies that are to be closed for a mail whose head was read: of each, its whole one.

    Only those that came to the same address of ours: another seat's is a mail of its own.

    The mail itself, if the whole one was there before it; else those of its beginnings that
    nothing was done for yet.
    """
    others = [one for one in letters.find_namesakes(db, mail) if one.status != letters.REPEATED]
    own_octets = _read_octets(db, house, mail) if others else b""
    for other in others:
        octets = _read_octets(db, house, other)
        is_whole = body.is_beginning(own_octets, octets)
        if is_whole and _find_recipient(house, other, octets) == recipient:
            return [(mail.id, other.id)]
    return [
        (one.id, mail.id)
        for one in others
        if one.status == letters.NEW
        and body.is_beginning(octets := _read_octets(db, house, one), own_octets)
        and _find_recipient(house, one, octets) == recipient
    ]


def _find_recipient(house: House, mail: ReceivedMail, octets: bytes) -> str:
    """The address of ours that a mail came to."""
    return read_archived(house, mail, octets).recipient


def _read_octets(db: Connection, house: House, mail: ReceivedMail) -> bytes:
    """A journalled mail's bytes; none if the keeper has cleared it away."""
    return find_octets(db, house, mail) or b""


GROUP = 200
"""Mails a commit: enough to make the cost of fsync small, few enough to hold in memory."""
_MARK = 32
"""Hexadecimal digits that tell what is signed from all else."""
_SPENT = "again"
"""Instead of a mark that another mail bears."""
_OF_WRITER = "writer:"
"""Before a mark whose signature tells who wrote a mail, and not to whom."""
_WAYS = (("", signatures.COVERED), (_OF_WRITER, signatures.OF_WRITER))
"""What begins a mark, and what its signature covers: the second is enough within a thread."""
SOON = timedelta(days=1)
"""Without a Message-ID the same words count again after so long."""


def drain(engine: Engine, spool: Spool, house: House, inbox: Inbox) -> None:
    """Take every mail that lies in the mailbox.

    One that is journalled already is only moved out of the way. Raises KeeperError where the
    mailbox can't be read to its end.
    """
    with engine.begin() as db:
        since = None if _has_server(spool) else hosts.find_last_read(db, spool)
    with inbox:
        for group in filter(None, _group_mails(inbox)):
            mails = [
                ReceivedMail(
                    id=0,
                    place=one.key,
                    message_id="",
                    digest=hashlib.sha256(one.raw).hexdigest(),
                    whole=one.whole,
                    # Not after the present pass, nor, in our own folder, before the last pass
                    # found that empty.
                    received=min(max(one.received, since or one.received), house.now),
                )
                for one in group
            ]
            incoming_of = {mail.digest: one for mail, one in zip(mails, group, strict=True)}
            raw_of = {digest: one.raw for digest, one in incoming_of.items()}
            files = {digest: one.file for digest, one in incoming_of.items() if one.file}
            with engine.begin() as db:  # durably; the same bytes are kept once
                house.archive.keep(db, raw_of, files)
            _journal(engine, house, mails)
            inbox.move_away(*(one.key for one in group))
    if house.believed:
        with engine.begin() as db:
            hosts.note_read(db, spool, house.now)


def _group_mails(inbox: Iterable[Incoming]) -> Iterator[Sequence[Incoming]]:
    """The mails in groups; where the mailbox breaks off, what came before that is one.

    So each pass gets further, however short the line holds.
    """
    group: list[Incoming] = []
    try:
        for mail in inbox:
            group.append(mail)
            if len(group) == GROUP:
                yield group
                group = []
    except KeeperError:
        yield group
        raise
    yield group


def _has_server(spool: Spool) -> bool:
    """Whether a server says when a mail came into the mailbox; of a file only our clock tells."""
    return spool.config.inbox.kind != "maildir"


def _journal(engine: Engine, house: House, mails: Sequence[ReceivedMail]) -> None:
    """Store the mails in the journal; one that was not moved away is only counted, in the log."""
    with engine.begin() as db:
        deeds = []
        for entry, is_new in letters.take(db, mails, house.now):
            facts: dict[str, log.Fact] = {"mail": entry.id, "digest": entry.digest}
            deeds.append(log.Deed(log.JUDGE, log.TAKEN if is_new else log.AGAIN, "", facts))
        log.extend(db, house.now, deeds)


def read_head(
    db: Connection, spool: Spool, house: House, mail: ReceivedMail, keys: Keys
) -> datetime | None:
    """Read a journalled mail's head: when it was received, and whether it came before.

    Returns when a server took it by the server's own clock; None where only a file tells. Where
    our clock is wrong, so may be that file's time: then it came right after the last good pass.
    """
    octets = house.archive.read(db, mail.digest)
    head = body.read_letter(octets, mail.received, house.ours, whole=False)
    arrival = head.received
    if not house.believed and not _has_server(spool):
        arrival = min(arrival, hosts.find_last_read(db, spool) or arrival)
    claim = identity.claim(head.recipient)
    game = games.find_named(db, claim.game) if claim and claim.token else None
    content = body.digest_content(octets, head.recipient, "silent" if head.silence else "")
    dated_mail = replace(
        mail,
        message_id=head.message_id,
        received=arrival,
        game=game.id if game else None,
        signed=_find_mark(db, house, mail, head, octets, content, keys),
    )
    _count_once(db, house, dated_mail, prove_by_signature(house, head, dated_mail), content)
    if _has_server(spool):
        return max(mail.received, head.received)
    return head.received if head.received != mail.received else None


def _find_mark(
    db: Connection,
    house: House,
    mail: ReceivedMail,
    head: Letter,
    octets: bytes,
    content: str,
    keys: Keys,
) -> str:
    """The mark of what vouches for a mail, or ""; _SPENT: what was signed once proves one mail.

    A copy of that mail is the same one. One that is not obeyed uses up no signature: who hands a
    mail on can make it so.
    """
    key = partial(keys.find, db, house.now)
    is_verified = house.config.senders.dkim == "verify" and not head.void_stamp
    for kind, covered in () if head.silence else _WAYS[: 1 + head.by_thread]:
        is_stamped = head.authenticated and not kind
        may_be_signed = is_verified and head.sender and mail.whole
        if is_stamped or (
            may_be_signed
            and signatures.is_genuine(octets, head.sender, head.received, house.ours, key, covered)
        ):
            digest = body.digest_signed(octets, covered)
            mark = f"{kind}{digest[:_MARK]}" if digest else ""
            return _SPENT if mark and letters.is_signed_so(db, mark, content) else mark
    return ""


def find_vouching_stamp(db: Connection, house: House, mail: ReceivedMail) -> datetime | None:
    """When our own server took a mail, if that may say whether our clock is right."""
    octets = house.archive.read(db, mail.digest).replace(b"\r\n", b"\n")
    head = octets.partition(b"\n\n")[0][: 1 << 16]
    return witness_of(mime.headers_of(message_from_bytes(head)), house.ours)


def _count_once(
    db: Connection, house: House, mail: ReceivedMail, head: Letter, content: str
) -> None:
    """Close a mail that is a copy of another, or the other: the first copy to arrive counts.

    A copy that proves its writer is not kept out by one that doesn't: somebody else may have sent
    that before.
    """
    claim = identity.claim(head.recipient)  # a token is all the proof that there will be
    proven = bool(head.authenticated or (claim and claim.token))
    mail = replace(mail, proven=proven)
    kin = letters.store_head(db, mail, content)
    for other in kin.copies:
        if not mail.message_id and abs(mail.received - other.received) > SOON:
            continue
        # It counts though another is known if it proves more, or came before one not acted on yet.
        proves_more = proven and not other.proven
        came_first = other.status == letters.NEW and mail.received < other.received
        if (proves_more or (came_first and proven == other.proven)) and (
            _close_copy(db, house, other.id, f"the same mail as letter {mail.id}")
            or proves_more  # and the other one has been acted on
        ):
            continue
        _close_copy(db, house, mail.id, f"the same mail as letter {other.id}")
        return
    for copy, whole in find_copies(db, house, replace(mail, shared=kin.shared), head.recipient):
        _close_copy(db, house, copy, f"letter {whole} cut off on its way")


def _close_copy(db: Connection, house: House, copy: int, reason: str) -> bool:
    """Close a copy: it is answered no second time and changes nothing. False if it is closed."""
    open_ = letters.close_open(db, copy, letters.REPEATED, reason)
    if open_:
        log.mail(db, house.now, copy, letters.REPEATED)
    return open_


def read(db: Connection, house: House, mail: ReceivedMail, *, whole: bool = True) -> Letter:
    """Read a journalled mail as a letter, or its head alone; received when the journal says."""
    octets = house.archive.read(db, mail.digest)
    if whole:
        letter = read_archived(house, mail, octets)
    else:
        head = body.read_letter(octets, mail.received, house.ours, whole=False)
        letter = prove_by_signature(house, head, mail)
    return replace(letter, received=mail.received)
