"""Run all benchmarks, or those named: ``python -m bench adjudicate parse``."""

import sys
from importlib import import_module
from pathlib import Path


def main() -> None:
    """Run the benchmarks named on the command line, or all in alphabetical order."""
    known = sorted(
        path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_")
    )
    for name in sys.argv[1:] or known:
        print(f"== {name}", flush=True)
        import_module(f"bench.{name}").main()


main()
