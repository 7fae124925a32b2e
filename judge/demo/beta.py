"""A phase of 1936 in the demo: sealed points, what they did, and who alone learns of them."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from judge.demo import sample, screen, shelf
from judge.demo.sample import SAMPLE, Sent
from judge.store.record import PlayedTurn

GAME = "beta"
_POINTS = re.compile(r"^  (DP \d+: .*?)(?: +\(.*)?$", re.MULTILINE)
_SUM = re.compile(r"^  DP: \d+ to spend.*?, (\d+ used), (.*)\.$", re.MULTILINE)
_VOID = re.compile(r"\b\d+ DP used,[^.]*\.")
"""What would come to nothing stands in an answer's first lines."""
_LOOK = re.compile(r"^  ! (.*(?:\n      .*)*)", re.MULTILINE)


def show(home: Path, console: Console) -> None:
    """Play a game of 1936 from its creation to the results of its first phase."""
    mails = list(sample.mbox(SAMPLE / "1936.mbox"))
    all_sent = [one for arrival in mails for one in sample.deliver(home, arrival)]
    turn = sample.last_turn(home, GAME)
    console.rule("[bold]Another game: 1936, where minor powers follow who pays most")
    console.print(
        f"{len(mails)} mails: the game {GAME} was created, seven players joined and sent their"
        f" orders and sealed points for {turn.title}.\n"
    )
    table = screen.table("power", "its sealed points", "", "the judge warns", whole=3)
    for power, answer in _list_answers(all_sent):
        table.add_row(power, *_read_sums(answer))
    console.print(table)
    screen.adjudication(turn, console)
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
    return screen.mark_orders(row for row in rows if row["reason"] != "held")


def _find_summary(all_sent: Sequence[Sent]) -> str:
    """The game master's table, as it stands in his mail."""
    return shelf.cut_bids(next(one.text for one in reversed(all_sent) if shelf.BIDS in one.text))
