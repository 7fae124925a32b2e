"""From a scene and a map's shapes to what the templates print: every sign with its place."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import permutations, product
from typing import Any

from msgspec import structs

from judge.report.picture import geometry, motif
from judge.report.picture.geometry import Spot
from judge.report.picture.motif import Deed, Piece, Scene
from judge.report.picture.palette import Paint, Theme, paints
from judge.report.picture.shapes import Shapes

_LOST = (12.0, -10.0)
"""Where a dislodged unit stands beside the one that beat it."""
_SKY = (-13.0, -11.0)
"""Where a plane stands beside the unit below it."""
_NAME = (12.0, 4.6)
"""Half the width and the height of a name."""
_RING = 6.5
"""How much further to the left a name reaches that has the ring of its centre beside it."""
_BESIDE = (
    (0, 0), (0, 4), (0, -4), (6, 0), (-6, 0), (6, 4), (-6, 4), (0, 8), (12, 0), (-12, 0),
    (12, 6), (-12, 6), (0, -27), (14, -8), (-14, -8), (0, 13), (24, -14), (-24, -14),
    (0, 20), (0, 28),
)  # fmt: skip
"""How far a name may be moved from its own place to be read, the nearest first."""
_LETTER, _SLIGHT = 3.7, 9.0
"""How wide a letter of a whole name is, and how much of it may lie on something else."""
_WAYS = ("road", "line", "lane")
"""Lines between the discs of a map that was made from its borders."""
_COAST = 36
"""How far from the middle of a disc its coast is named."""
_LETTERS = (" .,:;'!|()-fijlrtI", "mwMW@%", "ABCDEFGHJKLNOPQRSTUVXYZ", "")
_WIDTHS = (6.2, 14.4, 11.1, 9.4)
"""Letters of a kind, and the units that one of them takes in the title; the last are all others."""
_HINT = 6.4, 3.6
"""How wide a letter is of what is said about ways off the map, and half its height."""
_LOWER = (17, 25, 33, -10, -18, -26, 41)
"""How far below a space's name the edge of the map may say what lies beyond it, the best first."""
_STUB = 32.0
_SQUARE = 8
"""Three of these wide and high is what a unit covers."""
_OVER_UNIT, _OVER_SEA = 1.5, {"army": 0.25, "fleet": 0.5}
"""What that costs, and what waters of others cost, where land of others costs 1."""

Sign = dict[str, Any]
"""A sign as its template wants it: "kind" and its places and colours."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""
Hint = tuple[str, str, Sequence[Spot]]
"""What is said about a way off the map, its anchor, and where it may stand, the best first."""


class Plan:
    """All that is drawn of a scene, layer by layer, in units of the map."""

    def __init__(
        self,
        picture_scene: Scene,
        shapes: Shapes,
        map_data: Mapping[str, Any],
        theme: Theme,
    ):
        self.scene, self.shapes, self.theme = picture_scene, shapes, theme
        self.map_data = map_data
        self.spaces = {space["id"]: space for space in map_data["spaces"]}
        self.kinds = motif.neighbour_kinds(map_data)
        self.passages = {sign.between for sign in shapes.signs if sign.kind == "passage"}
        minors = {**map_data.get("factions", {}), **map_data.get("minors", {})}
        self.majors = tuple(map_data["powers"])
        self.paints = paints((*self.majors, *map_data.get("factions", {})), theme)
        self.homes = {
            space: power
            for power, row in {**map_data["powers"], **minors}.items()
            for space in row.get("home", row.get("cities", ()))
        }
        self.round = shapes.size[0] if any(one.kind == "wrap" for one in shapes.signs) else 0
        self.moves: dict[str, list[Deed]] = defaultdict(list)
        for deed in picture_scene.deeds:
            if deed.kind == motif.MOVE and deed.path:
                self.moves[deed.place].append(deed)
        self.ways: dict[Deed, Sequence[Spot] | None] = {}
        self.held = Counter(
            piece.place[:3] for piece in picture_scene.pieces if not piece.dislodged
        )
        self.stands = dict(self.standing)

    @cached_property
    def standing(self) -> list[tuple[Piece, Spot]]:
        """Where each unit stands: planes in the sky, the pieces of one space side by side."""
        found: list[tuple[Piece, Spot]] = []
        stacks: dict[str, list[Piece]] = defaultdict(list)
        for piece in self.scene.pieces:
            x, y = self.spot(piece.place)
            if piece.dislodged:
                found.append((piece, (x + _LOST[0], y + _LOST[1])))
            elif piece.strength:
                stacks[piece.place].append(piece)
            elif piece.arm == "plane":
                found.append((piece, (x + _SKY[0], y + _SKY[1])))
            else:
                found.append((piece, (x, y)))
        # The signs of a stack lie in rows of three, centred.
        for place, stack in stacks.items():
            (x, y), rows = self.spot(place), (len(stack) + 2) // 3
            for index, piece in enumerate(stack):
                row, column = divmod(index, 3)
                wide = min(3, len(stack) - 3 * row)
                dx, dy = (column - (wide - 1) / 2) * 16, (row - (rows - 1) / 2) * 13
                found.append((piece, (x + dx, y + dy)))
        return sorted(found, key=lambda one: (one[0].place, not one[0].dislodged))

    @cached_property
    def filled(self) -> frozenset[str]:
        """The spaces in which units stand now."""
        standing = (one for one in self.scene.pieces if not (one.dislodged or one.pale))
        return frozenset(piece.place[:3] for piece in standing)

    def paint(self, power: str) -> Paint:
        """The paint of a power; a minor's is its patron's, or grey."""
        patron = self.scene.patrons.get(power, power)
        return self.paints.get(patron, Paint(self.theme.land, self.theme.inland, 0))

    def spot(self, place: str) -> Spot:
        """Where a unit in a place stands."""
        if place in self.shapes.coasts:
            return self.shapes.coasts[place]
        return self.shapes.labels[place[:3]].unit

    @cached_property
    def borders(self) -> frozenset[motif.Pair]:
        """The pairs that some unit crosses somehow."""
        special = motif.special_neighbours(self.map_data)
        return frozenset((*motif.ordinary_neighbours(self.map_data), *special))

    # --- the ground

    @cached_property
    def grounds(self) -> Mapping[str, tuple[str, Paint]]:
        """The spaces that wear somebody's colour: how, and whose.

        "owner": tint and pattern; "patron": stripes on land; "sphere": pale.
        """
        grounds = {}
        for space, kind in self.kinds.items():
            power, sphere = self.scene.owners.get(space, ""), self.scene.spheres.get(space, "")
            if power in self.scene.patrons:
                grounds[space] = "patron", self.paints[self.scene.patrons[power]]
            elif power in self.paints:
                grounds[space] = "owner", self.paints[power]
            elif kind == "land" and sphere in self.paints:
                grounds[space] = "sphere", self.paints[sphere]
        return grounds

    def fills(self, areas: Mapping[str, str]) -> list[Sign]:
        """The spaces of each colour as one path."""
        groups: dict[tuple[str, Paint], list[str]] = defaultdict(list)
        for space, ground in self.grounds.items():
            groups[ground].append(areas[space])
        return [
            {"kind": kind, "d": "".join(paths), "paint": paint}
            for (kind, paint), paths in groups.items()
        ]

    def land(self, areas: Mapping[str, str]) -> str:
        """The outlines of all land that no owner's colour covers."""
        return "".join(
            outline
            for space, outline in areas.items()
            if self.kinds[space] == "land" and self.grounds.get(space, ("",))[0] != "owner"
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
                # Beside each end of it the coast that it begins at, where there are several.
                for one, other in permutations(sign.between) if sign.kind in _WAYS else ():
                    ends = (a, b) if one == sign.between[0] else (b, a)
                    (x, y), _ = geometry.shorten(*ends, _COAST, 0)
                    for coast in self.spaces[one].get("coasts", ()):
                        places = self.spaces[one].get(f"fleet_{coast}", ())
                        if other in (place[:3] for place in places):
                            yield {"kind": "coast", "x": x, "y": y, "text": coast.upper()}

    @property
    def title_width(self) -> float:
        """About how wide the title is in bold letters of its size, never too little."""
        kinds = (
            next(number for number, letters in enumerate(_LETTERS) if one in letters or not letters)
            for one in self.scene.title
        )
        return round(sum(_WIDTHS[kind] for kind in kinds), 1)

    @cached_property
    def hints(self) -> list[Sign]:
        """What lies beyond the map's edges, and where passages outside it lead."""
        boxes_used = []
        for name in self.names:
            x, y = name["x"], name["y"]
            boxes_used.append(_name_room((x, y - 3.4), centre=name["centre"]))
            boxes_used += [_full_box(x, y, name["full"])] if name["full"] else []
        boxes_used += [*self._dots(), *self._unit_boxes()]
        width, height = self.shapes.size
        wanted: list[Hint] = []
        for space, others in self._beyond("wrap"):
            x, y = self.shapes.labels[space].name
            text, anchor = (f"◂ {others}", "start") if x < width / 2 else (f"{others} ▸", "end")
            side = 4.0 if x < width / 2 else width - 4.0
            wanted.append((text, anchor, [(side, y + low) for low in _LOWER]))
        named = {name["text"]: (name["x"], name["y"]) for name in self.names}
        for space, others in self._beyond("passage"):
            x, y = named[space]
            text = f"½ {others}"
            aside = _NAME[0] + _RING + len(text) * _HINT[0] / 2
            spots = [(0, 11), (aside, 0), (-aside, 0), (0, -10), (0, -20), (0, -30)]
            wanted.append((text, "middle", [(x + dx, y + dy) for dx, dy in spots]))
        signs = []
        for text, anchor, places in wanted:
            wide = len(text) * _HINT[0]
            offset = {"start": 0.0, "middle": -wide / 2, "end": -wide}[anchor]
            boxes = {
                (x, y): (x + offset, y - 1 - 2 * _HINT[1], x + offset + wide, y + 1)
                for x, y in places
            }
            inside = {
                spot: box for spot, box in boxes.items() if _holds((0, 0, width, height), box)
            }
            x, y = _find_clearest(inside or boxes, boxes_used)
            boxes_used.append(boxes[x, y])
            signs.append({"x": x, "y": y, "anchor": anchor, "text": text})
        return signs

    def _beyond(self, kind: str) -> Iterator[tuple[str, str]]:
        """The spaces from which ways of a kind lead off the map, and where to."""
        beyond: dict[str, list[str]] = defaultdict(list)
        for sign in self.shapes.signs:
            if sign.kind == kind:
                for one, other in permutations(sign.between):
                    beyond[one].append(other)
        for space, others in sorted(beyond.items()):
            yield space, " ".join(sorted(others))

    def _unit_boxes(self) -> list[Box]:
        """The signs of the units."""
        return [_box(spot, *self.room_of(piece)) for piece, spot in self.standing]

    def _dots(self) -> Iterator[Box]:
        """The signs at points where spaces meet, with their words."""
        for sign in self.shapes.signs:
            if sign.at:
                x, y = sign.at
                yield _box((x, y), 4, 4)
                yield x - 16, y + 4, x + 16, y + 11

    @cached_property
    def names(self) -> list[Sign]:
        """The names of the spaces with their centres, beside the units that stand there."""
        names = self._name_all()
        if not self.scene.names:
            return names
        # Whole names stand below the short ones, in one line or two, where they hide nothing.
        boxes_used = self._unit_boxes()
        boxes_used += [
            _name_room((name["x"], name["y"] - 3.4), centre=name["centre"]) for name in names
        ]
        boxes_used += self._dots()
        width, height = self.shapes.size
        for name in names:
            x, y = name["x"], name["y"]
            near = [box for box in boxes_used if abs(box[1] - y) < 40]
            whole = self.spaces[name["text"]]["name"]
            words = whole.split()
            halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
            halves.sort(key=lambda lines: max(map(len, lines)))
            for lines in ((whole,), *halves[:1]):
                box = _full_box(x, y, lines)
                inside = _holds((0, 0, width, height), box)
                if inside and all(_overlap(box, other) < _SLIGHT for other in near):
                    name["full"] = lines
                    boxes_used.append(box)
                    break
        return names

    def _name_all(self) -> list[Sign]:
        """The short name of each space, nearest to its own place where it hides least."""
        build_spaces = {deed.place[:3] for deed in self.scene.deeds if deed.kind == motif.BUILD}
        boxes_used = self._unit_boxes()
        boxes_used += [_box(self.spot(space), 15, 15) for space in build_spaces]
        boxes_used += [*self._signs_beside_units(), *self._dots()]
        names = []
        for space, label in self.shapes.labels.items():
            row = self.spaces[space]
            home = self.homes.get(space, "")
            centre = bool(row.get("sc")) or row["kind"] == "city"
            bare = not self.held[space] and space not in build_spaces
            x, y = label.unit if bare else label.name
            near = [box for box in boxes_used if abs(box[0] - x) < 70 and abs(box[1] - y) < 60]
            spots = ((x + dx, y + dy) for dx, dy in _BESIDE)
            rooms = {spot: _name_room(spot, centre=centre) for spot in spots}
            x, y = _find_clearest(rooms, near)
            boxes_used.append(rooms[x, y])
            x, y = self.shapes.snap((x, y + 3.4))
            name = {
                "text": space,
                "x": x,
                "y": y,
                "sea": self.kinds[space] == "sea",
                "centre": centre,
                "home": self.paint(home).ink if home in self.paints else "",
                "patrons": tuple(self.paint(power).ink for power in row.get("patrons", ())),
                "full": (),
            }
            names.append(name)
        return names

    def _signs_beside_units(self) -> Iterator[Box]:
        """What no name hides: waves, odds, marks, stars of the dislodged, tips of arrows, title."""
        for space in self.scene.marks:
            if self.held[space]:
                yield _box(self.spot(space), 17, 17)
        for deed in self.scene.deeds:
            if deed.place[:3] not in self.shapes.labels:
                continue
            x, y = self._start(deed)
            if deed.kind == motif.CONVOY:
                yield x - 13, y + 7, x + 13, y + 15
            if deed.beaten:
                yield _box((x, y), 13, 13)
            if deed.kind == motif.MOVE and deed.path and not deed.void:
                *_, before, end = self._route(deed)
                yield _box(geometry.shorten(before, end, 0, 4)[1], 5, 5)
        for fight in self.fights():
            yield _box((fight["x"], fight["y"]), 22, 7)
        if not self.scene.region:
            yield 0, 0, self.title_width + 30, 32

    def room_of(self, piece: Piece) -> Spot:
        """Half the width and the height of a unit's sign."""
        return (8.0, 6.0) if self._is_small(piece) else (11.0, 8.0)

    def _is_small(self, piece: Piece) -> bool:
        """Whether it is one of several in its space."""
        return piece.strength > 0 and self.held[piece.place[:3]] > 1

    # --- units

    def pieces(self) -> list[Sign]:
        """The signs of the units, those of one space side by side."""
        return [
            {
                "kind": piece.arm,
                "x": x,
                "y": y,
                "ink": self.paint(piece.power).ink,
                "letter": str(piece.strength or ""),
                "minor": piece.power not in self.paints,
                "patron": piece.power in self.scene.patrons,
                "pale": piece.pale,
                "scale": 0.82 if self._is_small(piece) else 1,
            }
            for piece, spot in self.standing
            for x, y in (self.shapes.snap(spot),)
        ]

    # --- orders

    @cached_property
    def orders(self) -> dict[str, list[Sign]]:
        """The signs of the deeds by layer: "below" the names and "above" them."""
        layers: dict[str, list[Sign]] = {"below": [], "above": []}
        for deed in self.scene.deeds:
            if deed.place[:3] not in self.shapes.labels:
                continue
            draw = getattr(self, f"_draw_{deed.kind}")
            layer = "below" if deed.kind in (motif.SUPPORT, motif.CONVOY) else "above"
            for sign in draw(deed):
                layers[layer].append(sign)
                x = sign.get("end", (0.0, 0.0))[0]
                if self.round and not 0 <= x <= self.round:  # it comes in on the other side
                    over = self.round if x < 0 else -self.round
                    layers[layer].append({**sign, "over": over})
        # A sign where several moves failed and nobody stands.
        failures_at = Counter(
            deed.path[-1][:3]
            for deed in self.scene.deeds
            if deed.kind == motif.MOVE and not (deed.ok or deed.strength)
        )
        for place, count in failures_at.items():
            if count > 1 and place not in self.filled:
                star = geometry.star((self.spot(place)[0], self.spot(place)[1] - 13), 3.5, 8, 6)
                layers["above"].append({"kind": "bounce", "star": star, "cross": None, "over": 0})
        return layers

    def _near(self, a: Spot, b: Spot) -> Spot:
        """Where b lies as seen from a: over the edge where that is nearer round the world."""
        far = self.round and abs(a[0] - b[0]) > self.round / 2
        return (b[0] + (self.round if a[0] > b[0] else -self.round), b[1]) if far else b

    def _sign(self, deed: Deed, kind: str, **more: Any) -> Sign:
        ink = self.paint(deed.power).ink
        return {
            "kind": kind,
            "d": "",
            "at": (),
            "star": "",
            "ink": ink,
            "ok": deed.ok,
            "cross": None,
            "head": "",
            "half": False,
            "over": 0,
            **more,
        }

    def _line(
        self, deed: Deed, kind: str, ends: tuple[Spot, Spot], part: float, head: float = 0
    ) -> Sign:
        """A straight line, with a head of a size; if it failed, with a cross at a part of it."""
        return self._sign(
            deed,
            kind,
            d=geometry.line(*ends),
            end=ends[1],
            head=geometry.head(*ends, head) if head else "",
            cross=None if deed.ok else geometry.between(*ends, part),
        )

    def _start(self, deed: Deed) -> Spot:
        """Where the unit of a deed stands."""
        if deed.strength:
            piece = Piece(deed.power, deed.arm, deed.place, deed.strength)
            before = self.stands.get(structs.replace(piece, pale=True))
            return before or self.stands.get(piece) or self.spot(deed.place)
        return self._goal(deed, deed.place)

    def _goal(self, deed: Deed, place: str) -> Spot:
        x, y = self.spot(place)
        flies = deed.arm == "plane" and not deed.strength
        return (x + _SKY[0], y + _SKY[1]) if flies else (x, y)

    def _helped_spot(self, deed: Deed) -> Spot:
        """Where the unit stands that a support helps."""
        unit = (deed.path[0], deed.helped[1:])
        spots = (
            spot
            for piece, spot in self.stands.items()
            if (piece.place, str(piece.strength or "")) == unit and piece.strength
        )
        return next(spots, self.spot(deed.path[0]))

    def _ends(self, deed: Deed) -> tuple[Spot, Spot]:
        """Both ends of a move's arrow; of two that meet head on each keeps to its left."""
        a = self._start(deed)
        b = self._near(a, self._goal(deed, deed.path[-1]))
        against = (move.path[-1][:3] for move in self.moves.get(deed.path[-1], ()))
        if deed.place[:3] in against:
            a, b = geometry.shift(a, b, 5)
        return a, b

    def _leaves(self, deed: Deed) -> bool:
        """Whether a move goes round outside the map, by a passage or as no way over it is good."""
        return len(deed.path) == 1 and (
            self._pair(deed) in self.passages or self._way(deed) is None
        )

    def _pair(self, deed: Deed) -> motif.Pair:
        return motif.as_pair(deed.place[:3], deed.path[-1][:3])

    def _way(self, deed: Deed) -> Sequence[Spot] | None:
        """Where the arrow of a move to a neighbour bends round what is not its own, if anywhere.

        None: it would run over others all the way. What flies goes straight.
        """
        if deed in self.ways:
            return self.ways[deed]
        a, b = self._ends(deed)
        over = self.round and not 0 <= b[0] <= self.round
        if deed.arm == "plane" or over or self._pair(deed) not in self.borders:
            return ()
        ends = *self._pair(deed), ""
        own = {self.shapes.spaces.index(place) for place in self._pair(deed)}

        def price(spot: Spot) -> float:
            if self._crowded.get(_square(spot), "") not in ends:
                return _OVER_UNIT
            area = self.shapes.find_area(spot)
            if area in own:
                return 0
            is_land = area < 0 or self.kinds[self.shapes.spaces[area]] == "land"
            return 1.0 if is_land else _OVER_SEA[deed.arm]

        self.ways[deed] = geometry.find_bend(a, b, price)
        return self.ways[deed]

    @cached_property
    def _crowded(self) -> Mapping[tuple[int, int], str]:
        """The squares of the map that units cover, with the space of each."""
        return {
            _square((x + dx, y + dy)): piece.place[:3]
            for piece, (x, y) in self.standing
            for dx, dy in product((-_SQUARE, 0, _SQUARE), repeat=2)
            if not piece.pale
        }

    def _edge(self, start: Spot) -> Spot:
        """The place on the map's edge that is nearest."""
        (x, y), (width, height) = start, self.shapes.size
        return min(
            ((0.0, y), (float(width), y), (x, 0.0), (x, float(height))),
            key=lambda spot: math.dist(spot, start),
        )

    def _stop(self, start: Spot, goal: Spot, place: str) -> Spot:
        """Where an arrow ends: before the units that stand in its goal, or its name."""
        count = self.held[place[:3]]
        wide, high = (12 + 8 * (min(count, 3) - 1), 11) if count else (16, 8)
        return geometry.shorten(start, goal, 0, geometry.exit_of(start, goal, wide, high))[1]

    def _route(self, deed: Deed) -> list[Spot]:
        """The points of a move's arrow: its steps, the fleets that carry it, or round others."""
        a, b = self._ends(deed)
        if self._leaves(deed):
            a = self._edge(b)
            return [a, self._stop(a, b, deed.path[-1])]
        between: Sequence[Spot] = [self.spot(place) for place in deed.path[:-1]] or [
            self._near(a, (x, y + 9)) for x, y in map(self.spot, self._find_carriers(deed))
        ]
        between = between or self._way(deed) or ()
        first = geometry.shorten(a, (*between, b)[0], 10, 0)[0]
        return [first, *between, self._stop((a, *between)[-1], b, deed.path[-1])]

    def _find_carriers(self, deed: Deed) -> Sequence[str]:
        """The fleets that carry a move, from its start onwards: the shortest way over them."""
        start, goal = deed.place[:3], deed.path[-1][:3]
        free = {
            deed.place[:3]
            for deed in self.scene.deeds
            if deed.kind == motif.CONVOY and (deed.path[0][:3], deed.path[-1][:3]) == (start, goal)
        }
        chains: list[tuple[str, ...]] = [(start,)]
        while chains:
            for chain in chains:
                if len(chain) > 1 and motif.as_pair(chain[-1], goal) in self.borders:
                    return chain[1:]
            reached = {
                sea: (*chain, sea)
                for chain in chains
                for sea in sorted(free)
                if motif.as_pair(chain[-1], sea) in self.borders
            }
            chains = [*reached.values()]
            free -= reached.keys()
        return ()

    def _draw_move(self, deed: Deed) -> Iterator[Sign]:
        if not deed.path:
            return
        if deed.void:
            ends = self._stub(self._start(deed), self._goal(deed, deed.path[-1]))
            yield self._line(deed, "move", ends, 0.5, 9)
            return
        if self._leaves(deed):
            start = self._start(deed)
            edge = self._edge(start)
            out = geometry.line(geometry.shorten(start, edge, 10, 0)[0], edge)
            head = geometry.head(start, edge)
            yield self._sign(deed, "move", d=out, end=edge, head=head, half=deed.half)
        points = self._route(deed)
        if len(deed.path) > 1 and deed.done < len(deed.path):
            # A march that ended early: what was made is solid, the rest is dashed.
            points_made, points_left = points[: deed.done + 1], points[deed.done :]
            if len(points_made) > 1:
                head = geometry.head(points_made[-2], points_made[-1])
                made = geometry.steps(points_made)
                yield self._sign(deed, "move", ok=True, d=made, head=head)
            cross = geometry.between(points_left[0], points_left[1], 0.62)
            head = geometry.head(points_left[-2], points_left[-1])
            left = geometry.steps(points_left)
            yield self._sign(deed, "move", ok=False, d=left, head=head, cross=cross)
            return
        yield self._sign(
            deed,
            "move",
            d=(geometry.steps if len(deed.path) > 1 else geometry.through)(points),
            end=points[-1],
            head=geometry.head(points[-2], points[-1]),
            half=deed.half,
            cross=None if deed.ok else geometry.between(points[-2], points[-1], 0.62),
        )

    def _draw_support(self, deed: Deed) -> Iterator[Sign]:
        start = self._start(deed)
        if deed.void:
            ends = self._stub(start, self.spot(deed.path[-1]))
            yield self._line(deed, "support", ends, 0.55)
            return
        moves = self.moves.get(deed.path[0], ()) if len(deed.path) > 1 else ()
        helped = (
            move
            for move in moves
            if (not move.strength or str(move.strength) == deed.helped[1:])
            and move.path[-1][:3] == deed.path[-1][:3]
        )
        move = next(helped, None)  # as it was ordered
        if move:
            ends = self._towards(start, self._route(move))
        elif len(deed.path) > 1:
            a = self._helped_spot(deed)
            ends = self._towards(start, [a, self._near(a, self.spot(deed.path[1]))])
        else:
            goal = self._near(start, self._helped_spot(deed))
            ends = geometry.shorten(start, goal, 10, 13)
            yield self._sign(deed, "guard", at=self._helped_spot(deed))
        yield self._line(deed, "support", ends, 0.5)

    def _towards(self, start: Spot, route: Sequence[Spot]) -> tuple[Spot, Spot]:
        """A line to the last part of an arrow, and to where that is straight if the arrow bends."""
        *_, a, b = route
        goal = geometry.between(a, b, 0.55 if len(route) == 2 else 0.5)
        return geometry.shorten(start, self._near(start, goal), 10, 0)

    def _stub(self, start: Spot, goal: Spot) -> tuple[Spot, Spot]:
        """The beginning of a line, for orders that matched nothing."""
        start, goal = geometry.shorten(start, self._near(start, goal), 10, 3)
        part = min(1.0, _STUB / (math.dist(start, goal) or 1.0))
        return start, geometry.between(start, goal, part)

    def _draw_convoy(self, deed: Deed) -> Iterator[Sign]:
        x, y = self._start(deed)
        cross = None if deed.ok else (x + 12, y + 11)
        yield self._sign(deed, "wave", at=(x, y), cross=cross)

    def _draw_hold(self, deed: Deed) -> Iterator[Sign]:
        if deed.power in self.paints and not deed.strength:  # minors and stacks do little else
            yield self._sign(deed, "hold", at=self._start(deed))

    def _draw_build(self, deed: Deed) -> Iterator[Sign]:
        bare = deed.place[:3] not in self.filled
        yield self._sign(deed, "build", at=self.spot(deed.place), arm=deed.arm, bare=bare)

    def _draw_remove(self, deed: Deed) -> Iterator[Sign]:
        yield self._sign(deed, "remove", at=self._find_loser_spot(deed))

    def _draw_retreat(self, deed: Deed) -> Iterator[Sign]:
        start = self._find_loser_spot(deed)
        goal = self._near(start, self.spot(deed.path[-1]))
        yield self._line(deed, "retreat", geometry.shorten(start, goal, 12, 4), 0.6, 8)

    def _find_loser_spot(self, deed: Deed) -> Spot:
        """Where a unit stands that may be dislodged."""
        x, y = self.spot(deed.place)
        is_dislodged = any(
            piece.dislodged and piece.place[:3] == deed.place[:3] for piece in self.scene.pieces
        )
        return (x + _LOST[0], y + _LOST[1]) if is_dislodged else (x, y)

    def _draw_bomb(self, deed: Deed) -> Iterator[Sign]:
        goal, start = self.spot(deed.path[-1]), self._start(deed)
        ends = geometry.shorten(start, self._near(start, goal), 10, 10)
        yield self._line(deed, "air", ends, 1)
        if deed.ok:
            yield self._sign(deed, "blast", star=geometry.star((goal[0], goal[1] - 12), 4, 9, 7))

    def _draw_drop(self, deed: Deed) -> Iterator[Sign]:
        goal, start = self.spot(deed.path[-1]), self._start(deed)
        ends = geometry.shorten(start, self._near(start, goal), 10, 8)
        yield self._line(deed, "air", ends, 0.6, 9)
        yield self._sign(deed, "chute", at=(goal[0], goal[1] - 14))

    def find_loss_stars(self) -> list[str]:
        """The stars behind units that were dislodged before this phase, or in it."""
        lost = {
            (piece.power, piece.place[:3]): spot for piece, spot in self.standing if piece.dislodged
        }
        beaten_spots = (
            self._start(deed)
            for deed in self.scene.deeds
            if deed.beaten and (deed.power, deed.place[:3]) not in lost
        )
        return [geometry.star(spot, 12, 17) for spot in (*beaten_spots, *lost.values())]

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
        counts: Counter[str] = Counter()
        centres = any(space.get("sc") for space in self.spaces.values())
        for space, power in self.scene.owners.items():
            counts[power] += bool(self.spaces[space].get("sc")) if centres else 1
        return [
            {
                "text": f"{power} {counts[power]}" if counts else power,
                "paint": self.paints[power],
            }
            for power in self.paints
            if power in self.majors or counts[power]
        ]

    def signs(self) -> set[str]:
        """The kinds of signs in this picture, as the legend names them."""
        kinds = {sign.kind for sign in self.shapes.signs if sign.kind in _WAYS}
        present = {
            "lost": self.find_loss_stars(),
            "mark": self.scene.marks,
            "fight": self.scene.fights,
        }
        # The kinds of arrows and lines, those of orders that failed apart.
        for sign in (*self.orders["below"], *self.orders["above"]):
            kinds.add(_KINDS.get(str(sign["kind"]), str(sign["kind"])))
            kinds |= {"half"} if sign.get("half") else set()
            if sign["kind"] in _FAILURES and not sign["ok"]:
                kinds.add(_FAILURES[sign["kind"]])
        # The arms of the units, and whether nobody plays some of them.
        for piece in self.scene.pieces:
            kinds.add(_PIECES.get(piece.arm, "") if piece.strength else piece.arm)
            kinds |= {"pale"} if piece.pale else set()
            if piece.power not in self.paints and piece.power not in self.scene.patrons:
                kinds.add("minor")
        return {
            *kinds,
            *(
                "home" if name["home"] else "client" if name["patrons"] else "centre"
                for name in self.names
                if name["centre"]
            ),
            *(kind for kind, _ in self.grounds.values()),
            *(kind for kind, things in present.items() if things),
        }


_FAILURES = {"move": "failed", "support": "cut"}
_KINDS = {"guard": "support", "air": "flight"}
_PIECES = {"army": "land", "fleet": "naval", "plane": "air"}


def _square(spot: Spot) -> tuple[int, int]:
    return int(spot[0]) // _SQUARE, int(spot[1]) // _SQUARE


def _box(middle: Spot, wide: float, high: float) -> Box:
    x, y = middle
    return x - wide, y - high, x + wide, y + high


def _name_room(middle: Spot, *, centre: bool) -> Box:
    """The room of a name about its middle, with the ring of its centre."""
    left, top, right, bottom = _box(middle, *_NAME)
    return left - _RING * centre, top, right, bottom


def _full_box(x: float, y: float, lines: Sequence[str]) -> Box:
    """The room of a whole name below the short one that is written at x and y."""
    wide = max(map(len, lines)) * _LETTER / 2
    return x - wide, y + 1.5, x + wide, y + 1.5 + 7 * len(lines)


def _find_clearest(rooms: Mapping[Spot, Box], boxes_used: Sequence[Box]) -> Spot:
    """The first place whose room lies on nothing else, or the one where it lies on least."""
    hidden: dict[Spot, float] = {}
    for spot, room in rooms.items():
        hidden[spot] = sum(_overlap(room, box) for box in boxes_used)
        if not hidden[spot]:
            return spot
    return min(hidden, key=hidden.__getitem__)


def _holds(a: Box, b: Box) -> bool:
    """Whether the second box lies within the first."""
    return a[0] <= b[0] and a[1] <= b[1] and b[2] <= a[2] and b[3] <= a[3]


def _overlap(a: Box, b: Box) -> float:
    """How much of two boxes is the same; 0 where they do not touch."""
    if a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]:
        return 0.0
    return (min(a[2], b[2]) - max(a[0], b[0])) * (min(a[3], b[3]) - max(a[1], b[1]))
