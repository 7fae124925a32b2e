"""One who draws: jobs come on standard input and pictures leave on standard output.

Each stands behind its length in four bytes; a picture of length 0 could not be drawn.
"""

import sys
from pathlib import Path

from judge import resources
from judge.picture import job


def main() -> None:
    """Draw until there is no job left; the arguments are the folders of the keeper's variants."""
    resources.keep_shelves(*map(Path, sys.argv[1:]))
    source, target = sys.stdin.buffer, sys.stdout.buffer
    while head := source.read(4):
        raw = source.read(int.from_bytes(head, "big"))
        try:
            made = job.draw(raw)
        except Exception:
            made = b""
        target.write(len(made).to_bytes(4, "big") + made)
        target.flush()


if __name__ == "__main__":
    main()
