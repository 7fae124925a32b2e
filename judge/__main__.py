"""Where every command starts: ``judge`` and ``python -m judge``."""

import sys


def main() -> None:
    """Run the command on the command line; ``deliver`` runs once a mail and skips click."""
    command, *rest = sys.argv[1:] or [""]
    if command == "deliver" and not {"-h", "--help"} & set(rest):
        from judge.mail import deliver  # noqa: PLC0415

        sys.exit(deliver.main(rest))
    try:
        from judge import cli  # noqa: PLC0415
    except (OSError, MemoryError) as error:  # nothing can be imported that would word it better
        reason = getattr(error, "strerror", None) or "not enough memory"
        sys.stderr.write(f"Error: The judge can't be started: {reason}.\n")
        sys.exit(71)  # EX_OSERR
    cli.main(prog_name="judge")


if __name__ == "__main__":
    main()
