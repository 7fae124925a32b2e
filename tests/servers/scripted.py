"""An IMAP server that answers as it is told to: what no kept server does, some server did."""

import re
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

CAPABILITIES = b"IMAP4rev1 UIDPLUS MOVE IDLE"
DATE = b'"27-Nov-2026 12:00:00 +0000"'
HANG_UP = b"HANG UP"

Answer = Callable[[str, Sequence[int]], bytes | None]
"""What is said to a command with these UIDs, TAG for its tag; None: what a server should say."""
Row = Callable[[int, bytes], bytes | None]
"""What is told of one mail when these items of it are fetched; None as above."""


@dataclass
class Script:
    """The mails of a folder by UID, those that were moved out of it, and the odd answers."""

    mails: dict[int, bytes]
    answer: Answer = lambda _name, _uids: None
    row: Row = lambda _uid, _items: None
    moved: list[int] = field(default_factory=list)
    port: int = 0


def mails(count: int) -> dict[int, bytes]:
    """So many mails, by UID."""
    return {
        uid: b"From: fr@x.org\r\nSubject: %d\r\n\r\nHELP\r\n" % uid for uid in range(1, count + 1)
    }


@contextmanager
def serving(script: Script) -> Iterator[Script]:
    """The server on a port of loopback; stopped afterwards."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        script.port = listener.getsockname()[1]
        sessions = threading.Thread(target=_serve, args=(listener, script))
        sessions.start()
        yield script
        listener.shutdown(socket.SHUT_RDWR)
        sessions.join()


def _serve(listener: socket.socket, script: Script) -> None:
    """One session after the other, until nobody listens."""
    while True:
        try:
            client, _ = listener.accept()
        except OSError:
            return
        with client, suppress(OSError):
            client.sendall(b"* OK ready\r\n")
            for line in client.makefile("rb"):
                said = _answer(script, line.strip())
                if said == HANG_UP:
                    break
                client.sendall(said)


def _answer(script: Script, line: bytes) -> bytes:
    tag, _, rest = line.partition(b" ")
    name = rest.upper().removeprefix(b"UID ").partition(b" ")[0].decode("latin-1")
    match = re.match(rb"UID \w+ ([\d,]+)", rest, re.IGNORECASE)
    uids = [int(one) for one in match[1].split(b",")] if match else []
    odd = script.answer(name, uids)
    if odd is not None:
        return odd.replace(b"TAG", tag)
    told = {
        "CAPABILITY": b"* CAPABILITY " + CAPABILITIES + b"\r\n",
        "SELECT": b"* %d EXISTS\r\n* OK [UIDVALIDITY 7] .\r\n" % len(script.mails),
        "LIST": b'* LIST () "/" "Processed"\r\n',
        "SEARCH": b"* SEARCH %s\r\n" % b" ".join(b"%d" % uid for uid in script.mails),
        "LOGOUT": b"* BYE\r\n",
    }.get(name, b"")
    if name == "FETCH":
        told = b"".join(_row(script, uid, rest) for uid in uids if uid in script.mails)
    if name in ("MOVE", "STORE"):
        script.moved += [uid for uid in uids if script.mails.pop(uid, None)]
    return told + tag + b" OK done\r\n"


def _row(script: Script, uid: int, items: bytes) -> bytes:
    odd = script.row(uid, items)
    if odd is not None:
        return odd
    raw, parts = script.mails[uid], [b"UID %d" % uid]
    if b"RFC822.SIZE" in items:
        parts.append(b"RFC822.SIZE %d" % len(raw))
    if b"INTERNALDATE" in items:
        parts.append(b"INTERNALDATE " + DATE)
    if b"BODY" in items:
        parts.append(b"BODY[] {%d}\r\n%s" % (len(raw), raw))
    return b"* %d FETCH (%s)\r\n" % (uid, b" ".join(parts))
