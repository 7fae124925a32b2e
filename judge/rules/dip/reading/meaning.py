"""One sentence by its verb: what it can mean, in the phase it belongs to."""

import re
from collections.abc import Callable, Sequence
from itertools import product

from msgspec.structs import replace

from judge.kernel.switches import ANYWHERE
from judge.kernel.text import Place, Refused, Sentence, capitalise
from judge.rules.dip.ground import board
from judge.rules.dip.ground.board import Unit
from judge.rules.dip.orders.base import Order
from judge.rules.dip.orders.convoy import Convoy
from judge.rules.dip.orders.instead import could_be_convoyed, suggest_builds, suggest_orders
from judge.rules.dip.orders.move import Hold, Move, Retreat
from judge.rules.dip.orders.support import Support
from judge.rules.dip.orders.winter import Build, Disband, Waive
from judge.rules.dip.play import adjust
from judge.rules.dip.reading.mentions import Season, named, path_of, place_of
from judge.rules.dip.seams.sentences import Taken

_OFFERS = 3
"""Retreats that are offered at most."""


class Choice(Season):
    """Takes the legal order, or asks back which is meant, or says what would work instead."""

    def pick(self, orders: Sequence[Order], places: Sequence[Place]) -> list[Taken]:
        """The one legal order of all that the words can mean; raises Refused if it isn't one."""
        vague = [place for place in places if len(place.spaces) > 1]
        legal = {order.text: order for order in orders if not order.fault}
        if len(legal) == 1:
            (order,) = legal.values()
            words = {*re.split(r"[ /-]+", order.text)}  # "A PAR - SPA/NC", "P PAR-A - MAR-A"
            notes = []
            for place in vague:
                if place.text.upper() not in place.spaces:
                    meant = next(space for space in place.spaces if space in words)
                    notes.append(f"'{place.text}' was read as {self._name(meant)}")
            note = "; ".join(notes)
            return [Taken(order, note and f"{note}: only that is possible here.")]
        names = "; ".join(f"'{place.text}' can be {self._names(place)}" for place in vague)
        if legal:
            which = f"This can mean {' or '.join(legal)}: name the unit or the coast."
            raise Refused(f"{names}." if vague else which, legal)
        if vague:
            raise Refused(f"{names}; with none of them the order is possible.")
        raise Refused(f"{capitalise(orders[0].fault)}.", self._offer_instead(orders[0]))

    def _offer_instead(self, order: Order) -> list[str]:
        """What would work: the retreats, sites or moves that are open, nearest first."""
        if isinstance(order, Retreat):
            dislodged = self.state.dislodged if self.state is not None else ()
            name = order.text.partition(" R ")[0]
            return [
                f"{name} R {goal}" for one in dislodged if one.unit == name for goal in one.retreats
            ][:_OFFERS]
        if isinstance(order, Build):
            return suggest_builds(order, self._free(), self.board) if self.state else []
        return suggest_orders(order, self.board)


_ABSENT = {
    "points": "points to spend on minor powers",
    "bid": "bids for minor powers",
    "switch": "bids for minor powers",
    "allow": "passage to allow",
    "bomb": "planes that bomb",
    "paratroop": "planes that drop armies",
}
"""What a game has not in which an order makes no sense, by the reader's verb."""


class Reader(Choice):
    """Reads sentences for one power at one position; mechanics may use it for their own verbs."""

    def take(self, sentence: Sentence) -> list[Taken]:
        """The orders of a sentence; raises Refused."""
        self._check_header(sentence)
        verb = self.game.rules.verbs.get(sentence.verb)
        return self.standard(sentence) if verb is None else verb(self, sentence)

    def anybody(self) -> "Reader":
        """The same reader for whoever's units."""
        return Reader(self.game, self.state, "")

    def standard(self, sentence: Sentence) -> list[Taken]:
        """The orders of a sentence by the standard verbs; raises Refused."""
        verbs: dict[str, Callable[[Sentence], list[Taken]]] = {
            "hold": self._hold,
            "hold-all": self._hold,
            "move": self._move,
            "support": self._support,
            "convoy": self._convoy,
            "retreat": self._retreat,
            "disband": self._disband,
            "remove": self._disband,
            "build": self._build,
            "waive": self._waive,
            "unit": self._unit,
        }
        if sentence.verb == "points" and sentence.about and sentence.text.rstrip().endswith(")"):
            return self.standard(sentence.about)  # "F Bre - Eng (2)": no game of points, a mark
        verb = verbs.get(sentence.verb)
        if verb is None:
            raise Refused(f"This game has no {_ABSENT.get(sentence.verb, sentence.verb)}.")
        return verb(sentence)

    def moves(self, sentence: Sentence) -> bool:
        """Whether a sentence is a move of a movement phase, which leaves no choice."""
        return sentence.verb == "move" and self.letter not in ("R", "")

    # --- verbs ---

    def _hold(self, sentence: Sentence) -> list[Taken]:
        """Read "A PAR H", "All others hold"."""
        self._only("M", "hold")
        if sentence.verb == "hold-all":
            mine = self.mine or (*self.owners.values(),)
            own = {unit.text: unit for unit, owner in self.owners.items() if owner in mine}
            if not own:
                raise Refused("There is no unit of yours that could hold.")
            return [Taken(Hold.of(own[text])) for text in sorted(own)]
        units = self.subjects(sentence.piece)
        return self.pick([Hold.of(unit) for unit in units], [place_of(sentence.piece)])

    def _move(self, sentence: Sentence) -> list[Taken]:
        """Read "A PAR - BUR", "A LON - NTH - NWY"; in a retreat phase a retreat."""
        if self.letter == "R" or (self.state is None and sentence.choices):
            return self._retreat(sentence)
        self._only("M", "move")
        if sentence.also is not None:
            raise Refused("A unit does one thing: it moves or it supports.")
        if sentence.choices:
            raise Refused(
                "A move has one destination (only retreats have a second choice): write one order "
                "a line, with its unit."
            )
        *route, goal = path_of(sentence)
        for stop in route:
            if not any(self.board.waters >> loc & 1 for loc in self.locs(stop)):
                raise Refused(f"A convoy's route leads over seas; '{stop.text}' is none.")
        via = sentence.via or bool(route)
        if self._country(goal):
            names = self._names(goal)
            raise Refused(f"'{goal.text}' is a country, not a space. If you mean {names}, say so.")
        orders = [
            self._check_sea_way(Move.of(unit, loc, self.board, via=via))
            for unit, loc in product(self.subjects(sentence.piece), self.locs(goal))
        ]
        start = place_of(sentence.piece)
        # Of two places with one name the one that needs no convoy is meant, unless VIA says else.
        direct_moves = [order for order in orders if order.walks and not via]
        taken = self.pick(direct_moves or orders, [start, goal])
        if not route or sentence.implied:
            return taken
        # Seas that were named bind nobody (choice 2 of RULES.md).
        note = "no route is chosen: whatever fleets convoy it may carry it."
        return [replace(one, note=one.note or note) for one in taken]

    def _country(self, goal: Place) -> bool:
        """Whether a place was typed by a power's name that several spaces go by, none as its own.

        Where a single one does it is meant: "Czechoslovakia (i.e. Bohemia)" in the rules of 1936.
        """
        power_name = " ".join(goal.text.split()).title()
        if len(goal.spaces) == 1:
            return False
        bears_name = (self._name(space).startswith(power_name) for space in goal.spaces)
        return power_name in self.board.powers and not any(bears_name)

    def _check_sea_way(self, order: Move) -> Move:
        """The move, or the fault that no seas lead where only a convoy could bring the army."""
        if (order.walks and not order.via) or not order.sails:
            return order
        if could_be_convoyed(self.board, order.space, order.to):
            return order
        names = f"{self.board.spaces[order.space]} and {self.board.spaces[order.to]}"
        fault = f"no sea joins {names}, so no convoy could ever carry {order.arm} there"
        return replace(order, fault=fault)

    def _support(self, sentence: Sentence) -> list[Taken]:
        """Read "A MUN S A BER", "A MUN S A BER - KIE"."""
        self._only("M", "support")
        about = sentence.about
        if about is None:
            like = board.example_support(self.board)
            raise Refused(f"The order does not say whom to support, as in '{like}'.")
        places = [place_of(sentence.piece), place_of(about.piece)]
        aided = self.others(about.piece)
        goals: list[int | None] = [None]
        if about.verb in ("move", "retreat") and about.path:
            places.append(about.path[-1])
            goals = list(self.locs(about.path[-1]))
        orders = []
        for unit, other, goal in product(self.subjects(sentence.piece), aided, goals):
            order = Support.of(unit, other, goal, self.board)
            if order.moves and not order.fault:
                # What it supports may be impossible; but a fleet may go to some coast of the space
                # that the support names without one.
                move = Move.of(other, order.goal, self.board)
                steps, coasts = self.board.steps[other.arm][other.loc], self.board.coasts[order.to]
                if move.fault and (order.goal != order.to or steps.isdisjoint(coasts)):
                    order = replace(order, fault=move.fault)
            orders.append(order)
        return self.pick(orders, places)

    def _convoy(self, sentence: Sentence) -> list[Taken]:
        """Read "F NTH C A LON - NWY"."""
        self._only("M", "convoy")
        about = sentence.about
        if about is None or not about.path:
            like = board.example_convoy(self.board)
            raise Refused(f"The order does not say whom to carry where, as in '{like}'.")
        goal = about.path[-1]
        orders = [
            Convoy.of(unit, cargo, loc, self.board)
            for unit, cargo, loc in product(
                self.subjects(sentence.piece, "F"), self.others(about.piece, "A"), self.locs(goal)
            )
        ]
        return self.pick(orders, [place_of(sentence.piece), place_of(about.piece), goal])

    def _retreat(self, sentence: Sentence) -> list[Taken]:
        """Read "A MUN R BOH"."""
        self._only("R", "retreat")
        *route, goal = path_of(sentence)
        if route:
            wishes = ", ".join(place.spaces[0] for place in (*route, goal))
            start = place_of(sentence.piece).spaces[0]
            raise Refused(
                f"A retreat goes one step; write several wishes as '{start} R {wishes}, D'."
            )
        orders = [
            self._check_open(unit, Retreat.of(unit, loc, self.board))
            for unit, loc in product(self._find_dislodged_units(sentence.piece), self.locs(goal))
        ]
        return self.pick(orders, [place_of(sentence.piece), goal])

    def _check_open(self, retreater: Unit, order: Retreat) -> Retreat:
        """The retreat, with the coast that is open, or the fault that the space is closed."""
        if self.state is None:
            step = Move.of(retreater, order.goal, self.board)
            fault = "" if step.walks else step.fault or f"{retreater.text} retreats by no convoy"
            return order if order.fault or not fault else replace(order, fault=fault)
        for unit in self.state.dislodged:
            if unit.unit != order.text.partition(" R ")[0]:
                continue
            place = self.board.locs[order.goal]
            fits = [free for free in unit.retreats if free == place or free.startswith(f"{place}/")]
            if len(fits) == 1:
                return Retreat.of(
                    self.board.unit(unit.unit), self.board.loc_of[fits[0]], self.board
                )
            names = ", ".join(fits or unit.retreats)
            return replace(order, fault=f"{unit.unit} may retreat to {names}")
        return order

    def _disband(self, sentence: Sentence) -> list[Taken]:
        """Read "A RUH D", of a dislodged unit or in winter."""
        self._only("RA", "disband")
        if self.letter == "A":
            self._check_adjustment(builds=False)
            units = self.subjects(sentence.piece)
        else:
            units = self._find_dislodged_units(sentence.piece)
        return self.pick([Disband.of(unit) for unit in units], [place_of(sentence.piece)])

    def _build(self, sentence: Sentence) -> list[Taken]:
        """Read "A PAR B"."""
        self._only("A", "build")
        self._check_adjustment(builds=True)
        piece = named(sentence.piece)
        orders = [Build.of(unit, self.board) for unit in self._anywhere(piece)]
        if self.state is not None:
            free = self._free()
            anywhere = self.state.options.get("building") == ANYWHERE
            kind = "centre of yours" if anywhere else "home centre"
            closed = f"is not a free {kind}; you may build in {', '.join(free) or 'none'}"
            for index, order in enumerate(orders):
                space = self.board.spaces[order.space]
                if not order.fault and space not in free:
                    orders[index] = replace(order, fault=f"{space} {closed}")
        return self.pick(orders, [piece.place])

    def _waive(self, sentence: Sentence) -> list[Taken]:
        """Read "WAIVE", "waive 2 builds"."""
        self._only("A", "waive a build")
        self._check_adjustment(builds=True)
        return [Taken(Waive("WAIVE"))] * max(1, sentence.amount)

    def _unit(self, sentence: Sentence) -> list[Taken]:
        """A unit without a word what to do: a build or a removal, as the winter has it.

        A place alone is in a retreat phase where the only one goes that can: "To Albania please".
        """
        if self.letter != "A" or self.state is None:
            piece = named(sentence.piece)
            retreats = [] if piece.arm else self.list_retreats(piece.place)
            if len(retreats) == 1:
                unit, _, goal = retreats[0].partition(" R ")
                retreat = Retreat.of(self.board.unit(unit), self.board.loc_of[goal], self.board)
                return self.pick([retreat], [piece.place])
            if retreats:
                raise Refused("Which one? Write the order with its unit.", retreats)
            message = f"'{sentence.text}' does not say what {piece.place.text} should do."
            units = self.standing(piece) if self.letter == "M" else []
            own = [unit for unit in units if self.owners[unit] in self.mine]
            raise Refused(message, (Hold.of(unit).text for unit in own))
        powers = self.mine or sorted({*self.state.units, *self.state.centers})
        spare = sum(adjust.balance(self.game, self.state, power) for power in powers)
        return self._disband(sentence) if spare < 0 else self._build(sentence)
