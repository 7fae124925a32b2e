"""The lines of a .map file that say something of a board."""

from collections.abc import Iterator
from pathlib import Path

from judge.catalog.mapfile.notes import Line, Notes, Spot
from judge.kernel.errors import InputError


def find(home: Path, name: str) -> Path | None:
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
