"""What the demo's parts print alike: tables, and orders with the signs of their verdicts."""

from collections.abc import Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from judge.game.record import PlayedTurn
from judge.report.words import mark


def table(*columns: str, **more: Any) -> Table:
    """A table without lines; long cells are folded, but for those of the first column."""
    made = Table(box=None, padding=(0, 2, 0, 0), **more)
    for column in columns:
        made.add_column(column, overflow="fold", no_wrap=column == columns[0])
    return made


def adjudication(turn: PlayedTurn, console: Console) -> None:
    """Show what became of each order of a phase, power by power."""
    console.rule(f"The adjudication of {turn.title}")
    shown = table("power", "orders")
    for event in turn.events:
        if event.kind == "results":
            for power, rows in groupby(event.data["rows"], key=itemgetter("power")):
                shown.add_row(power, "   ".join(map(marked, rows)))
    console.print(shown)
    console.print("[green]✓[/] worked   [yellow]✗[/] failed   [red]⚑[/] its unit was dislodged\n")


def marked(row: Mapping[str, Any]) -> str:
    """An order with the sign of its verdict; it is never broken between two lines."""
    sign = mark(row["verdict"])
    colour = {"✓": "green", "✗": "yellow"}.get(sign, "red")
    order = escape(row["order"]).replace(" ", "\N{NO-BREAK SPACE}")
    return f"{order}\N{NO-BREAK SPACE}[{colour}]{sign}[/]"
