"""The demo: the judge works through a copy of the sample spool, and shows what it does."""

from pathlib import Path

from rich.console import Console

from judge.demo import alpha, beta, sample, shelf


def show(home: Path, console: Console) -> None:
    """Play the sample spool in ``home``, a folder that is made anew, and show it all.

    Raises KeeperError if there is no sample spool or ``home`` is a folder of something else.
    """
    sample.fresh(home)
    alpha.show(home, console)
    beta.show(home, console)
    shelf.show(home, console)
