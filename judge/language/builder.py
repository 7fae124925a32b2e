"""From reductions to orders: one method a grammar alias, each turning values into slots.

A half-built order is a dictionary of ``Sentence`` slots; ``slots.sentence`` adds span and text.
"""

from judge.kernel.text import Piece, Place
from judge.language.deeds import Deeds
from judge.language.payments import Payments
from judge.language.permissions import Permissions
from judge.language.slots import Slots, any_piece, join_deed

_MOST_WAIVED = 40


class Builder(Deeds, Payments, Permissions):
    """The methods that grammar/orders.lark names."""

    # --- orders

    def order(self, piece: Piece, deed: Slots) -> Slots:
        """A unit and what it does."""
        return join_deed(piece, deed)

    def bare_unit(self, piece: Piece) -> Slots:
        """A unit alone: a build or a removal, as the phase decides."""
        return {"verb": "unit", "piece": piece}

    def unit_or(self, piece: Piece, wishes: list[Slots]) -> Slots:
        """As in ", Tyr or disband" behind a retreat: the end of a list of wishes."""
        return {"verb": "unit", "piece": piece, "choices": tuple(wishes)}

    def first_units(self, piece: Piece, arm: str, place: Place) -> list[Slots]:
        """As in "A Par or F Bre" below "Builds:"."""
        return [self.bare_unit(piece), self.bare_unit(Piece(place, arm))]

    def next_unit(self, units: list[Slots], arm: str, place: Place) -> list[Slots]:
        """One more."""
        return [*units, self.bare_unit(Piece(place, arm))]

    def chosen_units(self, units: list[Slots]) -> Slots:
        """The first unit, with the others as further wishes: a build or a removal."""
        return {**units[0], "choices": tuple(units[1:])}

    def blank_form(self, _piece: Piece) -> Slots:
        """As in "A PAR - ": a line of a form that was left blank."""
        return {"verb": "blank"}

    def hold_first(self, piece: Piece) -> Slots:
        """As in "Hold A Par"."""
        return {"verb": "hold", "piece": piece}

    def hold_at(self, arm: str, place: Place) -> Slots:
        """As in "The fleet stays in Brest"."""
        return {"verb": "hold", "piece": Piece(place, arm)}

    def hold_all(self) -> Slots:
        """Everything else holds."""
        return {"verb": "hold-all"}

    def hold_arm(self, arm: str) -> Slots:
        """As in "All fleets hold"."""
        return {"verb": "hold-all", "piece": any_piece(arm, 1)}

    def hold_both(self, arm: str) -> Slots:
        """As in "Both fleets hold"."""
        return {**self.hold_arm(arm), "amount": 2}

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
        """As in "Convoy A Lon - Nwy": the army's order; "... via Nth": that fleet's as well."""
        path = route["path"]
        if len(path) == 1:
            return {"verb": "move", "piece": piece, "path": path, "via": True}
        about = {"verb": "move", "piece": piece, "path": path[-1:]}
        first = {"verb": "convoy", "piece": Piece(path[0], "F"), "about": about, "leads": "convoy"}
        more = [{**first, "piece": Piece(sea, "F")} for sea in path[1:-1]]
        return {**first, "more": (*more, {**about, "path": path, "via": True, "implied": True})}

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
        return join_deed(piece, self.retreat(wishes))

    def disband_first(self, piece: Piece) -> Slots:
        """As in "Retreat A Par disband": more units may follow behind commas."""
        return {"verb": "disband", "piece": piece, "leads": "disband"}

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
        """Several builds waived; nobody has more than a few dozen."""
        return {"verb": "waive", "amount": min(number, _MOST_WAIVED)}

    def bare_disband(self) -> Slots:
        """As in "disband" behind other wishes."""
        return {"verb": "disband"}

    # --- lines that order nothing

    def no_order(self, *_piece: Piece) -> Slots:
        """As in "A Par unordered"."""
        return {"verb": "none"}

    def unordered(self, piece: Piece) -> Slots:
        """As in "A Pie U": somebody says that the unit has no order; nobody knows why."""
        return {"verb": "unordered", "piece": piece}
