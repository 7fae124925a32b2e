"""The commands; each only turns arguments into one call. Imports are late: cron starts us often."""

import sys
from typing import BinaryIO

import click


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="judge")
def main() -> None:
    """The e-mail judge for Diplomacy and the games around it."""


@main.command()
@click.option("--spool", default=".", show_default=True, metavar="DIR", help="The spool.")
def deliver(spool: str) -> None:
    """Take one mail from standard input into DIR/in, as an MTA's pipe.

    Prints nothing; exits 0 when the mail is safely stored, else 75: try again later.
    """
    from judge.mail import deliver as pipe  # noqa: PLC0415

    sys.exit(pipe.main(["--spool", spool]))


@main.command()
@click.argument("file", type=click.File("rb"), default="-")
def adjudicate(file: BinaryIO) -> None:
    """Adjudicate positions: one JSON object a line in, one a line out.

    A line that is wrong is answered with {"id": ..., "error": ...}; the exit status is 1 then.
    """
    from judge.catalog import adjudicate as judging  # noqa: PLC0415

    sys.exit(judging.main(file, sys.stdout.buffer))


if __name__ == "__main__":
    sys.exit(main())
