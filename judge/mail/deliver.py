"""The pipe from an MTA: raw mail on stdin into a spool's Maildir, durably and silently.

It runs once a mail, so it imports next to nothing. The MTA reads the exit status alone:
0 taken, 75 (EX_TEMPFAIL) try again later. Any other would bounce a player's orders, and any
output could end up in a stranger's mailbox.
"""

import os
import time

OK = 0
TRY_LATER = 75
CHUNK = 1 << 16


def main(arguments: list[str]) -> int:
    """Deliver stdin into the spool that ``arguments`` name; the exit status is 0 or 75.

    They are DIR, --spool DIR or --spool=DIR; else JUDGE_SPOOL counts; else the current directory.
    """
    try:
        match arguments:
            case []:
                spool = os.environ.get("JUDGE_SPOOL", ".")
            case ["--spool", spool]:
                pass
            case [one] if one.startswith("--spool=") or not one.startswith("-"):
                spool = one.removeprefix("--spool=")
            case _:
                return TRY_LATER
        deliver(spool, 0, dict(os.environ), time.time())
    except BaseException:
        return TRY_LATER
    return OK


def deliver(spool: str, stdin: int, environ: dict[str, str], now: float) -> None:
    """Store the mail that comes from the descriptor ``stdin`` in ``spool``/in.

    ``now`` is the time in seconds since 1970. Raises OSError; then nothing lies in ``new``.
    """
    inbox = os.path.join(spool, "in")
    if os.stat(spool).st_uid != os.geteuid():  # the judge could not read what another user leaves
        raise PermissionError("the spool belongs to somebody else")
    name = f"{now:.6f}.{os.getpid()}.pipe"
    tmp_path, new_path = f"{inbox}/tmp/{name}", f"{inbox}/new/{name}"
    try:
        handle = os.open(tmp_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            chunk = os.read(stdin, CHUNK)
            if not chunk:
                raise OSError("no mail on standard input")
            if chunk.startswith(b"From "):  # the mark of an mbox, which some MTAs write into pipes
                chunk = chunk.partition(b"\n")[2]
            _write(handle, trace(chunk, environ, now))
            while chunk:
                _write(handle, chunk)
                chunk = os.read(stdin, CHUNK)
            os.fsync(handle)
        finally:
            os.close(handle)
        os.rename(tmp_path, new_path)
        folder = os.open(f"{inbox}/new", os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except BaseException:
        for path in (tmp_path, new_path):
            if os.path.exists(path):
                os.unlink(path)
        raise


def _write(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]


def trace(beginning: bytes, environ: dict[str, str], now: float) -> bytes:
    """The headers put on top of a mail: when the pipe took it, for whom and from whom.

    The envelope is what Postfix and others give in RECIPIENT and SENDER; where the topmost
    header of the mail already says the same, it is not said twice.
    """
    end = b"\r\n" if b"\r\n" in beginning[:1000] else b"\n"
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(now))  # no locale is set here
    lines = [b"X-Judge-Arrived: " + date.encode()]
    topmost: dict[bytes, bytes] = {}
    for line in beginning.split(b"\n\n", 1)[0].split(b"\r\n\r\n", 1)[0].split(b"\n"):
        key, _, content = line.partition(b":")
        topmost.setdefault(key.lower(), content.strip())
    for name, value in (
        (b"Delivered-To", environ.get("RECIPIENT", "")),
        (b"Return-Path", f"<{environ['SENDER']}>" if "SENDER" in environ else ""),
    ):
        is_fit = value and value.isascii() and value.isprintable()
        if is_fit and topmost.get(name.lower()) != value.encode():
            lines.append(name + b": " + value.encode())
    return end.join(lines) + end
