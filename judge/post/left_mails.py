"""Mails that are left in an IMAP mailbox: alone of all they can't be fetched, or moved.

The keeper is told once, and no pass looks at them again. The file "left" of the spool holds their
keys; where it is lost they are tried once more.
"""

from collections.abc import Collection, Iterable

import msgspec

from judge.home.spool import Spool


def find_left(spool: Spool) -> Collection[str]:
    """The keys of the mails that are left where they lie."""
    try:
        return msgspec.json.decode(spool.left_mails.read_bytes(), type=frozenset[str])
    except (FileNotFoundError, msgspec.MsgspecError):
        return ()


def leave(spool: Spool, keys: Iterable[str]) -> None:
    """Leave these where they lie as well."""
    spool.left_mails.write_bytes(msgspec.json.encode(sorted({*find_left(spool), *keys})))
