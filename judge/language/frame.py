"""What a sentence seems to order: places, one word of doing, and the words that join them.

Nothing here is taken: what comes out is offered, as far as it is legal on the board and of the
writer's own (docs/reading.md, 3).
"""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from judge.kernel.text import Piece, Place
from judge.language.slots import Slots
from judge.language.tokens import Token

Wishes = tuple[tuple[Slots, ...], ...]
"""What a clause seems to order: for each order the ways to read it, the likeliest first."""
_DOINGS = (
    "swap",
    "convoy",
    "support",
    "retreat",
    "disband",
    "build",
    "hold",
    "move",
    "leave",
    "bid",
)
"""The classes of words of doing; the first of a clause's counts."""
_TWICE = 2
_MOST = 3
"""Places of a clause; more of them are a tale."""


class _Clause(NamedTuple):
    """A stretch of a sentence with one word of doing."""

    tokens: tuple[Token, ...]
    doing: str
    at: int
    """The word of doing, its index among the tokens."""

    @property
    def places(self) -> list[Token]:
        """The tokens that name places."""
        return [token for token in self.tokens if token.place]

    def has(self, name: str) -> bool:
        """Whether a word of a class stands in the clause."""
        return any(name in token.classes for token in self.tokens)


class Frame:
    """Reads the sentences of one letter: a later one may speak of what an earlier one said."""

    def __init__(self) -> None:
        self.last: Slots | None = None
        """The last order that was said, taken or offered."""

    def read(self, tokens: Sequence[Token], *, anew: bool = False) -> list[Wishes]:
        """What the clauses of a sentence seem to order, in their order.

        ``anew``: it puts the last order right, maybe by a place alone: "No, Armenia".
        """
        found: list[Wishes] = []
        doing = ""
        waiting: list[_Clause] = []
        for clause in _cut(tokens):
            if waiting and not clause.doing and len(clause.places) == 1 and _led_to(clause):
                clause = _join(waiting.pop(), clause)  # "Brest goes to sea, into the Channel"
            said = clause.doing or (doing if clause.places else "")
            alone = len(clause.places) == 1 and not clause.has("it")
            if said == "swap" and alone:
                waiting.append(clause)
                if len(waiting) < _TWICE:
                    doing = said
                    continue
                found.append(self._swap(waiting))
                waiting = []
                continue
            if alone and (not said or said in ("move", "leave")) and not _unit_led(clause):
                waiting.append(clause)
                doing = clause.doing or doing
                continue
            wishes = self._read_clause(clause, said, waiting)
            if wishes:
                found.append(wishes)
                self.last = wishes[0][0]
                doing, waiting = said, []
        if anew and not found and len(waiting) == 1 and self.last and "piece" in self.last:
            goal = _place(waiting[0].places[0])
            if goal.spaces != self.last["piece"].place.spaces:
                return [(({"verb": "move", "piece": self.last["piece"], "path": (goal,)},),)]
        for clause in waiting:
            if any(token.arm for token in clause.tokens):
                found.append(_pieces(clause, "unit"))
            self.last = {"verb": "hold", "piece": _piece(clause.places[0], clause)}
        return found

    def _read_clause(self, clause: _Clause, doing: str, before: Sequence[_Clause]) -> Wishes:
        """What one clause seems to order; ``before``: those whose units may do the same."""
        if len(clause.places) > _MOST:
            return ()
        if doing in ("hold", "disband"):
            units = [*before, clause] if clause.places else before
            wishes = tuple(each for one in units for each in _pieces(one, doing))
            return wishes or self._all(clause, doing)
        if doing == "build":
            return _builds(clause)
        if doing == "swap":
            return self._swap([*before, clause])
        if doing == "support":
            helped = [
                _Clause((*one.tokens, *clause.tokens), doing, len(one.tokens) + clause.at)
                for one in before
            ]
            return tuple(each for one in [*helped, clause] for each in self._supports(one))
        if doing == "convoy":
            return _convoys(clause)
        if doing == "bid":
            return _bids(clause) or self._moves(clause)
        return self._moves(clause) or _bids(clause)

    def _all(self, clause: _Clause, doing: str) -> Wishes:
        """What all units do, or the one that was spoken of last."""
        if doing == "hold" and clause.has("all"):
            return (({"verb": "hold-all"},),)
        if _is_about_it(clause) and self.last and "piece" in self.last:
            return (({"verb": doing, "piece": self.last["piece"]},),)
        return ()

    def _swap(self, clauses: Sequence[_Clause]) -> Wishes:
        """Two units that change places."""
        places = [one for clause in clauses for one in clause.places]
        if len(places) != _TWICE:
            return ()
        one, other = places
        return ((_move(one, other),), (_move(other, one),))

    def _moves(self, clause: _Clause) -> Wishes:
        """A unit and another place: from the first to the second, unless words turn them round."""
        places = clause.places
        if len(places) == 1 and clause.has("it") and self.last and "piece" in self.last:
            goal = places[0].place
            return (({"verb": "move", "piece": self.last["piece"], "path": (goal,)},),)
        if not places:
            return ()
        if len(places) == 1:
            return _move_of_arm(clause)
        start, goal = places[0], places[1]
        if len(places) == _TWICE and (
            _before(clause, start, "to") or _before(clause, goal, "from", strict=True)
        ):
            start, goal = goal, start
        ways = [(start, goal), (goal, start)]
        if len(places) > _TWICE:
            ways = [(places[0], places[-1]), (places[0], places[1]), (places[1], places[-1])]
        return (tuple(_move(one, other) for one, other in ways),)

    def _supports(self, clause: _Clause) -> Wishes:
        """A helper and whom it helps, or what was last said."""
        places = clause.places
        if len(places) == 1:
            if not self.last:
                return ()
            return ((_support(_piece(places[0], clause), self.last),),)
        ways: list[Slots] = []
        for helper in _helpers(clause):
            rest = [one for one in places if one is not helper]
            if len(rest) == 1:
                about: Slots = {"verb": "hold", "piece": _piece(rest[0], clause)}
                ways.append(_support(_piece(helper, clause), about))
            else:
                ways += [
                    _support(_piece(helper, clause), _move(one, other))
                    for one, other in permutations(rest[:_TWICE])
                ]
        return (tuple(ways),) if ways else ()


def _cut(tokens: Sequence[Token]) -> Iterator[_Clause]:
    """The clauses of a sentence: they are parted by signs and "and", each with its doing."""
    start = 0
    for index, token in enumerate([*tokens, Token(0, 0, sign=";")]):
        if token.sign in (",", ";", "&", "/", '"') or ("and" in token.classes and not token.place):
            part = tuple(tokens[start:index])
            start = index + 1
            if part:
                yield _make_clause(part)


def _make_clause(tokens: tuple[Token, ...]) -> _Clause:
    for doing in _DOINGS:
        for index, token in enumerate(tokens):
            if doing in token.classes and not token.place:
                return _Clause(tokens, doing, index)
    return _Clause(tokens, "", len(tokens))


def _is_about_it(clause: _Clause) -> bool:
    """Whether a clause says what "it" does: "It holds"."""
    before = [token for token in clause.tokens[: clause.at] if not token.sign]
    return bool(before) and "it" in before[-1].classes and len(before) <= _TWICE


def _led_to(clause: _Clause) -> bool:
    """Whether a clause's place is where something goes: "into the Channel"."""
    return _before(clause, clause.places[0], "to")


def _unit_led(clause: _Clause) -> bool:
    """Whether an arm goes to the place that is a clause's only one."""
    return (
        _led_to(clause)
        and clause.tokens.index(clause.places[0]) > 1
        and any(t.arm for t in clause.tokens)
    )


def _join(one: _Clause, other: _Clause) -> _Clause:
    return _Clause((*one.tokens, *other.tokens), one.doing, one.at)


def _before(clause: _Clause, place: Token, name: str, *, strict: bool = False) -> bool:
    """Whether a word of a class stands right before a place, an article or an arm between them."""
    index = clause.tokens.index(place) - 1
    while (
        index >= 0
        and (clause.tokens[index].arm or "lead" in clause.tokens[index].classes)
        and (name not in clause.tokens[index].classes)
    ):
        index -= 1
    if index < 0:
        return False
    return name in clause.tokens[index].classes and not (
        strict and "to" in clause.tokens[index].classes
    )


def _piece(token: Token, clause: _Clause) -> Piece:
    """The unit at a place, of the arm that stands beside its name."""
    index = clause.tokens.index(token) if token in clause.tokens else -1
    near = [
        clause.tokens[one]
        for one in (index - 1, index - 2, index + 1)
        if 0 <= one < len(clause.tokens)
    ]
    arm = next((one.arm for one in near[:2] if one.arm), "") or (near[-1].arm if near else "")
    return Piece(_place(token), arm)


def _place(token: Token) -> Place:
    assert token.place is not None
    return token.place


def _move(start: Token, goal: Token) -> Slots:
    if _place(start).spaces == _place(goal).spaces:  # "leave Kiel in Kiel"
        return {"verb": "hold", "piece": Piece(_place(start))}
    return {"verb": "move", "piece": Piece(_place(start)), "path": (_place(goal),)}


def _support(piece: Piece, about: Slots) -> Slots:
    keys = ("verb", "piece", "path")
    target = {key: about[key] for key in keys if key in about}
    if target["verb"] not in ("hold", "move"):
        target = {"verb": "hold", "piece": about["piece"]}
    return {"verb": "support", "piece": piece, "about": target}


def _helpers(clause: _Clause) -> list[Token]:
    """The places whose units may help, the likeliest first: behind "by", else the first."""
    marked = [one for one in clause.places if _before(clause, one, "by")]
    return [*marked, *(one for one in clause.places if one not in marked)]


def _pieces(clause: _Clause, verb: str) -> Wishes:
    """A deed of each unit that a clause names."""
    return tuple(({"verb": verb, "piece": _piece(one, clause)},) for one in clause.places)


def _builds(clause: _Clause) -> Wishes:
    """What is built where; an army or a fleet where no arm is named."""
    wishes = []
    for one in clause.places:
        piece = _piece(one, clause)
        arms = (piece.arm,) if piece.arm else ("A", "F")
        wishes.append(tuple({"verb": "build", "piece": Piece(piece.place, arm)} for arm in arms))
    return tuple(wishes)


def _move_of_arm(clause: _Clause) -> Wishes:
    """As in "the fleet goes back to Brest": which fleet the board tells."""
    arm = next((token.arm for token in clause.tokens if token.arm), "")
    goal = _place(clause.places[0])
    if not arm:
        return ()
    return (({"verb": "move", "piece": Piece(Place("", goal.column, ()), arm), "path": (goal,)},),)


def _convoys(clause: _Clause) -> Wishes:
    """A fleet, an army and its goal: the convoy, and the army's move by it."""
    places = clause.places
    if len(places) != _MOST:
        return ()
    ways = [
        (Piece(_place(fleet), "F"), Piece(_place(army), "A"), _place(goal))
        for fleet, army, goal in permutations(places)
        if places.index(army) < places.index(goal) or _before(clause, army, "from")
    ]
    moves = [
        {"verb": "move", "piece": army, "path": (goal,), "via": True} for _, army, goal in ways
    ]
    convoys = [
        {
            "verb": "convoy",
            "piece": fleet,
            "about": {"verb": "move", "piece": army, "path": (goal,)},
        }
        for fleet, army, goal in ways
    ]
    return (tuple(convoys), tuple(moves))


def _bids(clause: _Clause) -> Wishes:
    """A number of points and whom they are for."""
    numbers = [token.number for token in clause.tokens if token.number]
    powers = [token.power for token in clause.tokens if token.power]
    if len(numbers) != 1 or len(powers) != 1:
        return ()
    return (({"verb": "bid", "amount": numbers[0], "powers": (powers[0],)},),)
