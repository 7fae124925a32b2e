"""The commands; each only turns arguments into one call. Imports are late: cron starts us often."""

import sys

import click


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="judge")
def main() -> None:
    """The e-mail judge for Diplomacy and the games around it."""


if __name__ == "__main__":
    sys.exit(main())
