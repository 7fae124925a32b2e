"""Commands that change a game, a person, the secret or the domain."""

import sys
from datetime import datetime
from pathlib import Path

import click

from judge import keeper
from judge.keeper.options import (
    JSON,
    SPOOL,
    command,
    print_json,
    print_listing,
    read_since,
    tell,
)
from judge.spool.spool import open_spool

ALSO = click.Group()
"""The commands of this file, until the program's own group takes them over."""


@ALSO.group()
@SPOOL
def game(spool: Path) -> None:
    """Do to a game what its master could: he is gone, or it has none. All who play are told."""


def _act(spool: Path, verb: str, name: str, *words: str) -> None:
    tell(keeper.keeping.act_as_master(spool, verb, name, words))


@command(game)
@click.argument("name", metavar="GAME")
@click.argument("person", metavar="ADDRESS")
def promote(spool: Path, name: str, person: str) -> None:
    """Make a registered person the game's master."""
    _act(spool, "promote", name, person)


@command(game)
@click.argument("name", metavar="GAME")
@click.argument("player", metavar="POWER|ADDRESS")
def eject(spool: Path, name: str, player: str) -> None:
    """Take a seat from its player; somebody else can take it over."""
    _act(spool, "eject", name, player)


@command(game)
@click.argument("name", metavar="GAME")
def terminate(spool: Path, name: str) -> None:
    """End the game; nobody has won."""
    _act(spool, "terminate", name)


@command(game)
@click.option("--release", "verb", flag_value="resume", help="Let it go on.")
@click.option("--results", "verb", flag_value="hold", help="Let its next results alone wait.")
@click.argument("name", metavar="GAME")
def hold(spool: Path, name: str, verb: str | None) -> None:
    """Stop the game's clock: no phase closes until 'judge game hold --release'."""
    _act(spool, verb or "pause", name)


@ALSO.group(invoke_without_command=True)
@SPOOL
@JSON
@click.pass_context
def person(context: click.Context, spool: Path, *, as_json: bool) -> None:
    """See who is registered, keep somebody out, forget somebody, or make one person of two."""
    if context.invoked_subcommand is None:
        context.invoke(list_people, spool=spool, whole=False, plain=False, as_json=as_json)


ADDRESSES = click.option("--addresses", "plain", is_flag=True, help="With addresses in full.")


@command(person, "list")
@click.option("--all", "whole", is_flag=True, help="Name all, however many there are.")
@ADDRESSES
@JSON
def list_people(spool: Path, *, whole: bool, plain: bool, as_json: bool) -> None:
    """List who is registered, and who is banned."""
    print_listing(keeper.persons.listing(spool, whole=whole, plain=plain), as_json=as_json)


@command(person, "show")
@ADDRESSES
@JSON
@click.argument("who", metavar="ADDRESS|NAME|NUMBER")
def show_person(spool: Path, who: str, *, plain: bool, as_json: bool) -> None:
    """Show somebody: addresses, ban, and the games that he plays or runs."""
    print_listing(keeper.persons.show(spool, who, plain=plain), as_json=as_json)


@command(person)
@click.option("--lift", is_flag=True, help="Let him in again.")
@click.argument("address")
def ban(spool: Path, address: str, *, lift: bool) -> None:
    """Have mails from all addresses of a person neither obeyed nor answered."""
    tell((keeper.persons.unban if lift else keeper.persons.ban)(spool, address))


@command(person)
@click.argument("address")
def erase(spool: Path, address: str) -> None:
    """Erase whoever plays no more, as FORGET ME does, or an address that nobody registered.

    His mails leave the archive, but for games that go on; says what else may hold him.
    """
    tell(keeper.persons.erase(spool, address))


@command(person)
@click.argument("old", metavar="ADDRESS")
@click.argument("new", metavar="ADDRESS")
def merge(spool: Path, old: str, new: str) -> None:
    """Make one person of two who are one: the first becomes part of the second."""
    tell(keeper.persons.merge(spool, old, new))


@ALSO.group()
@SPOOL
def key(spool: Path) -> None:
    """The secret that all secret addresses are made with."""


@command(key)
def rotate(spool: Path) -> None:
    """Make a new secret: old addresses work until the present phases are over; all are told."""
    tell(keeper.renewal.rotate(spool))


@ALSO.group()
@SPOOL
def reader(spool: Path) -> None:
    """The inboxes of several hosts with one database: deadlines wait until all have been read."""


@command(reader, "list")
def list_readers(spool: Path) -> None:
    """List them, and when each was last read to its end."""
    tell(*keeper.queue.list_inboxes(spool))


@command(reader)
@click.argument("name")
def retire(spool: Path, name: str) -> None:
    """Wait for an inbox no more: deadlines that waited for it are moved, and all are told."""
    tell(keeper.queue.retire_inbox(spool, name))


@command(ALSO)
@click.argument("old")
@click.argument("new")
def domain(spool: Path, old: str, new: str) -> None:
    """Give the judge an address in the domain NEW; that in OLD stays an alias; all are told."""
    tell(keeper.renewal.move(spool, old, new))


@command(ALSO, "import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def import_(spool: Path, file: Path) -> None:
    """Go on with a game that another judge wrote to FILE by 'judge export --secret'.

    It comes paused; all who play are told to write here from now on.
    """
    tell(keeper.keeping.admit_game(spool, file))


@command(ALSO)
@JSON
@click.argument("what", metavar="ADDRESS|R17|M17|MESSAGE-ID|GAME")
def trace(spool: Path, what: str, *, as_json: bool) -> None:
    """Show what became of a mail, from its arrival to the delivery or bounce of the answer."""
    steps = keeper.trace.trace(spool, what)
    if as_json:
        print_json([{"at": step.at, "mail": step.mail, "what": step.what} for step in steps])
        return
    tell(*map(str, steps))


@command(ALSO)
@click.option("--raw", is_flag=True, help="The whole mail as it came, with all that is private.")
@click.argument("mail", metavar="R17")
def mail(spool: Path, mail: str, *, raw: bool) -> None:
    """Show a mail that came in, by its receipt: its head, and what became of it."""
    if raw:
        sys.stdout.buffer.write(keeper.trace.raw(spool, mail))
    else:
        tell(keeper.trace.show(spool, mail))


@command(ALSO)
@JSON
@click.option("--since", callback=read_since, metavar="TIME", help="Such as 12h, 3d, 2026-11-27.")
@click.option("--game", default="", metavar="GAME", help="What was done in one game.")
@click.option("--follow", is_flag=True, help="Go on with what is done from now on.")
def log(spool: Path, since: datetime | None, game: str, *, follow: bool, as_json: bool) -> None:
    """Show what was done, an event a line, by ids alone: no orders, press or addresses."""
    from judge.store.log import as_line, as_record

    for link in keeper.trace.list_events(spool, since, game, lambda: follow):
        if as_json:
            print_json(as_record(link))
        else:
            tell(as_line(link))


@command(ALSO)
@click.option(
    "--file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write them there, whole, as the node exporter's textfile folder wants.",
)
def metrics(spool: Path, file: Path | None) -> None:
    """Print the judge in figures, in Prometheus' text format."""
    if file is None:
        tell(keeper.status.metrics(spool), nl=False)
    else:
        keeper.status.write_metrics(spool, file)


@command(ALSO, "help")
@click.option(
    "--variant", default="standard", show_default=True, metavar="V", help="Of which game."
)
@click.argument("topic", nargs=-1)
def help_(spool: Path, topic: tuple[str, ...], variant: str) -> None:
    """Print what a player gets by HELP TOPIC."""
    tell(keeper.keeping.show_help(spool, " ".join(topic), variant))


@ALSO.command()
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print what completes commands and options in SHELL: 'eval "$(judge completion bash)"'."""
    from click.shell_completion import get_completion_class

    of_shell = get_completion_class(shell)
    assert of_shell is not None
    tell(of_shell(context.find_root().command, {}, "judge", "_JUDGE_COMPLETE").source())


@command(ALSO)
def upgrade(spool: Path) -> None:
    """Bring the spool up to date with this version: save it, migrate it, try everything.

    Exits as 'judge doctor' does.
    """
    for line in keeper.moving.upgrade(spool):
        tell(line)
    level = 0
    for finding in keeper.doctor.examine(spool):
        level = max(level, finding.level)
        if not finding.ok:
            tell(str(finding))
    sys.exit(level)


@ALSO.group(invoke_without_command=True)
@SPOOL
@JSON
@click.pass_context
def config(context: click.Context, spool: Path, *, as_json: bool) -> None:
    """The settings: judge.toml, and the environment that may stand in its place."""
    if context.invoked_subcommand is None:
        context.invoke(show_config, spool=spool, as_json=as_json)


@command(config)
def check(spool: Path) -> None:
    """See whether they can be read; prints nothing if all is well, else which key is wrong."""
    open_spool(spool)


@command(config, "show")
@JSON
def show_config(spool: Path, *, as_json: bool) -> None:
    """Show every key as it counts, and where it comes from: a file of six lines is enough."""
    if as_json:
        print_json(keeper.settings.as_records(spool))
        return
    tell(*keeper.settings.show(spool))


@command(ALSO)
@click.argument("name")
def recipe(spool: Path, name: str) -> None:
    """Print what goes where in another program, for this spool: read it, then do it.

    NAME is mailbox (a judge of a mailbox at a provider), postfix, exim, dovecot, opendkim, msmtp,
    systemd, cron, container, nagios, prometheus, caddy or nginx.
    """
    tell(keeper.settings.recipe(spool, name))


@command(ALSO)
@click.argument("where", metavar="URL|file")
def move(spool: Path, where: str) -> None:
    """Move all that the judge keeps into the PostgreSQL database at URL, or back into its file."""
    tell(keeper.moving.move(spool, "" if where == "file" else where))
