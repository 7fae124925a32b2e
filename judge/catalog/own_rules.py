"""A folder's own rules.py: where it is imported, built and asked, it can't end the judge.

What it raises goes on as it is, for whoever asked to catch: but for what no ``except Exception``
stops (``exit()``), and what takes too long. That becomes a sentence with file, line and seam.
"""

from collections.abc import Callable, Iterator, Mapping
from dis import opmap
from functools import wraps
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb, walk_tb
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from judge import resources
from judge.catalog import time_limit
from judge.catalog.time_limit import OvertimeError
from judge.dip.seams.mechanic import Mechanic, seams
from judge.kernel.errors import EndlessError, KeeperError

T = TypeVar("T")

UNTRUSTED = (
    "rules.py came by a backup and would run as the judge: read it, then 'judge resume' lets it"
)
SECONDS = 10
"""Of the processor's time that importing it takes at most, and building it."""


class RulesError(KeeperError):
    """A variant's own rules.py would have ended the judge; the message says where."""


class EndlessRulesError(RulesError, EndlessError):
    """A variant's own rules.py went on for too long; the message says where."""


def load(path: Path) -> ModuleType:
    """Import a rules.py; raises RulesError where it would end the judge, or may not run yet."""
    if not resources.is_trusted(path):
        raise RulesError(UNTRUSTED)
    spec = spec_from_file_location(f"variant {path.parent}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} can't be loaded")
    module = module_from_spec(spec)
    execute = spec.loader.exec_module
    with time_limit.limit(SECONDS):
        _guard(lambda: execute(module), "it", path)()
    return module


def build(function: Callable[[Mapping[str, Any]], T], rules: Mapping[str, Any], path: Path) -> T:
    """What its ``build`` returns; raises RulesError where that would end the judge."""
    with time_limit.limit(SECONDS):
        return _guard(lambda: function(rules), "build", path)()


def fence(mechanic: Mechanic, path: Path) -> None:
    """Let nothing that ``mechanic`` answers, or hands out, end the judge."""
    for name, seam in seams():
        if getattr(type(mechanic), name) is not seam:
            setattr(mechanic, name, _fence(getattr(mechanic, name), name, path))


def _fence(method: Callable[..., Any], name: str, path: Path) -> Callable[..., Any]:
    """A seam that hands out nothing that could end the judge, either."""
    ask = _guard(method, name, path)
    if name == "orders":
        return lambda: tuple(_fence_class(kind, path) for kind in ask())
    if name == "verbs":
        return lambda: {verb: _guard(read, f"'{verb}'", path) for verb, read in ask().items()}

    @wraps(method)
    def answer(*arguments: Any) -> Any:
        value = ask(*arguments)
        return _steps(value, name, path) if isinstance(value, Iterator) else value

    return answer


def _steps(values: Iterator[T], name: str, path: Path) -> Iterator[T]:
    """What a generator yields."""
    step = _guard(values.__next__, name, path)
    while True:
        try:
            value = step()
        except StopIteration:
            return
        yield value


def _fence_class(kind: Any, path: Path) -> Any:
    """An order of its own, whose methods and those of its bases in the file are guarded."""
    for owner in getattr(kind, "__mro__", ()):
        if owner.__module__ != _module_name(path):
            continue
        for name, thing in list(vars(owner).items()):
            if (fenced := _fence_member(thing, f"{owner.__name__}.{name}", path)) is not None:
                setattr(owner, name, fenced)
    return kind


def _module_name(path: Path) -> str:
    """What a rules.py is called as a module."""
    return f"variant {path.parent}"


def _fence_member(thing: object, name: str, path: Path) -> object | None:
    """A method guarded; None for what is no method, or is guarded already."""
    if isinstance(thing, classmethod | staticmethod):
        inner = _fence_member(thing.__func__, name, path)
        return None if inner is None else type(thing)(inner)  # type: ignore[arg-type]
    if isinstance(thing, property) and thing.fget:
        inner = _fence_member(thing.fget, name, path)
        return None if inner is None else property(inner)  # type: ignore[arg-type]
    if not isinstance(thing, FunctionType) or thing.__code__.co_filename != str(path):
        return None
    return _guard(thing, name, path)


def _guard(function: Callable[..., T], name: str, path: Path) -> Callable[..., T]:
    """A function that raises RulesError, which names it, where it would end the judge."""

    @wraps(function)
    def call(*arguments: Any, **more: Any) -> T:
        try:
            return function(*arguments, **more)
        except (EndlessError, OvertimeError) as error:
            if isinstance(error, EndlessRulesError):
                raise
            told = f"{_where(error, path)}: {name} takes too long; does it come to an end?"
            raise EndlessRulesError(told).with_traceback(error.__traceback__) from None
        except Exception:
            raise
        except BaseException as error:
            if _is_keepers(error):
                raise
            told = f"{_where(error, path)}: {name} ends the program ({type(error).__name__})"
            raise RulesError(told).with_traceback(error.__traceback__) from None

    return call


def _where(error: BaseException, path: Path) -> str:
    """The file, and the line where it was last."""
    own = [one.lineno for one in extract_tb(error.__traceback__) if one.filename == str(path)]
    return f"{path.name}, line {own[-1]}" if own else path.name


def _is_keepers(error: BaseException) -> bool:
    """Whether somebody pressed Ctrl-C: no statement raised it."""
    if not isinstance(error, KeyboardInterrupt):
        return False
    *_, (frame, _) = walk_tb(error.__traceback__)
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    return last is None or frame.f_code.co_code[last.tb_lasti] != opmap["RAISE_VARARGS"]
