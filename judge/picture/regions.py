"""Parts of a map: by a name that it has in shapes.json, or so many steps round some spaces."""

from collections.abc import Iterable, Mapping
from typing import Any

from judge.picture import neighbours
from judge.picture.shapes import Shapes


def find_named(shapes: Shapes | None, text: str, *, whole: bool = False) -> tuple[str, ...]:
    """The spaces of the region that is called so, or unless ``whole`` the only one that begins so.

    () if there is none.
    """
    if shapes is None or not text:
        return ()
    word = text.lower().removeprefix("the ")
    near = [name for name in shapes.regions if name.lower().startswith(word)]
    exact = [name for name in near if name.lower() == word]
    matches = exact if whole or exact else near
    return shapes.regions[matches[0]] if len(matches) == 1 else ()


def densest(shapes: Shapes | None) -> str:
    """The part with the most spaces of a map that goes round the world, "" of any other map.

    A picture of the whole world has no room for the names there.
    """
    if shapes is None or not any(sign.kind == "wrap" for sign in shapes.signs):
        return ""
    return max(shapes.regions, key=lambda name: len(shapes.regions[name]), default="")


def around(map_data: Mapping[str, Any], spaces: Iterable[str], steps: int) -> tuple[str, ...]:
    """The spaces and those within so many steps of any unit, in the order of their ids."""
    near_spaces = {*spaces}
    borders = neighbours.ordinary(map_data)
    for _ in range(steps):
        near_spaces |= {space for both in borders if near_spaces & {*both} for space in both}
    return tuple(sorted(near_spaces))
