"""A fault put into a loaded module: the function gets the code that it would have.

A module that nobody has loaded yet is loaded first: a test that does so later would get it sound.

What runs once when a module is loaded (a constant, a class, a default) can't be changed so.
"""

import gc
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from importlib import import_module
from types import CodeType, FunctionType, ModuleType

from tests.mutants.faults import Fault


def put(module: str, source: str, fault: Fault) -> bool:
    """Change what is loaded of judge/x/y.py with that ``source``; False if that can't be done.

    What was made without it stays as it is in caches (``forget``).
    """
    name = module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    loaded = _load(name)
    if loaded is None or loaded.__file__ is None:
        return False
    sound = dict(_functions(compile(source, loaded.__file__, "exec")))
    faulty = dict(_functions(compile(fault.text, loaded.__file__, "exec")))
    changed = [key for key in faulty if sound.get(key) != faulty[key]]
    if len(changed) != 1 or set(sound) != set(faulty):
        return False
    old, new = sound[changed[0]], faulty[changed[0]]
    if old.co_freevars != new.co_freevars:
        return False  # it lost what a function in it, or super(), has from outside
    found = [function for function, code in functions(module).items() if code == old]
    for function in found:
        function.__code__ = new
    return bool(found)


def _load(name: str) -> ModuleType | None:
    """The module of this name; None for a program, and where what it needs is not installed."""
    if name.endswith("__main__"):
        return None
    try:
        return import_module(name)
    except ImportError:
        return None


def functions(module: str) -> dict[FunctionType, CodeType]:
    """The functions of a module that are there, with their code."""
    return {
        thing: thing.__code__
        for thing in gc.get_objects()
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.endswith(module)
    }


def _functions(code: CodeType, path: tuple[str, ...] = ()) -> Iterator[tuple[object, CodeType]]:
    """The outermost functions of a module or of its classes, by their paths and order."""
    for number, inner in enumerate(code.co_consts):
        if isinstance(inner, CodeType):
            key = (*path, inner.co_name)
            if inner.co_flags & 0x2:  # CO_NEWLOCALS: a function, not the body of a class
                yield (key, number), inner
            else:
                yield from _functions(inner, key)


def forget() -> None:
    """Empty every cache of a function of judge/."""
    for thing in gc.get_objects():
        if isinstance(thing, _lru_cache_wrapper) and thing.__module__.startswith("judge."):
            thing.cache_clear()
