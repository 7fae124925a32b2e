"""The commands; each only turns arguments into one call. Imports are late: cron starts us often."""

import os
import signal
import sys
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click
from click.exceptions import Exit

from judge import __version__, keeper
from judge.keeper import subcommands
from judge.keeper.options import (
    ALL,
    JSON,
    SPOOL,
    SPOOL_OF,
    command,
    print_json,
    print_listing,
    read_moment,
    tell,
)
from judge.kernel import errors
from judge.kernel.errors import InputError, JudgeError
from judge.post import idle
from judge.run import broken_commands
from judge.spool import installed, mishaps, runs
from judge.spool.mishaps import Mishap
from judge.spool.spool import find_variants, make_spool
from judge.store.glance import VERSION

if TYPE_CHECKING:
    from judge.run.watch import Stop, Tell

STANDING = frozenset({"doctor", "status", "health"})
"""The commands whose exit status says how the judge stands."""


class Sentences(click.Group):
    """A group whose commands say what is wrong in one sentence; nobody ever sees a traceback.

    Exit statuses are those of sysexits(3), but for the commands that say how the judge stands.
    """

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        """Read the options before the command."""
        try:
            return super().make_context(*arguments, **more)
        except click.UsageError as error:
            error.show()
            raise Exit(errors.USAGE) from error

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. Whatever it raises ends here as a sentence and an exit status."""
        try:
            return super().invoke(ctx)
        except (Exit, click.Abort, BrokenPipeError):
            raise
        except click.UsageError as error:
            error.show()
            raise Exit(_exit_status(ctx, errors.USAGE)) from error
        except JudgeError as error:
            _tell(ctx, str(error))
            status = mishaps.find_status(error, ctx.meta.get(SPOOL_OF))
            raise Exit(_exit_status(ctx, status)) from error
        except Exception as error:
            report = broken_commands.keep(
                error, ctx.invoked_subcommand or "judge", ctx.meta.get(SPOOL_OF)
            )
            mishap = mishaps.of(error, ctx.meta.get(SPOOL_OF)) or Mishap(
                broken_commands.bug(error, report), errors.BUG
            )
            _tell(ctx, f"{mishap.text}.")
            raise Exit(_exit_status(ctx, mishap.status)) from error


def _tell(ctx: click.Context, sentence: str) -> None:
    """Say what is wrong; a run that cron calls says the same thing once a day."""
    home = ctx.meta.get(SPOOL_OF)
    by_cron = ctx.invoked_subcommand == "run" and not sys.stderr.isatty()
    if not by_cron or home is None or runs.is_news(home, sentence):
        tell(f"Error: {sentence}", err=True)


def _exit_status(ctx: click.Context, status: int) -> int:
    """The exit status of a command that broke off with ``status``."""
    if ctx.invoked_subcommand not in STANDING:
        return status
    return keeper.status.standing_of_status(status)


def _show_version(context: click.Context, _option: click.Parameter, value: bool) -> None:
    """Say which judge this is."""
    if not value or context.resilient_parsing:
        return
    commit = installed.find_commit() or "unknown"
    tell(f"judge, version {__version__}, schema {VERSION}, commit {commit[:12]}")
    context.exit()


@click.group(cls=Sentences, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version, the schema of its databases, and the commit.",
)
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


@command(main)
@click.option(
    "--variant",
    default="standard",
    show_default=True,
    metavar="V",
    help="Of lines without; or DIR/V.",
)
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="So many processes."
)
@click.argument("file", type=click.File("rb"), default="-")
def adjudicate(spool: Path, file: BinaryIO, variant: str, jobs: int) -> None:
    """Adjudicate positions: one JSON object a line in, one a line out.

    Of the judge's own variants, and of those in the spool.

    Lines that name no variant are of V, or of the one in the folder DIR/V, as are those that name
    it V. A line that is wrong is answered with {"id": ..., "error": ...}; the exit status is 1
    then. With --jobs each process answers some hundred lines at once; the answers come in order.
    """
    from judge.catalog import parse as judging
    from judge.catalog import shelves

    find_variants(spool)
    usual = shelves.name_of(variant)
    sys.exit(judging.main_adjudicate(file, sys.stdout.buffer, jobs, usual))


@command(main)
@click.option(
    "--variant", default="standard", show_default=True, metavar="V", help="Whose names; or DIR/V."
)
@click.option("--power", default="", metavar="P", help="Who writes; else anybody.")
@click.option("--phase", default="", metavar="PH", help="For which phase, such as F1901R.")
@click.option("--json", "lines", is_flag=True, help="Read one JSON request a line.")
@click.option("--mail", is_flag=True, help="Read a raw mail: MIME, quotes, struck-out text.")
@click.argument("file", type=click.File("rb"), default="-")
def parse(
    spool: Path,
    variant: str,
    power: str,
    phase: str,
    lines: bool,
    mail: bool,
    file: BinaryIO,
) -> None:
    """Show what each line of a text is understood as, one JSON object an order.

    With --json each line is {"id", "variant", "phase", "power", "units", "text"} and gets one
    answer {"id", "lines"}; a wrong one gets {"id", "error"}, and the exit status is 1 then.
    With --mail FILE is one raw mail, of which the lines are told that the judge would read.
    """
    from judge.catalog import parse as parsing
    from judge.catalog import shelves

    find_variants(spool)
    if lines:
        sys.exit(parsing.main_parse(file, sys.stdout.buffer))
    show = parsing.show_mail if mail else parsing.show
    name = shelves.name_of(variant)
    show(file.read(), sys.stdout.buffer, variant=name, power=power, phase=phase)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
def check(folder: Path) -> None:
    """Tell what is wrong with the variant in DIR, such as variants/1900: for who makes one.

    Prints nothing and exits 0 if nothing is.
    """
    from judge.authoring import check as checking

    faults = checking.faults(folder)
    tell(*faults)
    sys.exit(bool(faults))


@command(main, "draw-map")
@click.argument("variant")
@click.option("--atlas", type=click.Path(path_type=Path, exists=True), metavar="FILE")
def draw_map(spool: Path, variant: str, atlas: Path | None) -> None:
    """Draw the map of VARIANT from its places.toml and write its shapes.json: for who makes one.

    VARIANT is a name, or the path of a folder.
    Prints where the picture and the rules differ, and exits 1 if they do. Needs the extra "draw"
    (pip install 'diplomacy-judge[draw]') and npm, or world-atlas's countries-10m.json as FILE.
    """
    from judge.catalog import shelves
    from judge.catalog import variant as catalog

    find_variants(spool)
    drawn = catalog.load(shelves.name_of(variant))
    try:
        from judge.authoring.cartography import draw, terrain
    except ModuleNotFoundError as error:
        how = "pip install 'diplomacy-judge[draw]'"
        raise InputError(f"There is no {error.name} here: {how}.") from error
    pieces = terrain.load_atlas(atlas)
    faults = list(draw.draw(drawn, pieces, lambda line: tell(line, err=True)))
    tell(*faults)
    sys.exit(bool(faults))


@main.command("import-map")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--into", type=click.Path(path_type=Path), metavar="DIR", help="The new folder.")
def import_map(file: Path, into: Path | None) -> None:
    """Make a variant of the board in FILE, a .map of DPjudge or of PyPI's diplomacy.

    The folder DIR, such as variants/empire, must not be there yet; without --into nothing is
    written. Tells what is wrong with the map, and what of it could not be carried over. Exits 0
    if the folder is sound.
    """
    from judge.authoring.mapfile import importing

    lines, is_sound = importing.bring_map(file, into)
    tell(*lines)
    sys.exit(not is_sound)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--database", default="", metavar="URL", help="Not in DIR, but in this PostgreSQL database."
)
def init(folder: Path, database: str) -> None:
    """Make a spool at DIR: settings to edit, mailboxes, and a database."""
    make_spool(folder, database)
    tell(f"{folder} is ready: edit {folder / 'judge.toml'}, then let cron call")
    tell(f"  judge run --spool {folder.absolute()}")


NOW = click.option(
    "--now", callback=read_moment, metavar="TIME", help="Pretend it is TIME (tests, demos)."
)


@command(main)
@NOW
@click.option("--pretend", is_flag=True, help="With --now: though games are running.")
def run(spool: Path, now: datetime | None, *, pretend: bool) -> None:
    """Do one pass: take mail, answer it, adjudicate what is due, send. What cron calls.

    Prints nothing when all is well; exits with 75 if a part is left for the next pass.
    """
    if now is not None and not pretend:
        keeper.keeping.refuse_pretending(spool)
    if idle.is_idle(spool, now):
        _end_trouble(spool)
        return
    from judge.run import batch

    report = batch.run(spool, now)
    _end_trouble(spool)
    tell(*report.lines, err=True)
    sys.exit(errors.LATER if report.failed else 0)


def _end_trouble(spool: Path) -> None:
    """Say once that runs go well again."""
    if line := runs.end_report(spool):
        tell(line, err=True)


def _serve(work: Callable[["Stop", "Tell"], bool]) -> None:
    """Work until a signal; where another version has come, do this command once more by its files.

    ``work`` says whether one has.
    """
    from judge.run.watch import Stop

    stop = Stop()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, stop)
    if work(stop, partial(tell, err=True)):
        how = () if "-m" in sys.orig_argv else ("-P",)  # a folder "judge" beside us is not this one
        os.execv(sys.executable, [sys.executable, *how, "-m", "judge", *sys.argv[1:]])


@command(main)
def watch(spool: Path) -> None:
    """Do a pass whenever mail comes or something is due, until SIGTERM.

    Cron may go on beside it. Tells on standard error what a pass would tell, once.
    """
    from judge.run import watch as watching

    _serve(lambda stop, say: watching.watch(spool, stop, say))


@command(main)
@click.argument("roles", nargs=-1, type=click.Choice(("take", "play", "post", "sweep", "all")))
@click.option(
    "--processes", type=click.IntRange(1, 64), default=1, metavar="N", help="So many play."
)
def worker(spool: Path, roles: tuple[str, ...], processes: int) -> None:
    """Work at a PostgreSQL database beside the workers of other hosts, until SIGTERM.

    ROLES are take (mail), play, post and sweep, each a process; all of them where none is named.
    Each should run on two hosts at least: what one leaves undone another one does.
    """
    from judge.run import worker as working

    chosen = working.ROLES if not roles or "all" in roles else tuple(dict.fromkeys(roles))
    _serve(lambda stop, say: working.work(spool, chosen, processes, stop, say))


@command(main)
@NOW
@ALL
@JSON
def status(spool: Path, now: datetime | None, *, whole: bool, as_json: bool) -> None:
    """Show how the judge stands: runs, mails, disk, and what its games wait for.

    Exits with 0 if it is well, 1 if it needs you, 2 if it does not work, 3 if it can't be asked.
    """
    how_it_stands = keeper.status.look_at_standing(spool, now)
    figures = how_it_stands.record | keeper.status.gather_figures(spool, now) if as_json else {}
    listing = keeper.status.status(spool, now, whole=whole)
    print_listing(listing, as_json=as_json, figures=figures)
    sys.exit(how_it_stands.level)


@command(main)
@NOW
@JSON
def health(spool: Path, now: datetime | None, *, as_json: bool) -> None:
    """Say in one line how the judge stands: for Nagios, systemd, load balancers.

    Exits with 0 if it is well, 1 if it needs you, 2 if it does not work, 3 if it can't be asked.
    """
    how_it_stands = keeper.status.look_at_standing(spool, now)
    if as_json:
        print_json(how_it_stands.record)
    else:
        tell(str(how_it_stands))
    sys.exit(how_it_stands.level)


@command(main, "list")
@ALL
@JSON
def list_(spool: Path, *, whole: bool, as_json: bool) -> None:
    """List the games: the newest, where there are many."""
    print_listing(keeper.keeping.listing(spool, whole=whole), as_json=as_json)


@command(main)
@click.option("--json", "form", flag_value="json", help="As JSON, with every power played.")
@click.option("--csv", "form", flag_value="csv", help="As CSV.")
def stats(spool: Path, form: str | None) -> None:
    """Show how reliable each player is and how his games ended."""
    if form:
        tell(keeper.keeping.statistics_as(spool, form), nl=form == "json")
    else:
        print_listing(keeper.keeping.statistics(spool))


@command(main)
@JSON
@click.argument("game")
def show(spool: Path, game: str, *, as_json: bool) -> None:
    """Show one game: its phase, its players, and whose orders are in."""
    print_listing(keeper.keeping.show(spool, game), as_json=as_json)


@command(main)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--url", default="", help="Where the site will be seen: for feeds and previews.")
@click.option("--maps/--no-maps", default=True, help="Whether it shows maps; they are drawn once.")
def site(spool: Path, folder: Path, url: str, *, maps: bool) -> None:
    """Write a static site to FOLDER: how to join, games phase by phase, rules, players.

    Only what all may know stands there. Pages whose game has not changed are left alone.
    """
    tell(keeper.keeping.write_site(spool, folder, url, drawn=maps))


@command(main)
@click.argument("game")
def verify(spool: Path, game: str) -> None:
    """Throw a game's dice again and play its turns again; exits 1 if anything does not agree."""
    lines, good = keeper.keeping.verify_game(spool, game)
    tell(*lines)
    sys.exit(not good)


@command(main)
@click.argument("game")
@click.option("--secret", is_flag=True, help="With the open phase's orders, addresses, secrets.")
def export(spool: Path, game: str, secret: bool) -> None:
    """Print a whole game as JSON."""
    tell(keeper.keeping.export_game(spool, game, secret=secret))


@main.group(invoke_without_command=True)
@SPOOL
@JSON
@click.pass_context
def shunt(context: click.Context, spool: Path, *, as_json: bool) -> None:
    """The mails that could not be handled: list them, show one, try one again."""
    if context.invoked_subcommand is None:
        context.invoke(shunt_list, spool=spool, as_json=as_json)


@command(shunt, "list")
@JSON
def shunt_list(spool: Path, *, as_json: bool) -> None:
    """List them."""
    print_listing(keeper.keeping.shunt_listing(spool), as_json=as_json)


@command(shunt, "show")
@click.argument("mail")
def shunt_show(spool: Path, mail: str) -> None:
    """Show where MAIL ("R48213"), or a game, broke, and where a mail's bytes are."""
    tell(keeper.keeping.trace(spool, mail))


@command(shunt, "retry")
@click.argument("mail")
def shunt_retry(spool: Path, mail: str) -> None:
    """Let the next run act on MAIL ("R48213") again."""
    tell(keeper.keeping.retry(spool, mail))


@main.group(invoke_without_command=True)
@SPOOL
@JSON
@click.pass_context
def outbox(context: click.Context, spool: Path, *, as_json: bool) -> None:
    """The mails that wait to be sent or were given up: list them, show, retry or drop one."""
    if context.invoked_subcommand is None:
        context.invoke(outbox_list, spool=spool, as_json=as_json)


@command(outbox, "list")
@JSON
def outbox_list(spool: Path, *, as_json: bool) -> None:
    """List them, with what the server said."""
    print_listing(keeper.queue.listing(spool), as_json=as_json)


@command(outbox, "show")
@click.argument("mail")
@click.option("--raw", is_flag=True, help="The whole mail as it leaves, with all that is private.")
def outbox_show(spool: Path, mail: str, *, raw: bool) -> None:
    """Show what was tried with MAIL ("M17"), and its headers."""
    if raw:
        sys.stdout.buffer.write(keeper.queue.raw(spool, mail))
    else:
        tell(keeper.queue.show(spool, mail))


@command(outbox, "retry")
@click.argument("mail")
def outbox_retry(spool: Path, mail: str) -> None:
    """Let the next run send MAIL ("M17"), or "all" that were given up or not written."""
    tell(keeper.queue.retry(spool, mail))


@command(outbox, "drop")
@click.argument("mail")
def outbox_drop(spool: Path, mail: str) -> None:
    """Let go of MAIL ("M17"), or of "all" that were given up: they are never sent."""
    tell(keeper.queue.drop(spool, mail))


@command(main)
@click.option("--send", is_flag=True, help="Mail the judge a mail and wait until it came in.")
@click.option("--write", is_flag=True, help="With --send: set hosts and authserv in judge.toml.")
@JSON
def doctor(spool: Path, *, send: bool, write: bool, as_json: bool) -> None:
    """Try everything that the judge needs, and say of each how it is: ok, warn or WRONG.

    Exits with 0 if it is well, 1 if it needs you, 2 if it does not work, 3 if it can't be asked.
    """
    if write and not send:
        raise click.UsageError("--write needs --send: it writes what that mail shows")
    level, records = 0, []
    for finding in keeper.doctor.examine(spool, send=send, write=write):
        level = max(level, finding.level)
        records.append(finding.record)
        if not as_json:
            tell(str(finding))
    if as_json:
        print_json({"level": level, "checks": records})
    sys.exit(level)


@command(main)
@click.argument("file", type=click.Path(path_type=Path))
def backup(spool: Path, file: Path) -> None:
    """Write the whole judge into FILE, a compressed tar, while it works; "-" is standard output."""
    if str(file) == "-":
        tell(keeper.backup.stream(spool, sys.stdout.buffer), err=True)
    else:
        tell(keeper.backup.backup(spool, file))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--user", default="", metavar="NAME", help="Root: whose spool it is; else FILE's.")
@click.option(
    "--database", default="", metavar="URL", help="The empty PostgreSQL database it goes into."
)
def restore(file: Path, folder: Path, user: str, database: str) -> None:
    """Make a spool at DIR from the backup FILE; it does nothing until 'judge resume'.

    "-" reads standard input.
    """
    stream = sys.stdin.buffer if str(file) == "-" else None
    tell(keeper.backup.restore(file, folder, user, stream, database))


@command(main)
@click.option("--new-secret", is_flag=True, help="The secret is lost: make another one.")
def resume(spool: Path, *, new_secret: bool) -> None:
    """Let a restored or copied judge work, or one that doubts its clock: all is right now."""
    tell(keeper.backup.resume(spool, new_secret=new_secret))


@command(main)
@JSON
@click.option("--all", "whole", is_flag=True, help="Prove anew what was proved before, as well.")
def audit(spool: Path, *, whole: bool, as_json: bool) -> None:
    """Prove that every mail came to one end and that no byte was changed since.

    What an audit has proved the next one need not. Exit status 1 if anything is wrong; each fault
    is named.
    """
    report = keeper.audit.audit(spool, whole=whole)
    tell(*([report.as_json()] if as_json else report.lines()))
    sys.exit(bool(report.faults))


@main.command()
@click.argument("folder", type=click.Path(path_type=Path), default="demo", metavar="[DIR]")
def demo(folder: Path) -> None:
    """Run the judge on a copy of the sample spool in DIR (demo) and show what it does."""
    from rich.console import Console

    keeper.demo.show(folder, Console(highlight=False))


for _command in subcommands.ALSO.commands.values():
    main.add_command(_command)
