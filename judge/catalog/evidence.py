"""evidence.toml: a second statement of the board, held against the first."""

from collections.abc import Iterator, Mapping
from typing import Any

from judge.catalog.variant import Variant

Border = frozenset[str]


def faults(evidence: Mapping[str, Any], variant: Variant) -> Iterator[str]:
    """Where evidence.toml and the board differ, a sentence each."""
    borders = _borders(variant)
    yield from _pair_faults(evidence, borders)
    yield from _count_faults(evidence.get("counts", {}), variant)
    for statement in evidence.get("statements", ()):
        if statement["status"] == "holds":
            yield from _statement_faults(statement, borders)


def _borders(variant: Variant) -> set[Border]:
    """Every pair of spaces that border on each other, by whatever arm."""
    spaces = variant.map["spaces"]
    lists = ("army", "fleet", "fleet_nc", "fleet_sc", "fleet_ec", "fleet_wc", "land", "sea")
    return {
        frozenset((space["id"], there.partition("/")[0]))
        for space in spaces
        for key in lists
        for there in space.get(key, ())
    }


def _pair_faults(evidence: Mapping[str, Any], borders: set[Border]) -> Iterator[str]:
    """The groups of borders are all there are; ``confidence`` names some of them."""
    groups = evidence.get("edge_groups", ())
    pairs_in_groups = {_border(pair) for group in groups for pair in group["pairs"]}
    for pair in sorted(_name_pair(pair) for pair in pairs_in_groups - borders):
        yield f"edge_groups: {pair}: the map has no such border."
    if groups:
        for pair in sorted(_name_pair(pair) for pair in borders - pairs_in_groups):
            yield f"edge_groups: {pair}: no group has this border of the map."
    for name, pairs in evidence.get("confidence", {}).items():
        for pair in pairs:
            if _border(pair) not in borders:
                yield f"confidence.{name}: {pair}: the map has no such border."


def _count_faults(counts: Mapping[str, int], variant: Variant) -> Iterator[str]:
    if not counts:
        return
    spaces = variant.map["spaces"]
    kinds = [space["kind"] for space in spaces]
    state = variant.engine.start({}, _Ones()).state
    true_counts = {
        "spaces": len(spaces),
        "scs": sum(space.get("sc", False) for space in spaces),
        "units_at_start": sum(map(len, variant.engine.units(state).values())),
        **{kind: kinds.count(kind) for kind in ("land", "coast", "sea")},
    }
    for name, count in counts.items():
        if true_counts[name] != count:
            yield f"counts.{name}: the map has {true_counts[name]}, not {count}."


def _statement_faults(statement: Mapping[str, Any], borders: set[Border]) -> Iterator[str]:
    source = statement["source"]
    for a, b in (*statement.get("adjacent", ()), *statement.get("army", ())):
        if frozenset((a, b)) not in borders:
            yield f"statements: {source}: {a} and {b} do not border on each other."
    for a, b in statement.get("not_adjacent", ()):
        if frozenset((a, b)) in borders:
            yield f"statements: {source}: {a} and {b} border on each other."
    for only in statement.get("only", ()):
        pairs = {frozenset((only["space"], other)) for other in only["neighbours"]}
        if {pair for pair in borders if only["space"] in pair} != pairs:
            yield f"statements: {source}: {only['space']} has other neighbours."


def _border(pair: str) -> Border:
    return frozenset(pair.split("-"))


def _name_pair(border: Border) -> str:
    return "-".join(sorted(border))


class _Ones:
    """Every throw is 1: a start is counted, not played."""

    def throw(self, key: str) -> int:
        """The same for every key."""
        return 1
