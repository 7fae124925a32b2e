"""From longitude and latitude to the plane of a map, with lenses over the crowded parts."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from judge.catalog.places import Frame, Lens, LonLat

Points = Any
"""An array of shape (n, 2)."""
Project = Callable[[Points], Points]
"""Longitudes and latitudes to units of the map, x to the right and y down."""

_FAR = 85.0
"""No projection is asked for places nearer to a pole."""


def of(frame: Frame) -> Project:
    """The projection of a frame."""
    return _conic(frame) if frame.projection == "conic" else _cylinder(frame)


def one(project: Project, place: LonLat) -> tuple[float, float]:
    """A single place on the map."""
    x, y = project([place])[0]
    return float(x), float(y)


def _conic(frame: Frame) -> Project:
    """Lambert's conformal conic with one true parallel, then the lenses, cut to the frame."""
    meridian, parallel = frame.centre
    cone = np.sin(np.radians(parallel))
    scale = np.tan(np.pi / 4 + np.radians(parallel) / 2) ** cone / np.tan(np.radians(parallel))

    def flat(points: Points) -> Points:
        lon, lat = np.asarray(points, float).T
        radius = scale / np.tan(np.pi / 4 + np.radians(np.clip(lat, -_FAR, _FAR)) / 2) ** cone
        angle = cone * np.radians(lon - meridian)
        return np.c_[radius * np.sin(angle), radius * np.cos(angle)]

    width = float(flat([frame.east])[0, 0] - flat([frame.west])[0, 0])
    bend: Project = flat
    for lens in frame.lenses:
        bend = _radial(bend, lens, width)
    left, right = bend([frame.west])[0, 0], bend([frame.east])[0, 0]
    top = bend([frame.north])[0, 1]
    zoom = frame.size[0] / (right - left)
    return lambda points: (bend(points) - [left, top]) * zoom


def _radial(flat: Project, lens: Lens, width: float) -> Project:
    """Stretch the distances from the lens: by 1 + strength in its middle, by 1 far away."""
    middle = flat([lens.at])[0]
    reach = lens.width * width

    def bend(points: Points) -> Points:
        away = flat(points) - middle
        far = np.hypot(*away.T) / reach
        return middle + away * (1 + lens.strength * np.exp(-(far**2)))[:, None]

    return bend


def _cylinder(frame: Frame) -> Project:
    """Miller's cylinder, both axes stretched about the lenses so that the edges stay straight."""
    cut = frame.centre[0]
    top, bottom = _miller(frame.north[1]), _miller(frame.south[1])
    wide = _stretch(
        [((lens.at[0] - cut) % 360 / 360, lens.strength, lens.width) for lens in frame.lenses]
    )
    high = _stretch(
        [
            ((top - _miller(lens.at[1])) / (top - bottom), lens.strength / 2, 2 * lens.width)
            for lens in frame.lenses
            if lens.strength > 0
        ]
    )

    def project(points: Points) -> Points:
        lon, lat = np.asarray(points, float).T
        once = (lon >= cut) & (lon <= cut + 360 + 1e-6)
        x = np.where(once, lon - cut, (lon - cut) % 360) / 360
        y = (top - _miller(np.clip(lat, -_FAR, _FAR))) / (top - bottom)
        return np.c_[wide(x), high(y)] * frame.size

    return project


def _stretch(lenses: Sequence[tuple[float, float, float]]) -> Project:
    """A scale from 0..1 to 0..1 that is 1 + strength times denser in the middle of each lens."""
    steps = np.linspace(-0.5, 1.5, 4001)
    density = 1 + sum(
        strength * np.exp(-(((steps - middle) / width) ** 2)) for middle, strength, width in lenses
    )
    total = np.cumsum(density)
    zero, one_ = np.interp([0, 1], steps, total)
    return lambda x: (np.interp(x, steps, total) - zero) / (one_ - zero)


def _miller(latitude: Any) -> Any:
    return 1.25 * np.log(np.tan(np.pi / 4 + 0.4 * np.radians(latitude)))
