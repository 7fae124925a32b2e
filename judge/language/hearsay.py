"""What only tells: of earlier turns, of what others said, of plans."""

from judge.language.phrases import MarkedText, ideas


def tells_others_will(low: str) -> bool:
    """Whether words tell what somebody says that he will do himself: "he wrote that he will"."""
    return _find_phrases(low).has("theirs") and not concludes(low)


def concludes(low: str) -> bool:
    """Whether words say what the writer makes of it, "so don't", as no mere tale does."""
    return _find_phrases(low).has("concludes")


def recounts(low: str) -> bool:
    """Whether a sentence tells of what was played before."""
    phrases = _find_phrases(low)
    return phrases.has("recap") and not phrases.has("as before")


def recounts_that(low: str) -> bool:
    """Whether what is told is about what was named before it: "that's what I played"."""
    return _find_phrases(low).has("as before said")


def find_conclusion(low: str) -> int:
    """The column behind the words with which a tale comes to what is wanted now, 0 without any."""
    phrases = _find_phrases(low)
    hit = next((one for one in phrases.list_hits("so now") if one.first), None)
    return phrases.columns(hit)[1] if hit else 0


def counts_left(low: str) -> bool:
    """Whether a sentence tells how many points are left."""
    return _find_phrases(low).has("left over")


def quotes(low: str) -> bool:
    """Whether a sentence tells what somebody else said, or would do."""
    return _find_phrases(low).has("told")


def speaks(low: str) -> bool:
    """Whether words speak of oneself, or to somebody, as a mail does."""
    return _find_phrases(low).has("speaks")


def titles_no_order(low: str) -> bool:
    """Whether a heading says that what stands below it is no order: "Plan B:", "He wrote me:"."""
    phrases = _find_phrases(low)
    return (phrases.has("undecided title") or phrases.has("told")) and not phrases.has("announces")


def leaves_aside(low: str) -> bool:
    """Whether words before an order and a colon say that it is none: "Ignore: A Par - Bur"."""
    return _find_phrases(low).has("leaves aside")


def titles_own_orders(low: str) -> bool:
    """Whether a heading says that what stands below it are the writer's orders: "Mine:"."""
    return _find_phrases(low).has("own title")


def _find_phrases(low: str) -> MarkedText:
    return ideas("hearsay").mark_text(low)
