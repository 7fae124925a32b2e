"""The demo: the judge works through a copy of the sample spool, and shows what it does."""

import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from email import message_from_bytes, policy
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from judge.keeper import sample
from judge.keeper.sample import SAMPLE, Arrival, Sent
from judge.report.words import mark
from judge.store.record import PlayedTurn


def as_table(*columns: str, whole: int = 1, **more: Any) -> Table:
    """A table without lines; long cells are folded, but for those of the first columns."""
    new_table = Table(box=None, padding=(0, 2, 0, 0), **more)
    for number, column in enumerate(columns):
        new_table.add_column(column, overflow="fold", no_wrap=number < whole)
    return new_table


def adjudication(turn: PlayedTurn, console: Console) -> None:
    """Show what became of each order of a phase, power by power."""
    console.rule(f"The adjudication of {turn.title}")
    order_table = as_table("power", "orders")
    for event in turn.events:
        if event.kind == "results":
            for power, rows in groupby(event.data["rows"], key=itemgetter("power")):
                order_table.add_row(power, mark_orders(rows))
    console.print(order_table)
    console.print("[green]✓[/] worked   [yellow]✗[/] failed   [red]⚑[/] its unit was dislodged\n")


def mark_orders(rows: Iterable[Mapping[str, Any]]) -> Columns:
    """Orders with the signs of their verdicts side by side; none is broken between two lines."""
    return Columns([_mark_order(row) for row in rows], padding=(0, 3, 0, 0))


def _mark_order(row: Mapping[str, Any]) -> str:
    sign = mark(row["verdict"])
    colour = {"✓": "green", "✗": "yellow"}.get(sign, "red")
    return f"{escape(row['order'])} [{colour}]{sign}[/]"


ALPHA, READER = "alpha", "France"
"""The game that is played and the player over whose shoulder we look."""


def show_alpha(home: Path, console: Console) -> None:
    """Play the game up to now and one phase more."""
    _play_earlier(home, console)
    all_sent: list[Sent] = []
    console.rule("The mails of Spring 1902")
    table = as_table("mail", "from", "taken", "left out", "not taken, and what the judge says")
    for arrival in sample.present():
        news = sample.deliver(home, arrival)
        table.add_row(*_describe_arrival(home, arrival, news))
        all_sent += news
    console.print(table)
    adjudication(sample.last_turn(home, ALPHA), console)
    _show_mails(home, all_sent, console)


def _play_earlier(home: Path, console: Console) -> None:
    """Play the game up to now: its creation, the joining, and 1901."""
    start = time.perf_counter()
    mails = sorted(sample.mbox(SAMPLE / "earlier.mbox"), key=lambda arrival: arrival.received)
    answers = [mail for arrival in mails for mail in sample.deliver(home, arrival)]
    console.rule("[bold]The e-mail judge, on a copy of its sample spool")
    first, last = mails[0].received, mails[-1].received
    console.print(
        f"{first:%-d} to {last:%-d %B %Y}: {len(mails)} mails came in. The game {ALPHA} was"
        f" created, seven players joined, and 1901 was played.\nThe judge sent"
        f" {len(answers)} mails; all of it took {time.perf_counter() - start:.1f} seconds.\n"
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
    rows = [
        (escape(line), escape(" ".join(why.split())))
        for line, why in _NOT_TAKEN.findall(answer.text)
    ]
    not_taken = "\n".join(f"[bold]{line}[/]  {why}".rstrip() for line, why in rows)
    return arrival.name, sender, str(lines_taken), str(left_out or ""), not_taken


_NOT_TAKEN = re.compile(r"^  NOT TAKEN +line \d+: (.*)\n(?: +\^\n)?((?:      .*\n)*)", re.MULTILINE)


def _show_mails(home: Path, all_sent: Sequence[Sent], console: Console) -> None:
    """List the mails sent, and print one of them in full."""
    console.rule(f"{len(all_sent)} mails sent, in {home / 'out' / 'new'}")
    table = as_table("to", "subject", "file", show_header=False)
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


BETA = "beta"
_POINTS = re.compile(r"^  (DP \d+: .*?)(?: +\(.*)?$", re.MULTILINE)
_SUM = re.compile(r"^  DP: \d+ to spend.*?, (\d+ used), (.*)\.$", re.MULTILINE)
_VOID = re.compile(r"\b\d+ DP used,[^.]*\.")
"""What would come to nothing stands in an answer's first lines."""
_LOOK = re.compile(r"^  ! (.*(?:\n      .*)*)", re.MULTILINE)


def show_beta(home: Path, console: Console) -> None:
    """Play a game of 1936 from its creation to the results of its first phase."""
    mails = list(sample.mbox(SAMPLE / "1936.mbox"))
    all_sent = [one for arrival in mails for one in sample.deliver(home, arrival)]
    turn = sample.last_turn(home, BETA)
    console.rule("[bold]Another game: 1936, where minor powers follow who pays most")
    console.print(
        f"{len(mails)} mails: the game {BETA} was created, seven players joined and sent their"
        f" orders and sealed points for {turn.title}.\n"
    )
    table = as_table("power", "its sealed points", "", "the judge warns", whole=3)
    for power, answer in _list_answers(all_sent):
        table.add_row(power, *_read_sums(answer))
    console.print(table)
    adjudication(turn, console)
    console.print("What all are told of the minor powers, and nobody of who paid:\n")
    console.print(Padding(_deeds(turn), (0, 0, 1, 3)))
    console.rule("The private bid summary: only the game master gets it")
    console.print(escape(_find_summary(all_sent)), highlight=False, soft_wrap=True)


def _list_answers(all_sent: Sequence[Sent]) -> Iterator[tuple[str, str]]:
    """The powers' names with the answers that acknowledge their orders first."""
    seen: set[str] = set()
    for one in all_sent:
        match = re.search(r"^YOUR ORDERS FOR .+ \((.+)\)$", one.text, re.MULTILINE)
        if match and match[1] not in seen:
            seen.add(match[1])
            yield match[1], one.text


def _read_sums(answer: str) -> tuple[str, str, str]:
    """The points of an answer, their sum, and what the judge warns of."""
    order_list = answer[answer.index("YOUR ORDERS FOR") :]
    sum_match = _SUM.search(order_list)
    found = (*_VOID.findall(answer), *_LOOK.findall(order_list))
    warnings = (" ".join(line.split()) for line in found)
    return (
        "\n".join(map(escape, _POINTS.findall(order_list))),
        ", ".join(sum_match.groups()) if sum_match else "",
        "\n".join(map(escape, warnings)),
    )


def _deeds(turn: PlayedTurn) -> Columns:
    """What the minors did that did not just hold."""
    rows = [row for event in turn.events if event.kind == "minors" for row in event.data["rows"]]
    return mark_orders(row for row in rows if row["reason"] != "held")


def _find_summary(all_sent: Sequence[Sent]) -> str:
    """The game master's table, as it stands in his mail."""
    return sample.cut_bids(next(one.text for one in reversed(all_sent) if sample.BIDS in one.text))


def show(home: Path, console: Console) -> None:
    """Play the sample spool in ``home``, a folder that is made anew, and show it all.

    Raises KeeperError if there is no sample spool or ``home`` is a folder of something else.
    """
    sample.fresh(home)
    show_alpha(home, console)
    show_beta(home, console)
    sample.show_what_is_left(home, console)
