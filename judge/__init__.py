"""The e-mail judge for Diplomacy and the games around it.

For programs: ``judge.load("standard")`` is a variant that adjudicates positions, reads what people
type, lists legal orders and plays whole games (``judge.api``). Nothing of that is imported before
it is asked for: cron starts the judge every minute.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.api import (
        Answer,
        Position,
        Request,
        Result,
        Turn,
        Understood,
        Variant,
        load,
        variant_names,
    )
    from judge.kernel.choice import Choice
    from judge.kernel.errors import InputError

__version__ = "1.1.0"
__all__ = [
    "Answer",
    "Choice",
    "InputError",
    "Position",
    "Request",
    "Result",
    "Turn",
    "Understood",
    "Variant",
    "load",
    "variant_names",
]


if not TYPE_CHECKING:  # a type checker reads the names above instead

    def __getattr__(name: str) -> object:
        """What stands behind the front door, imported when it is asked for."""
        if name not in __all__:
            raise AttributeError(f"module 'judge' has no attribute '{name}'")
        from judge import api  # noqa: PLC0415

        return getattr(api, name)


def __dir__() -> list[str]:
    """The names there are, for help() and completion."""
    return sorted([*globals(), *__all__])
