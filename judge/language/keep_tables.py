"""``python -m judge.language.keep_tables [FOLDER]``: the tables of grammar/, kept where it lies.

Whoever installs runs it, so that no process works them out again. They may be lost at any time;
FOLDER is that of a judge being built.
"""

import sys
from pathlib import Path

from judge import resources
from judge.language import commands, orders, table
from judge.language.lexicon import FILES


def write(folder: Path) -> None:
    """Work out the tables of all grammars of ours, and write them to ``folder``."""
    table.keep_in(folder)
    for grammar in FILES:
        orders.common_table(grammar)
    commands.command_table()


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else resources.root("grammar") / "tables")
