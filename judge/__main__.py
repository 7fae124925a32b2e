"""Where every command starts: ``judge`` and ``python -m judge``."""

import sys


def main() -> None:
    """Run the command on the command line; ``deliver`` runs once a mail and skips click."""
    command, *rest = sys.argv[1:] or [""]
    if command == "deliver" and not {"-h", "--help"} & set(rest):
        from judge.mail import deliver  # noqa: PLC0415

        sys.exit(deliver.main(rest))
    from judge import cli  # noqa: PLC0415

    cli.main(prog_name="judge")


if __name__ == "__main__":
    main()
