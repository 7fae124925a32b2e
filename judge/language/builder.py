"""From reductions to orders: what the aliases of grammar/orders.lark and grammar/d100.lark make.

A half-built order is a dictionary of ``Sentence`` slots; ``sentence`` adds span and text. An alias
is the verb of an order whose slots are filled by the kinds of its values (see ``fill``); only those
that do more have a method here. A variant's own orders.lark is read likewise: rules over those of
grammar/orders.lark, ``%extend deed: _RAZE -> raze``, and terminals with their words,
``_RAZE: "raze" | "razes" | "burn down"``.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from judge.kernel.errors import InputError
from judge.kernel.text import Piece, Place, Sentence, Span
from judge.language.fold import words

Slots = dict[str, Any]
"""Slots of a Sentence; nested orders are Slots too."""
Kinds = tuple[tuple[str, int], ...]
"""Arms and strengths."""
_ARMS = {"A": "army", "F": "fleet", "P": "plane"}
_LISTED = ("deploy", "buy", "build", "remove", "reduce")
"""Verbs of 1930! that several pieces may be named behind."""
_MOST_WAIVED = 40
"""Nobody has more than a few dozen builds."""


def sentence(slots: Slots, span: Span, text: str, header: str) -> Sentence:
    """The order that ``slots`` hold, nested orders and wishes included."""
    get = slots.get
    piece, about, also, choices = get("piece"), get("about"), get("also"), get("choices", ())
    return Sentence(
        slots["verb"],
        span,
        text,
        piece,
        get("path", ()),
        get("via", False),
        about and sentence(about, span, text, header),
        also and sentence(also, span, text, header),
        get("amount", 0),
        get("powers", ()),
        header,
        choices and tuple(sentence({"piece": piece, **one}, span, text, header) for one in choices),
        get("implied", False),
    )


def any_piece(arm: str, column: int) -> Piece:
    """A unit that is named by its arm alone: the board tells which it can be."""
    return Piece(Place(f"the {_ARMS.get(arm, 'unit')}", column, ()), arm)


def fill(verb: str, *values: Any) -> Slots:
    """The slots of an order: each value goes where its kind belongs.

    ``piece`` is the unit that is ordered, ``target`` (another unit, or its move) what the order is
    about, ``route`` and PLACE the path, NUMBER the amount, POWER the powers. UNIT, which is one
    letter, makes a piece of the place behind it, or stands for whichever unit of that arm.
    """
    slots: Slots = {"verb": verb}
    arm = ""
    for value in values:
        match value:
            case str() if len(value) == 1:
                arm = value
            case _ if arm:
                slots["piece"], arm = Piece(value, arm), ""
            case dict():
                slots |= {"about": value} if "verb" in value else value
            case Piece():
                slots["piece"] = value
            case Place():
                slots["path"] = (*slots.get("path", ()), value)
            case (Place(), *_):
                slots["path"] = (*slots.get("path", ()), *value)
            case int():
                slots["amount"] = value
            case str():
                slots["powers"] = (*slots.get("powers", ()), value)
            case tuple():
                slots["powers"] = (*slots.get("powers", ()), *value)
    return {**slots, "piece": any_piece(arm, 1)} if arm else slots


class Builder:
    """The methods of grammar/orders.lark; an alias without one is a verb whose slots are filled."""

    def __getattr__(self, alias: str) -> Callable[..., Slots]:
        """What makes an order of a verb and its values."""
        return partial(fill, alias.replace("_", "-"))

    # --- who

    def place_alone(self, place: Place) -> Piece:
        """A place for the unit that stands there."""
        return Piece(place)

    def unit_at(self, arm: str, place: Place) -> Piece:
        """As in "A Par", which most orders begin with."""
        return Piece(place, arm)

    def piece(self, *values: str | int | Place) -> Piece:
        """As in "from Ukraine A", "Turkish Bulgaria", "French L5 Par", in any order."""
        strength = next((one for one in values if isinstance(one, int)), 0)
        place = next(one for one in values if isinstance(one, Place))
        names = [one for one in values if isinstance(one, str)]
        arm = next((one for one in names if len(one) == 1), "")
        return Piece(place, arm, strength, next((one for one in names if len(one) > 1), ""))

    def there(self, *values: str | Place) -> Place:
        """A place, or the unit in it: "the army in Belgium"."""
        return next(one for one in values if isinstance(one, Place))

    # --- where to

    def first_leg(self, *places: Place) -> tuple[Place, ...]:
        """The first step of a route, or two, as in "via Nth to Nwy"."""
        return places

    def next_leg(self, legs: tuple[Place, ...], place: Place) -> tuple[Place, ...]:
        """A further step: the last one is the destination."""
        return (*legs, place)

    def via_leg(self, legs: tuple[Place, ...], place: Place) -> tuple[Place, ...]:
        """As in "- Nwy via Nth": the way goes through it, the destination stays last."""
        return (*legs[:-1], place, legs[-1])

    def route(self, legs: tuple[Place, ...]) -> Slots:
        """A typed route."""
        return {"path": legs, "via": False}

    def route_by_convoy(self, legs: Place | tuple[Place, ...]) -> Slots:
        """A route with "via convoy" behind it, or a goal behind "by convoy to"."""
        return {"path": legs if isinstance(legs, tuple) else (legs,), "via": True}

    # --- what a unit does

    def order(self, piece: Piece, deed: Slots) -> Slots:
        """The deed of a piece; "Con build A" names the arm behind the verb.

        The convoy that is said with an army's move is one more order: "carried by the fleet in the
        North Sea".
        """
        if "arm" in deed:
            piece = Piece(piece.place, deed.pop("arm"), piece.strength, piece.power)
        deed["piece"] = piece
        if "carried" in deed:
            about = {"verb": "move", "piece": piece, "path": deed["path"][-1:]}
            fleet = Piece(deed.pop("carried"), "F")
            deed["more"] = ({"verb": "convoy", "piece": fleet, "about": about, "implied": True},)
        return deed

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

    def convoy(self, piece: Piece, route: Slots) -> Slots:
        """Convoy another unit's move."""
        return {"verb": "convoy", "about": {"verb": "move", "piece": piece, **route}}

    def convoy_to(self, place: Place, piece: Piece) -> Slots:
        """As in "The fleet at the North Sea convoy to Belgium from London"."""
        return self.convoy(piece, {"path": (place,)})

    def convoyed_move(self, place: Place, carrier: Slots | None = None) -> Slots:
        """As in "A Lon c - Nwy" and "Yor is convoyed to Nwy by F Nth": to go by convoy oneself."""
        by = carrier or {"path": ()}
        return {"verb": "move", "via": True, **by, "path": (*by["path"], place)}

    def sea_way(self, place: Place) -> Slots:
        """The sea that a convoy goes over."""
        return {"path": (place,)}

    def carrier(self, *values: str | Place) -> Slots:
        """Who carries, by the sea's name or by its fleet: it is said of the fleet there."""
        sea = self.there(*values)
        return {"path": (sea,), "carried": sea}

    def paratroop_by(self, place: Place, _arm: str, _over: Place) -> Slots:
        """As in "A Lon paratroops Nmd by P Lon": the plane has an order of its own."""
        return {"verb": "paratroop", "path": (place,)}

    def carry(self, *values: Any) -> Slots:
        """As in "Plane London drops A Lon on Normandy", "P LON-A C A LON PARATROOP NMD"."""
        return {"verb": "convoy", "about": fill("move", *values)}

    def retreat(self, wishes: list[Slots]) -> Slots:
        """Retreat, with further wishes in the order of liking."""
        return {**wishes[0], "choices": tuple(wishes[1:])}

    def build_kind(self, arm: str) -> Slots:
        """As in "Con build A"."""
        return {"verb": "build", "arm": arm}

    def wishes(self, *values: Any) -> list[Slots]:
        """Places to retreat to: the first, or those before and a further one."""
        *before, wish = values
        end = {"verb": "disband"} if wish is None else {"verb": "retreat", "path": (wish,)}
        return [*(before[0] if before else ()), end]

    def wished_end(self) -> None:
        """As in "or disband"."""

    # --- orders

    def unit_or(self, piece: Piece, wishes: list[Slots]) -> Slots:
        """As in ", Tyr or disband" behind a retreat: the end of a list of wishes."""
        return {"verb": "unit", "piece": piece, "choices": tuple(wishes)}

    def blank(self, _unit: Piece | Place) -> Slots:
        """As in "A PAR - ", "STACK ANG - ": a line of a form that was left blank."""
        return {"verb": "blank"}

    def none(self, *_piece: Piece) -> Slots:
        """As in "A Par unordered"."""
        return {"verb": "none"}

    def hold_both(self, arm: str) -> Slots:
        """As in "Both fleets hold"."""
        return {**fill("hold-all", arm), "amount": 2}

    def move_from(self, arm: str, place: Place, start: Place) -> Slots:
        """As in "Army to Burgundy from Paris"."""
        return {"verb": "move", "piece": Piece(start, arm), "path": (place,)}

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
        return {**self.convoy(piece, route), "piece": carrier}

    def retreat_first(self, piece: Piece, wishes: list[Slots]) -> Slots:
        """As in "Retreat A Mun - Boh"."""
        return self.order(piece, self.retreat(wishes))

    def owned_build(self, *values: str | Place) -> Slots:
        """As in "Poland builds army Warsaw"."""
        return {"verb": "build", "piece": self.piece(*values)}

    def owned_removal(self, *values: str | Place) -> Slots:
        """As in "Poland removes A Lit"."""
        return {"verb": "disband", "piece": self.piece(*values)}

    def first_build(self, _number: int, piece: Piece) -> Slots:
        """As in "builds one fleet in Kiel"."""
        return fill("build", piece)

    def first_units(self, piece: Piece, other: Piece) -> Slots:
        """As in "A Par or F Bre" below "Builds:"."""
        return self.next_choice(fill("unit", piece), other)

    def next_choice(self, order: Slots, piece: Piece) -> Slots:
        """As in "or F Bre": a further wish."""
        choices = order.get("choices", ())
        return {**order, "choices": (*choices, {"verb": order["verb"], "piece": piece})}

    def chosen(self, order: Slots) -> Slots:
        """A build or removal, with further wishes: more units may follow behind commas."""
        return {**order, "leads": order["verb"]}

    def waive(self, number: int = 1) -> Slots:
        """One build waived, or several."""
        return {"verb": "waive", "amount": min(number, _MOST_WAIVED)}

    # --- passage, points and influence

    def powers(self, *powers: str) -> tuple[str, ...]:
        """One power, or a minor and whom it is claimed for: "Poland for Germany"; none are all."""
        return powers or ("ALL",)

    def next_power(self, powers: tuple[str, ...], power: str) -> tuple[str, ...]:
        """One more power."""
        return (*powers, power)

    def allow_by(self, piece: Piece, guest: str | tuple[str, ...]) -> Slots:
        """As in "F IRS allows France"."""
        return fill("allow", piece.place, guest)

    def points(self, *values: Any) -> Slots:
        """Points for a minor's order: "DP 2: A Aus H", "Austria (2): hold", "Aus: A Aus H, 2 DP".

        Where the minor and its unit are both named they must be the same.
        """
        amount = next(one for one in values if isinstance(one, int))
        deed = next(one for one in values if isinstance(one, dict))
        arm = next((one for one in values if isinstance(one, str)), "")
        named = [one for one in values if isinstance(one, Piece | Place)]
        minor, place = (
            one.place if isinstance(one, Piece) else one for one in (*named, *named)[:2]
        )
        if not set(minor.spaces) & set(place.spaces):
            return {"verb": "clash"}
        first = named[0] if isinstance(named[0], Piece) else Piece(place)
        piece = first if named[1:] == [] else Piece(place, arm or first.arm)
        return {"verb": "points", "amount": amount, "about": self.order(piece, deed)}

    def no_bid(self, powers: tuple[str, ...]) -> Slots:
        """As in "withdraw my bid on Turkey"."""
        return fill("bid", 0, powers)

    def myself(self) -> str:
        """The writer, whom only the engine knows."""
        return ""

    def claim_of(self, claimant: str, minor: str) -> tuple[str, ...]:
        """As in "for Germany on Poland", "supporting Germany in Poland"."""
        return (minor, claimant)

    def switch_last(self, amount: int, old: str, new: str, minor: str) -> Slots:
        """Old influence aimed anew, the minor last."""
        return fill("switch", amount, minor, old, new)


class MonthBuilder(Builder):
    """The methods that grammar/d100.lark names beside those of the other games.

    Pieces have strengths, stacks march, points are given.
    """

    def two_kinds(self, arm: str, strength: int, other: str, its: int) -> Kinds:
        """As in "L5, A3"."""
        return ((arm, strength), (other, its))

    def next_kind(self, kinds: Kinds, arm: str, strength: int) -> Kinds:
        """One more."""
        return (*kinds, (arm, strength))

    def kinds_at(self, *values: Any) -> tuple[Piece, ...]:
        """As in "L5 and A3 in London" and "London: L5, A3"."""
        place, kinds = values if isinstance(values[0], Place) else values[::-1]
        return tuple(Piece(place, arm, strength) for arm, strength in kinds)

    def each(self, pieces: tuple[Piece, ...], deed: Slots | None = None) -> Slots:
        """As in "L5 and N5 London hold": the first order holds the others as "more"."""
        first, *others = (self.order(one, dict(deed or {"verb": "unit"})) for one in pieces)
        return {**first, "more": tuple(others)}

    def __getattr__(self, alias: str) -> Callable[..., Slots]:
        """What is done outside the months to a piece or several: more may follow behind commas."""
        return partial(self._list, alias) if alias in _LISTED else super().__getattr__(alias)

    def _list(self, verb: str, pieces: Piece | tuple[Piece, ...], *strength: int) -> Slots:
        """A deed of pieces that further ones may be named behind."""
        if isinstance(pieces, tuple):
            return self.each(pieces, {"verb": verb, "leads": verb})
        return {**fill(verb, pieces, *strength), "leads": verb}


# --- a variant's own orders

_TERMINAL = re.compile(r"^(\w*[A-Z]\w*)[ \t]*:(.*(?:\n[ \t]*\|.*)*)$", re.MULTILINE)
_WORDS = re.compile(r'(?:\s*\|?\s*"[^"\n]*")+\s*(?://.*)?')
_WORD = re.compile(r'"([^"\n]*)"')


class Dialect(Struct, frozen=True):
    """Lark rules to be read behind ours, and the words of each terminal, folded."""

    rules: str = ""
    words: Mapping[str, tuple[tuple[str, ...], ...]] = {}


def read_dialect(text: str) -> Dialect:
    """The dialect of an orders.lark; raises InputError for a terminal that is not words alone."""
    spellings: dict[str, tuple[tuple[str, ...], ...]] = {}
    for name, value in _TERMINAL.findall(text):
        if not name.startswith("_") or not _WORDS.fullmatch(value):
            raise InputError(
                f'orders.lark: {name}: write a terminal as _NAME: "word" | "two words".'
            )
        spellings[name] = tuple(words(word) for word in _WORD.findall(value))
    # As many blank lines as a terminal takes: an error names the line that was written.
    rules = _TERMINAL.sub(lambda match: "\n" * match[0].count("\n"), text)
    return Dialect(rules, spellings)
