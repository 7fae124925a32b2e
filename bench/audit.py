"""The audit of many packed mails, each read, answered and sent: rows as the judge writes them.

Told is processor time, and what a million would take. JUDGE_BENCH_AUDIT is another number of mails.
"""

import gzip
import hashlib
import os
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, insert

from judge.keeper.audit import audit
from judge.spool import spool
from judge.spool.spool import Spool
from judge.store import letters, log, outbox, schema
from judge.store.database import open_database

MAILS, STEP = 20_000, 2000
START = datetime(2024, 1, 1, tzinfo=UTC)
MAIL = (
    "From: A Player <a{0}@players.example>\r\nMessage-ID: <{0}@x>\r\n\r\n" + "A Par - Bur\r\n" * 40
)


def main() -> None:
    """Print what an audit of all takes, and what of a million."""
    count = int(os.environ.get("JUDGE_BENCH_AUDIT", MAILS))
    each = measure(count)
    print(f"audit --all  {count} mails {each * count:6.1f} s, a million {each * 1e6:5.0f} s")


def measure(count: int) -> float:
    """Seconds of processor time a mail of an audit of so many. Raises where it finds faults."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "spool"
        spool.make_spool(home)
        opened = spool.open_spool(home)
        engine = open_database(opened.database)
        for first in range(0, count, STEP):
            with engine.begin() as db:
                _take(db, opened, range(first, min(first + STEP, count)))
        engine.dispose()
        begun = time.process_time()
        faults = audit(home, whole=True).faults
        if faults:
            raise RuntimeError(f"faults: {faults}")
        return (time.process_time() - begun) / count


def _take(db: Connection, opened: Spool, numbers: range) -> None:
    """Take some mails, answer them and pack them away."""
    at = START + timedelta(minutes=numbers[0])
    rows = list(_pack(opened, numbers, at))
    db.execute(insert(schema.letters), [letter for letter, _, _ in rows])
    db.execute(insert(schema.outbox), [post for _, post, _ in rows])
    log.extend(db, at, [deed for _, _, deeds in rows for deed in deeds])


def _pack(
    opened: Spool, numbers: range, at: datetime
) -> Iterator[tuple[dict[str, object], dict[str, object], list[log.Deed]]]:
    """The rows of mails, answers and log; the bytes lie in the folder of their month."""
    month = opened.archive / f"{at:%Y-%m}"
    month.mkdir(mode=0o700, exist_ok=True)
    for number in numbers:
        raw = MAIL.format(number).encode()
        digest = hashlib.sha256(raw).hexdigest()
        (month / f"{digest}.eml.gz").write_bytes(gzip.compress(raw, mtime=0))
        yield (
            {
                "id": number + 1, "place": f"new/{number}", "message_id": f"<{number}@x>",
                "digest": digest, "whole": True, "received": at, "taken": at,
                "status": letters.DONE, "reason": "", "content": digest, "proven": True,
            },
            {
                "key": outbox.answer_key(number + 1, digest), "sender": f"s{number}",
                "recipient": f"a{number}@players.example", "kind": "answer", "game": "",
                "created": at, "status": "sent", "tries": 1, "due": at, "reason": "",
            },
            [
                log.Deed(log.JUDGE, log.TAKEN, "", {"mail": number + 1, "digest": digest}),
                log.Deed(log.JUDGE, f"{log.MAIL}{letters.DONE}", "", {"mail": number + 1}),
            ],
        )  # fmt: skip
