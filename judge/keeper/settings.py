"""judge.toml written by a command: the keeper's comments and order stay as they are."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from judge.home import config
from judge.kernel.errors import KeeperError
from judge.mail import disk

Value = str | int | Sequence[str] | Mapping[str, str]


def write(home: Path, values: Mapping[str, Value]) -> None:
    """Set keys above the first section of judge.toml, or those of a section by its name.

    What was there lies in judge.toml.before.

    Raises KeeperError where the outcome would be refused; then nothing is changed.
    """
    import tomlkit  # noqa: PLC0415 - few commands need it

    path = home / "judge.toml"
    text = path.read_text(encoding="utf-8")
    document = tomlkit.parse(text)
    for key, value in values.items():
        if isinstance(value, Mapping):
            document.setdefault(key, tomlkit.table()).update(value)
        else:
            document[key] = value if isinstance(value, str | int) else list(value)
    new_text = tomlkit.dumps(document)
    config.load(document.unwrap())
    try:
        disk.store({"judge.toml.before": text.encode()}, home, home)
        disk.store({"judge.toml": new_text.encode()}, home, home)
    except OSError as error:
        raise KeeperError(f"{path} can't be written: {os.strerror(error.errno or 0)}.") from error
