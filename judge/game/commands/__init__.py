"""The mail commands: one file each, found by the grammar's verbs that stand in its ``VERBS``.

Nobody but who wrote it may ever read a command's line, the game master with AUDIT as little as
others, unless the command's file says in ``NATURE`` that it is of the nature of an order.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from judge.game.desk import Desk
from judge.game.seats import standins
from judge.kernel.text import Command

Handler = Callable[[Desk, Command], Desk]
"""Does what a command says and answers its line."""


def _modules() -> Iterator[tuple[str, ModuleType]]:
    """Each verb with its file; files without verbs are what others share."""
    for found in iter_modules(__path__):
        module = import_module(f"{__name__}.{found.name}")
        for verb in getattr(module, "VERBS", ()):
            yield verb, module


HANDLERS: dict[str, Handler] = {verb: module.run for verb, module in _modules()}
NATURES: dict[str, str] = {verb: getattr(module, "NATURE", verb) for verb, module in _modules()}
"""What a command's line is, for those who may read it later: its verb where nobody may."""


def obey(desk: Desk, command: Command) -> Desk:
    """Do what a command says; the grammar knows words of other judges that have no file here."""
    handler = HANDLERS.get(command.verb)
    if standins.is_acting(desk) and command.verb in standins.OWN:
        return desk.refuses(command, "only the player himself may do that")
    if handler is None:
        return desk.refuses(command, "this judge has no such command", "HELP")
    return handler(desk, command)
