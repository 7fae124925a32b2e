"""Links that open a mail to the judge: they name a seat and prove nothing.

A mail is forwarded and quoted with its links in it, so none of them may hold a secret address.
"""

from collections.abc import Sequence
from urllib.parse import quote

from judge.kernel.notice import Facts


def to_judge(facts: Facts, subject: str, lines: Sequence[str]) -> str:
    """A link that opens a mail to the judge's open address with these lines for a reader's seat.

    Its first line says for which seat they are (SIGNON without a password): they count if the
    mail is proven to come from its player, or once he has replied to the judge's question.
    """
    seat = f"SIGNON {facts.power.replace(' ', '-')}@{facts.game}"
    body = "\r\n".join((seat, *lines)) + "\r\n"
    return f"mailto:{quote(facts.judge, safe='@')}?subject={quote(subject)}&body={quote(body)}"
