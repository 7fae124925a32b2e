"""A folder's own rules.py: where it is imported, built and asked, it can't end the judge.

What it raises goes on as it is, for whoever asked to catch: but for what no ``except Exception``
stops (``exit()``), and what takes too long. That becomes a sentence with file, line and seam.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from dis import opmap
from functools import wraps
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from itertools import chain
from pathlib import Path
from traceback import extract_tb
from types import FunctionType, ModuleType, NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from judge import resources
from judge.catalog import time_limit
from judge.catalog.time_limit import OvertimeError
from judge.kernel import limits
from judge.kernel.engine import Event
from judge.kernel.errors import EndlessError, InputError, KeeperError
from judge.rules.dip.seams.mechanic import seams
from judge.rules.dip.seams.scene import Scene

_VERDICTS = ("illegal", "invalid", "fails")
"""The verdicts of a ruling, see Ruling."""
_ON_THE_GROUND = ("A", "F")
"""Arms of which a space holds one unit."""


def _look_at_sites(arguments: tuple[Any, ...], value: Any) -> Iterator[str]:
    board = arguments[1]
    for space in value:
        if space not in board.spaces:
            yield f"'{space}', which is not a space: spaces go by their ids, as {board.spaces[0]}"


def _look_at_supply(_: tuple[Any, ...], value: int) -> Iterator[str]:
    if value < 0:
        yield f"{value}, which is less than nothing"


def _look_at_removals(arguments: tuple[Any, ...], value: Any) -> Iterator[str]:
    state, _, power, _ = arguments
    units = state.units.get(power, ())
    example = f", as {units[0]}" if units else ""
    for unit in value:
        if unit not in units:
            yield f"'{unit}', which is not a unit of {power}'s: they go by their texts{example}"


def _look_at_retreats(arguments: tuple[Any, ...], value: Any) -> Iterator[str]:
    count = len(arguments[0].field.board.locs)
    for loc in value:
        if not isinstance(loc, int) or loc >= count:
            yield f"'{loc}', which is not a number of a place: board.loc_of[\"ABC\"] is one"


def _look_at_ruling(_: tuple[Any, ...], value: Any) -> Iterator[str]:
    if value is not None and value.verdict not in _VERDICTS:
        yield f"the verdict '{value.verdict}': there are {', '.join(_VERDICTS)}"


def _look_at_winners(arguments: tuple[Any, ...], value: Any) -> Iterator[str]:
    for power in value:
        if power not in arguments[1].powers:
            yield f"'{power}', which is not a power"


def _find_unkept(value: Any, key: str) -> Iterator[str]:
    """What of remembered data is no plain JSON."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            if not isinstance(name, str):
                yield f"{key or 'a table'} with the key {name!r}: keys have to be text"
            yield from _find_unkept(item, f"'{name}'")
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _find_unkept(item, key)
    elif not isinstance(value, (str, int, float, bool)) and value is not None:
        yield f"{key}: a {type(value).__name__}, which can't be kept: use lists and tables"


def _look_at_scene(arguments: tuple[Any, ...], scene: Scene) -> Iterator[str]:
    """Events that are none, units of nobody, at no place or of two in one space, odd memory."""
    for event in scene.events:
        if not isinstance(event, Event):
            yield f"a {type(event).__name__} among its events: they are Event(kind, data, PUBLIC)"
    board, state = arguments[1], scene.state
    spaces: Counter[str] = Counter()
    for power, texts in state.units.items():
        meant = get_close_matches(power, board.powers, n=1)
        if power not in board.powers and meant:
            yield f"units of '{power}', which is not a power; did you mean '{meant[0]}'?"
        if not isinstance(texts, tuple):
            yield f"the units of {power} as a {type(texts).__name__}: they are a tuple"
        for text in texts:
            try:
                unit = board.unit(text)
            except (KeyError, ValueError, AttributeError):
                yield f"the unit '{text}' of {power}, which stands at no place of the map"
                continue
            if unit.arm in _ON_THE_GROUND:
                spaces[board.spaces[unit.space]] += 1
    crowded = (space for space, count in spaces.items() if count > 1)
    yield from (f"several units in {space}: a space holds one" for space in crowded)
    yield from _find_unkept(state.memory, "")


def _look_at_owners(arguments: tuple[Any, ...], value: Any) -> Iterator[str]:
    scene, centers = value
    yield from _look_at_sites(arguments, chain.from_iterable(centers.values()))
    yield from _look_at_scene(arguments, scene)


_LOOKS: Mapping[str, Callable[[tuple[Any, ...], Any], Iterator[str]]] = {
    "begin": _look_at_scene,
    "end": _look_at_scene,
    "memory": lambda _, value: _find_unkept(value, ""),
    "owners": _look_at_owners,
    "removals": _look_at_removals,
    "retreats": _look_at_retreats,
    "ruling": _look_at_ruling,
    "sites": _look_at_sites,
    "supply": _look_at_supply,
    "winners": _look_at_winners,
}
"""What is wrong with an answer of a seam that is of the right kind, behind "returned"."""


_WORDS = {
    bool: "True or False",
    int: "a whole number",
    str: "a text",
    Mapping: "a mapping",
    NoneType: "None",
    tuple: "a tuple",
    Iterable: "a tuple",
}
"""What a kind of answer is called."""


def _is(value: Any, kind: Any) -> bool:
    """Whether an answer is of a kind, as far as its outside shows; a list does for a tuple."""
    plain = get_origin(kind) or kind
    if plain is tuple and Ellipsis not in get_args(kind):
        return isinstance(value, tuple) and len(value) == len(get_args(kind))
    if plain is tuple or (
        plain is not str and issubclass(plain, Iterable) and plain is not Mapping
    ):
        return isinstance(value, Iterable) and not isinstance(value, str | Mapping)
    return isinstance(value, plain)


def _spell(kind: Any) -> str:
    plain = get_origin(kind) or kind
    if plain is tuple and Ellipsis not in get_args(kind):
        return "both of " + " and ".join(map(_spell, get_args(kind)))
    return _WORDS.get(plain, f"the {plain.__name__.lower()}")


T = TypeVar("T")


UNTRUSTED = (
    "rules.py came by a backup and would run as the judge: read it, then 'judge resume' lets it"
)


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
    with time_limit.limit(limits.RULES_SECONDS):
        _guard(lambda: execute(module), "it", path)()
    return module


def bring(path: Path, rules: Mapping[str, Any]) -> Any:
    """What the ``build`` of a rules.py makes of ``rules``, so that nothing of it ends the judge.

    Instead of giving a wrong answer it raises TypeError, which names the seam. Raises InputError
    where no mechanic is built, RulesError where that would end the judge.
    """
    build = getattr(load(path), "build", None)
    mechanic: Any = None
    if build is not None:
        try:
            signature(build).bind({})
        except TypeError:
            why = "write build(rules): it gets variant.toml and the map."
            raise InputError(f"{path.name}: {why}") from None
        with time_limit.limit(limits.RULES_SECONDS):
            mechanic = _guard(lambda: build(rules), "build", path)()
    if mechanic is None or isinstance(mechanic, type) or not hasattr(mechanic, "ruling"):
        kind = type(mechanic).__name__
        returned = f"a {kind}: write class {kind}(Mechanic)"
        if isinstance(mechanic, type):
            returned = f"the class itself, not {mechanic.__name__}()"
        elif type(mechanic).__module__ == "builtins":
            returned = f"a {kind}"
        instead = "" if build is None else f": it returns {returned}"
        why = f"it has no function build(rules) that returns a Mechanic{instead}."
        raise InputError(f"{path.name}: {why}")
    for name, seam in seams():
        if getattr(type(mechanic), name) is not seam:
            hint = get_type_hints(seam)["return"]
            kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
            setattr(mechanic, name, _fence(getattr(mechanic, name), name, kinds, path))
    return mechanic


def _fence(
    method: Callable[..., Any], name: str, kinds: tuple[Any, ...], path: Path
) -> Callable[..., Any]:
    """A seam that gives no other answers than of some kinds, and none that are wrong.

    It hands out nothing that could end the judge, either.
    """
    look = _LOOKS.get(name)

    @wraps(method)
    def check(*arguments: Any) -> Any:
        value = method(*arguments)
        if any(_is(value, kind) for kind in kinds):
            complaint = next(look(arguments, value), "") if look else ""
        else:
            complaint = f"{type(value).__name__}, not {' or '.join(map(_spell, kinds))}"
        if complaint:
            line = method.__func__.__code__.co_firstlineno  # type: ignore[attr-defined]
            raise TypeError(f"{name} returned {complaint} (rules.py, line {line})")
        return value

    ask = _guard(check, name, path)
    if name == "orders":
        return lambda: tuple(_fence_class(kind, path) for kind in ask())
    if name == "verbs":
        return lambda: {verb: _guard(read, f"'{verb}'", path) for verb, read in ask().items()}

    @wraps(method)
    def answer(*arguments: Any) -> Any:
        value = ask(*arguments)
        # each step of a generator is guarded as well
        is_lazy = isinstance(value, Iterator)
        return iter(_guard(value.__next__, name, path), object()) if is_lazy else value

    return answer


def _fence_class(kind: Any, path: Path) -> Any:
    """An order of its own, whose methods and those of its bases in the file are guarded."""
    for owner in getattr(kind, "__mro__", ()):
        if owner.__module__ != f"variant {path.parent}":
            continue
        for name, thing in list(vars(owner).items()):
            if (fenced := _fence_member(thing, f"{owner.__name__}.{name}", path)) is not None:
                setattr(owner, name, fenced)
    return kind


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
            last = error.__traceback__
            while last is not None and last.tb_next is not None:
                last = last.tb_next
            code = last and last.tb_frame.f_code.co_code[last.tb_lasti]
            if isinstance(error, KeyboardInterrupt) and code != opmap["RAISE_VARARGS"]:
                raise  # somebody pressed Ctrl-C: no statement raised it
            told = f"{_where(error, path)}: {name} ends the program ({type(error).__name__})"
            raise RulesError(told).with_traceback(error.__traceback__) from None

    return call


def _where(error: BaseException, path: Path) -> str:
    """The file, and the line where it was last."""
    own = [one.lineno for one in extract_tb(error.__traceback__) if one.filename == str(path)]
    return f"{path.name}, line {own[-1]}" if own else path.name
