"""Where grammar/, spool/, templates/ and variants/ lie: in a checkout or an installed judge."""

import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

_KEPT: list[Path] = []
"""The keeper's own templates, if the spool that is worked on has any."""
_shelves: tuple[Path, ...] = ()
"""The keeper's folders of variants: those of the spool that was opened last."""
_are_trusted = True
"""Whether what is in them may run."""


@cache
def root(name: str) -> Path:
    """Return the folder ``name``, such as "grammar", as a real path; "sample" is spool/.

    The folders stand at the top of the tree and are installed as packages of ``judge``;
    a bare checkout and compat-mode editable installs know only the folders.
    """
    try:
        package = import_module(f"judge.{name}")
    except ModuleNotFoundError:
        folder = "spool" if name == "sample" else name
        return Path(__file__).resolve().parent.parent / folder
    return Path(next(iter(package.__path__)))


def keep_templates(folder: Path) -> None:
    """Let the templates in ``folder`` stand for ours of the same names, where it is there."""
    _KEPT[:] = [folder] if folder.is_dir() else []


def templates() -> tuple[Path, ...]:
    """The folders of the common templates, the keeper's before ours."""
    return (*_KEPT, root("templates"))


def keep_shelves(*shelves: Path, trusted: bool = True) -> None:
    """Look for variants in these folders as well, the first one first; they need not be there.

    Not ``trusted``: their rules.py may not run.
    """
    global _shelves, _are_trusted
    _shelves, _are_trusted = shelves, trusted


def is_trusted(path: Path) -> bool:
    """Whether a file may run: it came with the judge, or is in a folder that is trusted."""
    return _are_trusted or path.is_relative_to(root("variants"))


def shelves() -> tuple[Path, ...]:
    """The keeper's own folders of variants."""
    return _shelves


@cache
def read_patterns(name: str) -> dict[str, str]:
    """The sections of a file of grammar/mails, each as a pattern of all that its lines match."""
    lines = (root("grammar") / "mails" / f"{name}.txt").read_text("utf-8").splitlines()
    patterns: dict[str, str] = {}
    section = ""
    for line in lines:
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1]
        elif line and not line.startswith("#"):
            patterns[section] = f"{patterns[section]}|{line}" if section in patterns else line
    return patterns


@cache
def read_words(folder: str, name: str) -> dict[str, Any]:
    """What a file of words in grammar/ or templates/ says ("options", "sentences")."""
    return tomllib.loads((root(folder) / f"{name}.toml").read_text("utf-8"))
