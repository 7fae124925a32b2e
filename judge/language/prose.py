"""What stands in mails and is no order: greetings, signatures, small print, our own words."""

import re

_GREETING = re.compile(
    r"\W*(?:hi|hello|hey|dear|good (?:morning|day|evening|afternoon)|greetings|thanks?"
    r"|thank you|thx|ty|cheers|regards|best|kind regards|best regards|yours"
    r"|sincerely|bye|ciao|hallo|sorry|please|ok"
    r"|here (?:are|is|we go)|my (?:orders|moves)|as follows|sent from|love|take care|salut|bonjour"
    r"|liebe|lieber|gruss|gruesse|mfg|danke|merci|grazie|saluti|ciao)\b",
    re.IGNORECASE,
)
_SIGNATURE = re.compile(
    r"\W*(?:thanks|thank you|thx|ty|cheers|greetings|(?:kind |best )?regards|best|yours|sincerely"
    r"|bye|ciao|love|take care|gruss|gruesse|grusse|mfg|danke|merci|salut|grazie|saluti)\W+"
    r"(?:from (?:a |the |sunny |rainy )*|aus |de |da |van |di |vanuit )?[^\W\d_]+\W*",
    re.IGNORECASE,
)

_WITH = re.compile(r"(?<= )w/(?= ?[^\W\d_]{2})(?!out\b)")
"""How hurried people type "with"."""
_SMILEY = re.compile(
    r"(?<![^\s.!?,])[>}]?[:;]-[)(DPpo|/](?!\w)|(?<![^\s.!?,])[>}]?[:;][)D](?=\s|$)"
)
_SMALL_PRINT = re.compile(
    r"\b(?:confidential\w*|privileged|disclaimer|vertraulich\w*|confidentiel\w*|riservat\w*"
    r"|confidencial\w*|vertrouwelijk\w*)\b.*\b(?:message|e-?mail|intended|recipient|addressee|only"
    r"|nachricht|empfanger|destinat\w*|messaggio|mensaje|bericht|geadresseerde)\b"
    r"|\b(?:intended (?:only|solely|for)|intended recipient|named addressee|scanned (?:for|by)"
    r"|virus[- ]free|virenfrei|please consider the environment|think before you print)\b"
    r"|\bthis (?:e-?mail|message)\b.*\b(?:confidential|privileged|intended)\b",
    re.IGNORECASE,
)

_OURS = re.compile(
    r"\s*(?:! |DP: \d+ to spend\b|Bonus: \S.* is your client\b|YOUR DIPLOMACY POINTS, "
    r"|You have \d+ diplomacy points? in |\d+ used of \d+\b|\d+\+\d+  \S|taken {3,}(?:BID|SWITCH) "
    r"|Purse: \d+ paying |You have \d+ in |\S.*: \d+ from earlier years\b"
    r"|\S.*, which you order too: )"
)
"""How lines of the judge's own mails begin that look like orders when they are sent back."""
_OURS_BEGIN = frozenset("!DYBPt0123456789")
"""First signs of those without a colon."""


def greets(text: str) -> bool:
    """Whether a line or part of one is a greeting, thanks or a signature's beginning."""
    return _GREETING.match(text) is not None


def signs(text: str) -> bool:
    """Whether a line is a closing word and a name, which may look like a place: "Thanks, Nora"."""
    return _SIGNATURE.fullmatch(text) is not None


def blank_smileys(text: str) -> str:
    """A line with blanks for its smileys, which hold arrows: ";-)", and "w" for "w/"."""
    if "w/" in text:
        text = _WITH.sub("w ", text)
    if ":" not in text and ";" not in text:
        return text
    return _SMILEY.sub(lambda match: " " * len(match[0]), text)


def is_small_print(text: str) -> bool:
    """Whether a line is what firms and mail programs put below a mail."""
    return _SMALL_PRINT.search(text) is not None


def is_ours(text: str) -> bool:
    """Whether a line is one of the judge's own that orders nothing."""
    may_be_ours = ": " in text or ", which" in text or text.lstrip()[:1] in _OURS_BEGIN
    return may_be_ours and _OURS.match(text) is not None
