"""What people ask of a judge in words of their own."""

import re
from itertools import chain

from judge.language import denials, rewording
from judge.language.phrases import MarkedText, ideas

_NEAR = 8
"""Words behind "he moves" that a sentence without a name may have."""
_COMMANDS = ("map", "history", "summary", "status", "draw", "concede", "pause", "resign")
"""What people ask for by the word that is the command."""
_WISHES = {
    "absence": "ABSENCE 24 Dec to 2 Jan",
    "extend": "EXTEND 2d",
    "resign": "RESIGN",
    "wait": "WAIT",
    "status": "STATUS",
    "draw": "DRAW",
    "help": "HELP",
}
"""Commands that people ask for in other words, as they are written."""


def requests(low: str) -> bool:
    """Whether a sentence without an order asks the judge for something all the same."""
    phrases = _find_phrases(low)
    if any(map(phrases.has, ("joins", "repeats", "to the judge", "to somebody"))) or _questions(
        phrases, low
    ):
        return True
    if phrases.has("greeting") or phrases.has("announces orders"):
        return False
    return asks_for(low) and phrases.has("about play")


def find_command(low: str) -> str:
    """The command, as it is written, that does what words ask for; "" for none, or a denial."""
    if _find_phrases(low).has("joins"):
        return "" if denials.denies(low) else "JOIN"
    words, phrases = re.findall("[a-z]+", low), _find_phrases(low)
    commands = (name for name in _COMMANDS if name in words)
    wishes = (line for name, line in _WISHES.items() if phrases.has(f"asks {name}"))
    return next(chain((name.upper() for name in commands), wishes), "")


def wants_all_as_before(low: str) -> bool:
    """Whether words want everything else as it was, which no judge remembers."""
    return _find_phrases(low).has("as before")


def repeats(low: str) -> bool:
    """Whether words want the orders of an earlier turn once more."""
    return _find_phrases(low).has("repeats")


def spends_nothing(low: str) -> bool:
    """Whether words say that no points are paid or bid: NO POINTS."""
    return _find_phrases(low).has("no points")


def asks_what_units_do(low: str) -> bool:
    """Whether a sentence asks what a unit could be ordered to do."""
    return "?" in low and _find_phrases(low).has("what units do")


def asks_the_rules(low: str) -> bool:
    """Whether a question is about the game, and no order is in doubt by it."""
    return "?" in low and _find_phrases(low).has("asks the rules")


def asks_how(low: str) -> bool:
    """Whether a sentence asks how all this works."""
    return _find_phrases(low).has("asks how")


def asks_for(low: str) -> bool:
    """Whether a sentence begins with a verb with which people ask for something."""
    phrases = _find_phrases(low)
    return any(hit.first == phrases.lead for hit in phrases.list_hits("asking verb"))


def asks_somebody(low: str) -> bool:
    """Whether a sentence asks somebody to do something: "Could you send me ..."."""
    return _find_phrases(low).has("to somebody")


def intends(low: str) -> bool:
    """Whether somebody says what he wants to take or do, and not with which unit."""
    return _find_phrases(low).has("intends")


def wishes(low: str) -> bool:
    """Whether somebody says that he wants something, whatever that is."""
    return _find_phrases(low).has("wishes")


def stakes(low: str) -> bool:
    """Whether words put points on something, or name a number."""
    return _find_phrases(low).has("stakes") or any(sign.isdigit() for sign in low)


def stakes_points(low: str) -> bool:
    """Whether words put points on something, however many: "the last point on Austria"."""
    return _find_phrases(low).has("stakes")


def adds(low: str) -> bool:
    """Whether words speak of more of something: "three more", "another two", "a point or two"."""
    return _find_phrases(low).has("adds")


def bids_more(low: str) -> bool:
    """Whether words bid by what others bid: "one more than Japan bids"."""
    return _find_phrases(low).has("bids more")


def a_unit_goes(low: str) -> bool:
    """Whether a unit that is not named shall do something: "my other fleet goes"."""
    phrases = _find_phrases(low)
    return phrases.has("unit goes") or (phrases.has("others") and rewording.names_a_deed(low))


def consents(low: str) -> bool:
    """Whether words are a yes and nothing else: "Yes please"."""
    return _find_phrases(low).has("consents")


def somebody_goes(low: str) -> bool:
    """Whether a sentence says what he, she or it shall do."""
    phrases = _find_phrases(low)
    return any(len(phrases.tokens) - hit.behind <= _NEAR for hit in phrases.list_hits("who goes"))


def all_go(low: str) -> bool:
    """Whether a sentence says what both or all units shall do: "Both hold, please"."""
    return _find_phrases(low).has("all go")


def names_a_deed(low: str) -> bool:
    """Whether a word of orders stands in a text."""
    return _find_phrases(low).has("deed")


def means_likewise(low: str) -> bool:
    """Whether a sentence means for one unit what was said of another: "Budapest too"."""
    return _find_phrases(low).has("likewise")


def find_unit_told_of(low: str) -> tuple[int, int] | None:
    """The columns of one or two words that may be a unit of which a sentence tells something."""
    phrases = _find_phrases(low)
    start = phrases.find_opening_end("subject")
    index = next(
        (index for index, one in enumerate(phrases.tokens) if one.start == start),
        len(phrases.tokens),
    )
    doing = {hit.first for hit in phrases.list_hits("shall")} | {
        index
        for index, one in enumerate(phrases.tokens)
        if len(one.word) > 2 and one.word.endswith("s") and not phrases.starts("but shall", index)
    }
    for size in (1, 2):
        words = phrases.tokens[index : index + size]
        follows = index + size + phrases.starts("arm", index + size)
        if follows in doing and all(len(one.word) > 2 for one in words[:1]):
            return words[0].start, words[-1].end
    return None


def _questions(phrases: MarkedText, low: str) -> bool:
    """Whether a sentence asks about the game: "When is the deadline?"."""
    if not phrases.has("asked about"):
        return False
    return phrases.has("surely asks") or ("?" in low and phrases.has("question word"))


def _find_phrases(low: str) -> MarkedText:
    return ideas("requests").mark_text(low)
