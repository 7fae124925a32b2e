"""From reductions to what a unit does: pieces, routes and deeds of grammar/orders.lark."""

from judge.kernel.text import Piece, Place
from judge.language.slots import Slots


class Deeds:
    """The methods for who, where to, and what a unit does."""

    # --- who

    def place_alone(self, place: Place) -> Piece:
        """A place for the unit that stands there."""
        return Piece(place)

    def unit_at(self, arm: str, place: Place) -> Piece:
        """As in "A Par", "army from Ukraine"."""
        return Piece(place, arm)

    def at_unit(self, place: Place, arm: str) -> Piece:
        """As in "from Ukraine A", "the Paris army"."""
        return Piece(place, arm)

    def owned_unit_at(self, power: str, arm: str, place: Place) -> Piece:
        """As in "Turkish A Bul"."""
        return Piece(place, arm, 0, power)

    def owned_place(self, power: str, place: Place) -> Piece:
        """As in "Turkish Bulgaria"."""
        return Piece(place, "", 0, power)

    def unit_owned_at(self, arm: str, power: str, place: Place) -> Piece:
        """As in "A Turkish Bul"."""
        return Piece(place, arm, 0, power)

    # --- where to

    def first_leg(self, place: Place) -> tuple[Place, ...]:
        """The first step of a route."""
        return (place,)

    def next_leg(self, legs: tuple[Place, ...], place: Place) -> tuple[Place, ...]:
        """A further step: the last one is the destination."""
        return (*legs, place)

    def via_leg(self, legs: tuple[Place, ...], place: Place) -> tuple[Place, ...]:
        """As in "- Nwy via Nth": the way goes through it, the destination stays last."""
        return (*legs[:-1], place, legs[-1])

    def via_fleet(self, legs: tuple[Place, ...], _arm: str, place: Place) -> tuple[Place, ...]:
        """As in "- Nwy via F Nth"."""
        return (*legs[:-1], place, legs[-1])

    def via_fleet_at(self, legs: tuple[Place, ...], place: Place, _arm: str) -> tuple[Place, ...]:
        """As in "- Nwy carried by the North Sea fleet"."""
        return (*legs[:-1], place, legs[-1])

    def via_first(self, through: Place, place: Place) -> tuple[Place, ...]:
        """As in "via Nth to Nwy"."""
        return (through, place)

    def route(self, legs: tuple[Place, ...]) -> Slots:
        """A typed route."""
        return {"path": legs, "via": False}

    def route_by_convoy(self, legs: tuple[Place, ...]) -> Slots:
        """A route with "via convoy" behind it."""
        return {"path": legs, "via": True}

    def convoyed_to(self, place: Place) -> Slots:
        """As in "by convoy to Nwy"."""
        return {"path": (place,), "via": True}

    # --- what a unit does

    def hold(self) -> Slots:
        """Hold."""
        return {"verb": "hold"}

    def move(self, route: Slots) -> Slots:
        """Move."""
        route["verb"] = "move"
        return route

    def move_or(self, legs: tuple[Place, ...], wishes: list[Slots]) -> Slots:
        """As in "A Mun - Boh or Tyr": a retreat, if there are retreats."""
        return {"verb": "move", "path": legs, "choices": tuple(wishes)}

    def move_by(self, legs: tuple[Place, ...], _arm: str, sea: Place) -> Slots:
        """As in "A Lon - Bel by F Eng"."""
        return {"verb": "move", "path": (*legs[:-1], sea, legs[-1]), "via": True, "carried": sea}

    def retreat_behind(self, legs: tuple[Place, ...]) -> Slots:
        """As in "A Tri - Tyr (retreat)"."""
        return {"verb": "retreat", "path": legs[-1:]}

    def move_and_support(self, route: Slots, target: Slots) -> Slots:
        """A plane that flies and supports."""
        return {"verb": "move", **route, "also": {"verb": "support", "about": target}}

    def move_to_support(self, legs: tuple[Place, ...], target: Slots) -> Slots:
        """As in "P Lon flies to Yor to support A Lon - Yor"."""
        return self.move_and_support(self.route(legs), target)

    def support(self, target: Slots) -> Slots:
        """Support another order."""
        return {"verb": "support", "about": target}

    def convoy(self, piece: Piece, route: Slots) -> Slots:
        """Convoy another unit's move."""
        return {"verb": "convoy", "about": {"verb": "move", "piece": piece, **route}}

    def convoyed_move(self, place: Place) -> Slots:
        """As in "A Lon c - Nwy": to go by convoy oneself."""
        return {"verb": "move", "path": (place,), "via": True}

    def convoyed_by(self, place: Place, carrier: Slots) -> Slots:
        """As in "Yor is convoyed to Nwy by F Nth": the way goes through the sea."""
        return {"verb": "move", "path": (carrier["sea"], place), "via": True, **carrier["fleet"]}

    def sea_way(self, place: Place) -> Slots:
        """The sea that a convoy goes over."""
        return {"sea": place, "fleet": {}}

    def carrier(self, place: Place) -> Slots:
        """Who carries, by the sea's name: it is said of the fleet there."""
        return {"sea": place, "fleet": {"carried": place}}

    def carrier_unit(self, _arm: str, place: Place) -> Slots:
        """The same by its fleet: "F Nth"."""
        return self.carrier(place)

    def carrier_at(self, place: Place, _arm: str) -> Slots:
        """The same: "the North Sea fleet"."""
        return self.carrier(place)

    def bomb(self, place: Place) -> Slots:
        """Bomb a space."""
        return {"verb": "bomb", "path": (place,)}

    def bomb_unit(self, _arm: str, place: Place) -> Slots:
        """As in "bombs the army in Belgium"."""
        return self.bomb(place)

    def paratroop_by(self, place: Place, _arm: str, _over: Place) -> Slots:
        """As in "A Lon paratroops Nmd by P Lon": the plane has an order of its own."""
        return self.paratroop(place)

    def paratroop(self, place: Place) -> Slots:
        """Drop on a space."""
        return {"verb": "paratroop", "path": (place,)}

    def carry(self, arm: str, start: Place, place: Place) -> Slots:
        """As in "Plane London drops A Lon on Normandy"."""
        return self.carry_piece(Piece(start, arm), place)

    def carry_piece(self, piece: Piece, place: Place) -> Slots:
        """As in "P LON-A C A LON PARATROOP NMD"."""
        about = {"verb": "move", "piece": piece, "path": (place,)}
        return {"verb": "convoy", "about": about}

    def retreat(self, wishes: list[Slots]) -> Slots:
        """Retreat, with further wishes in the order of liking."""
        return {**wishes[0], "choices": tuple(wishes[1:])}

    def disband(self) -> Slots:
        """Leave the board."""
        return {"verb": "disband"}

    def build(self) -> Slots:
        """As in "A Par build"."""
        return {"verb": "build"}

    def build_kind(self, arm: str) -> Slots:
        """As in "Con build A"."""
        return {"verb": "build", "arm": arm}

    def target_holds(self, piece: Piece) -> Slots:
        """Support for a unit where it is."""
        return {"verb": "hold", "piece": piece}

    def target_unit(self, arm: str, place: Place) -> Slots:
        """As in "gives support to A Ser"."""
        return {"verb": "hold", "piece": Piece(place, arm)}

    def target_moves(self, piece: Piece, route: Slots) -> Slots:
        """Support for a move."""
        return {"verb": "move", "piece": piece, **route}

    def target_from(self, place: Place, piece: Piece) -> Slots:
        """As in "support to Bur from Par"."""
        return {"verb": "move", "piece": piece, "path": (place,)}

    def target_bombs(self, piece: Piece, place: Place) -> Slots:
        """Support for a bombing."""
        return {"verb": "bomb", "piece": piece, "path": (place,)}

    def target_bombed(self, place: Place, piece: Piece) -> Slots:
        """As in "supports the bombing of Belgium by P London"."""
        return self.target_bombs(piece, place)

    def target_drops(self, piece: Piece, place: Place) -> Slots:
        """Support for a drop."""
        return {"verb": "paratroop", "piece": piece, "path": (place,)}

    def first_wish(self, wish: Place | None) -> list[Slots]:
        """The first place to retreat to."""
        return [_wish(wish)]

    def next_wish(self, wishes: list[Slots], wish: Place | None) -> list[Slots]:
        """A further one."""
        return [*wishes, _wish(wish)]

    def wished_place(self, place: Place) -> Place:
        """A place behind an arrow."""
        return place

    def wished_end(self) -> None:
        """As in "or disband"."""


def _wish(place: Place | None) -> Slots:
    return {"verb": "disband"} if place is None else {"verb": "retreat", "path": (place,)}
