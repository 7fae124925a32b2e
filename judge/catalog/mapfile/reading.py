"""A .map file read line by line, with the files that it uses, into an atlas."""

from collections.abc import Callable, Mapping
from pathlib import Path

from judge.catalog.mapfile import lines
from judge.catalog.mapfile.atlas import Atlas, code
from judge.catalog.mapfile.geography import TERRAIN, Geography
from judge.catalog.mapfile.notes import Line, Notes
from judge.catalog.mapfile.politics import Politics
from judge.kernel.errors import InputError

_LEFT_OUT = {
    "CONTROL": "orders for a power that nobody plays",
    "LEAGUE": "leagues of powers",
    "MILITIA": "militia",
    "NEWHOMES": "homes that change with the years",
    "RESERVES": "reserves",
    "ROTATE": "powers that change hands",
    "TEAM": "teams of powers",
    "TEAMS": "teams of powers",
}
"""What some lines are about that has no counterpart here."""
_PICTURES = ("FLAG", "FLAGS", "NOTIFY", "TEXTONLY")
"""Lines about a web site's flags, pictures and its keeper: nothing of the game."""


def read(path: Path, notes: Notes) -> Atlas:
    """The map in ``path`` and in the files that it uses, which lie beside it.

    What is wrong, and what has no counterpart here, goes into ``notes``. Raises InputError for a
    file that is not there.
    """
    reading = _Reading(Atlas(path.stem), notes)
    reading.load(path, path.name)
    return reading.atlas


class _Reading:
    """The lines so far."""

    def __init__(self, atlas: Atlas, notes: Notes) -> None:
        self.atlas, self.notes = atlas, notes
        self.files: list[str] = []
        self.geography = Geography(atlas, notes)
        self.politics = Politics(atlas, notes)
        self.early: Mapping[str, Callable[[Line], None]] = {
            "BEGIN": self._begin,
            "FLOW": self._flow,
            "RULE": self._rule,
            "RULES": self._rule,
            "VICTORY": self._victory,
        }
        """Who takes lines that are told before names are looked for: "A Coruna = aco" is one."""
        self.late: Mapping[str, Callable[[Line], None]] = {
            **self.politics.takers,
            **dict.fromkeys((*TERRAIN, "AMEND"), self.geography.ground),
            "DROP": self.geography.drop,
        }

    def load(self, path: Path, file_name: str) -> None:
        """Read a file; the power that its lines are about is none of another file's."""
        before, self.politics.power = self.politics.power, None
        self.files.append(file_name.lower())
        for line in lines.read_lines(path, self.notes):
            self._take(line, path.parent)
        self.politics.power = before

    def _take(self, line: Line, home: Path) -> None:
        """Add up one line."""
        word = line.words[0].upper()
        if word in ("USE", "USES", "MAP"):
            self._use(line, home)
        elif word in self.early:
            self.early[word](line)
        elif "=" in line.text:
            self.geography.name(line)
        elif word in self.late:
            self.late[word](line)
        elif word in _LEFT_OUT:
            self.notes.add(line.spot, f"{_LEFT_OUT[word]} have no counterpart here: left out.")
        elif word not in _PICTURES:
            self.politics.name_power(line)

    def _use(self, line: Line, home: Path) -> None:
        """Another file's lines stand here."""
        for name in line.words[1:]:
            file_name = name if "." in name else f"{name}.map"
            if file_name.lower() in self.files:
                self.notes.add(line.spot, f"{file_name} was read already: not read again.")
                continue
            path = lines.find(home, file_name)
            if path is None:
                raise InputError(f"{line.spot}: there is no {file_name} beside it: put it there.")
            self.load(path, file_name)

    def _begin(self, line: Line) -> None:
        self.atlas.begin = (line.spot, " ".join(line.words[1:]).upper())

    def _flow(self, line: Line) -> None:
        items = [(line.spot, code(word)) for word in line.words[1:]]
        self.atlas.flow = [*self.atlas.flow, *items] if items else []

    def _victory(self, line: Line) -> None:
        numbers = line.words[1:]
        if not numbers or not all(number.isdigit() and int(number) for number in numbers):
            self.notes.add(line.spot, "VICTORY needs a number of centres, as in VICTORY 18.")
            return
        self.atlas.victory = (line.spot, int(numbers[0]))
        if len(numbers) > 1:
            self.notes.add(
                line.spot, f"the same number wins in every year here: {numbers[0]}, the first."
            )

    def _rule(self, line: Line) -> None:
        for rule in line.words[1:]:
            name = rule.upper().lstrip("!")
            if name == "BUILD_ANY":
                self.atlas.anywhere = not rule.startswith("!")
            elif not rule.startswith("!"):
                self.notes.add(line.spot, f"the rule {name} is of another judge: left out.")
