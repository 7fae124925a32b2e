"""Sentences held against the board: typed words in, canonical orders or problems out."""

from collections.abc import Callable, Container, Iterable, Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from judge.dip import centres
from judge.dip.board import Board, Unit
from judge.dip.instead import instead, instead_of_build
from judge.dip.orders.base import Order
from judge.dip.orders.build import Build
from judge.dip.orders.convoy import Convoy
from judge.dip.orders.disband import Disband
from judge.dip.orders.hold import Hold
from judge.dip.orders.move import Move
from judge.dip.orders.retreat import Retreat
from judge.dip.orders.support import Support
from judge.dip.orders.waive import Waive
from judge.dip.phases import TITLES
from judge.dip.position import State
from judge.dip.turn import Game
from judge.kernel import engine
from judge.kernel.engine import Reading
from judge.kernel.text import Piece, Place, Problem, Sentence

_ARMS = {"A": "army", "F": "fleet", "P": "plane"}
_OFFERS = 3
"""Moves of other units that are offered at most."""


class Refused(Exception):  # noqa: N818 - it carries an answer for the player
    """A sentence that can't be taken: the message, and lines that would work."""

    def __init__(self, message: str, suggestions: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.suggestions = tuple(suggestions)


class Taken(Struct, frozen=True):
    """An order with the note that goes with it."""

    order: Order
    note: str = ""


def read(game: Game, sentences: Sequence[Sentence], state: State | None, power: str) -> Reading:
    """The orders and problems of sentences; see ``Engine.read``."""
    readings: list[Reading] = []
    goals: set[str] = set()
    for sentence in sentences:
        readings.append(_wished(game, sentence, state, power, goals))
        goals |= {_goal(order) for order in readings[-1].orders}
    named = {
        order.key
        for sentence, reading in zip(sentences, readings, strict=True)
        for order in reading.orders
        if sentence.verb != "hold-all"
    }
    orders: list[engine.Order] = []
    problems: list[Problem] = []
    for sentence, reading in zip(sentences, readings, strict=True):
        orders += _left(reading.orders, named) if sentence.verb == "hold-all" else reading.orders
        problems += reading.problems
    return Reading(tuple(orders), tuple(problems))


def _left(holds: Iterable[engine.Order], named: Container[str]) -> Iterable[engine.Order]:
    """What "all others hold" means: the units that no other line of the letter orders."""
    return (order for order in holds if order.key not in named)


def _wished(
    game: Game, sentence: Sentence, state: State | None, power: str, goals: Container[str]
) -> Reading:
    """One sentence; if it can't be carried out, the first of its further wishes that can.

    A wish for a space that another line of the letter goes to or builds in can't.
    """
    first = _one(game, sentence, state, power)
    if not sentence.choices or Reader(game, state, power).moves(sentence):
        return first
    reason = _refusal(first, goals)
    if not reason:
        return first
    for choice in sentence.choices:
        reading = _one(game, choice, state, power)
        if reading.orders and not _refusal(reading, goals):
            note = f"{reason} Your next wish is taken"
            return Reading(tuple(replace(order, note=note) for order in reading.orders))
    return first


def _refusal(reading: Reading, goals: Container[str]) -> str:
    """Why a wish can't be carried out, as a sentence, or ""."""
    if reading.problems:
        return reading.problems[0].message
    for order in reading.orders:
        if _goal(order) and _goal(order) in goals:
            return f"{_goal(order)} is for another unit of yours."
    return ""


def _goal(order: engine.Order) -> str:
    """The space that an order retreats to or builds in, "" for other orders."""
    words = order.text.split()
    if "R" in words[1:]:
        return words[-1].partition("/")[0]
    return words[1].partition("/")[0] if words[-1] == "B" else ""


def _one(game: Game, sentence: Sentence, state: State | None, power: str) -> Reading:
    """One sentence by its first wish."""
    theirs = game.rules.ask("understand", sentence, state, game.board, power, None)
    if theirs is not None:
        return Reading(theirs.orders, theirs.problems)
    reader = Reader(game, state, power)
    try:
        taken = reader.take(game.rules.ask("rephrase", sentence, sentence))
    except Refused as refusal:
        offers = refusal.suggestions or reader.nearly(sentence)
        return Reading(problems=(Problem(sentence.span, sentence.text, str(refusal), offers),))
    return Reading(
        tuple(
            engine.Order(one.order.text, one.order.key, sentence.span, sentence.text, one.note)
            for one in taken
        )
    )


class Reader:
    """Reads sentences for one power at one position; mechanics may use it for their own verbs."""

    def __init__(self, game: Game, state: State | None, power: str) -> None:
        self.game, self.state, self.power = game, state, power
        self.board: Board = game.board
        self.letter = state.phase[-1] if state is not None else ""
        self.mine: tuple[str, ...] = ()
        if power:
            self.mine = (power,)
            if state is not None:
                self.mine = game.rules.ask("speaks_for", state, self.board, power, (power,))
        self.owners: dict[Unit, str] = {}
        if state is not None:
            for owner, texts in state.units.items():
                for text in texts:
                    self.owners[self.board.unit(text)] = owner

    def take(self, sentence: Sentence) -> list[Taken]:
        """The orders of a sentence; raises Refused."""
        self._check_header(sentence)
        more = self.game.rules.merge("verbs")
        if sentence.verb in more:
            theirs: list[Taken] = more[sentence.verb](self, sentence)
            return theirs
        return self.standard(sentence)

    def standard(self, sentence: Sentence) -> list[Taken]:
        """The orders of a sentence by the standard verbs; raises Refused."""
        verbs: dict[str, Callable[[Sentence], list[Taken]]] = {
            "hold": self._hold,
            "hold-all": self._hold_all,
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
        verb = verbs.get(sentence.verb)
        if verb is None:
            raise Refused(f"There is no order '{sentence.verb}' in this game.")
        return verb(sentence)

    def moves(self, sentence: Sentence) -> bool:
        """Whether a sentence is a move of a movement phase, which leaves no choice."""
        return sentence.verb == "move" and self.letter not in ("R", "")

    def nearly(self, sentence: Sentence) -> tuple[str, ...]:
        """Orders that a refused sentence may mean.

        With the arms of the units that stand there, or, where none stands, the same move by each
        unit of one's own that can make it.
        """
        if self.state is None or sentence.piece is None:
            return ()
        try:
            return tuple(one.order.text for one in self.standard(self._meant_now(sentence)))
        except Refused as refusal:
            return refusal.suggestions or self._by_another(sentence)

    def _meant_now(self, sentence: Sentence) -> Sentence:
        """A sentence without arms; a retreat of a unit that is not dislodged is its move."""
        moves = sentence.verb == "retreat" and self.letter == "M"
        return replace(_armless(sentence), verb="move" if moves else sentence.verb)

    def _by_another(self, sentence: Sentence) -> tuple[str, ...]:
        """The moves of one's own units to the goal of a move for a unit that isn't there."""
        if sentence.verb != "move" or self.letter != "M" or self._standing(_anybodys(sentence)):
            return ()
        goals = self.locs(_path(sentence)[-1])
        own = [unit for unit, owner in self.owners.items() if owner in self.mine]
        moves = [Move.of(unit, goal, self.board) for unit, goal in product(own, goals)]
        return tuple(sorted(move.text for move in moves if move.walks and not move.fault))[:_OFFERS]

    # --- verbs ---

    def _hold(self, sentence: Sentence) -> list[Taken]:
        self._only("M", "hold")
        units = self.subjects(sentence.piece)
        return self.pick([Hold.of(unit) for unit in units], [_place(sentence.piece)])

    def _hold_all(self, sentence: Sentence) -> list[Taken]:
        self._only("M", "hold")
        own = [unit for unit, owner in self.owners.items() if not self.mine or owner in self.mine]
        if not own:
            raise Refused("There is no unit of yours that could hold.")
        return [Taken(Hold.of(unit)) for unit in sorted(own, key=lambda unit: unit.text)]

    def _move(self, sentence: Sentence) -> list[Taken]:
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
        *route, goal = _path(sentence)
        for stop in route:
            if not any(self.board.waters >> loc & 1 for loc in self.locs(stop)):
                raise Refused(f"A convoy's route leads over seas; '{stop.text}' is none.")
        via = sentence.via or bool(route)
        orders = [
            Move.of(unit, loc, self.board, via=via)
            for unit, loc in product(self.subjects(sentence.piece), self.locs(goal))
        ]
        # Of two places with one name the one that needs no convoy is meant, unless VIA says else.
        walked = [order for order in orders if order.walks and not via]
        return self.pick(walked or orders, [_place(sentence.piece), goal])

    def _support(self, sentence: Sentence) -> list[Taken]:
        self._only("M", "support")
        about = sentence.about
        if about is None:
            raise Refused("The order does not say whom to support, as in 'A MUN S A BER'.")
        places = [_place(sentence.piece), _place(about.piece)]
        aided = self.others(about.piece)
        goals: list[int | None] = [None]
        if about.verb in ("move", "retreat") and about.path:
            places.append(about.path[-1])
            goals = list(self.locs(about.path[-1]))
        orders = [
            self._possible(Support.of(unit, other, goal, self.board))
            for unit, other, goal in product(self.subjects(sentence.piece), aided, goals)
        ]
        return self.pick(orders, places)

    def _possible(self, order: Support) -> Support:
        """The support, or the fault that what it supports can't be done."""
        if order.fault or not order.moves:
            return order
        move = Move.of(order.aided, order.goal, self.board)
        if not move.fault or self._some_coast(order):
            return order
        return replace(order, fault=move.fault)

    def _some_coast(self, order: Support) -> bool:
        steps = self.board.steps[order.aided.arm][order.aided.loc]
        return any(coast in steps for coast in self.board.coasts[order.to]) and (
            order.goal == order.to
        )

    def _convoy(self, sentence: Sentence) -> list[Taken]:
        self._only("M", "convoy")
        about = sentence.about
        if about is None or not about.path:
            raise Refused(
                "The order does not say whom to carry where, as in 'F NTH C A LON - NWY'."
            )
        goal = about.path[-1]
        orders = [
            Convoy.of(unit, cargo, loc, self.board)
            for unit, cargo, loc in product(
                self.subjects(sentence.piece, "F"), self.others(about.piece, "A"), self.locs(goal)
            )
        ]
        return self.pick(orders, [_place(sentence.piece), _place(about.piece), goal])

    def _retreat(self, sentence: Sentence) -> list[Taken]:
        self._only("R", "retreat")
        *route, goal = _path(sentence)
        if route:
            raise Refused("A retreat goes one step; write several wishes as 'A TRI R VEN, TYR, D'.")
        orders = [
            self._open(unit, Retreat.of(unit, loc, self.board))
            for unit, loc in product(self._dislodged(sentence.piece), self.locs(goal))
        ]
        return self.pick(orders, [_place(sentence.piece), goal])

    def _open(self, standing: Unit, order: Retreat) -> Retreat:
        """The retreat, with the coast that is open, or the fault that the space is closed."""
        if self.state is None:
            step = Move.of(standing, order.goal, self.board)
            fault = "" if step.walks else step.fault or f"{standing.text} retreats by no convoy"
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
        self._only("RA", "disband")
        if self.letter == "A":
            self._check_adjustment(builds=False)
            units = self.subjects(sentence.piece)
        else:
            units = self._dislodged(sentence.piece)
        return self.pick([Disband.of(unit) for unit in units], [_place(sentence.piece)])

    def _build(self, sentence: Sentence) -> list[Taken]:
        self._only("A", "build")
        self._check_adjustment(builds=True)
        piece = _piece(sentence)
        orders = [
            self._site(Build.of(unit, self.board))
            for unit in self._anywhere(piece, self.board.arms if not piece.arm else (piece.arm,))
        ]
        return self.pick(orders, [piece.place])

    def _site(self, order: Build) -> Build:
        """The build, or the fault that nothing can be built there."""
        if self.state is None or order.fault:
            return order
        free = self._free()
        space = self.board.spaces[order.space]
        if space in free:
            return order
        fault = f"{space} is no free home centre; you may build in {', '.join(free) or 'none'}"
        return replace(order, fault=fault)

    def _free(self) -> list[str]:
        """The spaces in which the writer may build."""
        assert self.state is not None
        powers = self.mine or tuple(self.board.powers)
        return [
            site
            for power in powers
            for site in centres.sites(self.state, self.board, self.game.rules, power)
        ]

    def _waive(self, sentence: Sentence) -> list[Taken]:
        self._only("A", "waive a build")
        self._check_adjustment(builds=True)
        return [Taken(Waive("WAIVE"))] * max(1, sentence.amount)

    def _unit(self, sentence: Sentence) -> list[Taken]:
        """A unit without a word what to do: a build or a removal, as the winter has it."""
        if self.letter != "A" or self.state is None:
            piece = _piece(sentence)
            message = f"'{sentence.text}' does not say what {piece.place.text} should do."
            raise Refused(message, self._holds(piece))
        return self._disband(sentence) if self._spare() < 0 else self._build(sentence)

    def _holds(self, piece: Piece) -> Iterable[str]:
        """The order to hold of each unit that ``piece`` can mean, if it is the writer's."""
        if self.state is None or self.letter != "M":
            return ()
        own = (unit for unit in self._standing(piece) if self.owners[unit] in self.mine)
        return [Hold.of(unit).text for unit in own]

    # --- units and places ---

    def locs(self, place: Place) -> list[int]:
        """The locs that a place as typed can mean."""
        board = self.board
        found = []
        for space in place.spaces:
            for name in (f"{space}-A", f"{space}/{place.coast.upper()}", space):
                if name.endswith("-A") and not place.air:
                    continue
                if name in board.loc_of:
                    found.append(board.loc_of[name])
                    break
        if not found:
            raise Refused(f"There is no place '{place.text}' on this map.")
        return found

    def subjects(self, piece: Piece | None, arm: str = "") -> list[Unit]:
        """The units that a sentence's piece can mean, of those that the writer may order."""
        if piece is None:
            raise Refused("The order names no unit.")
        if piece.power and self.mine and piece.power not in self.mine:
            raise Refused(f"You order the units of {_and(self.mine)}, not {piece.power}'s.")
        if self.state is None:
            return self._anywhere(piece, _arms(piece, arm, self.board))
        units = self._standing(piece)
        own = [unit for unit in units if not self.mine or self.owners[unit] in self.mine]
        if own:
            return own
        raise self._nobody(piece, units)

    def others(self, piece: Piece | None, arm: str = "") -> list[Unit]:
        """The units that an order about another unit can mean."""
        if piece is None:
            raise Refused("The order names no second unit.")
        if self.state is None:
            return self._anywhere(piece, _arms(piece, arm, self.board))
        units = self._standing(piece)
        if units:
            return units
        raise self._nobody(piece, [])

    def _standing(self, piece: Piece) -> list[Unit]:
        spaces = {self.board.space_of[loc] for loc in self.locs(piece.place)}
        return [
            unit
            for unit, owner in self.owners.items()
            if unit.space in spaces and piece.arm in ("", unit.arm) and piece.power in ("", owner)
        ]

    def _nobody(self, piece: Piece, theirs: Sequence[Unit]) -> Refused:
        """Why a piece means no unit: whose unit stands there, or which, or none."""
        if theirs:
            texts = " and ".join(f"{unit.text} is {self.owners[unit]}'s" for unit in theirs)
            return Refused(f"{texts}; you order the units of {_and(self.mine)}.")
        spaces = {self.board.space_of[loc] for loc in self.locs(piece.place)}
        there = [unit for unit in self.owners if unit.space in spaces]
        if not there:
            where = "over" if piece.place.air else "in"
            return Refused(f"There is no unit {where} {self._names(piece.place)}.")
        texts = " and ".join(f"{unit.text} ({self.owners[unit]})" for unit in there)
        return Refused(f"What stands in {self._names(piece.place)} is {texts}.")

    def _dislodged(self, piece: Piece | None) -> list[Unit]:
        if piece is None:
            raise Refused("The order names no unit.")
        if self.state is None:
            return self._anywhere(piece, _arms(piece, "", self.board))
        spaces = {self.board.space_of[loc] for loc in self.locs(piece.place)}
        found = [
            unit
            for entry in self.state.dislodged
            if (unit := self.board.unit(entry.unit)).space in spaces
            and piece.arm in ("", unit.arm)
            and (not self.mine or entry.power in self.mine)
        ]
        if found:
            return found
        own = [one.unit for one in self.state.dislodged if not self.mine or one.power in self.mine]
        have = f"dislodged are {_and(own)}" if own else "you have none"
        raise Refused(f"There is no dislodged unit of yours in {self._names(piece.place)}; {have}.")

    def _anywhere(self, piece: Piece, arms: Sequence[str]) -> list[Unit]:
        """The units that could stand in a place, where no board says which do."""
        board = self.board
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

    # --- choosing ---

    def pick(self, orders: Sequence[Order], places: Sequence[Place]) -> list[Taken]:
        """The one legal order of all that the words can mean; raises Refused if it isn't one."""
        vague = [place for place in places if len(place.spaces) > 1]
        doubts = [place for place in vague if place.text.upper() not in place.spaces]
        legal = {order.text: order for order in orders if not order.fault}
        if len(legal) == 1:
            (order,) = legal.values()
            note = "; ".join(
                f"'{place.text}' was read as {self._meant(place, order)}" for place in doubts
            )
            return [Taken(order, note and f"{note}: only that is possible here.")]
        if legal:
            raise Refused(self._question(vague, legal), legal)
        if vague:
            names = "; ".join(f"'{place.text}' can be {self._names(place)}" for place in vague)
            raise Refused(f"{names}; with none of them the order is possible.")
        raise Refused(f"{_first(orders[0].fault)}.", self._instead(orders[0]))

    def _question(self, vague: Sequence[Place], legal: Iterable[str]) -> str:
        if vague:
            return "; ".join(f"'{place.text}' can be {self._names(place)}" for place in vague) + "."
        return f"This can mean {' or '.join(legal)}: name the unit or the coast."

    def _instead(self, order: Order) -> list[str]:
        """What would work: the retreats, sites or moves that are open, nearest first."""
        if isinstance(order, Retreat):
            return self._retreats(order)
        if isinstance(order, Build):
            return instead_of_build(order, self._free(), self.board) if self.state else []
        return instead(order, self.board)

    def _retreats(self, order: Retreat) -> list[str]:
        """The retreats that are open to the unit of ``order``, on a board."""
        dislodged = self.state.dislodged if self.state is not None else ()
        name = order.text.partition(" R ")[0]
        return [
            f"{name} R {goal}" for one in dislodged if one.unit == name for goal in one.retreats
        ][:_OFFERS]

    def _meant(self, place: Place, order: Order) -> str:
        words = {word.partition("/")[0] for word in order.text.split(" ")}
        return next(self._name(space) for space in place.spaces if space in words)

    def _names(self, place: Place) -> str:
        return " or ".join(self._name(space) for space in place.spaces) or f"'{place.text}'"

    def _name(self, space: str) -> str:
        loc = self.board.loc_of.get(space)
        return space if loc is None else f"{self.board.names[loc]} ({space})"

    # --- the phase ---

    def _only(self, letters: str, deed: str) -> None:
        """Refuse what belongs to another kind of phase."""
        if self.state is None or self.letter in letters:
            return
        now = self.game.calendar.phase(self.state.phase).title
        todo = {
            "M": "units are ordered to hold, move, support or convoy",
            "R": "dislodged units are ordered to retreat or disband",
            "A": "units are built or removed",
        }.get(self.letter, "no units are ordered")
        kinds = " and ".join(TITLES[letter] for letter in letters)
        raise Refused(f"To {deed} belongs to {kinds}; this is {now}, when {todo}.")

    def _spare(self) -> int:
        assert self.state is not None
        powers = self.mine or sorted({*self.state.units, *self.state.centers})
        return sum(
            centres.balance(self.state, self.board, self.game.rules, power) for power in powers
        )

    def _check_adjustment(self, *, builds: bool) -> None:
        if self.state is None or len(self.mine) != 1:
            return
        spare = self._spare()
        if builds and spare <= 0:
            todo = "has to remove units" if spare < 0 else "neither builds nor removes"
            raise Refused(f"{self.mine[0]} {todo} this winter.")
        if not builds and spare >= 0:
            raise Refused(f"{self.mine[0]} has no unit to remove this winter.")

    def _check_header(self, sentence: Sentence) -> None:
        header = sentence.header
        if header and self.mine and header in self.board.powers and header not in self.mine:
            raise Refused(f"This stands under {header}; you order the units of {_and(self.mine)}.")


def _armless(sentence: Sentence) -> Sentence:
    """A sentence without the arms and, of its second unit, the nationality that were typed."""
    piece, about = sentence.piece, sentence.about
    if about is not None and about.piece is not None:
        about = replace(about, piece=replace(about.piece, arm="", power=""))
    return replace(sentence, piece=piece and replace(piece, arm=""), about=about)


def _anybodys(sentence: Sentence) -> Piece:
    """The place of a sentence's unit, whatever stands there."""
    return replace(_piece(sentence), arm="", power="")


def _piece(sentence: Sentence) -> Piece:
    if sentence.piece is None:
        raise Refused("The order names no unit.")
    return sentence.piece


def _place(piece: Piece | None) -> Place:
    if piece is None:
        raise Refused("The order names no unit.")
    return piece.place


def _path(sentence: Sentence) -> tuple[Place, ...]:
    if not sentence.path:
        raise Refused("The order does not say where to.")
    return sentence.path


def _arms(piece: Piece, arm: str, board: Board) -> Sequence[str]:
    typed = piece.arm or arm
    return (typed,) if typed else board.arms


def _and(words: Sequence[str]) -> str:
    return " and ".join(words)


def _first(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
