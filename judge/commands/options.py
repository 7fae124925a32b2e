"""OPTIONS [game]: what can be set in a game, and how it is set."""

from collections.abc import Iterator

from judge.commands import reach, words
from judge.desk.desk import Desk
from judge.game.terms import settings
from judge.game.terms.table import Table
from judge.kernel.engine import Event
from judge.kernel.text import Command

VERBS = ("options",)


def run(desk: Desk, command: Command) -> Desk:
    """Show the options of a game, or outside a game those that CREATE takes; FOR: of a unit."""
    units = reach.asked(" ".join(command.words), "for")
    if units:
        return reach.show(desk, command, units)
    at = words.spoken_of(desk, command)
    if at is None and words.of(command):
        return words.no_game(desk, command)
    rows = list(_of_game(at) if at else _usual())
    name = at.game.name if at else ""
    shown = desk.shows(Event("options", {"game": name, "rows": rows}), of=at)
    return shown.says(command, "see below").titled(f"options of {name}" if name else "options")


def _of_game(at: Table) -> Iterator[dict[str, str]]:
    """The judge's options and then the variant's; clocks of kinds of phases only where set."""
    for setting in settings.table(at.engine.kinds):
        value = at.game.options.get(setting.name, setting.standard)
        if value:
            yield {"name": setting.name, "value": value, "meaning": setting.meaning}
    for name, standard in at.engine.options.items():
        value = at.game.options.get(name, _worded(standard))
        yield {"name": name, "value": value, "meaning": at.variant.meanings[name]}


def _usual() -> Iterator[dict[str, str]]:
    for setting in settings.SETTINGS:
        yield {"name": setting.name, "value": setting.standard, "meaning": setting.meaning}


def _worded(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
