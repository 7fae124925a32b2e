"""One who draws: jobs come on standard input and pictures leave on standard output.

Each stands behind its length in four bytes; a picture of length 0 could not be drawn.
"""

import sys

from judge.picture import job


def main() -> None:
    """Draw until there is no job left."""
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
