"""Words that stand for a unit or an order named before: "supports it", "the other fleet"."""

from collections.abc import Sequence
from typing import NamedTuple

from judge.kernel.text import Piece, Place
from judge.language.fold import list_words
from judge.language.orders import Item
from judge.language.phrases import MarkedText, PhraseHit, ideas
from judge.language.scan import ARROW, NUMBER, SIGN, WORD, Lexeme, scan
from judge.language.slots import Slots

_COUNTS = {
    **dict.fromkeys(
        list_words("both two beide zwei deux due entrambe entrambi dos ambos ambas twee"), 2
    ),
    **dict.fromkeys(list_words("three drei trois tre tres drie"), 3),
    **dict.fromkeys(list_words("four vier quatre quattro cuatro"), 4),
}
_ARMS = ("A", "F")
_SUBJECT = 5
"""Words of a unit that helps: "and the army in Ukraine"."""
_SPOKEN_OF = ("move", "hold", "support", "convoy")
"""Orders that can be supported or convoyed."""


class Pronouns:
    """What a letter speaks of: the last order, the last place named, whose units have orders."""

    def __init__(self) -> None:
        self.last: Slots | None = None
        self.mentioned: tuple[str, ...] = ()
        self._pieces: list[Piece] = []

    def remember_orders(self, items: Sequence[Item]) -> None:
        """Remember the last of some orders."""
        slots = None
        for item in items:
            slots = item.slots
            if slots and "piece" in slots:
                self._pieces.append(slots["piece"])
        if slots and "piece" in slots:
            self.last, self.mentioned = slots, ()

    @property
    def arm(self) -> str:
        """The arm of the unit of the last order, "" if nobody said it."""
        arm = self.last["piece"].arm if self.last else ""
        return arm if arm in _ARMS else ""

    @property
    def ordered_spaces(self) -> set[str]:
        """The spaces of the units that have orders."""
        return {one for piece in self._pieces for one in piece.place.spaces}

    def may_have_ordered(self, arm: str) -> bool:
        """Whether one of the units that have orders may be of an arm; "" is any."""
        return any(not arm or piece.arm in ("", arm) for piece in self._pieces)

    def remember_place(self, spaces: set[str]) -> None:
        """Remember a place that words name alone."""
        if len(spaces) == 1:
            self.mentioned = tuple(spaces)

    def goes_on(self, low: str) -> bool:
        """Whether a sentence goes on about what was named: "It moves to ..."."""
        return _find_mover(_find_phrases(low)) is not None

    def resolve(self, text: str, low: str, *, beside: bool) -> list[Lexeme] | None:
        """The lexemes of a text, "it" put in words; None where nobody knows what "it" is.

        ``beside``: an order stands before it in its sentence, which help may be for.
        """
        lexemes, phrases = scan(text), _find_phrases(low)
        likewise = self._repeat_for_unit(lexemes, phrases)
        if likewise:
            return likewise
        is_convoyed = (self.last or {}).get("verb") == "convoy" and phrases.has("a move")
        it = _find_helped(phrases) or (_find_helper_alone(phrases) if beside else None)
        if it:
            start = phrases.tokens[it.first - 1].end
            end = phrases.tokens[it.behind - 1].end
            order_words = self._word_last_order(convoyed=is_convoyed)
            return _replace_lexemes(lexemes, start, end, order_words) if order_words else None
        before = _find_helped_before(phrases)
        if before:
            start, end = phrases.columns(before)
            order_words = self._word_last_order()
            verb: Lexeme = (WORD, "support", start, end)
            return (
                _replace_lexemes(lexemes, start, end, [verb, *order_words]) if order_words else None
            )
        there = self._goes_there(lexemes, phrases) or self._start_from_there(lexemes, phrases)
        return there or self._goes_on(lexemes, phrases, low)

    def _goes_on(self, lexemes: list[Lexeme], phrases: MarkedText, low: str) -> list[Lexeme] | None:
        """The lexemes with the unit that was named for the "it" that does something."""
        if not self.mentioned and stays(low):
            return None
        goes = _find_mover(phrases)
        if goes and self.mentioned:
            start, end = phrases.columns(goes)
            return _replace_lexemes(
                lexemes, start, end, [(WORD, self.mentioned[0].lower(), start, end)]
            )
        return lexemes

    def _goes_there(self, lexemes: list[Lexeme], phrases: MarkedText) -> list[Lexeme]:
        """The lexemes of a move to the place that is meant: "Kiel follows", "Munich goes there"."""
        for idea, find_goal in (
            ("follows", self._find_place_left),
            ("goes there", self._find_goal),
        ):
            hits = phrases.list_hits(idea)
            if hits and _ends(phrases, hits[-1].behind) and (goal := find_goal()):
                start, end = phrases.columns(hits[-1])
                return _replace_lexemes(lexemes, start, end, [(ARROW, "-", start, end), goal])
        return []

    def _start_from_there(self, lexemes: list[Lexeme], phrases: MarkedText) -> list[Lexeme]:
        """The lexemes of an order of the unit that stands where the last order leads."""
        hits = phrases.list_hits("stands there")
        goal = self._find_goal() if hits else None
        return _replace_lexemes(lexemes, *phrases.columns(hits[0]), [goal]) if goal else []

    def word_support(self, text: str) -> list[Lexeme]:
        """The lexemes of a unit's name as the support of the last order; [] if there is none."""
        order_words, unit = self._word_last_order(), scan(text)
        while unit and unit[-1][0] == SIGN:
            unit.pop()
        if not order_words or not unit:
            return []
        start, end = unit[0][2], unit[-1][3]
        return [
            *unit,
            (WORD, "support", start, end),
            *((k, key, start, end) for k, key, _, _ in order_words),
        ]

    def redirect_last_move(self, goal: list[Lexeme]) -> list[Lexeme]:
        """The lexemes of the last move or retreat, to another ``goal``; [] without one."""
        last = self.last
        if last is None or last.get("verb") not in ("move", "retreat"):
            return []
        unit = _list_words({**last, "verb": "hold"})
        start = goal[0][2]
        moves = [(kind, key, start, start) for kind, key, *_ in unit]
        goes = (ARROW, "-") if last["verb"] == "move" else (WORD, "retreat")
        return [*moves, (*goes, start, start), *goal] if unit else []

    def _find_place_left(self) -> Lexeme | None:
        """The place that the last order's unit leaves; None if it moves nowhere."""
        last = self.last
        if last is None or last.get("verb") != "move" or len(last["piece"].place.spaces) != 1:
            return None
        return WORD, last["piece"].place.spaces[0].lower(), 0, 0

    def _find_goal(self) -> Lexeme | None:
        """The place that the last order leads to, or the one that it helps; None if none does."""
        last = self.last
        if last and last.get("verb") == "support":
            last = last["about"]
        if last is None or last.get("verb") != "move" or len(last["path"][-1].spaces) != 1:
            return None
        return WORD, last["path"][-1].spaces[0].lower(), 0, 0

    def _repeat_for_unit(self, lexemes: list[Lexeme], phrases: MarkedText) -> list[Lexeme]:
        """A unit with the deed of the last order: "Tunis too", "so does Rome"; [] of other words.

        A hold, or the same help: a move leads elsewhere for another unit.
        """
        start, end = (
            phrases.find_opening_end("likewise before"),
            phrases.find_closing_start("likewise"),
        )
        words = [one for one in lexemes if one[0] != SIGN]
        unit = [one for one in words if start <= one[2] and one[3] <= end]
        deed = self._repeat_deed() if 0 < len(unit) < len(words) else []
        return (
            [*unit, *((kind, key, unit[0][2], unit[-1][3]) for kind, key in deed)] if deed else []
        )

    def _repeat_deed(self) -> list[tuple[int, str]]:
        """The words of the last order's deed, if another unit can do the same."""
        if self.last and self.last["verb"] == "hold":
            return [(WORD, "hold")]
        if self.last is None or self.last["verb"] != "support":
            return []
        helped_words = _list_words(self.last["about"])
        return (
            [(WORD, "support"), *((kind, key) for kind, key, _, _ in helped_words)]
            if helped_words
            else []
        )

    def _word_last_order(self, *, convoyed: bool = False) -> list[Lexeme]:
        """The last order's words, as the object of "supports it"; [] without one to speak of.

        Behind a support that is the move that was helped, and so, ``convoyed``, behind a convoy
        for "supports this landing".
        """
        last = self.last
        if last and last.get("about") and (convoyed or _helps_a_move(last)):
            last = last["about"]
        return _list_words(last)


def drop_helped(text: str, low: str) -> str:
    """A text without whom it says to be helped, the word of helping and the first one behind it."""
    phrases = _find_phrases(low)
    for hit in phrases.list_hits("stands by"):
        if hit.behind < len(phrases.tokens) and phrases.tokens[hit.behind].word.isalpha():
            start, end = phrases.tokens[hit.first].start, phrases.tokens[hit.behind].end
            text = text[:start] + " " * (end - start) + text[end:]
    return text


class ByArm(NamedTuple):
    """A unit that is named by its arm alone: "the other fleet holds"."""

    piece: Piece
    many: bool
    lexemes: list[Lexeme]
    """Those of its text, with a place of the map for the one that nobody named."""


def find_unit_by_arm(
    text: str, low: str, sample: str, lexemes: list[Lexeme], last: str = ""
) -> ByArm | None:
    """The unit with which a text begins by its arm alone; ``sample`` is a place of the map.

    ``last`` is the arm of the unit before it: "the other one" is of the same.
    """
    phrases = _find_phrases(low)
    hits = phrases.list_hits("arm")
    if not hits or any(one.is_word for one in phrases.tokens[: hits[0].first]):
        return None
    first, noun = hits[0].first, hits[0].behind - 1
    first += phrases.tokens[first].word == "hold"
    start, end = phrases.tokens[first].start, phrases.tokens[noun].end
    arm = (
        "F"
        if phrases.starts("fleet word", noun)
        else "A"
        if phrases.starts("army word", noun)
        else ""
    )
    arm = last if phrases.starts("same arm", noun) else arm
    unit = [(WORD, "a", start, end), (WORD, sample.lower(), start, end)]
    place = Place(text[start:end].strip(), start + 1, ())
    many = bool(phrases.starts("many word", noun))
    return ByArm(Piece(place, arm), many, _replace_lexemes(lexemes, start, end, unit))


def stays(low: str) -> bool:
    """Whether a sentence begins with a unit that stays and is not named: "It holds"."""
    return _find_phrases(low).has("it stays")


def count_units(low: str) -> int:
    """Of how many units words speak: 2 of "both fleets", 0 where nobody says it."""
    return next((_COUNTS[one.word] for one in _find_phrases(low).tokens if one.word in _COUNTS), 0)


def speaks_of_others(low: str) -> bool:
    """Whether words speak of the units that are left: "the other two"."""
    return _find_phrases(low).has("of others")


def drop_address(text: str, low: str) -> str:
    """A text without "would you please" behind a unit that is spoken to, and no question then."""
    phrases, most = _find_phrases(low), 3
    for hit in phrases.list_hits("spoken to"):
        before = phrases.tokens[hit.first - 1] if hit.first else None
        if before and before.word == "," and hit.first <= most:
            start, end = before.start, phrases.tokens[hit.behind - 1].end
            return text[:start] + " " * (end - start) + text[end:].replace("?", " ")
    return text


def find_supporter(low: str) -> tuple[int, int] | None:
    """The columns of who helps in "supported by Ruhr", "with Ruhr support"; None of other words."""
    phrases = _find_phrases(low)
    for idea in ("supported by", "with"):
        hits, end = phrases.list_hits(idea), phrases.find_closing_start("support")
        if (
            hits
            and hits[0].first <= phrases.lead
            and (idea != "with" or end < len(low.rstrip(" .!")))
        ):
            start = phrases.columns(hits[0])[1]
            return (start, end) if start < end else None
    return None


def says_it_holds(low: str) -> bool:
    """Whether words say of what they named last that it holds: "..., which stays"."""
    return _find_phrases(low).has("which holds")


def names_an_arm(low: str) -> bool:
    """Whether words speak of a fleet or an army without its place."""
    phrases = _find_phrases(low)
    return phrases.has("fleet word") or phrases.has("army word")


def helps_alone(low: str) -> bool:
    """Whether words name a unit that helps, and not whom: "Ukraine supports"."""
    return _find_helper_alone(_find_phrases(low)) is not None


def find_named_arm(low: str) -> str:
    """The letter of the one arm of which words speak without a place, "" of none or both."""
    phrases = _find_phrases(low)
    arms = {"F": phrases.has("fleet word"), "A": phrases.has("army word")}
    return (
        ""
        if all(arms.values())
        else next((arm for arm, arms_named in arms.items() if arms_named), "")
    )


def names_one_more(low: str) -> bool:
    """Whether words speak of one more unit: the winter builds it."""
    return _find_phrases(low).has("one more")


def _list_words(order: Slots | None) -> list[Lexeme]:
    """An order's words, as the object of help; [] of one that can't be helped."""
    if order is None or order.get("verb") not in _SPOKEN_OF:
        return []
    piece = order["piece"]
    goal = order["path"][-1:] if order["verb"] == "move" else ()
    if len(piece.place.spaces) != 1 or any(len(place.spaces) != 1 for place in goal):
        return []
    words = [(piece.arm.lower(), WORD)] if piece.arm and piece.arm in "AFPLN" else []
    if piece.arm and piece.strength:
        words.append((str(piece.strength), NUMBER))
    words.append((piece.place.spaces[0].lower(), WORD))
    for place in goal:
        words += [("-", ARROW), (place.spaces[0].lower(), WORD)]
    return [(kind, key, 0, 0) for key, kind in words]


def _helps_a_move(slots: Slots) -> bool:
    return bool(slots["verb"] == "support" and slots["about"]["verb"] == "move")


def _find_mover(phrases: MarkedText) -> PhraseHit | None:
    """The pronoun with which a sentence begins."""
    for hit in phrases.list_hits("it goes"):
        if hit.first == phrases.lead and hit.behind < len(phrases.tokens):
            return hit
    return None


def _find_helped(phrases: MarkedText) -> PhraseHit | None:
    """The "it" behind a verb of help, "in there" included; words that go on name something."""
    for verb in phrases.list_hits("helps"):
        size = phrases.starts("it", verb.behind)
        behind = verb.behind + size
        behind += phrases.starts("at", behind)
        if size and (_ends(phrases, behind)):
            return PhraseHit(verb.behind, behind)
    return None


def _find_helper_alone(phrases: MarkedText) -> PhraseHit | None:
    """The place behind a verb of help that names nobody: "Ukraine supports"."""
    indexes = [index for index, token in enumerate(phrases.tokens) if token.is_word]
    for verb in phrases.list_hits("helps"):
        if indexes[-1:] == [verb.behind - 1] and 0 < indexes.index(verb.first) <= _SUBJECT:
            return PhraseHit(verb.behind, verb.behind)
    return None


def _find_helped_before(phrases: MarkedText) -> PhraseHit | None:
    """The pronoun before a verb of help, and that verb: "l'appoggia"."""
    for it in phrases.list_hits("it before"):
        size = phrases.starts("helped", it.behind)
        if size:
            return PhraseHit(it.first, it.behind + size)
    return None


def _ends(phrases: MarkedText, index: int) -> bool:
    """Whether nothing stands behind but a sign, or words that begin something new."""
    if index >= len(phrases.tokens) or not phrases.tokens[index].is_word:
        return index >= len(phrases.tokens) or phrases.tokens[index].word in ".,;!?)"
    return phrases.starts("end of it", index) > 0


def _find_phrases(low: str) -> MarkedText:
    return ideas("pronouns").mark_text(low)


def _replace_lexemes(
    lexemes: list[Lexeme], start: int, end: int, replacement: Sequence[Lexeme]
) -> list[Lexeme]:
    """Lexemes with ``replacement`` in the place of those between two columns."""
    before = [one for one in lexemes if one[3] <= start]
    behind = [one for one in lexemes if one[2] >= end]
    return [*before, *((kind, key, start, end) for kind, key, _, _ in replacement), *behind]
