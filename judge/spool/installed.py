"""The files that the judge was installed with, besides its code: whether all are still there.

Whoever installs writes the list: a build into the wheel, an editable install (``make install``,
``make setup``) into its checkout. What is installed may be edited, and more may be put beside it;
what was there has to stay. This module needs nothing but Python: the build runs it.
"""

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from judge import resources
from judge.kernel.errors import KeeperError

ROOTS = ("grammar", "templates", "variants")
KINDS = (".css", ".j2", ".json", ".lark", ".md", ".py", ".toml", ".txt")
"""How the names of files end that are installed there."""
LIST = Path(__file__).parent / "installed.txt"
CODE = Path(__file__).parent.parent
BEGUN = time.time()
"""When this process began, or nearly."""
COMMIT = Path(__file__).parent / "commit.txt"
"""git archive writes the commit there that it makes an archive of, and so every release has it."""
TREE = Path(__file__).parents[2]
DEBIAN = "/usr/lib/diplomacy-judge"
"""Where the Debian package lies."""
AGAIN = "install the judge anew ('make install' in a checkout, else by pip or apt), then go on"


def find_commit() -> str:
    """The commit that this judge was made of, "" where nobody knows; of a checkout git is asked."""
    commit = COMMIT.read_text().strip()
    if not commit.startswith("$"):
        return commit
    if not (TREE / ".git").exists():
        return ""
    ask = ("git", "-c", "safe.directory=*", "-C", TREE, "rev-parse", "HEAD")
    try:
        return subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def word_install(version: str) -> str:
    """The command that makes another version of this judge, by the way that this one came."""
    if sys.prefix == DEBIAN:
        return f"apt-get install --allow-downgrades ./diplomacy-judge_{version}_*.deb"
    if (TREE / ".git").exists():
        return f"git -C {TREE} checkout v{version} && make -C {TREE} install"
    if Path(sys.prefix, "pipx_metadata.json").exists():
        return f"pipx install --force diplomacy-judge=={version}"
    return f"{sys.prefix}/bin/pip install diplomacy-judge=={version}"


def write(package: Path | None = None) -> None:
    """List the files of this judge, or of the one that is being built at ``package``."""
    roots = {name: package / name if package else resources.root(name) for name in ROOTS}
    lines = sorted(
        f"{_digest(path)} {path.stat().st_size} {name}/{path.relative_to(root).as_posix()}\n"
        for name, root in roots.items()
        for path in root.rglob("*")
        if path.suffix in KINDS and path.is_file()
    )
    target = package / "spool" / LIST.name if package else LIST
    fresh = target.with_suffix(f".{os.getpid()}")
    fresh.write_text("".join(lines))
    fresh.replace(target)


def explain_missing() -> str:
    """Which files are gone or empty, and what to do; "" where all are there, or nothing lists them.

    An empty file is what an update leaves behind for which the disk had no room.
    """
    roots = {name: str(resources.root(name)) for name in ROOTS}
    missing = []
    for name, (_, size) in _read().items():
        root, _, rest = name.partition("/")
        is_there = False
        with suppress(FileNotFoundError, NotADirectoryError):
            is_there = os.stat(f"{roots[root]}/{rest}").st_size > 0 or size == 0
        if not is_there:
            missing.append(name)
    if not missing:
        return ""
    more = f" and {len(missing) - 1} more files" if len(missing) > 1 else ""
    return (
        f"{_path(missing[0])}{more} of this judge {'are' if more else 'is'} missing or empty: it "
        f"takes no mail, adjudicates nothing and sends nothing until you {AGAIN}."
    )


def is_replaced() -> bool:
    """Whether the program's files are being replaced by another version's, under this process."""
    try:
        return is_absent() or any(path.stat().st_ctime > BEGUN for path in CODE.rglob("*.py"))
    except FileNotFoundError:
        return True


def is_absent() -> bool:
    """Whether the old version has gone, and the new one has not come yet."""
    return not (CODE / "__main__.py").exists()


def find_changed() -> Iterator[Path]:
    """The files whose content is not what was installed."""
    for name, as_installed in _read().items():
        path = _path(name)
        if path.is_file() and (_digest(path), path.stat().st_size) != as_installed:
            yield path


def _path(name: str) -> Path:
    root, _, rest = name.partition("/")
    return resources.root(root) / rest


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _read() -> dict[str, tuple[str, int]]:
    """By name the SHA-256 and the size of each file as it was installed; {} without a list.

    Raises KeeperError where that is damaged.
    """
    try:
        rows = [line.split(" ", 2) for line in LIST.read_text().splitlines()]
        return {name: (digest, int(size)) for digest, size, name in rows}
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise KeeperError(f"{LIST} is damaged: {AGAIN}.") from error
