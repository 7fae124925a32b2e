"""OPTIONS [game]: what can be set in a game, and how it is set."""

from collections.abc import Iterator

from judge.commands import reach, words
from judge.desk.desk import Desk
from judge.game.terms import settings
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.text import Command

VERBS = ("options",)


def run(desk: Desk, command: Command) -> Desk:
    """Show the options of a game, or outside a game those that CREATE takes; FOR: of a unit."""
    units = reach.units_asked_about(" ".join(command.words), "for")
    if units:
        return reach.show(desk, command, units)
    table = words.table_meant(desk, command)
    if table is None and words.of(command):
        return words.refuse_unknown_game(desk, command)
    rows = list(_game_rows(table) if table else _usual_rows())
    name = table.game.name if table else ""
    reply = desk.shows(Event("options", {"game": name, "rows": rows}, PUBLIC), of=table)
    return reply.says(command, "see below").titles(f"options of {name}" if name else "options")


def _game_rows(table: Table) -> Iterator[dict[str, str]]:
    """The judge's options and then the variant's; clocks of kinds of phases only where set."""
    for setting in settings.table(table.engine.kinds):
        value = table.options[setting.name]
        if value:
            yield {"name": setting.name, "value": value, "meaning": setting.meaning}
    for name, standard in table.engine.options.items():
        value = table.game.options.get(name, _value_text(standard))
        yield {"name": name, "value": value, "meaning": table.variant.meanings[name]}


def _usual_rows() -> Iterator[dict[str, str]]:
    for setting in settings.SETTINGS:
        yield {"name": setting.name, "value": setting.standard, "meaning": setting.meaning}


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
