"""``judge import-map``: a board of another judge becomes a variant's folder."""

import re
import shutil
from pathlib import Path

from msgspec import Struct

from judge.catalog import shelves
from judge.catalog.mapfile import folder as importing
from judge.catalog.mapfile.folder import Imported
from judge.keeper import variant_check
from judge.kernel.errors import InputError

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Report(Struct, frozen=True):
    """What is told of an import, and whether the folder can be played (or could, unwritten)."""

    lines: tuple[str, ...]
    sound: bool


def bring(file: Path, into: Path | None) -> Report:
    """Make the map in ``file`` the variant ``into``; where that is None nothing is written.

    Raises InputError for a file that is no map, and where nothing can be written.
    """
    name = into.name if into else _suggest(file)
    if into:
        _refuse(into)
    imported_map = importing.import_map(file, name)
    sentences = (*imported_map.notes, _sum_up(file, imported_map))
    if into is None:
        how = f"'judge import-map {file} --into {name}'"
        return Report((*sentences, f"Nothing was written: {how} does that."), sound=True)
    _write(into, imported_map)
    faults = variant_check.faults(into)
    if faults:
        return Report(
            (*sentences, *faults, f"{into} has to be mended before it is played."), sound=False
        )
    how = f"'CREATE mygame {name}' plays it once it lies in the folder variants of a spool"
    return Report((*sentences, f"{into} is sound: {how}."), sound=True)


def _suggest(file: Path) -> str:
    """A name that players can write, for a file's."""
    return re.sub(r"[^a-z0-9]+", "-", file.stem.lower()).strip("-") or "board"


def _refuse(into: Path) -> None:
    """Raise InputError for a folder that can't be made."""
    if not _NAME.fullmatch(into.name):
        raise InputError(
            f"Players could not write '{into.name}': "
            "a variant's name has small letters, digits and '-' between them."
        )
    if into.name in shelves.list_installed():
        raise InputError(f"A variant {into.name} came with the judge: name the folder otherwise.")
    if into.exists():
        raise InputError(f"{into} is there already: name a folder that is not.")


def _sum_up(file: Path, imported_map: Imported) -> str:
    return (
        f"{file.name}: {imported_map.spaces} spaces, {imported_map.centres} centres, "
        f"{len(imported_map.powers)} powers: {', '.join(imported_map.powers)}."
    )


def _write(into: Path, imported_map: Imported) -> None:
    """Write the folder whole, or not at all."""
    try:
        for name, text in imported_map.files.items():
            path = into / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    except OSError as error:
        shutil.rmtree(into, ignore_errors=True)
        raise InputError(f"{into} can't be written: {error.strerror}.") from None
