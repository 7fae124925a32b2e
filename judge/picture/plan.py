"""From a scene and a map's shapes to what the templates print: every sign with its place."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.picture import geometry, neighbours, scene
from judge.picture.geometry import Spot
from judge.picture.palette import Paint, Theme, paints
from judge.picture.scene import Deed, Piece, Scene
from judge.picture.shapes import Drawn, Shapes

_STACK = (0, 15, -15, 30, -30)
"""How far the units of one space stand beside its middle."""
_LOST = (12.0, -10.0)
"""Where a dislodged unit stands beside the one that beat it."""
_SKY = (-13.0, -11.0)
"""Where a plane stands beside the unit below it."""
_HEAD = 10.0
_STUB = 32.0

Sign = dict[str, Any]
"""A sign as its template wants it: "kind" and its places and colours."""


class Plan:
    """All that is drawn of a scene, layer by layer, in units of the map."""

    def __init__(
        self, shown: Scene, shapes: Shapes, drawn: Drawn, map_data: Mapping[str, Any], theme: Theme
    ):
        self.scene, self.shapes, self.drawn, self.theme = shown, shapes, drawn, theme
        self.spaces = {space["id"]: space for space in map_data["spaces"]}
        self.kinds = neighbours.kinds(map_data)
        minors = {**map_data.get("factions", {}), **map_data.get("minors", {})}
        self.majors = tuple(map_data["powers"])
        self.paints = paints((*self.majors, *map_data.get("factions", {})), theme)
        self.homes = {
            space: power
            for power, row in {**map_data["powers"], **minors}.items()
            for space in row.get("home", row.get("cities", ()))
        }
        self.moves = {
            deed.place: deed for deed in shown.deeds if deed.kind == scene.MOVE and deed.path
        }
        self.held = {piece.place[:3] for piece in shown.pieces}

    def paint(self, power: str) -> Paint:
        """The paint of a power; a minor's is its patron's, or grey."""
        patron = self.scene.patrons.get(power, power)
        return self.paints.get(patron, Paint(self.theme.land, self.theme.inland, 0))

    def spot(self, place: str) -> Spot:
        """Where a unit in a place stands."""
        if place in self.shapes.coasts:
            return self.shapes.coasts[place]
        return self.shapes.labels[place[:3]].unit

    # --- the ground

    def fills(self) -> list[Sign]:
        """The spaces of each power as one path with its colour; ``patron`` in stripes only."""
        groups: dict[tuple[str, str], list[str]] = defaultdict(list)
        for space, outline in self.drawn.areas.items():
            if self.kinds[space] == "sea" and space not in self.scene.owners:
                continue
            power = self.scene.owners.get(space, "")
            if power in self.scene.patrons:
                groups["patron", self.scene.patrons[power]].append(outline)
            elif power in self.paints:
                groups["owner", power].append(outline)
            elif space in self.scene.spheres and self.scene.spheres[space] in self.paints:
                groups["sphere", self.scene.spheres[space]].append(outline)
        return [
            {"kind": kind, "d": "".join(paths), "paint": self.paints[power]}
            for (kind, power), paths in sorted(groups.items())
        ]

    def land(self) -> str:
        """The outlines of all land."""
        return "".join(
            outline for space, outline in self.drawn.areas.items() if self.kinds[space] == "land"
        )

    def crossings(self) -> Iterator[Sign]:
        """The signs for borders that the outlines do not show."""
        for sign in self.shapes.signs:
            if sign.at:
                text = "–".join(sign.between)
                yield {"kind": "dot", "at": sign.at, "text": text}
            elif sign.kind not in ("wrap", "passage"):
                a, b = (self.shapes.labels[space].unit for space in sign.between)
                start, end = geometry.shorten(a, b, 14, 14)
                yield {"kind": sign.kind, "d": geometry.line(start, end)}
        yield from self._edge_signs()
        yield from self._passage_signs()

    def _edge_signs(self) -> Iterator[Sign]:
        """At each edge of the map, below each space there, what lies beyond it."""
        width = self.shapes.size[0]
        beyond: dict[str, list[str]] = defaultdict(list)
        for sign in self.shapes.signs:
            if sign.kind == "wrap":
                beyond[sign.between[0]].append(sign.between[1])
                beyond[sign.between[1]].append(sign.between[0])
        for space, others in sorted(beyond.items()):
            x, y = self.shapes.labels[space].name
            left = x < width / 2
            yield {
                "kind": "wrap",
                "x": 4 if left else width - 4,
                "y": y + 17,
                "anchor": "start" if left else "end",
                "text": " ".join(sorted(others)),
            }

    def _passage_signs(self) -> Iterator[Sign]:
        """Below each end of a passage outside the map, where it leads."""
        beyond: dict[str, list[str]] = defaultdict(list)
        for sign in self.shapes.signs:
            if sign.kind == "passage":
                beyond[sign.between[0]].append(sign.between[1])
                beyond[sign.between[1]].append(sign.between[0])
        for space, others in sorted(beyond.items()):
            x, y = self.shapes.labels[space].name
            text = f"½ {' '.join(sorted(others))}"
            yield {"kind": "wrap", "x": x, "y": y + 13, "anchor": "middle", "text": text}

    def names(self) -> Iterator[Sign]:
        """The names of the spaces with their centres."""
        for space, label in self.shapes.labels.items():
            row = self.spaces[space]
            home = self.homes.get(space, "")
            bare = space not in self.held and not self.scene.names
            x, y = label.unit if bare else label.name
            yield {
                "text": space,
                "x": x,
                "y": y + 3.4,
                "sea": self.kinds[space] == "sea",
                "centre": bool(row.get("sc")) or row["kind"] == "city",
                "home": self.paint(home).ink if home in self.paints else "",
                "full": row["name"] if self.scene.names else "",
            }

    # --- units

    def pieces(self) -> list[Sign]:
        """The signs of the units, those of one space side by side."""
        together: dict[str, list[Piece]] = defaultdict(list)
        for piece in self.scene.pieces:
            if not piece.dislodged and piece.arm != "plane":
                together[piece.place].append(piece)
        signs: list[Sign] = []
        for piece in sorted(self.scene.pieces, key=lambda one: (one.place, not one.dislodged)):
            x, y = self.spot(piece.place)
            if piece.dislodged:
                x, y = x + _LOST[0], y + _LOST[1]
            elif piece.strength:
                stack = [one for one in self.scene.pieces if one.place == piece.place]
                x, y = self._stacked(stack, piece, signs, x, y)
            elif piece.arm == "plane":
                x, y = x + _SKY[0], y + _SKY[1]
            paint = self.paint(piece.power)
            signs.append(
                {
                    "kind": piece.arm,
                    "x": round(x, 1),
                    "y": round(y, 1),
                    "ink": paint.ink,
                    "paint": paint,
                    "letter": str(piece.strength or ""),
                    "minor": piece.power not in self.paints,
                    "patron": piece.power in self.scene.patrons,
                    "place": piece.place,
                    "scale": 0.82 if piece.strength and len(stack) > 1 else 1,
                }
            )
        return signs

    def _stacked(
        self, stack: Sequence[Piece], piece: Piece, before: Sequence[Sign], x: float, y: float
    ) -> Spot:
        """The place of the next sign of a stack: rows of three, centred."""
        index = sum(1 for sign in before if sign["place"] == piece.place)
        count = len(stack)
        row, column = divmod(index, 3)
        wide = min(3, count - 3 * row)
        rows = (count + 2) // 3
        return x + (column - (wide - 1) / 2) * 16, y + (row - (rows - 1) / 2) * 13

    # --- orders

    def orders(self) -> dict[str, list[Sign]]:
        """The signs of the deeds by layer: "below" the names and "above" them."""
        layers: dict[str, list[Sign]] = {"below": [], "above": []}
        for deed in self.scene.deeds:
            if deed.place[:3] not in self.shapes.labels:
                continue
            draw = getattr(self, f"_draw_{deed.kind}")
            layer = "below" if deed.kind in (scene.SUPPORT, scene.CONVOY) else "above"
            layers[layer] += draw(deed)
        layers["above"] += self._stand_offs()
        return layers

    def _sign(self, deed: Deed, kind: str, **more: Any) -> Sign:
        ink = self.paint(deed.power).ink
        return {
            "kind": kind,
            "ink": ink,
            "ok": deed.ok,
            "cross": None,
            "head": "",
            "half": False,
            **more,
        }

    def _start(self, deed: Deed) -> Spot:
        x, y = self.spot(deed.place)
        return (x + _SKY[0], y + _SKY[1]) if deed.arm == "plane" else (x, y)

    def _goal(self, deed: Deed, place: str) -> Spot:
        x, y = self.spot(place)
        return (x + _SKY[0], y + _SKY[1]) if deed.arm == "plane" else (x, y)

    def _ends(self, deed: Deed) -> tuple[Spot, Spot]:
        """Both ends of a move's arrow; of two that meet head on each keeps to its left."""
        a, b = self._start(deed), self._goal(deed, deed.path[-1])
        against = self.moves.get(deed.path[-1])
        if against and against.path[-1][:3] == deed.place[:3]:
            a, b = geometry.shift(a, b, 5)
        room = _HEAD + 2 if deed.path[-1][:3] in self.held else 3
        return geometry.shorten(a, b, 10, room)

    def _route(self, deed: Deed) -> list[Spot]:
        """The points of a move's arrow: through the fleets that carry it, or its own steps."""
        a, b = self._ends(deed)
        between = [self.spot(place) for place in deed.path[:-1]] or [
            (x, y + 9) for x, y in self._carriers(deed, a)
        ]
        return [a, *between, b]

    def _carriers(self, deed: Deed, start: Spot) -> list[Spot]:
        """The fleets ordered to convoy a move, from its start onwards."""
        found = [
            self.spot(one.place)
            for one in self.scene.deeds
            if one.kind == scene.CONVOY
            and one.path[0][:3] == deed.place[:3]
            and one.path[-1][:3] == deed.path[-1][:3]
        ]
        return sorted(found, key=lambda spot: (spot[0] - start[0]) ** 2 + (spot[1] - start[1]) ** 2)

    def _draw_move(self, deed: Deed) -> Iterator[Sign]:
        if not deed.path:
            return
        if deed.void:
            start, end = self._stub(self._start(deed), self._goal(deed, deed.path[-1]))
            head, cross = geometry.head(start, end), geometry.between(start, end, 0.5)
            yield self._sign(deed, "move", d=geometry.line(start, end), head=head, cross=cross)
            return
        points = self._route(deed)
        if len(deed.path) > 1 and deed.done < len(deed.path):
            yield from self._draw_march(deed, points)
            return
        yield self._sign(
            deed,
            "move",
            d=geometry.through(points),
            head=geometry.head(points[-2], points[-1]),
            half=deed.half,
            cross=None if deed.ok else geometry.between(points[-2], points[-1], 0.62),
        )

    def _draw_march(self, deed: Deed, points: Sequence[Spot]) -> Iterator[Sign]:
        """A march that ended early: what was made is solid, the rest is dashed."""
        made, rest = points[: deed.done + 1], points[deed.done :]
        solid, dashed = self._sign(deed, "move", ok=True), self._sign(deed, "move", ok=False)
        if len(made) > 1:
            head = geometry.head(made[-2], made[-1])
            yield {**solid, "d": geometry.through(made), "head": head}
        cross = geometry.between(rest[0], rest[1], 0.62)
        head = geometry.head(rest[-2], rest[-1])
        yield {**dashed, "d": geometry.through(rest), "head": head, "cross": cross}

    def _draw_support(self, deed: Deed) -> Iterator[Sign]:
        start = self._start(deed)
        if deed.void:
            start, end = self._stub(start, self.spot(deed.path[-1]))
            cross = geometry.between(start, end, 0.55)
            yield self._sign(deed, "support", d=geometry.line(start, end), end=end, cross=cross)
            return
        helped = next((m for m in [self.moves.get(deed.path[0])] if m), None)
        if len(deed.path) > 1 and helped and helped.path[-1][:3] == deed.path[-1][:3]:
            a, b = self._ends(helped)
            start, end = geometry.shorten(start, geometry.between(a, b, 0.55), 10, 0)
        elif len(deed.path) > 1:
            a, b = self.spot(deed.path[0]), self.spot(deed.path[1])
            start, end = geometry.shorten(start, geometry.between(a, b, 0.55), 10, 0)
        else:
            start, end = geometry.shorten(start, self.spot(deed.path[0]), 10, 13)
            yield self._sign(deed, "guard", at=self.spot(deed.path[0]))
        yield self._sign(
            deed, "support", d=geometry.line(start, end), end=end,
            cross=None if deed.ok else geometry.between(start, end, 0.5),
        )  # fmt: skip

    def _stub(self, start: Spot, goal: Spot) -> tuple[Spot, Spot]:
        """The beginning of a line, for orders that matched nothing."""
        start, goal = geometry.shorten(start, goal, 10, 3)
        part = min(1.0, _STUB / (math.dist(start, goal) or 1.0))
        return start, geometry.between(start, goal, part)

    def _draw_convoy(self, deed: Deed) -> Iterator[Sign]:
        x, y = self.spot(deed.place)
        yield self._sign(
            deed, "wave", x=x, y=y, cross=None if deed.ok else (x + 12, y + 11)
        )  # fmt: skip

    def _draw_hold(self, deed: Deed) -> Iterator[Sign]:
        if deed.power in self.paints:  # minors do little else
            yield self._sign(deed, "hold", at=self._start(deed))

    def _draw_build(self, deed: Deed) -> Iterator[Sign]:
        yield self._sign(deed, "build", at=self.spot(deed.place), arm=deed.arm)

    def _draw_remove(self, deed: Deed) -> Iterator[Sign]:
        yield self._sign(deed, "remove", at=self._lost(deed))

    def _draw_retreat(self, deed: Deed) -> Iterator[Sign]:
        start, end = geometry.shorten(self._lost(deed), self.spot(deed.path[-1]), 12, 4)
        yield self._sign(
            deed, "retreat", d=geometry.line(start, end), head=geometry.head(start, end, 8),
            cross=None if deed.ok else geometry.between(start, end, 0.6),
        )  # fmt: skip

    def _lost(self, deed: Deed) -> Spot:
        """Where a unit stands that may be dislodged."""
        x, y = self.spot(deed.place)
        lost = any(
            piece.dislodged and piece.place[:3] == deed.place[:3] for piece in self.scene.pieces
        )
        return (x + _LOST[0], y + _LOST[1]) if lost else (x, y)

    def _draw_bomb(self, deed: Deed) -> Iterator[Sign]:
        goal = self.spot(deed.path[-1])
        start, end = geometry.shorten(self._start(deed), goal, 10, 10)
        yield self._sign(deed, "air", d=geometry.line(start, end), cross=None if deed.ok else end)
        if deed.ok:
            yield self._sign(deed, "blast", star=geometry.star((goal[0], goal[1] - 12), 4, 9, 7))

    def _draw_drop(self, deed: Deed) -> Iterator[Sign]:
        goal = self.spot(deed.path[-1])
        start, end = geometry.shorten(self._start(deed), goal, 10, 8)
        yield self._sign(
            deed, "air", d=geometry.line(start, end), head=geometry.head(start, end),
            cross=None if deed.ok else geometry.between(start, end, 0.6),
        )  # fmt: skip
        yield self._sign(deed, "chute", x=goal[0], y=goal[1] - 14)

    def _stand_offs(self) -> Iterator[Sign]:
        """A sign where several moves failed and nobody stands."""
        failed: dict[str, int] = defaultdict(int)
        for deed in self.scene.deeds:
            if deed.kind == scene.MOVE and deed.path and not deed.ok and len(deed.path) == 1:
                failed[deed.path[-1][:3]] += 1
        for place, count in failed.items():
            if count > 1 and place not in self.held:
                star = geometry.star((self.spot(place)[0], self.spot(place)[1] - 13), 3.5, 8, 6)
                yield {"kind": "bounce", "star": star, "cross": None}

    def lost(self) -> list[str]:
        """The stars behind dislodged units."""
        return [
            geometry.star((x + _LOST[0], y + _LOST[1]), 12, 17)
            for piece in self.scene.pieces
            if piece.dislodged
            for x, y in (self.spot(piece.place),)
        ]

    def fights(self) -> list[Sign]:
        """The combats, with their odds, above the space."""
        return [
            {"x": x, "y": y - 17, "text": fight.text, "won": fight.won}
            for fight in self.scene.fights
            for x, y in (self.spot(fight.place),)
        ]

    # --- the legend

    def powers(self) -> list[Sign]:
        """The powers with their colours, and how many centres or spaces each owns."""
        owned: dict[str, int] = defaultdict(int)
        centres = any(space.get("sc") for space in self.spaces.values())
        for space, power in self.scene.owners.items():
            owned[power] += bool(self.spaces[space].get("sc")) if centres else 1
        return [
            {"text": f"{power} {owned[power]}", "paint": self.paints[power]}
            for power in self.paints
            if power in self.majors or owned[power]
        ]

    def signs(self) -> list[str]:
        """The kinds of signs in this picture, for the legend."""
        layers = self.orders()
        kinds = [sign["kind"] for layer in layers.values() for sign in layer]
        kinds += ["failed"] * any(
            not sign.get("ok", True) and sign["kind"] == "move" for sign in layers["above"]
        )
        kinds += ["lost"] * any(piece.dislodged for piece in self.scene.pieces)
        kinds += ["sphere"] * any(fill["kind"] == "sphere" for fill in self.fills())
        kinds += ["fight"] * bool(self.scene.fights)
        return list(dict.fromkeys(kinds))
