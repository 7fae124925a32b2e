"""The mail commands: one file each, found by the grammar's verbs that stand in its ``VERBS``."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules

from judge.game.desk import Desk
from judge.game.seats import standins
from judge.kernel.text import Command

Handler = Callable[[Desk, Command], Desk]
"""Does what a command says and answers its line."""


def _handlers() -> Iterator[tuple[str, Handler]]:
    """Each verb with the ``run`` of its file; files without verbs are what others share."""
    for found in iter_modules(__path__):
        module = import_module(f"{__name__}.{found.name}")
        for verb in getattr(module, "VERBS", ()):
            yield verb, module.run


HANDLERS: dict[str, Handler] = dict(_handlers())


def obey(desk: Desk, command: Command) -> Desk:
    """Do what a command says; the grammar knows words of other judges that have no file here."""
    handler = HANDLERS.get(command.verb)
    if standins.is_acting(desk) and command.verb in standins.OWN:
        return desk.refuses(command, "only the player himself may do that")
    if handler is None:
        return desk.refuses(command, "this judge has no such command", "HELP")
    return handler(desk, command)
