"""Commands that look: what became of a mail, what was done, the judge in figures."""

import sys
from datetime import datetime
from pathlib import Path

import click

from judge.line.options import JSON, SPOOL, print_json, read_since, tell


@click.command()
@SPOOL
@JSON
@click.argument("what", metavar="ADDRESS|R17|M17|MESSAGE-ID|GAME")
def trace(spool: Path, what: str, *, as_json: bool) -> None:
    """Show what became of a mail, from its arrival to the delivery or bounce of the answer."""
    from judge.keeper import trace as tracing

    steps = tracing.trace(spool, what)
    if as_json:
        print_json([{"at": step.at, "mail": step.mail, "what": step.what} for step in steps])
        return
    for step in steps:
        tell(str(step))


@click.command()
@SPOOL
@click.option("--raw", is_flag=True, help="The whole mail as it came, with all that is private.")
@click.argument("mail", metavar="R17")
def mail(spool: Path, mail: str, *, raw: bool) -> None:
    """Show a mail that came in, by its receipt: its head, and what became of it."""
    from judge.keeper import trace as tracing

    if raw:
        sys.stdout.buffer.write(tracing.raw(spool, mail))
    else:
        tell(tracing.show(spool, mail))


@click.command()
@SPOOL
@JSON
@click.option("--since", callback=read_since, metavar="TIME", help="Such as 12h, 3d, 2026-11-27.")
@click.option("--game", default="", metavar="GAME", help="What was done in one game.")
@click.option("--follow", is_flag=True, help="Go on with what is done from now on.")
def log(spool: Path, since: datetime | None, game: str, *, follow: bool, as_json: bool) -> None:
    """Show what was done, an event a line, by ids alone: no orders, press or addresses."""
    from judge.keeper import logbook
    from judge.store.log import as_line

    choice = logbook.Choice(since, game)
    for link in logbook.events(spool, choice, (lambda: True) if follow else None):
        if as_json:
            print_json(logbook.as_json(link))
        else:
            tell(as_line(link))


@click.command()
@SPOOL
@click.option(
    "--file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write them there, whole, as the node exporter's textfile folder wants.",
)
def metrics(spool: Path, file: Path | None) -> None:
    """Print the judge in figures, in Prometheus' text format."""
    from judge.keeper import figures

    if file is None:
        tell(figures.metrics(spool), nl=False)
    else:
        figures.write_metrics(spool, file)


COMMANDS = (trace, mail, log, metrics)
