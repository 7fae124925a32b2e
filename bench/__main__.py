"""The table of all that is measured; ``python -m bench parse site`` runs single ones, by name."""

import sys
from importlib import import_module


def main() -> None:
    """Run the benchmarks named on the command line, or else the table."""
    for name in sys.argv[1:] or ["table"]:
        import_module(f"bench.{name}").main()


main()
