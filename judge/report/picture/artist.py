"""An artist's map in the place of our own: shapes.svg, any drawing with one id a space.

Each space is one <path> or <polygon> whose id is the space's; <circle> signs with the ids
"PAR-unit", "PAR-name" and "STP-NC" say where units, names and fleets on a coast stand. Owners are
tinted, and all signs drawn, on top of the drawing.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from judge.kernel.errors import InputError
from judge.report.picture import motif
from judge.report.picture.geometry import Spot
from judge.report.picture.shapes import Drawn, Label, Shapes, Sign

FILE = "shapes.svg"
_SPACE = "{http://www.w3.org/2000/svg}"
_TAGS = frozenset(
    ("svg", "g", "title", "desc", "defs", "path", "polygon", "polyline", "rect", "circle",
     "ellipse", "line", "text", "tspan", "linearGradient", "radialGradient", "stop", "pattern",
     "clipPath", "mask", "use")
)  # fmt: skip
"""What may stand in the drawing: nothing that runs, and nothing that lies elsewhere."""
_ELSEWHERE = re.compile(
    r"""url\(\s*(?!['"]?#)|^\s*(?:https?:|data:|javascript:|file:|//)""", re.IGNORECASE
)
_STEP = re.compile(r"([MLHVCSQTAZ])|(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)", re.IGNORECASE)
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
"""How many numbers a step of a path takes; the last two are where it ends."""
_MARK = re.compile(r"[A-Z]{3}-(?:unit|name|[NSEW]C)$")
_ID = re.compile(r"[A-Z]{3}")
_BELOW = 13
"""How far below its unit a space's name stands where no sign says more."""


def read(folder: Path, map_data: Mapping[str, Any]) -> tuple[Shapes, Drawn] | None:
    """The drawing of a variant's folder, None if it has none. Raises InputError, see ``faults``."""
    path = folder / FILE
    if not path.exists():
        return None
    wrong = faults(folder, map_data)
    if wrong:
        raise InputError(wrong[0])
    root = ElementTree.parse(path).getroot()
    left, top, width, height = _numbers(root.get("viewBox", ""))
    kinds = motif.neighbour_kinds(map_data)
    areas = {space: area for space, area in _read_areas(root).items() if space in kinds}
    signs = dict(_circles(root))
    labels = {}
    for space, area in areas.items():  # at the artist's signs, else in the middle of the outline
        xs, ys = zip(*_list_corners(area), strict=True)
        middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        x, y = unit = signs.get(f"{space}-unit", middle)
        labels[space] = Label(unit, signs.get(f"{space}-name", (x, y + _BELOW)))
    # The drawing, without the signs for units and names.
    ElementTree.register_namespace("", _SPACE.strip("{}"))
    for parent in list(root.iter()):
        for node in list(parent):
            if node.tag == f"{_SPACE}circle" and _MARK.match(node.get("id", "")):
                parent.remove(node)
    art = "".join(ElementTree.tostring(node, encoding="unicode") for node in root)
    shapes = Shapes(
        size=(round(left + width), round(top + height)),
        scale=1,
        spaces=tuple(sorted(areas)),
        arcs=(),
        labels=labels,
        coasts={
            f"{space}/{coast}": signs.get(f"{space}-{coast}", labels[space].unit)
            for space, coast in _coasts(map_data)
        },
        signs=tuple(
            Sign(both, kind, "no border on the map")
            for both, kind in motif.special_neighbours(map_data).items()
        ),
    )
    return shapes, Drawn(areas, "", "", "", "", "", art=art)


def faults(folder: Path, map_data: Mapping[str, Any]) -> list[str]:
    """What is wrong with a folder's shapes.svg, a sentence each; nothing if there is none."""
    path = folder / FILE
    if not path.exists():
        return []
    try:
        root = ElementTree.parse(path).getroot()
    except (ElementTree.ParseError, OSError) as error:
        return [f"{FILE} is no SVG: {error}."]
    if root.tag != f"{_SPACE}svg" or len(_numbers(root.get("viewBox", ""))) != 4:
        need = f'<svg xmlns="{_SPACE.strip("{}")}" viewBox="0 0 WIDTH HEIGHT">'
        return [f"{FILE}: it needs {need}."]
    found: list[str] = []
    for node in root.iter():  # what may not stand in a drawing, or not twice
        tag = node.tag.removeprefix(_SPACE)
        if tag not in _TAGS:
            found.append(f"<{tag}> may not stand in it.")
        if node.get("transform"):
            found.append(f"<{tag}> is moved by a transform; write its real places.")
        found += [
            f'{name}="{value}" may not stand in it: nothing runs, nothing is fetched.'
            for name, value in node.attrib.items()
            if name.startswith("on") or _ELSEWHERE.search(value)
        ]
    ids = sorted(Counter(node.get("id", "") for node in root.iter()).items())
    found += [f'the id "{name}" stands in it twice.' for name, count in ids if name and count > 1]
    areas = _read_areas(root)
    for space in sorted(motif.neighbour_kinds(map_data)):
        if space not in areas:
            found.append(f'no <path> or <polygon> has the id "{space}".')
        elif wrong := _STEP.sub("", areas[space]).strip(" ,\t\r\n+-."):
            found.append(f'the outline of "{space}" can\'t be read at "{wrong[:20]}".')
        elif not _list_corners(areas[space]):
            found.append(f'the outline of "{space}" is empty.')
    return [f"{FILE}: {fault}" for fault in (*found, *_find_strange_signs(root, map_data))]


def _find_strange_signs(root: Element, map_data: Mapping[str, Any]) -> Iterator[str]:
    """Ids like those of spaces and of their signs that are none, and signs outside of the map."""
    known = {*motif.neighbour_kinds(map_data)}
    signs = {f"{space}-{sign}" for space in known for sign in ("unit", "name")}
    signs |= {f"{space}-{coast}" for space, coast in _coasts(map_data)}
    left, top, width, height = _numbers(root.get("viewBox", ""))
    for name in _read_areas(root):
        if _ID.fullmatch(name) and name not in known:
            yield f'the map has no space "{name}".'
    for name, (x, y) in _circles(root):
        if _ID.fullmatch(name[:3]) and name[3:4] == "-" and name not in signs:
            there = f"{name[:3]}-unit, {name[:3]}-name and coasts"
            yield f'the circle "{name}" stands for nothing: there are {there}.'
        elif name in signs and not (left <= x <= left + width and top <= y <= top + height):
            yield f'the circle "{name}" lies outside of the viewBox.'


def _coasts(map_data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for space in map_data["spaces"]:
        for coast in space.get("coasts", ()):
            yield space["id"], coast.upper()


def _read_areas(root: Element) -> dict[str, str]:
    """The outlines by id, as texts for the "d" of paths."""
    outline_of = {}
    for node in root.iter():
        if node.tag == f"{_SPACE}path":
            outline_of[node.get("id", "")] = node.get("d", "")
        elif node.tag == f"{_SPACE}polygon":
            outline_of[node.get("id", "")] = f"M{node.get('points', '')}z"
    return outline_of


def _circles(root: Element) -> Iterator[tuple[str, Spot]]:
    for node in root.iter(f"{_SPACE}circle"):
        yield node.get("id", ""), (float(node.get("cx", 0)), float(node.get("cy", 0)))


def _list_corners(path: str) -> list[Spot]:
    """Where the steps of a path end."""
    corners: list[Spot] = []
    x = y = 0.0
    step, numbers = "", list[float]()
    for letter, number in _STEP.findall(path):
        if letter:
            step, numbers = letter, []
            continue
        numbers.append(float(number))
        if len(numbers) < _TAKES.get(step.upper(), 2):
            continue
        here = (x, y) if step.islower() else (0.0, 0.0)
        if step in "Hh":
            x = here[0] + numbers[-1]
        elif step in "Vv":
            y = here[1] + numbers[-1]
        else:
            x, y = here[0] + numbers[-2], here[1] + numbers[-1]
        corners.append((x, y))
        numbers = []
    return corners


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.replace(",", " ").split()]
    except ValueError:
        return []
