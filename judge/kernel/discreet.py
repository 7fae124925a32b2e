"""Records that hold secrets: where one is shown, as in a trace, they are not."""

from typing import ClassVar

from msgspec import Struct


class Discreet(Struct, frozen=True):
    """A record of which the fields in ``hidden`` are not shown."""

    hidden: ClassVar[frozenset[str]] = frozenset()

    def __repr__(self) -> str:
        shown = (name for name in self.__struct_fields__ if name not in self.hidden)
        named_values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__name__}({named_values})"
