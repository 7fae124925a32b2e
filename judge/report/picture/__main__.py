"""One who draws: jobs come on standard input and pictures leave on standard output.

Each stands behind its length in four bytes; one that could not be drawn is FAILED and the reason.
"""

import sys
from pathlib import Path

from judge import resources
from judge.report.picture import FAILED, job


def main() -> None:
    """Draw until there is no job left; the arguments are the folders of the keeper's variants."""
    resources.keep_shelves(*map(Path, sys.argv[1:]))
    source, target = sys.stdin.buffer, sys.stdout.buffer
    while head := source.read(4):
        raw = source.read(int.from_bytes(head, "big"))
        try:
            answer = job.draw(raw)
        except Exception as error:
            answer = FAILED + " ".join(f"{type(error).__name__}: {error}".split())[:200].encode()
        target.write(len(answer).to_bytes(4, "big") + answer)
        target.flush()


if __name__ == "__main__":
    main()
