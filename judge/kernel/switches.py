"""The rule switches of a game, by the names that mails and programs write alike."""

from collections.abc import Mapping
from typing import Any

from judge.kernel.errors import InputError

HOME, ANYWHERE = "home", "anywhere"
"""Where powers build: the values of ``building``."""
NEVER = "none"
"""The value of ``last_year`` in a game that only a victory ends."""
_ALSO = {"builds": "building", "sites": "building"}
"""What else people call a switch; in mails "builds" is a length of time as well."""


def name_of(text: str) -> str:
    """The name of the switch that is written "last-year", "builds"."""
    word = text.lower().replace("-", "_")
    return _ALSO.get(word, word)


def means_building(text: str, value: str) -> bool:
    """Whether "builds=anywhere" is typed, and no length of time."""
    return name_of(text) == "building" and value.lower() in (HOME, ANYWHERE)


def refuse(ruling: str) -> str:
    """What is said to who chooses what a ruling forbids."""
    return f"it can't be chosen here. {ruling}"


def read(options: Any, standards: Mapping[str, Any], fixed: Mapping[str, str]) -> Mapping[str, Any]:
    """The options that somebody gives a game, by name.

    ``standards`` are all that it has, ``fixed`` those that its rules forbid to change, with the
    ruling. Raises InputError for one that there is not, or that is fixed.
    """
    if not isinstance(options, Mapping):
        raise InputError("options: it has to be an object.")
    given = {name_of(str(name)): value for name, value in options.items()}
    for name, value in given.items():
        if name in fixed and (name not in standards or value != standards[name]):
            raise InputError(f"options.{name}: {refuse(fixed[name])}")
        if name not in standards:
            others = f"there are {', '.join(standards)}" if standards else "none exist"
            raise InputError(f"options.{name}: there is no such option; {others}.")
    return given
