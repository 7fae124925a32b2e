"""Which lines of a mail its sender wrote for the judge: quotes, signatures and footers are marked.

Nothing is dropped: a line that is not to be read keeps its text and says why. Where a rule could
hit an order it doesn't apply; whoever answers can show the player what was left out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from judge.kernel.mail import REPLY_MARKER
from judge.kernel.text import Line

QUOTED = "quoted text"
SIGNATURE = "signature"


@dataclass(frozen=True, slots=True)
class Rule:
    """Lines that begin with ``pattern`` are not read: they alone, their paragraph, or the rest."""

    reason: str
    pattern: str
    extent: Literal["line", "paragraph", "rest"]


_RULES = (
    Rule(
        "below the line 'write orders above this line', where no order counts",
        rf"\W*{re.escape(REPLY_MARKER.strip(' -'))}",
        "rest",
    ),
    Rule(SIGNATURE, r"(?:--|—|–)$", "rest"),
    Rule(
        "an earlier mail",
        r"-{2,}\s?(?:Original Message|Original Appointment|Forwarded message|Original-Nachricht"
        r"|Urspr(?:ü|ue)ngliche (?:Nachricht|E-?Mail)|Weitergeleitete Nachricht|Message d.origine"
        r"|Message original|Message transféré|Mensaje original|Mensaje reenviado"
        r"|Messaggio originale|Messaggio inoltrato|Oorspronkelijk bericht|Mensagem original"
        r"|Ursprungligt meddelande|Opprinnelig melding|Oprindelig meddelelse)\s?-{2,}$"
        r"|Begin forwarded message:$|Anfang der weitergeleiteten Nachricht:$"
        r"|Début du message transféré",
        "rest",
    ),
    Rule("what follows a long line", r"_{20,}$", "rest"),
    Rule(
        "list footer",
        r"You received this message because you are subscribed to|Yahoo! Groups Links"
        r"|To unsubscribe from this (?:group|list)",
        "rest",
    ),
    Rule(SIGNATURE, r"-----BEGIN PGP SIGNATURE-----$", "rest"),
    Rule("a signed mail's mark", r"-----BEGIN PGP SIGNED MESSAGE-----$|Hash: SHA\d+$", "line"),
    Rule(
        "added by the mail program",
        r"Sent (?:from|via|with|using) (?:my |the )?[\w.' -]{2,50}\.?(?:<\S+>)?$"
        r"|(?:Gesendet (?:von|mit|über)|Von meinem|Diese Nachricht wurde von meinem) .{2,60}$"
        r"|Envoyé (?:de|depuis|à partir) .{2,60}$|Enviado (?:desde|do|de) .{2,60}$"
        r"|Inviato da(?:l mio)? .{2,60}$|Verstuurd vanaf .{2,60}$|Verzonden (?:vanaf|met) .{2,60}$"
        r"|Skickat från .{2,60}$|Sendt fra .{2,60}$|Lähetetty .{2,60}$|Wysłane z .{2,60}$"
        r"|(?:Get|Download|Télécharger|Obtener|Scarica) Outlook (?:for|für|pour|para|per) ",
        "line",
    ),
    Rule(
        "disclaimer",
        r"(?:(?:CONFIDENTIAL(?:ITY)?(?: NOTICE)?|DISCLAIMER|CAUTION|EXTERNAL|WARNING)\s?:\s?)?"
        r"(?:This (?:e-?mail|message|communication|transmission)\b.{0,80}"
        r"\b(?:confidential|privileged|intended|originated|checked|scanned|sent from outside)"
        r"|The (?:information|contents?) (?:contained )?(?:in|of) this (?:e-?mail|message)"
        r"|If you (?:are not the intended recipient|have received this .{4,8} in error)"
        r"|(?:Diese|Die in dieser) (?:E-?Mail|Nachricht)\b.{0,80}\bvertraulich"
        r"|Ce (?:message|courriel)\b.{0,80}\bconfidentiel"
        r"|Este (?:mensaje|correo)\b.{0,80}\bconfidencial"
        r"|Please consider the environment before)"
        r"|Virus-free\. ?(?:www\.|$)|Virenfrei\. ?(?:www\.|$)",
        "paragraph",
    ),
)
_ANY_RULE = re.compile(
    "|".join(f"(?P<r{at}>{rule.pattern})" for at, rule in enumerate(_RULES)), re.IGNORECASE
)

_FROM = re.compile(r"\*?(?:From|Von|De|Da|Van|Från|Fra|Od)\s?:\*?\s?\S", re.IGNORECASE)
_FIELD = re.compile(
    r"\*?(?:Sent|Date|To|Cc|Subject|Gesendet|Datum|An|Betreff|Envoyé|Objet|À|Enviado(?: el)?|Fecha"
    r"|Para|Asunto|Inviato|Data|Oggetto|Verzonden|Aan|Onderwerp|Enviada em|Assunto|Skickat|Till"
    r"|Ämne|Sendt|Til|Emne|Wysłano|Do|Temat)\s?:",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"(?:On|Le|Am|El|Il|Op|Em|Den|W dniu|Dnia|Quoting|\d{1,4}[-./]\d{1,2}[-./]\d{1,4})\s",
    re.IGNORECASE,
)
_WROTE = re.compile(
    r"\b(?:wrote|writes|said|schrieb|schreibt|a écrit|escribió|ha scritto|schreef|escreveu|skrev"
    r"|pisze|napisał|kirjoitti)\b[^:]{0,120}\s?:$",
    re.IGNORECASE,
)
ENDING = 300
"""Characters in which an introduction says who wrote what it introduces."""
_PRESS = re.compile(r"\s*(?:press|broadcast)\b", re.IGNORECASE)
_END_OF_PRESS = re.compile(r"\s*end[\s_-]?(?:pres{1,2}|broadcast)?\W*$", re.IGNORECASE)
"""Also "END", "End press." and "ENDPRES": the reader is as lenient."""


def read(lines: Sequence[str]) -> tuple[Line, ...]:
    """Number the lines of a mail's text from 1 and mark those that are not to be read."""
    ends = [at for at, line in enumerate(lines) if _END_OF_PRESS.match(line)]
    marked: list[Line] = []
    while (at := len(marked)) < len(lines):
        length, reason = _next(lines, at)
        for line in lines[at : at + length]:
            marked.append(Line(len(marked) + 1, line, _reason(line, reason)))
        if not reason and ends and _PRESS.match(lines[at]):
            # A block that nobody closes is none: then all rules apply, lest it swallow a quote.
            end = next((end for end in ends if end > at), at + 1)
            marked.extend(_press(lines[:end], at + 1))
    return tuple(marked)


def _next(lines: Sequence[str], at: int) -> tuple[int, str]:
    """How many lines from ``at`` on are of one kind, and why they are not read ("": read)."""
    line = lines[at].strip()
    if line.startswith(">"):
        return 1, QUOTED
    if found := _ANY_RULE.match(line):
        rule = _RULES[int(str(found.lastgroup)[1:])]
        return _extent(lines, at, rule.extent), rule.reason
    if _FROM.match(line) and _is_header_block(lines, at):
        return len(lines) - at, "an earlier mail"
    if length := _attribution(lines, at):
        return length, "the introduction of a quote"
    return 1, ""


def _reason(line: str, reason: str) -> str:
    """Blank lines need no excuse, and a quote stays a quote inside a longer passage."""
    text = line.strip()
    return QUOTED if text.startswith(">") else reason if text else ""


def _extent(lines: Sequence[str], at: int, extent: str) -> int:
    if extent == "line":
        return 1
    if extent == "rest":
        return len(lines) - at
    ends = (end for end in range(at, len(lines)) if not lines[end].strip())
    return next(ends, len(lines)) - at


def _is_header_block(lines: Sequence[str], at: int) -> bool:
    """A From: line followed by two of Sent, To, Date, Subject within five lines."""
    return sum(bool(_FIELD.match(line.strip())) for line in lines[at + 1 : at + 6]) >= 2


def _attribution(lines: Sequence[str], at: int) -> int:
    """The length of an "On ..., X wrote:" at ``at``; 0 if none is there or no quote follows.

    Without the quote it may be a player's own sentence.
    """
    text = ""
    for end in range(at, min(at + 4, len(lines))):
        line = lines[end].strip()
        if not line or line.startswith(">"):
            return 0
        text = f"{text} {line}".lstrip()
        if line.endswith(":") and _WROTE.search(text[-ENDING:]) and _quote_follows(lines, end + 1):
            return end + 1 - at
        if not _OPENING.match(text):
            return 0
    return 0


def _quote_follows(lines: Sequence[str], at: int) -> bool:
    following = (line.lstrip() for line in lines[at : at + 3] if line.strip())
    return next(following, "").startswith(">")


def _press(lines: Sequence[str], at: int) -> list[Line]:
    """The lines of a press block from ``at`` on.

    A message may hold anything but what would give its writer away: a quote, the names and
    addresses above one, a signature. No other rule applies inside.
    """
    marked: list[Line] = []
    reason, length, signed = "", 0, False
    for number in range(at, len(lines)):
        line = lines[number].strip()
        signed = signed or line == "--"
        if not length:
            length, reason = _given_away(lines, number)
        said = QUOTED if line.startswith(">") else SIGNATURE if signed else reason
        marked.append(Line(number + 1, lines[number], said if line else ""))
        length = max(0, length - 1)
        reason = reason if length else ""
    return marked


def _given_away(lines: Sequence[str], at: int) -> tuple[int, str]:
    """How many lines at ``at`` name, with an address, who wrote something else; and the reason."""
    line = lines[at].strip()
    if length := _attribution(lines, at):
        return length, "the introduction of a quote"
    if _FROM.match(line) and "@" in line and _is_header_block(lines, at):
        below = (follows.strip() for follows in lines[at + 1 :])
        length = next((n for n, text in enumerate(below, 1) if not _FIELD.match(text)), 1)
        return length, "the head of an earlier mail"
    return 0, ""
