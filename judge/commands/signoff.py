"""SIGNOFF: the rest of the mail is not read."""

from dataclasses import replace

from judge.desk.desk import Desk
from judge.kernel.text import Command

VERBS = ("signoff",)


def run(desk: Desk, command: Command) -> Desk:
    """Stop reading."""
    return replace(desk.says(command, ""), closed="below SIGNOFF")
