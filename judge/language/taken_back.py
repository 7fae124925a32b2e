"""Orders taken back or put right: "cancel that", "doch nicht", "the first line should read ..."."""

import re

from judge.language.phrases import MarkedText, ideas

_ORDINALS = {
    word: number
    for number, words in enumerate(
        (
            "first top erste ersten erster premiere premier prima primo primera primer eerste",
            "second zweite zweiten zweiter deuxieme seconde seconda secondo segunda segundo tweede",
            "third dritte dritten dritter troisieme terza terzo tercera tercer derde",
            "fourth vierte vierten vierter quatrieme quarta quarto cuarta cuarto vierde",
            "fifth funfte funften funfter cinquieme quinta quinto vijfde",
            "sixth sechste sechsten sixieme sesta sesto sexta sexto zesde",
            "seventh siebte siebten septieme settima settimo septima septimo zevende",
            "eighth achte achten huitieme ottava ottavo octava octavo achtste",
        ),
        start=1,
    )
    for word in words.split()
}
_LINES = "line|order|zeile|befehl|ligne|ordre|riga|ordine|linea|orden|regel"
_WHICH_LINE = re.compile(
    rf"\b(?:(?P<word>{'|'.join(_ORDINALS)})"
    rf" (?:{_LINES}|one|move|entry|of (?:these|those|them|the)|zug|coup|mossa|jugada|zet)\b"
    rf"|(?:{_LINES}|number|no|nr|numero|num|nummer)\.? ?#?(?P<number>[1-9]\d?)\b"
    r"|#(?P<sign>[1-9]\d?)\b"
    r"|(?<=the )(?P<alone>first|second|third|fourth|fifth|sixth|seventh|eighth)"
    r" *(?=[,;:.!]|$))"
)
_SEVERAL = re.compile(
    r"\b(?P<end>first|top|last|latter|previous|former) (?P<many>two|three|four|couple)\b"
)
_MANY = {"two": 2, "couple": 2, "three": 3, "four": 4}
_NEAR = 6
"""Words before "should read" that may name what is meant."""


def takes_back(low: str) -> bool:
    """Whether a sentence or remark takes an order back."""
    return _find_phrases(low).has("takes back")


def corrects(low: str) -> bool:
    """Whether a sentence puts right what was said before it."""
    return _find_phrases(low).has("corrects")


def prefers(low: str) -> bool:
    """Whether a sentence that takes something back says what is wanted instead."""
    return _find_phrases(low).has("prefers")


def rethinks(low: str) -> int:
    """How many characters begin an order that is a second thought: "On second thoughts "."""
    return _find_phrases(low).find_opening_end("rethinks")


def thinks_again(low: str) -> bool:
    """Whether words behind an order say that it is a second thought: ", after all"."""
    return _find_phrases(low).has("thought again")


def finds_better(low: str) -> bool:
    """Whether words call something else better: "better hold", "Holland would be wiser"."""
    return _find_phrases(low).has("better")


def puts_right(low: str) -> bool:
    """Whether a sentence begins with words that put right what was said before it."""
    phrases = _find_phrases(low)
    return any(hit.first <= phrases.lead for hit in phrases.list_hits("corrects"))


def replaces(low: str) -> bool:
    """Whether a sentence begins with "make that" or "I mean": its order stands for another."""
    return _find_phrases(low).has("replaces")


def refuses(low: str) -> bool:
    """Whether a sentence says nothing but no to what stands before it: "Or rather not."."""
    return _find_phrases(low).has("nothing but no")


def points_back(low: str) -> bool:
    """Whether words say "that" or "it"."""
    return _find_phrases(low).has("points back")


def says_no(low: str) -> bool:
    """Whether a remark says no in a word: "void", "nope", "nicht"."""
    return _find_phrases(low).has("whole refusal")


def drops(low: str) -> int:
    """How many characters begin to take back the order behind them: "Drop ", or 0."""
    return _find_end(_find_phrases(low), "drops")


def find_should_read(low: str) -> int:
    """How many characters say that an order above "should read" what follows, or 0."""
    phrases = _find_phrases(low)
    hits = phrases.list_hits("should read")
    if not hits or hits[0].first > _NEAR:
        return 0
    index = hits[0].behind
    while index < len(phrases.tokens) and phrases.tokens[index].word == ":":
        index += 1
    return phrases.tokens[index].start if index < len(phrases.tokens) else len(low)


def find_expletive_end(low: str) -> int:
    """How many characters only introduce what is wanted instead: "oops, rather "."""
    phrases = _find_phrases(low)
    behind = phrases.find_opening_end("expletive")
    return len(low) if phrases.tokens and behind == phrases.tokens[-1].end else behind


def find_wanted_place(low: str) -> tuple[int, int]:
    """The columns of what is wanted instead: of "Armenia" in "no, make that Armenia instead"."""
    return find_expletive_end(low), _find_phrases(low).find_closing_start("expletive")


def apologises(low: str) -> bool:
    """Whether words end with an apology."""
    return _find_phrases(low).has("apologises")


def is_only_expletive(low: str) -> bool:
    """Whether words do nothing but introduce something else."""
    return bool(low.strip()) and find_expletive_end(low) >= len(low.rstrip())


def find_line_number(low: str) -> str:
    """The number of the order that "the first line" or "line 2" means, "" if none is named.

    "+2" are the first two, "-2" the last two.
    """
    several = _SEVERAL.search(low)
    if several:
        sign = "+" if several["end"] in ("first", "top", "former") else "-"
        return f"{sign}{_MANY[several['many']]}"
    match = _WHICH_LINE.search(low)
    if match is None:
        return ""
    word = match["word"] or match["alone"]
    return str(_ORDINALS[word]) if word else match["number"] or match["sign"]


def find_only_one(low: str) -> str:
    """The number of the one order above that counts, or "last"; "" if words say no such thing.

    As in "Only the second is valid".
    """
    phrases = _find_phrases(low)
    hit = next(iter(phrases.list_hits("only one")), None)
    if hit is None:
        return ""
    words = [token.word for token in phrases.tokens[hit.first : hit.behind]]
    numbers = (str(_ORDINALS.get(word, word)) for word in words)
    return next((number for number in numbers if number.isdigit()), "last")


def speaks_of_below(low: str) -> bool:
    """Whether a sentence takes orders back that stand below it."""
    phrases = _find_phrases(low)
    return phrases.has("takes back") and phrases.has("below")


def means_everything(low: str) -> bool:
    """Whether all orders are meant."""
    return _find_phrases(low).has("everything")


def means_the_last(low: str) -> bool:
    """Whether words mean the order before them: they say "that", or hardly anything."""
    phrases = _find_phrases(low)
    few = 5
    return phrases.has("that") or sum(one.is_word for one in phrases.tokens) < few


def clears_all(low: str) -> bool:
    """Whether a sentence takes back all that was ordered so far, and no more."""
    return _find_phrases(low).has("clears all")


def speaks_of_orders(low: str) -> bool:
    """Whether "Remove the order of the army in Smyrna" is about an order and no unit."""
    return _find_phrases(low).has("about orders")


def _find_phrases(low: str) -> MarkedText:
    return ideas("taken-back").mark_text(low)


def _find_end(phrases: MarkedText, idea: str) -> int:
    hits = phrases.list_hits(idea)
    return phrases.columns(hits[0])[1] if hits else 0
