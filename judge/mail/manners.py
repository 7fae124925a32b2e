"""Whom the judge does not answer: robots, lists, bounces and itself (RFC 3834)."""

import re
from typing import NamedTuple

from judge.mail.identity import claim, is_bounce, once_token
from judge.mail.mime import Headers, header_words
from judge.mail.ours import Ours, first_address
from judge.resources import read_patterns

_WORDS = read_patterns("robots")
_ROBOT = re.compile(rf"(?:{_WORDS['robot']})(?:[+=].*)?@|.*@(?:.*\.)?spamarrest\.com$")
"""Addresses that no person has."""
_REPORT_TYPES = ("multipart/report", "message/delivery-status", "message/disposition-notification")
_REPLIERS = re.compile(_WORDS["replier's header"])
_PRECEDENCES = ("precedence", "x-precedence", "preference")
_RESPONDER = re.compile(r"auto[-_]?(?:reply|respon)", re.IGNORECASE)
_SAYS_SO = (*_PRECEDENCES, "x-post-messageclass", "delivered-to")
"""Headers in which an automatic answer may call itself one."""
_LISTS = frozenset(_WORDS["list's header"].split("|"))
_SENT_OUT = frozenset(_WORDS["newsletter's header"].split("|"))
_AUTOMATIC = re.compile(
    rf"(?:{_WORDS['automatic answer']})\s*[:：]|(?:{_WORDS['automatic answer, no colon']})\b",
    re.IGNORECASE,
)
_FAILED = re.compile(
    rf"(?:{_WORDS['bounce']})\b|.*(?:: non remis\b|\(delivery failed\))", re.IGNORECASE
)
_CHALLENGE = re.compile(rf"(?:\W*(?:re:\s*)?)?(?:{_WORDS['challenge']})", re.IGNORECASE)
_SPAM_FLAG = re.compile(r"\s*(?:yes|true|spam\b)", re.IGNORECASE)
_SPAM_FLAGS = ("x-spam-flag", "x-spam-status", "x-spam", "x-bogosity", "x-rspamd-flag")
_CONFIDENT = re.compile(r"\bSCL:([5-9])\b|^\s*([5-9])\s*$")
"""Exchange's spam confidence level, alone or within X-Forefront-Antispam-Report."""
_CONFIDENCES = ("x-ms-exchange-organization-scl", "x-forefront-antispam-report")


REPORTS = ("it is a bounce", "it is a delivery report", "its sender is a robot")
"""How the reasons begin for being silent over what may tell that a mail came back."""


class Manners(NamedTuple):
    """How a mail may be treated: each says why not, "" where nothing is against it.

    The fields are those of ``Letter``.
    """

    silence: str = ""
    unanswered: str = ""
    bulk: str = ""


def judge_mail(
    fields: Headers, sender: str, recipient: str, ours: Ours, *, of_calendar: bool = False
) -> Manners:
    """How a mail may be treated, by its addresses and headers.

    ``of_calendar``: it holds a calendar's answer to an invitation.

    What only looks automatic is obeyed where it came to a seat's secret address, or to a
    one-time address: a person's mail program may well write such a header, and no list knows
    the address.
    """
    if reason := _sign_of_robot(fields, sender, recipient, ours):
        return Manners(silence=reason)
    reason = "it is a calendar's answer" if of_calendar else _doubtful_sign(fields)
    if reason:
        seat_claim = claim(recipient)
        is_secret = bool(seat_claim and seat_claim.token and not seat_claim.press)
        if not is_secret and not once_token(recipient):
            return Manners(silence=reason)
        return Manners(unanswered=reason, bulk=reason)
    # A spam filter or a newsletter's sender may have left its mark.
    if (
        fields.first("x-spam-level").startswith("*****")
        or any(_SPAM_FLAG.match(value) for name in _SPAM_FLAGS for value in fields.every(name))
        or any(_CONFIDENT.search(value) for name in _CONFIDENCES for value in fields.every(name))
    ):
        return Manners(bulk="it is marked as spam")
    if not _SENT_OUT.isdisjoint(fields.names):
        return Manners(bulk="it was sent out by a service for newsletters")
    return Manners()


def _sign_of_robot(fields: Headers, sender: str, recipient: str, ours: Ours) -> str:
    """What its addresses and headers say that no person's mail has."""
    if is_bounce(recipient):
        return "it is a bounce (it came to an address for bounces)"
    if first_address(sender, ours)[0]:
        return "it comes from the judge itself"
    if first_address("\n".join(fields.every("x-loop")), ours)[0]:
        return "it has been through the judge before"
    if re.sub(r"\s", "", fields.first("return-path")) == "<>":
        return "it is a bounce (empty return path)"
    if _ROBOT.match(sender):
        return "its sender is a robot"
    kind = fields.first("content-type").lower()
    if kind.startswith(_REPORT_TYPES) or fields.first("x-failed-recipients"):
        return "it is a delivery report"
    automatic = fields.first("auto-submitted").lower()
    if automatic and automatic.partition(";")[0].strip() != "no":
        return "it is an automatic mail (Auto-Submitted)"
    says_so = any(_RESPONDER.search(value) for name in _SAYS_SO for value in fields.every(name))
    if says_so or any(map(_REPLIERS.match, fields.names)):
        return "it is an automatic answer"
    return ""


def _doubtful_sign(fields: Headers) -> str:
    """What its headers say that robots' and lists' mails have, and now and then a person's."""
    for name in _PRECEDENCES:
        if (precedence := fields.first(name).lower()) in {"bulk", "junk", "list"}:
            return f"it is a mass mail (Precedence: {precedence})"
    if not _LISTS.isdisjoint(fields.names):
        return "it comes through a mailing list"
    if "x-auto-response-suppress" in fields.names:
        return "it is an automatic answer (X-Auto-Response-Suppress)"
    subject = header_words(fields.first("subject"))
    if _AUTOMATIC.match(subject):
        return "it is an automatic answer (by its subject)"
    if _FAILED.match(subject):
        return "it is a delivery report (by its subject)"
    if _CHALLENGE.match(subject):
        return "it asks for a confirmation, as spam filters do"
    return ""
