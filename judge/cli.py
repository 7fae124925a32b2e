"""The commands; each only turns arguments into one call. Imports are late: cron starts us often."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from judge.kernel.errors import JudgeError

if TYPE_CHECKING:
    from judge.game.books.overview import Listing


BUG = 70
"""The exit status of a command that broke off (EX_SOFTWARE)."""


class Sentences(click.Group):
    """A group whose commands say what is wrong in one sentence, without a traceback.

    A bug is told by where it is: an error's own words may quote what a player wrote.
    """

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except JudgeError as error:
            raise click.ClickException(str(error)) from error
        except (click.ClickException, click.exceptions.Exit, click.Abort, OSError):
            raise
        except Exception as error:
            from judge.game.post.shunt import trace

            click.echo(f"{trace(error)}\n{_harmless(error)}".strip(), err=True)
            raise click.exceptions.Exit(BUG) from None


def _harmless(error: Exception) -> str:
    """What an error says, if its words are the database's own: a full disk, a locked file."""
    from sqlalchemy.exc import OperationalError

    return str(error.orig) if isinstance(error, OperationalError) else ""


@click.group(cls=Sentences, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="judge")
def main() -> None:
    """The e-mail judge for Diplomacy and the games around it."""


@main.command()
@click.option("--spool", default=".", show_default=True, metavar="DIR", help="The spool.")
def deliver(spool: str) -> None:
    """Take one mail from standard input into DIR/in, as an MTA's pipe.

    Prints nothing; exits 0 when the mail is safely stored, else 75: try again later.
    """
    from judge.mail import deliver as pipe

    sys.exit(pipe.main(["--spool", spool]))


@main.command()
@click.argument("file", type=click.File("rb"), default="-")
def adjudicate(file: BinaryIO) -> None:
    """Adjudicate positions: one JSON object a line in, one a line out.

    A line that is wrong is answered with {"id": ..., "error": ...}; the exit status is 1 then.
    """
    from judge.catalog import adjudicate as judging

    sys.exit(judging.main(file, sys.stdout.buffer))


@main.command()
@click.option("--variant", default="standard", show_default=True, metavar="V", help="Whose names.")
@click.option("--power", default="", metavar="P", help="Who writes; else anybody.")
@click.option("--phase", default="", metavar="PH", help="For which phase, such as F1901R.")
@click.option("--json", "lines", is_flag=True, help="Read one JSON request a line.")
@click.argument("file", type=click.File("rb"), default="-")
def parse(variant: str, power: str, phase: str, lines: bool, file: BinaryIO) -> None:
    """Show what each line of a text is understood as, one JSON object an order.

    With --json each line is {"id", "variant", "phase", "power", "units", "text"} and gets one
    answer {"id", "lines"}; a wrong one gets {"id", "error"}, and the exit status is 1 then.
    """
    from judge.catalog import parse as parsing

    if lines:
        sys.exit(parsing.main(file, sys.stdout.buffer))
    parsing.show(file.read(), sys.stdout.buffer, variant=variant, power=power, phase=phase)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
def check(folder: Path) -> None:
    """Tell what is wrong with the variant in DIR, such as variants/1900: for who makes one.

    Prints nothing and exits 0 if nothing is.
    """
    from judge.catalog import check as checking

    faults = checking.faults(folder)
    for fault in faults:
        click.echo(fault)
    sys.exit(bool(faults))


SPOOL = click.option(
    "--spool",
    type=click.Path(path_type=Path),
    envvar="JUDGE_SPOOL",
    default=".",
    metavar="DIR",
    help="The spool; else JUDGE_SPOOL, else the current folder.",
)


def _moment(_context: click.Context, _option: click.Parameter, text: str | None) -> datetime | None:
    """An ISO time, meant in UTC where it names no zone."""
    try:
        moment = datetime.fromisoformat(text) if text else None
    except ValueError as error:
        raise click.BadParameter("write it like 2026-11-27T18:00") from error
    return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC) if moment else None


@main.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
def init(folder: Path) -> None:
    """Make a spool at DIR: settings to edit, mailboxes, and a database."""
    from judge.game import found

    found.found(folder)
    click.echo(f"{folder} is ready: edit {folder / 'judge.toml'}, then let cron call")
    click.echo(f"  judge run --spool {folder.absolute()}")


@main.command()
@SPOOL
@click.option("--now", callback=_moment, metavar="TIME", help="Pretend it is TIME (tests, demos).")
def run(spool: Path, now: datetime | None) -> None:
    """Do one pass: take mail, answer it, adjudicate what is due, send. What cron calls.

    Prints nothing when all is well.
    """
    from judge.game.clocks import wake

    if wake.idle(spool, now):
        return
    from judge import batch

    report = batch.run(spool, now)
    for line in report.lines:
        click.echo(line, err=True)
    sys.exit(report.failed)


@main.command()
@SPOOL
def watch(spool: Path) -> None:
    """Do a pass whenever mail comes or something is due, until SIGTERM.

    Cron may go on beside it. Tells on standard error what a pass would tell, once.
    """
    import signal
    from functools import partial

    from judge.keeper import watch as watching

    stop = watching.Stop()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, stop)
    watching.watch(spool, stop, partial(click.echo, err=True))


@main.command()
@SPOOL
@click.option("--now", callback=_moment, metavar="TIME", help="Pretend it is TIME (tests, demos).")
def status(spool: Path, now: datetime | None) -> None:
    """Show how the judge stands: runs, mails, disk, and what its games wait for."""
    from judge.keeper import status as standing

    _print(standing.status(spool, now))


@main.command("list")
@SPOOL
def list_(spool: Path) -> None:
    """List all games."""
    from judge.game import keeping

    _print(keeping.listing(spool))


@main.command()
@SPOOL
@click.option("--json", "form", flag_value="json", help="As JSON, with every power played.")
@click.option("--csv", "form", flag_value="csv", help="As CSV.")
def stats(spool: Path, form: str | None) -> None:
    """Show how reliable each player is and how his games ended."""
    from judge.game import keeping

    if form:
        click.echo(keeping.statistics_as(spool, form), nl=form == "json")
    else:
        _print(keeping.statistics(spool))


@main.command()
@SPOOL
@click.argument("game")
def show(spool: Path, game: str) -> None:
    """Show one game: its phase, its players, and whose orders are in."""
    from judge.game import keeping

    _print(keeping.show(spool, game))


@main.command()
@SPOOL
@click.argument("game")
def verify(spool: Path, game: str) -> None:
    """Throw a game's dice again and play its turns again; exits 1 if anything does not agree."""
    from judge.game import keeping

    lines, good = keeping.verified(spool, game)
    for line in lines:
        click.echo(line)
    sys.exit(not good)


@main.command()
@SPOOL
@click.argument("game")
@click.option("--secret", is_flag=True, help="With the open phase's orders, addresses, secrets.")
def export(spool: Path, game: str, secret: bool) -> None:
    """Print a whole game as JSON."""
    from judge.game import keeping

    click.echo(keeping.exported(spool, game, secret=secret))


@main.group(invoke_without_command=True)
@SPOOL
@click.pass_context
def shunt(context: click.Context, spool: Path) -> None:
    """The mails that could not be handled: list them, show one, try one again."""
    context.obj = spool
    if context.invoked_subcommand is None:
        context.invoke(shunt_list)


@shunt.command("list")
@click.pass_obj
def shunt_list(spool: Path) -> None:
    """List them."""
    from judge.game import keeping

    _print(keeping.shunted(spool))


@shunt.command("show")
@click.argument("mail")
@click.pass_obj
def shunt_show(spool: Path, mail: str) -> None:
    """Show where MAIL ("R48213") raised, and where its bytes are."""
    from judge.game import keeping

    click.echo(keeping.trace(spool, mail))


@shunt.command("retry")
@click.argument("mail")
@click.pass_obj
def shunt_retry(spool: Path, mail: str) -> None:
    """Let the next run act on MAIL ("R48213") again."""
    from judge.game import keeping

    click.echo(keeping.retry(spool, mail))


@main.group(invoke_without_command=True)
@SPOOL
@click.pass_context
def outbox(context: click.Context, spool: Path) -> None:
    """The mails that wait to be sent or were given up: list them, show, retry or drop one."""
    context.obj = spool
    if context.invoked_subcommand is None:
        context.invoke(outbox_list)


@outbox.command("list")
@click.pass_obj
def outbox_list(spool: Path) -> None:
    """List them, with what the server said."""
    from judge.keeper import queue

    _print(queue.listing(spool))


@outbox.command("show")
@click.argument("mail")
@click.option("--raw", is_flag=True, help="The whole mail as it leaves, with all that is private.")
@click.pass_obj
def outbox_show(spool: Path, mail: str, *, raw: bool) -> None:
    """Show what was tried with MAIL ("M17"), and its headers."""
    from judge.keeper import queue

    if raw:
        sys.stdout.buffer.write(queue.raw(spool, mail))
    else:
        click.echo(queue.show(spool, mail))


@outbox.command("retry")
@click.argument("mail")
@click.pass_obj
def outbox_retry(spool: Path, mail: str) -> None:
    """Let the next run send MAIL ("M17"), or "all" that were given up."""
    from judge.keeper import queue

    click.echo(queue.retry(spool, mail))


@outbox.command("drop")
@click.argument("mail")
@click.pass_obj
def outbox_drop(spool: Path, mail: str) -> None:
    """Let go of MAIL ("M17"), or of "all" that were given up: they are never sent."""
    from judge.keeper import queue

    click.echo(queue.drop(spool, mail))


@main.command()
@SPOOL
def doctor(spool: Path) -> None:
    """Try everything that the judge needs, and say of each how it is.

    Exit status 1 if anything is wrong.
    """
    from judge.keeper import doctor as healing

    wrong = False
    for finding in healing.examine(spool):
        click.echo(str(finding))
        wrong = wrong or not finding.ok
    sys.exit(wrong)


@main.command()
@SPOOL
@click.argument("file", type=click.Path(path_type=Path))
def backup(spool: Path, file: Path) -> None:
    """Write the whole judge into FILE, a tar, while it works."""
    from judge.keeper import backup as keeping

    click.echo(keeping.backup(spool, file))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
def restore(file: Path, folder: Path) -> None:
    """Make a spool at DIR from the backup FILE; it does nothing until 'judge resume'."""
    from judge.keeper import backup as keeping

    click.echo(keeping.restore(file, folder))


@main.command()
@SPOOL
def resume(spool: Path) -> None:
    """Let a restored judge work, or one that doubts its clock: both are right now."""
    from judge.keeper import backup as keeping

    click.echo(keeping.resume(spool))


@main.command()
@SPOOL
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def audit(spool: Path, *, as_json: bool) -> None:
    """Prove that every mail came to one end and that no byte was changed since.

    Exit status 1 if anything is wrong; each fault is named.
    """
    from judge.keeper import audit as auditing

    found = auditing.audit(spool)
    for line in [found.as_json()] if as_json else found.lines():
        click.echo(line)
    sys.exit(bool(found.faults))


@main.command()
@click.argument("folder", type=click.Path(path_type=Path), default="demo", metavar="[DIR]")
def demo(folder: Path) -> None:
    """Run the judge on a copy of the sample spool in DIR (demo) and show what it does."""
    from rich.console import Console

    from judge import demo as showing

    showing.show(folder, Console(highlight=False))


def _print(listing: "Listing") -> None:
    """A table on a terminal, plain columns elsewhere."""
    from judge.game.books import overview

    if not sys.stdout.isatty():
        click.echo(overview.plain(listing))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*listing.heads, box=None, header_style="bold", pad_edge=False)
    for row in listing.rows:
        table.add_row(*(Text(cell) for cell in row))
    console = Console(highlight=False)
    for line in listing.lines:
        console.print(line, markup=False)
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
