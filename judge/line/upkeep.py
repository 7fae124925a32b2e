"""Commands that keep a judge: it is brought up to date, and fitted to other programs."""

import sys
from pathlib import Path

import click

from judge.line.options import SPOOL, tell


@click.command()
@SPOOL
def upgrade(spool: Path) -> None:
    """Bring the spool up to date with this version: save it, migrate it, try everything.

    Exits as 'judge doctor' does.
    """
    from judge.keeper import doctor as healing
    from judge.keeper import upgrade as upgrading

    for line in upgrading.upgrade(spool):
        tell(line)
    level = 0
    for finding in healing.examine(spool):
        level = max(level, finding.level)
        if not finding.ok:
            tell(str(finding))
    sys.exit(level)


@click.command()
@SPOOL
@click.argument("name", metavar="postfix|exim|dovecot|opendkim|msmtp|systemd|cron|nagios")
def recipe(spool: Path, name: str) -> None:
    """Print what goes where in another program, for this spool: read it, then do it."""
    from judge.keeper import recipes

    tell(recipes.recipe(spool, name))


@click.command()
@SPOOL
@click.argument("where", metavar="URL|file")
def move(spool: Path, where: str) -> None:
    """Move all that the judge keeps into the PostgreSQL database at URL, or back into its file."""
    from judge.keeper import moving

    tell(moving.move(spool, "" if where == "file" else where))


COMMANDS = (upgrade, recipe, move)
