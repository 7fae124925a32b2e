"""Where every command starts: ``judge`` and ``python -m judge``."""

import os
import sys


def open_standard_files() -> None:
    """Lead to nowhere what was closed before us (``>&-``).

    Else the next file that we open would be taken for it, and what is told be written into that.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_WRONLY)
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - until we end
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115


def main() -> None:
    """Run the command on the command line; ``deliver`` runs once a mail and skips click."""
    open_standard_files()
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
