"""A PostgreSQL database written into a file and put back, by the server's own programs."""

import os
import subprocess
from pathlib import Path

from sqlalchemy.engine import make_url

from judge.kernel.errors import KeeperError, MissingError
from judge.store import bell, server
from judge.store.database import connect, version

NAME = "judge.dump"
"""What it is called in a backup."""


def write(url: str, file: Path) -> str:
    """Write one picture of the database at ``url``; return its schema. Raises KeeperError."""
    engine = connect(url)
    schema = version(engine)
    engine.dispose()
    _run(
        "pg_dump",
        url,
        "--format=custom",
        f"--exclude-schema={bell.SCHEMA}",  # workers hang it anew
        f"--file={file}",
    )
    return schema or ""


def put_back(file: Path, url: str) -> None:
    """Fill the empty database at ``url``, wholly or not at all. Raises KeeperError."""
    engine = connect(url)
    try:
        if version(engine) is not None:
            raise KeeperError(f"The database {engine.url.database} holds a judge already.")
        with engine.begin() as db:
            server.refuse_collation(db)
    finally:
        engine.dispose()
    _run("pg_restore", url, "--no-owner", "--exit-on-error", "--single-transaction", str(file))


def _run(program: str, url: str, *arguments: str) -> None:
    """Run one of them; a password is given where other users don't see it."""
    address = make_url(url)
    plain = address._replace(drivername="postgresql", password=None).render_as_string()
    password_variable = {"PGPASSWORD": str(address.password)} if address.password else {}
    try:
        process = subprocess.run(
            [program, f"--dbname={plain}", *arguments],
            env=os.environ | password_variable,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError as error:
        raise MissingError(
            f"{program} is not installed: Debian's package postgresql-client brings it."
        ) from error
    if process.returncode:
        errors = process.stderr.strip().splitlines() or [f"it ended with {process.returncode}"]
        raise KeeperError(f"{errors[0].rstrip('.')}.")
