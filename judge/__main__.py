"""``python -m judge`` is ``judge``."""

from judge.cli import main

main()
