"""A standard game in the demo: the mails of a spring, its adjudication, one results mail."""

import re
import time
from collections import Counter
from collections.abc import Sequence
from email import message_from_bytes, policy
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from judge.demo import sample, screen
from judge.demo.sample import SAMPLE, Arrival, Sent

GAME, READER = "alpha", "France"
"""The game that is played and the player over whose shoulder we look."""


def show(home: Path, console: Console) -> None:
    """Play the game up to now and one phase more."""
    _play_earlier(home, console)
    all_sent: list[Sent] = []
    console.rule("The mails of Spring 1902")
    table = screen.table("mail", "from", "taken", "left out", "not taken, and what the judge says")
    for arrival in sample.present():
        news = sample.deliver(home, arrival)
        table.add_row(*_describe_arrival(home, arrival, news))
        all_sent += news
    console.print(table)
    screen.adjudication(sample.last_turn(home, GAME), console)
    _show_mails(home, all_sent, console)


def _play_earlier(home: Path, console: Console) -> None:
    """Play the game up to now: its creation, the joining, and 1901."""
    start = time.perf_counter()
    mails = sorted(sample.mbox(SAMPLE / "earlier.mbox"), key=lambda arrival: arrival.received)
    answers = [mail for arrival in mails for mail in sample.deliver(home, arrival)]
    console.rule("[bold]The e-mail judge, on a copy of its sample spool")
    first, last = mails[0].received, mails[-1].received
    console.print(
        f"{first:%-d} to {last:%-d %B %Y}: {len(mails)} mails came in. The game {GAME} was created,"
        f" seven players joined, and 1901 was played.\nThe judge sent {len(answers)} mails;"
        f" all of it took {time.perf_counter() - start:.1f} seconds.\n"
    )


def _describe_arrival(home: Path, arrival: Arrival, news: Sequence[Sent]) -> tuple[str, ...]:
    """What became of a mail: its lines as they were read, and what its sender was told."""
    message = message_from_bytes(arrival.raw, policy=policy.default)
    sender = str(message["From"].addresses[0].display_name)
    answer = next((one for one in news if one.mail["In-Reply-To"] == message["Message-ID"]), None)
    if answer is None:
        return arrival.name, sender, "-", "-", "[dim]not answered: it is an automatic mail"
    verdicts = Counter(one.verdict for one in sample.read_lines(home, str(message["Message-ID"])))
    lines_taken, left_out = verdicts["taken"] + verdicts["done"], verdicts["ignored"]
    not_taken = _list_not_taken(answer.text)
    return arrival.name, sender, str(lines_taken), str(left_out or ""), not_taken


_NOT_TAKEN = re.compile(r"^  NOT TAKEN +line \d+: (.*)\n(?: +\^\n)?((?:      .*\n)*)", re.MULTILINE)


def _list_not_taken(text: str) -> str:
    """The lines that were not taken, with what the judge says to them."""
    rows = [(escape(line), escape(" ".join(why.split()))) for line, why in _NOT_TAKEN.findall(text)]
    return "\n".join(f"[bold]{line}[/]  {why}".rstrip() for line, why in rows)


def _show_mails(home: Path, all_sent: Sequence[Sent], console: Console) -> None:
    """List the mails sent, and print one of them in full."""
    console.rule(f"{len(all_sent)} mails sent, in {home / 'out' / 'new'}")
    table = screen.table("to", "subject", "file", show_header=False)
    for one in all_sent:
        table.add_row(str(one.mail["To"]), escape(str(one.mail["Subject"])), one.file.name)
    console.print(table)
    results = next(one for one in all_sent if _is_results(one) and _is_for(one, READER))
    console.rule(f"One of them in full: the results mail to {READER}")
    console.print(f"[bold]{escape(str(results.mail['Subject']))}[/]\n")
    console.print(escape(results.text), highlight=False, soft_wrap=True)


def _is_for(mail_sent: Sent, power: str) -> bool:
    return f"You play {power}." in " ".join(mail_sent.text.split())


def _is_results(mail_sent: Sent) -> bool:
    return str(mail_sent.mail["Subject"]).endswith(": results")
