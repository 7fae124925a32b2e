"""Whether a reply to one of our mails says yes: by its words, by its orders, or by being empty."""

from collections.abc import Iterable

from judge.catalog.sheet import Answerable
from judge.commands import observe, register
from judge.desk.one_time import Proof
from judge.kernel.engine import Order
from judge.kernel.text import Command
from judge.language.branches import Branch
from judge.mail import consent
from judge.mail.consent import Consent

Item = Answerable
"""What the reader makes of a line."""
ELSEWHERE = ("create", "join", "play", "takeover")
"""Commands that lead into a game from outside."""
BOOKS = frozenset({*ELSEWHERE, *register.VERBS, *observe.VERBS})
"""Commands that write a stranger into the judge's books."""
_GIVEN = frozenset({*BOOKS, "nopoints"})
_HEADINGS = ("game", "phase")
"""Commands that say what the lines below them are for."""


def find_orders(items: Iterable[Item], asked_items: Iterable[Item]) -> frozenset[int]:
    """The numbers of a reply's lines that only who says yes would write.

    These are orders, what writes him into the judge's books, and commands that he was asked about:
    robots begin lines with other commands ("Status: open").
    """
    asked_commands = {(one.verb, one.words) for one in asked_items if isinstance(one, Command)}
    commands = [one for one in items if isinstance(one, Command)]
    headings = {one.span.line for one in commands if one.verb in _HEADINGS}
    orders = {one.span.line for one in items if isinstance(one, Order | Branch)}
    orders |= {
        one.span.line
        for one in commands
        if one.verb in _GIVEN or (one.verb, one.words) in asked_commands
    }
    return frozenset(orders | headings) if orders - headings else frozenset()


def weigh(proof: Proof, orders: frozenset[int]) -> Consent:
    """What a reply says, ``orders`` being its lines that give some.

    Nothing that looks automatic says yes, and an empty reply has to name the mail that it answers.
    """
    said, reply = consent.weigh(proof.reply, orders), proof.reply
    is_doubtful = said is Consent.YES and reply.unanswered
    is_nobodys = said is Consent.EMPTY and (reply.bulk or not proof.is_named)
    return Consent.OTHER if is_doubtful or is_nobodys else said
