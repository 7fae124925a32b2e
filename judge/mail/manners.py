"""Whom the judge does not answer: robots, lists, bounces and itself (RFC 3834)."""

import re

from judge.mail.bounces import is_bounce
from judge.mail.headers import Headers
from judge.mail.ours import Ours, addressed

_ROBOT = re.compile(
    r"(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|owner-.*|bounces?|.*-(?:owner|request"
    r"|bounces?)|majordomo|listserv|list-?manager|autoreply|auto-?responder)(?:\+.*)?@"
)
_LISTS = ("list-id", "list-post", "list-unsubscribe", "mailing-list", "x-mailing-list")
_REPORTS = ("multipart/report", "message/delivery-status", "message/disposition-notification")
_REPLIERS = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-response-suppress")


def silence(fields: Headers, sender: str, recipient: str, ours: Ours) -> str:
    """Why this mail must not be answered nor obeyed, as a phrase, or "" if it may be."""
    return _addresses(fields, sender, recipient, ours) or _marks(fields)


def _addresses(fields: Headers, sender: str, recipient: str, ours: Ours) -> str:
    """What its addresses say."""
    if is_bounce(recipient):
        return "it is a bounce (it came to an address for bounces)"
    if addressed(sender, ours)[0]:
        return "it comes from the judge itself"
    if addressed("\n".join(fields.every("x-loop")), ours)[0]:
        return "it has been through the judge before"
    if re.sub(r"\s", "", fields.first("return-path")) == "<>":
        return "it is a bounce (empty return path)"
    if _ROBOT.match(sender):
        return "its sender is a robot"
    return ""


def _marks(fields: Headers) -> str:
    """What its headers say."""
    kind = fields.first("content-type").lower()
    if kind.startswith(_REPORTS) or fields.first("x-failed-recipients"):
        return "it is a delivery report"
    automatic = fields.first("auto-submitted").lower()
    if automatic and automatic.partition(";")[0].strip() != "no":
        return "it is an automatic mail (Auto-Submitted)"
    precedence = fields.first("precedence").lower()
    if precedence in {"bulk", "junk", "list", "auto_reply"}:
        return f"it is a mass mail (Precedence: {precedence})"
    if any(fields.every(name) for name in _LISTS):
        return "it comes through a mailing list"
    if any(fields.every(name) for name in _REPLIERS):
        return "it is an automatic answer"
    return ""
