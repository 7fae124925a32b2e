"""What the keeper's commands do, a module each.

None is imported before a command asks for it: cron starts the judge every minute.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.keeper import audit as audit
    from judge.keeper import backup as backup
    from judge.keeper import demo as demo
    from judge.keeper import doctor as doctor
    from judge.keeper import keeping as keeping
    from judge.keeper import moving as moving
    from judge.keeper import persons as persons
    from judge.keeper import queue as queue
    from judge.keeper import renewal as renewal
    from judge.keeper import settings as settings
    from judge.keeper import status as status
    from judge.keeper import trace as trace
else:

    def __getattr__(name: str) -> object:
        """The module of this name."""
        if find_spec(f"judge.keeper.{name}") is None:
            raise AttributeError(f"module 'judge.keeper' has no attribute '{name}'")
        return import_module(f"judge.keeper.{name}")
