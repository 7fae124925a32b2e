"""What whoever installs the judge makes once, so that no process has to.

``python -m judge.keeper.install`` leaves it beside the code; without it each spool comes by it as
it needs it.
"""

import shutil
from pathlib import Path

from judge import prepared
from judge.catalog import shelves
from judge.language import table
from judge.report import compiled, render
from judge.report.picture import drawing, layers


def prepare() -> None:
    """Make ready all that comes with the judge; what else lies with it goes."""
    table.prepare()
    drawing.prepare()
    for variant in shelves.list_installed():
        layers.prepare(variant)
        render.prepare(variant)
    for path in prepared.HOME.iterdir():
        if path.name not in prepared.used:
            path.unlink()


def pack(target: Path) -> None:
    """The same into a package that is built, but for what is one Python's alone."""
    prepare()
    target.mkdir(exist_ok=True)
    for path in prepared.HOME.iterdir():
        if path.suffix != f".{compiled.KIND}":
            shutil.copy(path, target)


if __name__ == "__main__":
    prepare()
