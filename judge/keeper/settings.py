"""``judge config``: what judge.toml and the environment say, and which of them says it."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from judge.report import words
from judge.spool import config
from judge.spool.config import Config, write_value
from judge.spool.spool import open_spool

FILE, STANDARD = "judge.toml", "standard"
_PASSWORD = re.compile(r"(?<=:)[^:@/]+(?=@)")
"""In the URL of a database."""


class Setting(Struct, frozen=True):
    """A key as it counts; ``source`` is FILE, STANDARD, or the variable that says it."""

    section: str
    key: str
    value: object
    source: str

    def __str__(self) -> str:
        """As it would stand in the file."""
        return f"{self.key} = {write_value(self.value)}"


def list_settings(home: Path) -> Iterator[Setting]:
    """Every key of the judge at ``home``, section by section. Raises KeeperError."""
    counted, written = open_spool(home).config, config.read(home / FILE)
    for variable, (section, key) in sorted(config.list_variables().items(), key=_place):
        table = written.get(section, {}) if section else written
        value = getattr(getattr(counted, section) if section else counted, key)
        source = variable if variable in os.environ else FILE if key in table else STANDARD
        shown = _PASSWORD.sub("***", value) if key == "url" else value
        yield Setting(section, key, shown, source)


def _place(item: tuple[str, tuple[str, str]]) -> tuple[int, int]:
    """Where a key stands in the file that 'judge init' makes."""
    section, key = item[1]
    sections = ["", *(field.name for field in msgspec.structs.fields(Config))]
    shape = getattr(Config(), section) if section else Config()
    names = [field.name for field in msgspec.structs.fields(shape)]
    return sections.index(section), names.index(key)


def show(home: Path) -> Iterator[str]:
    """The lines that show them, each with where it comes from."""
    last = ""
    for setting in list_settings(home):
        if setting.section != last:
            last = setting.section
            yield ""
            yield f"[{last}]"
        yield f"{setting!s:50}  # {setting.source}"


def as_records(home: Path) -> list[dict[str, object]]:
    """The same for programs."""
    return [
        {"section": one.section, "key": one.key, "value": one.value, "source": one.source}
        for one in list_settings(home)
    ]


def describe(home: Path) -> str:
    """Where the settings come from, in one sentence, and which keys the file does not know yet."""
    all_settings = list(list_settings(home))
    said = [one for one in all_settings if one.source == FILE]
    variables = [one.source for one in all_settings if one.source not in (FILE, STANDARD)]
    missing = [
        f"{one.key} in [{one.section}]" if one.section else one.key
        for one in all_settings
        if one.source == STANDARD
    ]
    parts = [f"{words.count(len(said), 'key')} from {FILE}"]
    parts += [f"{words.join(variables)} from the environment"] if variables else []
    # A file that spells out most keys was made by 'judge init', before these came.
    if 0 < len(missing) < len(said):
        parts.append(f"new in this version: {words.join(missing)}")
    parts += [f"{FILE} is a link, which nothing rewrites"] if (home / FILE).is_symlink() else []
    return f"{'; '.join(parts)}."
