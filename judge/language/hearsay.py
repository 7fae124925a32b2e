"""What only tells: of earlier turns, of what others said, of plans."""

from judge.language.phrases import Said, ideas


def theirs(low: str) -> bool:
    """Whether words tell what somebody says that he will do himself: "he wrote that he will"."""
    return _said(low).has("theirs") and not concludes(low)


def concludes(low: str) -> bool:
    """Whether words say what the writer makes of it, "so don't", as no mere tale does."""
    return _said(low).has("concludes")


def recounts(low: str) -> bool:
    """Whether a sentence tells of what was played before."""
    said = _said(low)
    return said.has("recap") and not said.has("as before")


def recounts_that(low: str) -> bool:
    """Whether what is told is about what was named before it: "that's what I played"."""
    return _said(low).has("as before said")


def conclusion(low: str) -> int:
    """The column behind the words with which a tale comes to what is wanted now, 0 without any."""
    said = _said(low)
    found = next((one for one in said.all("so now") if one.first), None)
    return said.columns(found)[1] if found else 0


def counts_left(low: str) -> bool:
    """Whether a sentence tells how many points are left."""
    return _said(low).has("left over")


def quotes(low: str) -> bool:
    """Whether a sentence tells what somebody else said, or would do."""
    return _said(low).has("told")


def speaks(low: str) -> bool:
    """Whether words speak of oneself, or to somebody, as a mail does."""
    return _said(low).has("speaks")


def titles_no_order(low: str) -> bool:
    """Whether a heading says that what stands below it is no order: "Plan B:", "He wrote me:"."""
    said = _said(low)
    return (said.has("undecided title") or said.has("told")) and not said.has("announces")


def own_title(low: str) -> bool:
    """Whether a heading says that what stands below it are the writer's orders: "Mine:"."""
    return _said(low).has("own title")


def _said(low: str) -> Said:
    return ideas("hearsay").said(low)
