"""A board as the files of a variant's folder."""

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tomlkit
from msgspec import Struct

from judge.authoring import check
from judge.authoring.mapfile import flow, map_lines, names
from judge.authoring.mapfile import spaces as boards
from judge.authoring.mapfile.contents import Atlas, Notes
from judge.authoring.mapfile.spaces import Board
from judge.catalog import shelves
from judge.kernel.errors import InputError
from judge.rules.dip.ground.position import STANDARD_YEAR


class Imported(Struct, frozen=True):
    """A map made into a variant: its files by name, and what is told of it.

    ``ids`` are the spaces' ids by the map's abbreviations, ``powers`` the powers by their names
    there.
    """

    files: Mapping[str, str]
    notes: Sequence[str]
    ids: Mapping[str, str]
    powers: Sequence[str]
    spaces: int
    centres: int


_NO_CASE = "(No case: as the .map file says.)"
"""What stands behind a ruling of an imported board that no case shows."""


def import_map(path: Path, name: str) -> Imported:
    """The map in ``path`` as a variant called ``name``.

    Raises InputError for a file that is missing, and for one of which no game can be made.
    """
    notes = Notes()
    atlas = map_lines.read(path, notes)
    board = boards.build(atlas, notes)
    if not board.spaces or len(board.powers) < 2:
        message = "\n".join(
            [*notes.all(), f"{path.name} is no map: it needs spaces and two powers."]
        )
        raise InputError(message)
    names.settle(board, atlas, notes)
    phases = flow.phases(atlas, notes)
    centres = sum(bool(space.get("sc")) for space in board.spaces.values())
    victory = _settle_victory(atlas, board, centres, notes)
    boards.add_letters(board, atlas, notes)
    title = " ".join(
        word.capitalize() for word in path.stem.replace("_", " ").replace("-", " ").split()
    )
    size = f"{len(board.spaces)} spaces and {centres} centres"
    wins = f"{victory} of {centres}"
    rules = {
        "title": title,
        "engine": "dip",
        **({"mechanics": ["dummies"]} if board.dummies else {}),
        "phases": phases,
        **({"sites": {"anywhere": True}} if atlas.anywhere else {}),
        "about": {
            "special": f"a board of {size}, of which {victory} win",
            "length": "it is not known how long it takes",
            "author": f"whoever wrote {path.name}, a map of another judge",
        },
    }
    files = {
        "variant.toml": tomlkit.dumps(rules),
        "map.toml": tomlkit.dumps(names.map_data(board, victory)),
        "RULES.md": _write_rules(title, name, board, wins, atlas.anywhere, notes.all()),
        f"cases/{name}.jsonl": _write_case(name, board, phases),
    }
    return Imported(
        files=files,
        notes=notes.all(),
        ids={place: space["id"] for place, space in board.spaces.items()},
        powers=tuple(board.powers),
        spaces=len(board.spaces),
        centres=centres,
    )


def _settle_victory(atlas: Atlas, board: Board, centres: int, notes: Notes) -> int:
    """The centres of a solo: more than half of all where the map does not say."""
    most_owned = max(len(facts.get("owns", facts["home"])) for facts in board.powers.values())
    usual = max(centres // 2, most_owned) + 1
    if atlas.victory is None:
        return usual
    spot, number = atlas.victory
    if most_owned < number <= centres:
        return number
    notes.add(spot, f"{number} of {centres} centres win at once, or never: {usual} do here.")
    return usual


def _write_rules(
    title: str, name: str, board: Board, wins: str, anywhere: bool, remarks: Sequence[str]
) -> str:
    """RULES.md: what holds here, and what of the map does not."""
    sites = "in every centre that it owns" if anywhere else "in its home centres"
    lines = [
        f"# {title}",
        "",
        "The rules are those of standard Diplomacy (variants/standard/RULES.md) on another board.",
        f"{wins} centres win.",
        "",
        f"- **R1** Units move as they do in standard Diplomacy. *{name}-C1.*",
        f"- **R2** A power builds {sites}. {_NO_CASE}",
    ]
    if board.dummies:
        dummies_text = ", ".join(board.dummies)
        lines.append(
            f"- **R3** Nobody plays {dummies_text}: units hold, and disband when dislodged. "
            f"{_NO_CASE}"
        )
    if remarks:
        lines += ["", "## What the .map file says otherwise", "", *(f"- {one}" for one in remarks)]
    return "\n".join(lines) + "\n"


def _write_case(name: str, board: Board, phases: Mapping[str, Any]) -> str:
    """A case: the first unit that can, of a power or put there, moves to a space beside it."""
    spaces = {space["id"]: space for space in board.spaces.values()}
    arms = {"A": "army", "F": "fleet"}
    own = ((power, unit) for power, facts in board.powers.items() for unit in facts["units"])
    first_power = next(iter(board.powers))
    free = ((first_power, f"{arm} {space}") for arm in arms for space in spaces)
    moves = (
        (power, unit, steps[0])
        for power, unit in (*own, *free)
        if (steps := spaces.get(unit[2:], {}).get(arms[unit[0]]))
    )
    move = next(moves, None)
    if move is None:
        raise InputError("No unit can move anywhere on this map.")
    power, unit, goal = move
    first = str(phases["first"])
    movement = next(one for one in phases.get("year", STANDARD_YEAR) if one[1] == "M")
    case = {
        "id": f"{name}-C1",
        "title": f"{unit} moves to {goal}",
        "rule": "R1",
        "in": {
            "variant": name,
            "phase": first if first[-1] == "M" else f"{movement[0]}{first[1:-1]}M",
            "units": {power: [unit]},
            "orders": {power: [f"{unit} - {goal}"]},
        },
        "expect": {"after": {power: [f"{unit[0]} {goal}"]}},
    }
    return json.dumps(case, ensure_ascii=False) + "\n"


_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def bring_map(file: Path, into: Path | None) -> tuple[tuple[str, ...], bool]:
    """Make the map in ``file`` the variant ``into``; where that is None nothing is written.

    Returns what is told of it, and whether the folder can be played (or could, unwritten).

    Raises InputError for a file that is no map, and where nothing can be written.
    """
    name = re.sub(r"[^a-z0-9]+", "-", file.stem.lower()).strip("-") or "board"
    if into:
        name = into.name
        if not _NAME.fullmatch(name):
            raise InputError(
                f"Players could not write '{name}': "
                "a variant's name has small letters, digits and '-' between them."
            )
        if name in shelves.list_installed():
            raise InputError(f"A variant {name} came with the judge: name the folder otherwise.")
        if into.exists():
            raise InputError(f"{into} is there already: name a folder that is not.")
    imported_map = import_map(file, name)
    sum_up = (
        f"{file.name}: {imported_map.spaces} spaces, {imported_map.centres} centres, "
        f"{len(imported_map.powers)} powers: {', '.join(imported_map.powers)}."
    )
    sentences = (*imported_map.notes, sum_up)
    if into is None:
        how = f"'judge import-map {file} --into {name}'"
        return (*sentences, f"Nothing was written: {how} does that."), True
    try:
        for file_name, text in imported_map.files.items():
            path = into / file_name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    except OSError as error:
        shutil.rmtree(into, ignore_errors=True)  # a folder is there whole, or not at all
        raise InputError(f"{into} can't be written: {error.strerror}.") from None
    faults = check.faults(into)
    if faults:
        return (*sentences, *faults, f"{into} has to be mended before it is played."), False
    how = f"'CREATE mygame {name}' plays it once it lies in the folder variants of a spool"
    return (*sentences, f"{into} is sound: {how}."), True
