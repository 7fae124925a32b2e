"""How servers are verified: always, against the system's certificates or the keeper's file."""

import ssl
from pathlib import Path

from judge.kernel.errors import KeeperError


def context(cafile: Path | None) -> ssl.SSLContext:
    """A context that checks host names and certificates. Raises KeeperError for a bad file."""
    try:
        return ssl.create_default_context(cafile=cafile)
    except OSError as error:
        raise KeeperError(
            f"The certificates in {cafile} can't be read: {error.strerror}."
        ) from error
