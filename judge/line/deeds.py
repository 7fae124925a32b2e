"""Commands that change a game, a person, the secret or the domain."""

from pathlib import Path

import click

from judge.line.options import SPOOL, SPOOL_HERE, tell


@click.group()
@SPOOL
def game(spool: Path) -> None:
    """Do to a game what its master could: he is gone, or it has none. All who play are told."""


def _act(spool: Path, verb: str, name: str, *words: str) -> None:
    from judge.keeper import masters

    tell(masters.act(spool, verb, name, words))


@game.command()
@SPOOL_HERE
@click.argument("name", metavar="GAME")
@click.argument("person", metavar="ADDRESS")
def promote(spool: Path, name: str, person: str) -> None:
    """Make a registered person the game's master."""
    _act(spool, "promote", name, person)


@game.command()
@SPOOL_HERE
@click.argument("name", metavar="GAME")
@click.argument("player", metavar="POWER|ADDRESS")
def eject(spool: Path, name: str, player: str) -> None:
    """Take a seat from its player; somebody else can take it over."""
    _act(spool, "eject", name, player)


@game.command()
@SPOOL_HERE
@click.argument("name", metavar="GAME")
def terminate(spool: Path, name: str) -> None:
    """End the game; nobody has won."""
    _act(spool, "terminate", name)


@game.command()
@SPOOL_HERE
@click.option("--release", "verb", flag_value="resume", help="Let it go on.")
@click.option("--results", "verb", flag_value="hold", help="Let its next results alone wait.")
@click.argument("name", metavar="GAME")
def hold(spool: Path, name: str, verb: str | None) -> None:
    """Stop the game's clock: no phase closes until 'judge game hold --release'."""
    _act(spool, verb or "pause", name)


@click.group()
@SPOOL
def person(spool: Path) -> None:
    """Keep somebody out, forget somebody, or make one person of two."""


@person.command()
@SPOOL_HERE
@click.option("--lift", is_flag=True, help="Let him in again.")
@click.argument("address")
def ban(spool: Path, address: str, *, lift: bool) -> None:
    """Have mails from all addresses of a person neither obeyed nor answered."""
    from judge.keeper import persons

    tell((persons.unban if lift else persons.ban)(spool, address))


@person.command()
@SPOOL_HERE
@click.argument("address")
def erase(spool: Path, address: str) -> None:
    """Erase name and addresses of somebody who plays no more, as FORGET ME does."""
    from judge.keeper import persons

    tell(persons.erase(spool, address))


@person.command()
@SPOOL_HERE
@click.argument("old", metavar="ADDRESS")
@click.argument("new", metavar="ADDRESS")
def merge(spool: Path, old: str, new: str) -> None:
    """Make one person of two who are one: the first becomes part of the second."""
    from judge.keeper import persons

    tell(persons.merge(spool, old, new))


@click.group()
@SPOOL
def key(spool: Path) -> None:
    """The secret that all secret addresses are made with."""


@key.command()
@SPOOL_HERE
def rotate(spool: Path) -> None:
    """Make a new secret: old addresses work until the present phases are over; all are told."""
    from judge.keeper import renewal

    tell(renewal.rotate(spool))


@click.group()
@SPOOL
def reader(spool: Path) -> None:
    """The inboxes of several hosts with one database: deadlines wait until all have been read."""


@reader.command("list")
@SPOOL_HERE
def list_readers(spool: Path) -> None:
    """List them, and when each was last read to its end."""
    from judge.keeper import inboxes

    for line in inboxes.listing(spool):
        tell(line)


@reader.command()
@SPOOL_HERE
@click.argument("name")
def retire(spool: Path, name: str) -> None:
    """Wait for an inbox no more: deadlines that waited for it are moved, and all are told."""
    from judge.keeper import inboxes

    tell(inboxes.retire(spool, name))


@click.command()
@SPOOL
@click.argument("old")
@click.argument("new")
def domain(spool: Path, old: str, new: str) -> None:
    """Give the judge an address in the domain NEW; that in OLD stays an alias; all are told."""
    from judge.keeper import renewal

    tell(renewal.move(spool, old, new))


@click.command("import")
@SPOOL
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def import_(spool: Path, file: Path) -> None:
    """Go on with a game that another judge wrote to FILE by 'judge export --secret'.

    It comes paused; all who play are told to write here from now on.
    """
    from judge.keeper import arrival

    tell(arrival.admit(spool, file))


COMMANDS = (game, person, key, reader, domain, import_)
