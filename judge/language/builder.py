"""From reductions to orders: one method a grammar alias, each turning values into slots.

A half-built order is a dictionary of ``Sentence`` slots; ``reader`` adds span and text.
"""

from typing import Any

from judge.kernel.text import Piece, Place

Slots = dict[str, Any]
"""Slots of a Sentence; nested orders are Slots too."""


class Builder:
    """The methods that grammar/orders.lark names."""

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
        return {"verb": "move", "path": (*legs[:-1], sea, legs[-1]), "via": True}

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

    # --- orders

    def order(self, piece: Piece, deed: Slots) -> Slots:
        """A unit and what it does."""
        return _done(piece, deed)

    def bare_unit(self, piece: Piece) -> Slots:
        """A unit alone: a build or a removal, as the phase decides."""
        return {"verb": "unit", "piece": piece}

    def unit_or(self, piece: Piece, wishes: list[Slots]) -> Slots:
        """As in ", Tyr or disband" behind a retreat: the end of a list of wishes."""
        return {"verb": "unit", "piece": piece, "choices": tuple(wishes)}

    def blank_form(self, _piece: Piece) -> Slots:
        """As in "A PAR - ": a line of a form that was left blank."""
        return {"verb": "blank"}

    def hold_first(self, piece: Piece) -> Slots:
        """As in "Hold A Par"."""
        return {"verb": "hold", "piece": piece}

    def hold_all(self) -> Slots:
        """Everything else holds."""
        return {"verb": "hold-all"}

    def move_first(self, piece: Piece, route: Slots) -> Slots:
        """As in "Move A Par to Bur"."""
        return {"verb": "move", "piece": piece, **route}

    def move_from(self, arm: str, place: Place, start: Place) -> Slots:
        """As in "Army to Burgundy from Paris"."""
        return {"verb": "move", "piece": Piece(start, arm), "path": (place,)}

    def support_by(self, target: Slots, piece: Piece) -> Slots:
        """As in "Support A Par - Bur by A Mar"."""
        return {"verb": "support", "piece": piece, "about": target}

    def convoy_first(self, piece: Piece, route: Slots) -> Slots:
        """As in "Convoy A Lon - Nwy": the army's order; "... via Nth": that fleet's."""
        path = route["path"]
        if len(path) == 1:
            return {"verb": "move", "piece": piece, "path": path, "via": True}
        about = {"verb": "move", "piece": piece, "path": path[-1:]}
        first = {"verb": "convoy", "piece": Piece(path[0], "F"), "about": about, "leads": "convoy"}
        more = [{**first, "piece": Piece(sea, "F")} for sea in path[1:-1]]
        return {**first, "more": tuple(more)}

    def convoy_by(self, piece: Piece, route: Slots, carrier: Piece) -> Slots:
        """As in "Convoy A Lon - Nwy with F Nth"."""
        about = {"verb": "move", "piece": piece, **route}
        return {"verb": "convoy", "piece": carrier, "about": about}

    def bomb_by(self, place: Place, piece: Piece) -> Slots:
        """As in "Bomb Belgium with P London"."""
        return {"verb": "bomb", "piece": piece, "path": (place,)}

    def drop_first(self, arm: str, start: Place, place: Place) -> Slots:
        """As in "Drop A London on Normandy"."""
        return {"verb": "paratroop", "piece": Piece(start, arm), "path": (place,)}

    def retreat_first(self, piece: Piece, wishes: list[Slots]) -> Slots:
        """As in "Retreat A Mun - Boh"."""
        return _done(piece, self.retreat(wishes))

    def disband_first(self, piece: Piece) -> Slots:
        """As in "Retreat A Par disband"."""
        return {"verb": "disband", "piece": piece}

    def owned_build(self, power: str, arm: str, place: Place) -> Slots:
        """As in "Poland builds army Warsaw"."""
        return {"verb": "build", "piece": self.owned_unit_at(power, arm, place)}

    def owned_removal(self, power: str, arm: str, place: Place) -> Slots:
        """As in "Poland removes A Lit"."""
        return {"verb": "disband", "piece": self.owned_unit_at(power, arm, place)}

    def first_build(self, piece: Piece) -> list[Slots]:
        """As in "Build A Par"."""
        return [{"verb": "build", "piece": piece}]

    def build_counted(self, _number: int, piece: Piece) -> list[Slots]:
        """As in "builds one fleet in Kiel"."""
        return [{"verb": "build", "piece": piece}]

    def first_removal(self, piece: Piece) -> list[Slots]:
        """As in "Remove A Par"."""
        return [{"verb": "disband", "piece": piece}]

    def next_choice(self, choices: list[Slots], piece: Piece) -> list[Slots]:
        """As in "or F Bre"."""
        return [*choices, {**choices[0], "piece": piece}]

    def chosen(self, choices: list[Slots]) -> Slots:
        """A build or removal, with further wishes: more units may follow behind commas."""
        first, *others = choices
        return {**first, "choices": tuple(others), "leads": first["verb"]}

    def waive(self) -> Slots:
        """One build waived."""
        return {"verb": "waive", "amount": 1}

    def waive_several(self, number: int) -> Slots:
        """Several builds waived."""
        return {"verb": "waive", "amount": number}

    def bare_disband(self) -> Slots:
        """As in "disband" behind other wishes."""
        return {"verb": "disband"}

    # --- points, influence, permission

    def amount(self, number: int) -> int:
        """A number of points."""
        return number

    def paid_order(self, amount: int, piece: Piece, deed: Slots) -> Slots:
        """As in "DP 2: A Aus H"."""
        return {"verb": "points", "amount": amount, "about": _done(piece, deed)}

    def order_paid(self, piece: Piece, amount: int, deed: Slots) -> Slots:
        """As in "Austria (2): hold"."""
        return self.paid_order(amount, piece, deed)

    def order_paid_last(self, piece: Piece, deed: Slots, amount: int) -> Slots:
        """As in "A Aus H, 2 DP"."""
        return self.paid_order(amount, piece, deed)

    def paid_named(self, amount: int, minor: Place, arm: str, place: Place, deed: Slots) -> Slots:
        """As in "2 DP on Austria: A Aus H": the minor, then its unit, which must be the same."""
        if not set(minor.spaces) & set(place.spaces):
            return {"verb": "clash"}
        return self.paid_order(amount, Piece(place, arm), deed)

    def named_paid(self, minor: Place, arm: str, place: Place, amount: int, deed: Slots) -> Slots:
        """As in "Austria, A Aus, 2 DP: hold"."""
        return self.paid_named(amount, minor, arm, place, deed)

    def named_paid_twice(
        self, minor: Piece, amount: int, arm: str, place: Place, deed: Slots
    ) -> Slots:
        """As in "Austria (2): A Aus H"."""
        return self.paid_named(amount, minor.place, arm, place, deed)

    def paid_twice(self, amount: int, minor: Place, place: Place, deed: Slots) -> Slots:
        """As in "2 DP on Austria: Aus H"."""
        return self.paid_named(amount, minor, "", place, deed)

    def place_paid_twice(self, minor: Piece, amount: int, place: Place, deed: Slots) -> Slots:
        """As in "Austria (2): Aus H"."""
        return self.paid_named(amount, minor.place, minor.arm, place, deed)

    def named_paid_last(
        self, minor: Place, arm: str, place: Place, deed: Slots, amount: int
    ) -> Slots:
        """As in "Austria: A Aus H, 2 DP"."""
        return self.paid_named(amount, minor, arm, place, deed)

    def bid(self, amount: int, powers: tuple[str, ...]) -> Slots:
        """As in "BID 7 Turkey"."""
        return {"verb": "bid", "amount": amount, "powers": powers}

    def bid_after(self, minor: str, amount: int, *claimant: str) -> Slots:
        """As in "Turkey: 7 IP for Germany"."""
        return {"verb": "bid", "amount": amount, "powers": (minor, *claimant)}

    def bid_last(self, minor: str, claimant: str, amount: int) -> Slots:
        """As in "Poland for Germany: 3"."""
        return {"verb": "bid", "amount": amount, "powers": (minor, claimant)}

    def bid_for(self, amount: int, minor: str) -> Slots:
        """As in "4 IP for Turkey": the minor that is bid for."""
        return self.bid(amount, (minor,))

    def no_bid(self, powers: tuple[str, ...]) -> Slots:
        """As in "withdraw my bid on Turkey"."""
        return self.bid(0, powers)

    def bid_aid(self, amount: int, claimant: str, minor: str) -> Slots:
        """As in "3 IP supporting Germany in Poland"."""
        return self.bid(amount, (minor, claimant))

    def aid_bid(self, claimant: str, minor: str, amount: int) -> Slots:
        """As in "support Germany in Poland with 3"."""
        return self.bid(amount, (minor, claimant))

    def myself(self) -> str:
        """The writer, whom only the engine knows."""
        return ""

    def claim_for(self, minor: str, claimant: str) -> tuple[str, ...]:
        """As in "Poland for Germany"."""
        return (minor, claimant)

    def claim_of(self, claimant: str, minor: str) -> tuple[str, ...]:
        """As in "for Germany on Poland"."""
        return (minor, claimant)

    def switch(self, amount: int, minor: str, old: str, new: str) -> Slots:
        """Old influence aimed anew."""
        return {"verb": "switch", "amount": amount, "powers": (minor, old, new)}

    def switch_after(self, minor: str, amount: int, old: str, new: str) -> Slots:
        """The same, the minor first."""
        return self.switch(amount, minor, old, new)

    def switch_last(self, amount: int, old: str, new: str, minor: str) -> Slots:
        """The same, the minor last."""
        return self.switch(amount, minor, old, new)

    def allow(self, guests: tuple[str, ...], place: Place) -> Slots:
        """Passage for others."""
        return {"verb": "allow", "powers": guests, "path": (place,)}

    def allow_units(self, guests: tuple[str, ...], _arm: str, place: Place) -> Slots:
        """As in "allow French planes above IRS"."""
        return self.allow(guests, place)

    def allow_at(self, place: Place, guest: str) -> Slots:
        """As in "allow passage through IRS to France"."""
        return self.allow((guest,), place)

    def allow_all_at(self, place: Place) -> Slots:
        """As in "allow passage through IRS to all"."""
        return self.allow(self.everybody(), place)

    def allow_by(self, piece: Piece, guest: str) -> Slots:
        """As in "F IRS allows France"."""
        return self.allow((guest,), piece.place)

    def allow_all_by(self, piece: Piece) -> Slots:
        """As in "F IRS allows everybody"."""
        return self.allow(self.everybody(), piece.place)

    def everybody(self) -> tuple[str, ...]:
        """Passage for all."""
        return ("ALL",)

    def first_power(self, power: str) -> tuple[str, ...]:
        """One power."""
        return (power,)

    def next_power(self, powers: tuple[str, ...], power: str) -> tuple[str, ...]:
        """One more power."""
        return (*powers, power)

    # --- lines that order nothing

    def no_order(self, *_piece: Piece) -> Slots:
        """As in "A Par unordered"."""
        return {"verb": "none"}

    def unordered(self, piece: Piece) -> Slots:
        """As in "A Pie U": somebody says that the unit has no order; nobody knows why."""
        return {"verb": "unordered", "piece": piece}


def _done(piece: Piece, deed: Slots) -> Slots:
    """The deed of a piece; "Con build A" names the arm behind the verb."""
    if "arm" in deed:
        piece = Piece(piece.place, deed.pop("arm"), piece.strength, piece.power)
    deed["piece"] = piece
    return deed


def _wish(place: Place | None) -> Slots:
    return {"verb": "disband"} if place is None else {"verb": "retreat", "path": (place,)}
