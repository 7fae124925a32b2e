"""Where a space's unit, name and centre stand: inside it if there is room, and on nobody else's."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from msgspec import Struct
from scipy import ndimage

Grid = Any
Spot = tuple[int, int]
"""A place in units, x to the right and y down."""

_UNIT = (22, 17)
_NAME = (27, 10)
"""Width and height of a unit's sign and of a name with its centre."""
_BELOW, _ABOVE = (0, 14), (0, -14)
_LAYOUTS = (_BELOW, _ABOVE, (29, 2), (-26, 2), (18, 13), (-18, 13), (18, -12), (-18, -12))
"""Where the name stands beside the unit, the best first."""


class Label(Struct, frozen=True):
    """The middle of a space's unit and of its name."""

    unit: Spot
    name: Spot


def place(
    cells: Grid, numbers: Mapping[str, int], seeds: Mapping[str, list[Spot]]
) -> dict[str, Label]:
    """A label for every space; the smallest choose first."""
    cells_used = np.zeros(cells.shape)
    size = {space: int((cells == number).sum()) for space, number in numbers.items()}
    label_of = {}
    for space in sorted(numbers, key=lambda one: (size[one], one)):
        mask = cells == numbers[space]
        label = _find_best(mask, cells_used, seeds[space][0])
        label_of[space] = label
        for spot, (width, height) in ((label.unit, _UNIT), (label.name, _NAME)):
            x, y = spot
            cells_used[
                max(0, y - height // 2) : y + height // 2 + 1,
                max(0, x - width // 2) : x + width // 2 + 1,
            ] = 1
    return label_of


def _find_best(mask: Grid, cells_used: Grid, seed: Spot) -> Label:
    """The best layout at the best place: much of it inside, little on others, near the label."""
    rows, columns = np.nonzero(mask)
    if len(rows) == 0:
        return Label(seed, (seed[0] + _BELOW[0], seed[1] + _BELOW[1]))
    pad = 45
    top, left = max(0, rows.min() - pad), max(0, columns.min() - pad)
    window = np.s_[top : rows.max() + pad, left : columns.max() + pad]
    inside = mask[window].astype(float)
    good = inside - 1.5 * cells_used[window]
    unit = ndimage.uniform_filter(good, (_UNIT[1], _UNIT[0]), mode="constant", cval=-1)
    name = ndimage.uniform_filter(good, (_NAME[1], _NAME[0]), mode="constant", cval=-2)
    deep = np.minimum(ndimage.distance_transform_edt(np.pad(inside, 1))[1:-1, 1:-1], 26) / 26
    y, x = np.indices(inside.shape)
    far = np.hypot(x - (seed[0] - left), y - (seed[1] - top))
    base = 1.6 * unit + 0.5 * deep - 0.0035 * np.minimum(far, 300) - 9 * (inside < 0.5)
    best, spot, layout = -1e9, seed, _BELOW
    for rank, (dx, dy) in enumerate(_LAYOUTS):
        score = base + np.roll(name, (-dy, -dx), (0, 1)) - 0.06 * min(rank, 4)
        cell = np.unravel_index(int(np.argmax(score)), score.shape)
        if score[cell] > best:
            best, layout = float(score[cell]), (dx, dy)
            spot = (int(cell[1]) + int(left), int(cell[0]) + int(top))
    return Label(spot, (spot[0] + layout[0], spot[1] + layout[1]))
