"""What a sentence seems to order: places, one word of doing, and the words that join them.

Nothing here is taken: what comes out is offered, as far as it is legal on the board and of the
writer's own (docs/reading.md, 3).
"""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain, permutations, takewhile, zip_longest
from typing import NamedTuple

from judge.kernel.text import Piece, Place
from judge.language.builder import Slots, any_piece
from judge.language.statement import ARROWS, words_of
from judge.language.tokens import Token

Wishes = tuple[tuple[Slots, ...], ...]
"""What a clause seems to order: for each order the ways to read it, the likeliest first."""
_DOINGS = (
    "waive", "swap", "convoy", "support", "help", "retreat", "disband", "build", "hold", "move",
    "leave", "bid",
)  # fmt: skip
"""The classes of words of doing; of several in a clause the first here counts."""
_MEANT = {"help": "support"}
"""Classes of words that say what another's say, and open no order: "with Brest helping"."""
_GOING = ("", "move", "leave")
"""Words of doing that need a second place."""
_TERSE = frozenset(("again", "bid", "it", "lead", "please", "points"))
"""Classes of words beside a number that puts the last one right."""
_TWO, _THREE = 2, 3
_PARTING = frozenset((",", ";", "&", "/", '"'))
_JOINTS = frozenset(("and", "coming"))
"""Classes of words between clauses: "and", "after"."""
_MERE = frozenset(("also", "bid", "from", "it", "lead", "me", "of", "points", "please", "to"))
"""Classes of words beside a name in a list that say nothing of it."""
_MEANT_ALONE = _MERE | {"move", "not-if", "or", "self"}
"""Classes of words that say what the one unit does that has to do something."""

DISBAND_ONLY: Slots = {"verb": "disband", "piece": any_piece("", 1)}
"""The end of the one unit that can be meant."""
_PAIRED = re.compile("PH|PSPP?(?!H)|PP")
"""The shapes of orders that stand side by side without a sign."""


class _Clause(NamedTuple):
    """A stretch of a sentence with one word of doing, the token ``at``."""

    tokens: tuple[Token, ...]
    doing: str
    at: int

    @property
    def places(self) -> list[Token]:
        """The tokens that name places."""
        return [token for token in self.tokens if token.place]

    @property
    def arm(self) -> str:
        """The first arm that it names, "" for none."""
        return next((token.arm for token in self.tokens if token.arm), "")

    @property
    def unnamed(self) -> int:
        """How many units it means that it does not name: "both", "the other one"; 0 for none."""
        return 2 if self.has("both") else int(self.has("other"))

    @property
    def numbers(self) -> list[Token]:
        """The tokens that are numbers."""
        return [token for token in self.tokens if token.number]

    def names_powers(self) -> bool:
        """Whether it is a power, as in a list, and nothing that is said of it."""
        return self._is_mere([one for one in self.tokens if not one.power])

    def names_units(self) -> bool:
        """Whether it is a place, maybe with an arm, and nothing that is said of it."""
        return self._is_mere([one for one in self.tokens if not (one.place or one.arm)])

    def names_arm_alone(self) -> bool:
        """Whether it names an arm and no place."""
        return self.arm != "" and not self.places

    def _is_mere(self, rest: Sequence[Token]) -> bool:
        """Whether but for words that say nothing something is named."""
        said = any(one.number or not one.classes or not one.classes <= _MERE for one in rest)
        return len(rest) < len(self.tokens) and not said

    def has(self, name: str) -> bool:
        """Whether a word of a class stands in the clause."""
        return any(name in token.classes for token in self.tokens)

    def ships(self) -> bool:
        """Whether it names a fleet, an army and three places: one takes the other somewhere."""
        arms = {token.arm for token in self.tokens if token.arm}
        return arms == {"A", "F"} and len(self.places) == _THREE

    def puts(self) -> bool:
        """Whether a word of building is one of going between two places: "Put Wes into Tys"."""
        deed = self.tokens[self.at : self.at + 1]
        return len(self.places) == _TWO and any("move" in one.classes for one in deed)

    def keeps_move(self) -> bool:
        """Whether it says of a move that it stays: "Trieste to Albania stays" orders no hold."""
        if len(self.places) != _TWO or self.numbers or self.doing != "hold":
            return False
        goal = self.places[1]
        return self.tokens.index(goal) == self.at - 1 and _is_led(self, goal, "to")

    def acts_on_move(self) -> bool:
        """Whether two of its places are a move before the word of doing, none a unit that is paid.

        "Ser to Bul with support from Gre", not "Austria gets a point and shall support Ser to Bul".
        """
        second = self.tokens.index(self.places[1])
        paid = self.points and any("points" in token.classes for token in self.tokens[:second])
        return second < self.at and not paid

    @property
    def points(self) -> int:
        """The points that it spends, by one number or by the word: "a point"; 0 for none."""
        numbers = self.numbers
        if len(numbers) == 1 and self.has("points"):
            return numbers[0].number
        return 1 if self.has("one-point") and not numbers else 0

    def goes_to(self) -> bool:
        """Whether its one place is a goal: "to the Channel", "the fleet takes the Channel".

        Or "die Flotte soll Schweden angreifen", with the word of doing behind it.
        """
        if len(self.places) != 1:
            return False
        place, led = self.places[0], ["to"]
        if any(token.arm for token in self.tokens[: self.at]):
            ends = self.tokens[self.at - 1] is place and not _is_led(self, place, "from")
            led += ["move", *["lead"] * (ends and self.doing == "move")]
        return any(_is_led(self, place, name) for name in led)


class Frame:
    """Reads the sentences of one letter: a later one may speak of what an earlier one said."""

    def __init__(self) -> None:
        self.last: Slots | None = None
        """The last order that was said, taken or offered."""
        self._spent: Slots | None = None
        """The last one that spends points."""
        self._bids: dict[tuple[str, ...], int] = {}
        """How many points are bid so far, for whom."""

    def keep(self, order: Slots) -> None:
        """Remember an order that was taken: what stands below may speak of it."""
        if "piece" in order:
            self.last = order
        elif "amount" in order:
            self._spent = order
        if order["verb"] == "bid":
            self._bids[order["powers"]] = order["amount"]

    def read(self, tokens: Sequence[Token], *, anew: bool = False) -> list[Wishes]:
        """What the clauses of a sentence seem to order, in their order.

        ``anew``: it puts the last order right, maybe by a place alone: "No, Armenia".
        """
        found: list[Wishes] = []
        doing = ""
        waiting: list[_Clause] = []
        clauses = _spread(_go_on_spending(_list_clauses(_leave_title_out(tokens))))
        for part in clauses:
            clause = part
            if waiting and _goes_on(waiting[-1], clause):
                clause = _join(waiting.pop(), clause)  # "would you please move to the Channel"
            elif waiting and clause.has("it") and doing != "swap":
                self._name(waiting.pop())
            said = clause.doing or self._carry(doing, clause)
            if _waits(clause, said):
                waiting.append(clause)
                doing = clause.doing or doing
                continue
            wishes = self._read_clause(clause, said, waiting)
            if wishes:
                found.append(wishes)
                self.last = wishes[0][0]
                doing, waiting = said, []
        if doing == "swap":
            places = [one for clause in waiting for one in clause.places]
            swap = ((_move(*places),), (_move(*places[::-1]),)) if len(places) == _TWO else ()
            return [*found, swap] if swap else found
        found += filter(None, map(_bids, waiting))
        if not all(map(_only_names, found)):
            return found
        if not anew and any(map(_Clause.names_arm_alone, clauses)):
            return []  # "one army and one fleet: Con and Ank"
        return _list_units(clauses) if found else self._read_places(waiting, tokens, anew=anew)

    def _carry(self, doing: str, clause: _Clause) -> str:
        """The word of doing that a clause without one goes on with: "and so does Kiel"."""
        if not doing and clause.has("also") and self.last:
            return str(self.last["verb"])
        if clause.has("except"):
            return ""
        many = len(clause.places) > 1 and doing in ("hold", "disband")
        return doing if clause.places and not many else ""

    def _read_places(
        self, clauses: Sequence[_Clause], tokens: Sequence[Token], *, anew: bool
    ) -> list[Wishes]:
        """What tokens say without a word of doing: where the last unit goes, units, nothing."""
        if anew and len(clauses) == 1:
            goal, changed = clauses[0].places[0], self._move_last(clauses[0].places[0])
            if self.last and self.last["verb"] == "build":  # another one is built than the last
                piece = _piece(goal, clauses[0])
                built = Piece(piece.place, piece.arm or self.last["piece"].arm)
                changed = (({"verb": "build", "piece": built},),)
            if changed:
                return [changed]
        elif anew and self._spent and (number := find_only_number(tokens)):
            self._spent = {**self._spent, "amount": number}  # "No, make that 4"
            return [((self._spent,),)]
        if clauses:
            self._name(clauses[-1])
        words = [one for one in words_of(tokens) if not (anew and "again" in one.classes)]
        whole = None if not tokens or tokens[0].sign else _make_clause(words)
        if whole is None or whole.has("from"):
            return _list_units(clauses)
        retreat = _retreat_only(whole)
        return [retreat] if retreat else _list_units(clauses, alone=whole.names_units())

    def _name(self, clause: _Clause) -> None:
        """Keep the unit that a clause names, of which a later one may speak as "it"."""
        self.last = {"verb": "hold", "piece": _piece(clause.places[0], clause)}

    def _move_last(self, goal: Token) -> Wishes:
        """The last unit to another place than where it stands."""
        piece = self.last.get("piece") if self.last else None
        if piece is None or piece.place.spaces == _place(goal).spaces:
            return ()
        return (({"verb": "move", "piece": piece, "path": (_place(goal),)},),)

    def _read_clause(self, clause: _Clause, doing: str, before: Sequence[_Clause]) -> Wishes:
        """What one clause seems to order; ``before``: those whose units may do the same."""
        bids = _bids(clause)
        if clause.has("more"):  # to as many points as are bid already: "2 more for Spain"
            known = ([way for way in ways if way["powers"] in self._bids] for ways in bids)
            bids = tuple(
                tuple({**way, "amount": way["amount"] + self._bids[way["powers"]]} for way in ways)
                for ways in known
                if ways
            )
        spends = len(bids) > 1 or (bids and doing == "bid")
        deeds = () if spends else self._read_deed(clause, doing, before)
        if clause.points:  # "2 points so that Austria holds", or what it does alone
            paid = {"verb": "points", "amount": clause.points}
            deeds = tuple(
                tuple(chain(*(({**paid, "about": one}, one) for one in ways))) for ways in deeds
            )
        return deeds or (*chain(*map(_bids, before)), *bids)

    def _read_deed(self, clause: _Clause, doing: str, before: Sequence[_Clause]) -> Wishes:
        """What a clause says of units."""
        if len(clause.places) > _THREE:
            return _pair_up(clause)
        if doing in ("hold", "disband") and not clause.keeps_move():
            each = tuple(
                ({"verb": doing, "piece": _piece(one, part)},)
                for part in (*before, clause)
                for one in part.places
            )
            said = each or self._all(clause, doing)
            return said or (_disband_only(clause) if doing == "disband" else ())
        if doing == "support":
            more = [_share(one, clause) for one in before]
            return tuple(each for one in [*more, clause] for each in self._supports(one))
        if doing == "waive":
            return (({"verb": "waive", "amount": 1},),)
        if doing == "build" and not clause.puts():
            return _builds(clause)
        if doing == "convoy" or clause.ships():
            return _convoys(clause) or self._convoy_last(clause)
        return (*_move_together(clause, before), *self._moves(clause))

    def _all(self, clause: _Clause, doing: str) -> Wishes:
        """What all units do, or some without a name, or the one spoken of last: "It holds"."""
        every, count = doing == "hold" and clause.has("all"), clause.unnamed
        if every and clause.has("repeat"):  # "Everything else stays as it is"
            return ()
        if clause.arm or (count and not every):
            verb = "hold-all" if every else doing
            return (({"verb": verb, "piece": any_piece(clause.arm, 1), "amount": count},),)
        if every:
            return (({"verb": "hold-all"},),)
        before = words_of(clause.tokens[: clause.at])
        ends = not words_of(clause.tokens[clause.at + 1 :])  # "it should hold", not "hold him off"
        it = any("it" in one.classes for one in (before if ends else before[-1:]))
        if it and len(before) <= _TWO and self.last and "piece" in self.last:
            return (({"verb": doing, "piece": self.last["piece"]},),)
        return ()

    def _convoy_last(self, clause: _Clause) -> Wishes:
        """The convoy of the move last said: by the one place beside its army's, or "the fleet"."""
        said = self.last and self.last.get("about", self.last)
        if not said or said["verb"] != "move" or not said["piece"].place.spaces:
            return ()
        army = said["piece"].place.spaces
        fleets = [Piece(_place(one), "F") for one in clause.places if _place(one).spaces != army]
        if not clause.places and clause.arm == "F":
            fleets = [any_piece("F", 1)]
        if len(fleets) != 1:
            return ()
        about = {key: said[key] for key in ("verb", "piece", "path")}
        return (({"verb": "convoy", "piece": fleets[0], "about": about},),)

    def _moves(self, clause: _Clause) -> Wishes:
        """A unit and another place: from the first to the second, unless words turn them round."""
        places = clause.places
        if len(places) == 1:
            return self._move_to(clause)
        if not places:
            return ()
        if len(places) > _TWO:
            first, second, third = places
            ways = [(first, third), (first, second), (second, third)]
            if clause.has("or"):  # "to Moscow or Ukraine"
                ways = [(first, second), (first, third)]
        elif clause.has("follow"):  # "Vienna takes its place in Budapest"
            ways = [(places[0], places[1])]
        else:
            one, other = places
            turned = _is_led(clause, one, "to") or _is_led(clause, other, "from", but="to")
            behind = clause.tokens.index(one) > clause.at  # as both are, of the word of doing
            ways = [(one, other), (other, one)] if turned or behind else [(one, other)]
            if turned and not _is_led(clause, other, "to"):
                ways.reverse()
        return (tuple(_move(start, goal) for start, goal in ways),)

    def _move_to(self, clause: _Clause) -> Wishes:
        """What goes to the one place of a clause: what was said last, or some without a name."""
        if clause.has("if"):  # "or Gascony if that's impossible", "if nobody runs to Tuscany"
            return (_name_unit(clause),) if clause.arm else ()
        one = clause.places[0]
        goes: Wishes = ()
        if clause.has("follow") and self.last and self.last["verb"] == "move":
            left = self.last["piece"].place  # "Kiel takes its place"
            if not clause.goes_to() and left.spaces not in ((), _place(one).spaces):
                goes = (({"verb": "move", "piece": _piece(one, clause), "path": (left,)},),)
        if clause.has("it") and not goes:
            goes = self._move_last(one)
        retreats = clause.doing == "retreat" and clause.goes_to()
        return goes or ((_name_unit(clause),) if clause.arm or retreats else ())

    def _help_last(self, clause: _Clause) -> Wishes:
        """Help for what was last said, by the unit at the one place, or by some without a name."""
        said = self.last and self.last.get("about", self.last)
        if said and clause.places:
            others = any(one.power for one in clause.tokens)  # "ruh s fra eng-bel" is another's
            return () if others else ((_support(_piece(clause.places[0], clause), said),),)
        if not said or not clause.unnamed:
            return ()
        support = _support(any_piece(clause.arm, 1), said)
        return (({**support, "amount": clause.unnamed},),)

    def _supports(self, clause: _Clause) -> Wishes:
        """A helper and whom it helps, or what was last said."""
        places = clause.places
        if len(places) <= 1:
            return self._help_last(clause)
        marked = [one for one in places if _is_led(clause, one, "by")]
        if clause.tokens.index(places[0]) > clause.at and _is_led(clause, places[-1], "from"):
            marked.append(places[-1])  # "Support Gascony to Burgundy from Paris"
        if len(places) == _THREE and clause.acts_on_move():
            helper = (marked or places)[-1]
            one, other = (place for place in places if place is not helper)
            moves = (_move(one, other), _move(other, one))
            return (moves, tuple(_support(_piece(helper, clause), move) for move in moves))
        helpers = [*marked, *(one for one in places if one not in marked)]
        ways = [way for helper in helpers for way in _helps(helper, clause)]
        return (tuple(ways),) if ways else ()


def find_only_number(tokens: Sequence[Token]) -> int:
    """The number that words say and nothing else, as in "No, make that 4"; 0 for none."""
    numbers = [token.number for token in tokens if token.number]
    terse = all(one.number or one.sign or one.classes & _TERSE for one in tokens)
    return numbers[0] if terse and len(numbers) == 1 else 0


def _move_together(clause: _Clause, before: Sequence[_Clause]) -> Wishes:
    """The moves of units that go where the last one does: "Munich and Berlin both to Silesia"."""
    listed = clause.has("both") or all(map(_Clause.names_units, before))
    together = before if listed and clause.places else ()
    return tuple((_move(one.places[0], clause.places[-1]),) for one in together)


def _helps(helper: Token, clause: _Clause) -> list[Slots]:
    """What a helper may support: the other place, or a move between the two others."""
    rest = [one for one in clause.places if one is not helper]
    targets = [{"verb": "hold", "piece": _piece(one, clause)} for one in rest]
    if len(rest) > 1:
        targets = [_move(one, other) for one, other in permutations(rest[:_TWO])]
    return [_support(_piece(helper, clause), target) for target in targets]


def _list_clauses(tokens: Sequence[Token]) -> Iterator[_Clause]:
    """The clauses of a sentence: they are parted by signs and "and", each with its doing.

    No comma parts an arm from where it is: "one more fleet, in Brest".
    """
    parts: list[list[Token]] = [[]]
    for token, behind in zip_longest(tokens, tokens[1:]):
        last, leads_to = parts[-1], token.sign == "," and behind and "from" in behind.classes
        if leads_to and any(one.arm for one in last) and not any(one.place for one in last):
            continue
        if token.sign in _PARTING or (not token.place and token.classes & _JOINTS):
            parts.append([token] if "except" in token.classes else [])
        else:
            parts[-1].append(token)
    return filter(None, map(_make_clause, parts))


def _leave_title_out(tokens: Sequence[Token]) -> Sequence[Token]:
    """What stands behind a colon, where it says all: "Not Galicia: Warsaw goes to Silesia"."""
    colon = next((at for at, one in enumerate(tokens) if one.sign == ":"), len(tokens))
    behind = tokens[colon + 1 :]
    first = [*takewhile(lambda one: one.sign not in _PARTING, behind)]
    begins = first[:1] and (first[0].place or first[0].arm)
    goes = any(one.sign in ARROWS or one.classes & {"move", "to"} for one in first)
    says_all = begins and goes and sum(one.place is not None for one in first) > 1
    title = words_of(tokens[:colon])
    kept = _make_clause(title)
    names = kept is not None and len(kept.places) > 0
    denies = any("no" in one.classes for one in title)
    only_denies = denies and not any(one.place for one in title)
    leads = not (names or only_denies)
    return behind if says_all and leads else tokens


def lists_minors(tokens: Sequence[Token], minors: Container[str]) -> bool:
    """Whether one number is for several minors, as in "2 for Turkey and Poland"."""
    clauses = [*_list_clauses(tokens)]
    listed = [one for clause in clauses if clause.names_powers() for one in clause.tokens]
    named = [one.power in minors for one in listed if one.power]
    return bool(named) and all(named) and _spread(clauses) != clauses


def _spread(clauses: Iterable[_Clause]) -> list[_Clause]:
    """Clauses where the number that is for each power of a list stands beside each.

    One before a power is for those behind it too ("2 each on Turkey and Poland"), one behind it
    for those before: "Turkey and Poland get 2".
    """
    spread: list[_Clause] = []
    number: Sequence[Token] = ()
    for clause in clauses:
        if clause.names_powers():
            spread.append(_lead(number, clause))
            continue
        named = next((one.first for one in clause.tokens if one.power), None)
        number = clause.numbers if named is not None and len(clause.numbers) == 1 else ()
        if number and named is not None and named < number[0].first:
            listed = [*takewhile(_Clause.names_powers, reversed(spread))]
            spread[len(spread) - len(listed) :] = [_lead(number, one) for one in reversed(listed)]
            number = ()
        spread.append(clause)
    return spread


def _go_on_spending(clauses: Iterable[_Clause]) -> list[_Clause]:
    """Clauses where a number is one of points once points were named, and joins what they are for.

    As in "One point so that Lithuania holds, and one, that Poland does".
    """
    spending: list[_Clause] = []
    unit: Sequence[Token] = ()
    for part in clauses:
        clause = _lead(unit, part) if part.numbers and not part.points else part
        unit = [one for one in clause.tokens if "points" in one.classes][:1] or unit
        spending.append(clause)
    return spending


def _lead(words: Sequence[Token], clause: _Clause) -> _Clause:
    """A clause with words before its own."""
    return _make_clause([*words, *clause.tokens]) or clause


def _make_clause(tokens: Sequence[Token]) -> _Clause | None:
    """The clause that tokens are, what they deny left out; None of what says nothing.

    As "Ankara does" is that of "Ankara does not go to the Black Sea".
    """
    denied = (
        at for at, one in enumerate(tokens) if "no" in one.classes and "again" not in one.classes
    )
    part = tuple(tokens)
    if (no := next(denied, None)) is not None:
        part, rest = part[:no], part[no + 1 :]
        if rest and rest[0].place and any(one.place for one in part):
            part = (*part, *rest[1:])  # "Paris: instead of Burgundy to Picardy"
        elif not any(one.place or one.arm or not one.classes.isdisjoint(_DOINGS) for one in rest):
            part = ()
    said = [frozenset[str]() if token.place else token.classes for token in part]
    every = frozenset[str]().union(*said)
    doing = next((one for one in _DOINGS if one in every), "")
    at = next((at for at, classes in enumerate(said) if doing in classes), len(part))
    return _Clause(part, _MEANT.get(doing, doing), at) if part else None


def _join(subject: _Clause, clause: _Clause) -> _Clause:
    """A clause of a unit that stands alone with the deed that a later one says of it."""
    at = len(subject.tokens) + clause.at
    return _Clause((*subject.tokens, *clause.tokens), clause.doing, at)


def _share(subject: _Clause, clause: _Clause) -> _Clause:
    """A unit with the deed of the clause behind it: "Kiel and Ruhr both support Munich"."""
    deed = clause.tokens[clause.at :]
    if not any(token.place for token in deed):
        return _join(subject, clause)  # "Ruhr and Munich support one another"
    return _Clause((*subject.tokens, *deed), clause.doing, len(subject.tokens))


def _goes_on(before: _Clause, clause: _Clause) -> bool:
    """Whether a clause says what the unit does that the one before it names or spends points on."""
    if before.points:
        return clause.doing in ("hold", "support", "move")
    if before.has("except") and clause.doing:  # "except Vienna, which attacks Galicia"
        return not (clause.tokens[0].place or clause.tokens[0].arm)
    goes = clause.doing in _GOING and clause.goes_to() and not clause.has("it")
    return goes and not (before.arm and clause.arm)


def _waits(clause: _Clause, doing: str) -> bool:
    """Whether a clause is a place alone, of which a later one may say what happens there."""
    if doing == "swap":
        return bool(clause.places)
    if clause.points and doing == "bid":
        return len(clause.places) == 1
    if len(clause.places) != 1 or any(map(clause.has, ("it", "also", "follow"))):
        return False
    return doing in _GOING and not ((clause.arm or doing == "retreat") and clause.goes_to())


def _is_led(clause: _Clause, place: Token, name: str, *, but: str = "") -> bool:
    """Whether a word of a class stands right before a place, an article or an arm between them."""
    index = clause.tokens.index(place) - 1
    while index >= 0 and name not in clause.tokens[index].classes:
        if not (clause.tokens[index].arm or "lead" in clause.tokens[index].classes):
            return False
        index -= 1
    return index >= 0 and but not in clause.tokens[index].classes


def _piece(token: Token, clause: _Clause) -> Piece:
    """The unit at a place, of the arm that stands beside its name."""
    index = clause.tokens.index(token)
    before = [one.arm for one in reversed(clause.tokens[max(index - _TWO, 0) : index]) if one.arm]
    behind = [one.arm for one in clause.tokens[index + 1 : index + _TWO] if one.arm]
    return Piece(_place(token), next(iter((*before, *behind)), ""))


def _place(token: Token) -> Place:
    """The place that a token names."""
    if token.place is None:
        raise ValueError(token)
    return token.place


def _pair_up(clause: _Clause) -> Wishes:
    """Nothing but places, holds and supports: "ven tri rom h nap s rom ion gre" are four orders."""
    names = [at for at, one in enumerate(clause.tokens) if one.place]
    tokens = [one for one in clause.tokens[names[0] : names[-1] + _TWO] if not one.arm]
    shape = ""
    for one in tokens:  # the letter of a place, a hold or a support, "-" for any other word
        deeds = (name[0].upper() for name in ("hold", "support") if name in one.classes)
        shape += "P" if one.place else next(deeds, "-")
    shape = shape.rstrip("-")
    wishes: list[tuple[Slots, ...]] = []
    for part in _PAIRED.finditer(shape):
        first, *rest = (one for one in tokens[part.start() : part.end()] if one.place)
        piece = Piece(_place(first))
        if "S" in part[0]:
            about = (
                _move(*rest) if len(rest) > 1 else {"verb": "hold", "piece": Piece(_place(rest[0]))}
            )
            wishes.append((_support(piece, about),))
        else:
            wishes.append((_move(first, *rest) if rest else {"verb": "hold", "piece": piece},))
    return tuple(wishes) if len(_PAIRED.sub("", shape)) == 0 else ()


def _move(start: Token, goal: Token) -> Slots:
    if _place(start).spaces == _place(goal).spaces:  # "leave Kiel in Kiel"
        return {"verb": "hold", "piece": Piece(_place(start))}
    return {"verb": "move", "piece": Piece(_place(start)), "path": (_place(goal),)}


def _support(piece: Piece, about: Slots) -> Slots:
    keys = ("verb", "piece", "path") if about["verb"] in ("hold", "move") else ("piece",)
    target = {"verb": "hold", **{key: about[key] for key in keys if key in about}}
    return {"verb": "support", "piece": piece, "about": target}


def _disband_only(clause: _Clause) -> Wishes:
    """The end of the one unit that can be meant, of which nothing was said before: "Remove it"."""
    rest = [one for one in words_of(clause.tokens) if "disband" not in one.classes]
    mere = all(one.classes and one.classes <= _MERE and not one.number for one in rest)
    return ((DISBAND_ONLY,),) if clause.has("it") and mere else ()


def _retreat_only(clause: _Clause) -> Wishes:
    """Where the one unit that has to retreats, by liking: "Sev if possible, else Bul"."""
    goals: list[Slots] = [{"verb": "retreat", "path": (_place(one),)} for one in clause.places]
    listed = clause.has("or") or (clause.has("self") and clause.goes_to())
    rest = [one for one in words_of(clause.tokens) if not one.place]
    alone = all(one.classes & _MEANT_ALONE and not (one.arm or one.number) for one in rest)
    if not (goals and listed and alone):
        return ()
    piece, (first, *others) = any_piece("", 1), goals
    return (({**first, "piece": piece, "choices": tuple(others)},),)


def _only_names(wishes: Wishes) -> bool:
    """Whether a clause seems to do no more than name a unit."""
    return bool(wishes[0][-1]["verb"] == "unit")


def _list_units(clauses: Iterable[_Clause], *, alone: bool = False) -> list[Wishes]:
    """The units that clauses name by an arm and a place, to build.

    Several of an arm are for the places behind it too: "armies in Ank and Smy". ``alone``: nothing
    else is said, and a place will do, to retreat to.
    """
    units: list[Wishes] = []
    several: Sequence[Token] = ()
    for part in clauses:
        clause = _lead(several, part) if part.names_units() and not part.arm else part
        several = [one for one in clause.tokens if one.arm and "all" in one.classes][:1]
        if (clause.arm or alone) and len(clause.places) == 1:
            units.append((_name_unit(clause),))
    return units


def _name_unit(clause: _Clause) -> tuple[Slots, ...]:
    """An arm and one place: what goes there, "the fleet goes back to Brest", or a unit to build."""
    goal = clause.places[0]
    piece = _piece(goal, clause)
    unit: Slots = {"verb": "unit", "piece": Piece(piece.place, piece.arm or clause.arm)}
    if not clause.goes_to():
        return (unit,)
    piece = any_piece(clause.arm, _place(goal).column)
    if not clause.arm:  # "I retreat to Picardy": the one unit that has to
        return ({"verb": "retreat", "piece": piece, "path": (_place(goal),)},)
    return ({"verb": "move", "piece": piece, "path": (_place(goal),)}, unit)


def _builds(clause: _Clause) -> Wishes:
    """What is built where; an army or a fleet where no arm is named."""
    pieces = [_piece(one, clause) for one in clause.places]
    only = clause.arm if len(pieces) == 1 else ""
    return tuple(
        tuple(
            {"verb": "build", "piece": Piece(piece.place, arm)}
            for arm in (piece.arm or only or "AF")
        )
        for piece in pieces
    )


def _convoys(clause: _Clause) -> Wishes:
    """A fleet, an army and its goal: the convoy, and the army's move by it."""
    places = clause.places
    if len(places) != _THREE:
        return ()
    ways = [
        (Piece(_place(fleet), "F"), Piece(_place(army), "A"), (_place(goal),))
        for fleet, army, goal in permutations(places)
        if places.index(army) < places.index(goal) or _is_led(clause, army, "from")
    ]
    moves = [{"verb": "move", "piece": army, "path": goal, "via": True} for _, army, goal in ways]
    convoys = [
        {"verb": "convoy", "piece": fleet, "about": {"verb": "move", "piece": army, "path": goal}}
        for fleet, army, goal in ways
    ]
    return (tuple(convoys), tuple(moves))


def _bids(clause: _Clause) -> Wishes:
    """A number of points and the minor that they are for, or several in turn: "Tur 5 Hun 3".

    With one more power they support its claim, with two they are aimed anew: whose minor it is the
    board knows.
    """
    tokens = [*takewhile(lambda token: "if" not in token.classes, clause.tokens)]
    numbers = [token.number for token in tokens if token.number]
    powers = list(dict.fromkeys(token.power for token in tokens if token.power))
    below_zero = any(token.sign == "-" for token in clause.tokens)
    if len(numbers) == len(powers) > 1 and not clause.has("or"):
        pairs = zip(numbers, powers, strict=True)
        return tuple(({"verb": "bid", "amount": n, "powers": (one,)},) for n, one in pairs)
    if len(numbers) != 1 or below_zero or not 0 < len(powers) <= _THREE:
        return ()
    verb = "switch" if len(powers) == _THREE else "bid"
    ways = permutations(powers)
    return (tuple({"verb": verb, "amount": numbers[0], "powers": way} for way in ways),)
