"""The units and places that typed words can mean, for one power at one position."""

from collections.abc import Callable, Sequence
from itertools import product

from judge.kernel.text import Piece, Place, Refused, Sentence, capitalise, list_names
from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.ground.position import TITLES, State
from judge.rules.dip.orders.base import Order
from judge.rules.dip.play import adjust
from judge.rules.dip.seams.rules import Game
from judge.rules.dip.seams.sentences import SentenceReader, Taken


def named(piece: Piece | None) -> Piece:
    """The unit that a sentence is about; raises Refused if it names none."""
    if piece is None:
        raise Refused("The order names no unit.")
    return piece


def place_of(piece: Piece | None) -> Place:
    """Where a unit stands; raises Refused if none is named."""
    return named(piece).place


def path_of(sentence: Sentence) -> tuple[Place, ...]:
    """The places on the way, the destination last; raises Refused if none is named."""
    if not sentence.path:
        raise Refused("The order does not say where to.")
    return sentence.path


def pick_aid(
    reader: SentenceReader,
    sentence: Sentence,
    other: Piece | None,
    goal: Place,
    order_of: Callable[[Unit, Unit, int, Board], Order],
) -> list[Taken]:
    """The order of a sentence's unit about another one that goes, drops or bombs at ``goal``."""
    units = product(reader.subjects(sentence.piece), reader.others(other), reader.locs(goal))
    orders = [order_of(unit, aided, loc, reader.board) for unit, aided, loc in units]
    return reader.pick(orders, [place_of(sentence.piece), place_of(other), goal])


_ARMS = {"A": "army", "F": "fleet", "P": "plane"}


class Ground:
    """Where the sentences of ``power`` ("": anybody's) are read, on a board (None: on none).

    ``mine`` are the powers that the writer orders, ``owners`` the powers of the standing units.
    """

    def __init__(self, game: Game, state: State | None, power: str) -> None:
        self.game, self.state, self.power = game, state, power
        self.board: Board = game.board
        self.letter = state.phase[-1] if state is not None else ""
        self.mine: tuple[str, ...] = ()
        if power:
            self.mine = (power,)
            if state is not None:
                self.mine = game.rules.speaks_for(state, self.board, power)
        self.owners: dict[Unit, str] = {}
        if state is not None:
            for owner, texts in state.units.items():
                for text in texts:
                    self.owners[self.board.unit(text)] = owner

    @property
    def own_names(self) -> str:
        """The powers whose units the writer orders, as a sentence names them."""
        return list_names([self.board.the(power) for power in self.mine])

    def locs(self, place: Place) -> list[int]:
        """The locs that a place as typed can mean."""
        board = self.board
        locs = []
        for space in place.spaces:
            for name in (f"{space}-A", f"{space}/{place.coast.upper()}", space):
                if name.endswith("-A") and not place.air:
                    continue
                if name in board.loc_of:
                    locs.append(board.loc_of[name])
                    break
        if not locs:
            raise Refused(f"There is no place '{place.text}' on this map.")
        return locs

    def subjects(self, piece: Piece | None, arm: str = "") -> list[Unit]:
        """The units that a sentence's piece can mean, of those that the writer may order."""
        piece = named(piece)
        if piece.power and self.mine and piece.power not in self.mine:
            other = self.board.the(piece.power)
            raise Refused(f"You order the units of {self.own_names}, not {other}'s.")
        if self.state is None:
            return self._anywhere(piece, arm)
        units = self.standing(piece)
        own = [unit for unit in units if not self.mine or self.owners[unit] in self.mine]
        if own:
            return own
        raise self._refuse_unit(piece, units)

    def others(self, piece: Piece | None, arm: str = "") -> list[Unit]:
        """The units that an order about another unit can mean."""
        if piece is None:
            raise Refused("The order names no second unit.")
        if self.state is None:
            return self._anywhere(piece, arm)
        units = self.standing(piece)
        if units:
            return units
        raise self._refuse_unit(piece, [])

    def standing(self, piece: Piece) -> list[Unit]:
        """The units on the board that a piece can mean, whoever's they are."""
        spaces = self._spaces(piece)
        return [
            unit
            for unit, owner in self.owners.items()
            if unit.space in spaces and piece.arm in ("", unit.arm) and piece.power in ("", owner)
        ]

    def _spaces(self, piece: Piece) -> set[int]:
        """The spaces that a piece's place can mean."""
        return {self.board.space_of[loc] for loc in self.locs(piece.place)}

    def _refuse_unit(self, piece: Piece, others_units: Sequence[Unit]) -> Refused:
        """Why a piece means no unit: whose unit stands there, or which, or none."""
        if others_units:
            owned = [
                f"{unit.text} is {self.board.the(self.owners[unit])}'s" for unit in others_units
            ]
            return Refused(f"{' and '.join(owned)}; you order the units of {self.own_names}.")
        spaces = self._spaces(piece)
        there = [unit for unit in self.owners if unit.space in spaces]
        if not there:
            preposition = "over" if piece.place.air else "in"
            return Refused(f"There is no unit {preposition} {self._names(piece.place)}.")
        texts = " and ".join(f"{unit.text} ({self.owners[unit]})" for unit in there)
        return Refused(f"What stands in {self._names(piece.place)} is {texts}.")

    def _find_dislodged_units(self, piece: Piece | None) -> list[Unit]:
        """The dislodged units of the writer's that a piece can mean."""
        piece = named(piece)
        if self.state is None:
            return self._anywhere(piece)
        spaces = self._spaces(piece)
        matches = [
            unit
            for entry in self.state.dislodged
            if (unit := self.board.unit(entry.unit)).space in spaces
            and piece.arm in ("", unit.arm)
            and (not self.mine or entry.power in self.mine)
        ]
        if matches:
            return matches
        own = [one for one in self.state.dislodged if not self.mine or one.power in self.mine]
        if not own:
            raise Refused("You have no dislodged unit.")
        kind, units = _ARMS.get(piece.arm, "unit"), [one.unit for one in own]
        raise Refused(
            f"You have no dislodged {kind} in {self._names(piece.place)}; dislodged "
            f"{'is' if len(own) == 1 else 'are'} {list_names(units)}.",
        )

    def list_retreats(self, goal: Place) -> list[str]:
        """The retreats of the writer's dislodged units to a place, to its coast if one is typed."""
        found = []
        for one in self.state.dislodged if self.state else ():
            for open_goal in one.retreats if not self.mine or one.power in self.mine else ():
                space, _, coast = open_goal.partition("/")
                if space in goal.spaces and (not goal.coast or coast in ("", goal.coast.upper())):
                    found.append(f"{one.unit} R {open_goal}")
        return found

    def _anywhere(self, piece: Piece, usual: str = "") -> list[Unit]:
        """The units that could stand in a place: of the arm that is typed, ``usual``, or any."""
        board, stated_arm = self.board, piece.arm or usual
        arms = (stated_arm,) if stated_arm else board.arms
        units = []
        for arm, loc in product(arms, self.locs(piece.place)):
            space = board.space_of[loc]
            if board.can_stand(arm, loc):
                units.append(board.unit_at(arm, loc))
            else:
                units += [board.unit_at(arm, place) for place in board.places(arm, space)]
        if not units:
            kinds = " and no ".join(_ARMS.get(arm, "unit") for arm in arms)
            raise Refused(f"No {kinds} can stand in {self._names(piece.place)}.")
        return list(dict.fromkeys(units))

    def _names(self, place: Place) -> str:
        """A place by the names of all spaces that it can mean."""
        return " or ".join(self._name(space) for space in place.spaces) or f"'{place.text}'"

    def _name(self, space: str) -> str:
        """A space by name and id: "Paris (PAR)"."""
        loc = self.board.loc_of.get(space)
        return space if loc is None else f"{self.board.names[loc]} ({space})"


class Season(Ground):
    """The phase and, in winter, what is to be built or removed and where."""

    @property
    def now(self) -> str:
        """The title of the phase that waits ("Spring 1901 movement"), "" without a position."""
        return self.game.calendar.phase(self.state.phase).title if self.state is not None else ""

    def _only(self, letters: str, deed: str) -> None:
        """Refuse what belongs to another kind of phase."""
        if self.state is None or self.letter in letters:
            return
        todo = {
            "M": "units are ordered to hold, move, support or convoy",
            "R": "dislodged units are ordered to retreat or disband",
            "A": "units are built or removed",
        }.get(self.letter, "no units are ordered")
        kinds = " and ".join(TITLES[letter] for letter in letters)
        raise Refused(f"To {deed} belongs to {kinds}; this is {self.now}, when {todo}.")

    def _check_adjustment(self, *, builds: bool) -> None:
        """Refuse builds of whoever has none, and removals of whoever need not remove."""
        if self.state is None or len(self.mine) != 1:
            return
        spare = adjust.balance(self.game, self.state, self.mine[0])
        if builds and spare <= 0:
            todo = "has to remove units" if spare < 0 else "neither builds nor removes"
            raise Refused(f"{capitalise(self.own_names)} {todo} this winter.")
        if not builds and spare >= 0:
            raise Refused(f"{capitalise(self.own_names)} has no unit to remove this winter.")

    def _check_header(self, sentence: Sentence) -> None:
        """Refuse what stands under another power's name."""
        header = sentence.header
        if header and self.mine and header in self.board.powers and header not in self.mine:
            raise Refused(f"This stands under {header}; you order the units of {self.own_names}.")

    def _free(self) -> list[str]:
        """The spaces in which the writer may build."""
        assert self.state is not None
        powers = self.mine or tuple(self.board.powers)
        sites_of = (adjust.free_sites(self.game, self.state, power) for power in powers)
        return [site for sites in sites_of for site in sites]
