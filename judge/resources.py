"""Where grammar/, templates/ and variants/ lie: in a checkout, an editable install or a wheel."""

from importlib import import_module
from pathlib import Path


def root(name: str) -> Path:
    """Return the folder ``name`` ("grammar", "templates" or "variants") as a real path.

    The folders stand at the top of the tree and are installed as packages of ``judge``;
    a bare checkout and compat-mode editable installs know only the folders.
    """
    try:
        package = import_module(f"judge.{name}")
    except ModuleNotFoundError:
        return Path(__file__).resolve().parent.parent / name
    return Path(next(iter(package.__path__)))
