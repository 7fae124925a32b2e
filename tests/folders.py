"""The variants that a test takes, by what they have: a new folder is taken by itself."""

from functools import _lru_cache_wrapper

from judge.catalog import atlas, variant
from judge.report import order_forms, topics
from judge.report.picture import shapes

ALL = variant.names()
"""Every folder that came with the judge."""


def forget() -> None:
    """Let this process forget what it knows of variants by their names, as a new one would."""
    for module in (atlas, order_forms, topics, variant):
        for thing in vars(module).values():
            if isinstance(thing, _lru_cache_wrapper):
                thing.cache_clear()


def of_engine(name: str) -> tuple[str, ...]:
    """Those that an engine plays."""
    return tuple(one for one in ALL if variant.load(one).engine_name == name)


def playing(*mechanics: str) -> tuple[str, ...]:
    """Those with all of these mechanics."""
    return tuple(name for name in ALL if {*mechanics} <= _mechanics(name))


def without(*mechanics: str) -> tuple[str, ...]:
    """Those of the Diplomacy engine with none of these mechanics."""
    return tuple(name for name in of_engine("dip") if not {*mechanics} & _mechanics(name))


def of_each_kind() -> tuple[str, ...]:
    """Of those with the same engine and mechanics the one with the fewest powers.

    For tests by mail of several phases each: they ask what rules do, whatever the map.
    """
    kinds: dict[tuple[str, frozenset[str]], str] = {}
    for name in sorted(ALL, key=_powers):
        kinds.setdefault((variant.load(name).engine_name, frozenset(_mechanics(name))), name)
    return tuple(sorted(kinds.values()))


def outlined() -> tuple[str, ...]:
    """Those with outlines of their own, from which their pictures are drawn."""
    return tuple(name for name in ALL if (variant.folder(name) / shapes.FILE).exists())


def each_kind_of(engine: str) -> tuple[str, ...]:
    """One of each kind of those that an engine plays."""
    return tuple(name for name in of_each_kind() if name in of_engine(engine))


def mechanics_of(name: str) -> frozenset[str]:
    """What a variant's rules are made of: its engine and the mechanics that it lists."""
    return frozenset({variant.load(name).engine_name, *_mechanics(name)})


def _mechanics(name: str) -> set[str]:
    return set(variant.load(name).rules.get("mechanics", ()))


def _powers(name: str) -> int:
    return len(variant.load(name).map["powers"])
