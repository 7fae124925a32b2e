"""Templates compiled once for all processes: Jinja takes longer for that than for most mails."""

from collections.abc import Callable, MutableMapping, Sequence
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket

from judge import prepared

KIND = "template"
"""What lies ready so is code for one Python alone."""


class Compiled(BytecodeCache):
    """The templates of an environment, which the files ``made_by`` set up.

    Their filters are applied to constants while a template is compiled.
    """

    def __init__(self, *made_by: Path) -> None:
        self._made_by = prepared.name(KIND, *made_by, jinja2.__version__, MAGIC_NUMBER)

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """The same wherever the file lies."""
        return name

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take the code that lies ready."""
        if content := prepared.find(self._name(bucket)):
            bucket.bytecode_from_string(content)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Let the code lie ready."""
        prepared.keep(self._name(bucket), bucket.bytecode_to_string())

    def _name(self, bucket: Bucket) -> str:
        return prepared.name(KIND, self._made_by, bucket.key, bucket.checksum)


class _Templates(Environment):
    """Templates, none of which has globals of its own."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of all: a plain dictionary is looked up quicker than one above another."""
        return self.globals


def set_up(
    folders: Sequence[str], escapes: Callable[[str | None], bool], *made_by: Path
) -> Environment:
    """The templates of folders, each from the first that has it.

    ``escapes`` says of which what is put into them is escaped.
    """
    return _Templates(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        autoescape=escapes,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
        bytecode_cache=Compiled(Path(__file__), *made_by),
    )
