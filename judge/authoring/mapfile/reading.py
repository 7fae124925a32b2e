"""A .map file read line by line, with the files that it uses, into an atlas."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from judge.authoring.mapfile.atlas import Atlas, code
from judge.authoring.mapfile.geography import TERRAIN, Geography
from judge.authoring.mapfile.notes import Line, Notes, Spot
from judge.authoring.mapfile.politics import Politics
from judge.kernel.errors import InputError


def find_line(home: Path, name: str) -> Path | None:
    """A file of a folder, whatever the case of its name."""
    if (home / name).is_file():
        return home / name
    matches = [path for path in home.iterdir() if path.name.lower() == name.lower()]
    return matches[0] if matches else None


def read_lines(path: Path, notes: Notes) -> Iterator[Line]:
    """The lines of a file that say something; raises InputError where it can't be read."""
    return _skip_later(_skip_directives(_all_lines(path), notes), notes)


def _all_lines(path: Path) -> Iterator[Line]:
    """The lines with words, comments left out."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} can't be read: {error.strerror}.") from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield Line(Spot(path.name, number), line.strip())


def _skip_directives(lines: Iterator[Line], notes: Notes) -> Iterator[Line]:
    """The lines but those between "PAYOLA DIRECTIVES" and "END DIRECTIVES".

    Where no variant of the other judge is named they are for every game: RULE lines are kept.
    """
    within = ""
    for line in lines:
        words = [word.upper() for word in line.words]
        if words[-1] in ("DIRECTIVE", "DIRECTIVES") and len(words) < 3:
            within = {"DIRECTIVE": "ALL", "DIRECTIVES": "ALL", "END": ""}.get(words[0], words[0])
            if within not in ("", "ALL"):
                notes.add(line.spot, f"what holds for {within} games alone is left out.")
        elif not within or (within == "ALL" and words[0] in ("RULE", "RULES")):
            yield line


def _skip_later(lines: Iterator[Line], notes: Notes) -> Iterator[Line]:
    """The lines but those for a phase in the middle of a game: "IN W1939A", "FROM f1905m"."""
    later = False
    for line in lines:
        if line.words[0].upper() in ("FROM", "IN") and "=" not in line.text:
            notes.add(line.spot, "a board does not change during a game here: left out.")
            first_word, colon, _ = line.text.partition(":")
            later = not colon and "START" not in first_word.upper()
        elif not later:
            yield line


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
        for line in read_lines(path, self.notes):
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
            path = find_line(home, file_name)
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
