"""Whole games written as scripts: who mails what in which phase, and which rule that shows.

A line ``== S1900M`` opens a phase. Below it a name at the line's start (a power or GM) is a mail
from that player, the indented lines under it are its text; ``Britain!`` has its answer written out.
``! GM, Britain`` has the results of these readers written out. ``? R4 Britain: words`` says that
this reader finds the words in a mail of this phase, and that this is ruling R4 at work.
``elsewhere R13, R26`` names rulings that the game does not come to.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent

_PHASE, _SEEN = re.compile(r"== (\S+)$"), re.compile(r"\? (\S+) ([\w -]+): (.+)$")


@dataclass(frozen=True)
class Letter:
    """A mail of a script: who writes, what, and whether its answer is written out."""

    author: str
    text: str
    shown: bool


@dataclass(frozen=True)
class Seen:
    """A ruling at work: ``words`` stand in a mail that ``reader`` gets in this phase."""

    ruling: str
    reader: str
    words: str


@dataclass
class Scene:
    """One phase of a script."""

    phase: str
    letters: list[Letter] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)


@dataclass
class Script:
    """A whole game: the words of its CREATE, its phases, the rulings that it does not come to."""

    words: str
    scenes: list[Scene] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)

    @property
    def variant(self) -> str:
        """The variant that CREATE names."""
        return self.words.split()[2]


def load(path: Path) -> Script:
    """Read a script; raises ValueError with the line that makes no sense."""
    script = Script("")
    block: list[str] = []
    author = ""
    for line in [*path.read_text(encoding="utf-8").splitlines(), "=="]:
        if line.startswith("  ") or (author and not line):
            block.append(line)
            continue
        if author:
            text = dedent("\n".join(block)).strip("\n")
            scene = script.scenes[-1]
            scene.letters.append(Letter(author.rstrip("!"), text, author.endswith("!")))
            author, block = "", []
        if not line or line.startswith("#") or line == "==":
            continue
        author = _line(script, line)
    return script


def _line(script: Script, line: str) -> str:
    """Take a line that is no mail's text; the author of the mail that it begins, or ""."""
    if line.startswith("CREATE "):
        script.words = line
    elif found := _PHASE.match(line):
        script.scenes.append(Scene(found[1]))
    elif found := _SEEN.match(line):
        script.scenes[-1].seen.append(Seen(*found.groups()))
    elif line.startswith("elsewhere "):
        script.elsewhere += line.removeprefix("elsewhere ").split(", ")
    elif line.startswith("! "):
        script.scenes[-1].shown += line[2:].split(", ")
    elif re.fullmatch(r"[A-Z][\w -]*!?", line):
        return line
    else:
        raise ValueError(f"this line of a script means nothing: {line}")
    return ""
