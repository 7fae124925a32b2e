"""What the demo's parts print alike: tables, and orders with the signs of their verdicts."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from judge.report.words import mark
from judge.store.record import PlayedTurn


def table(*columns: str, whole: int = 1, **more: Any) -> Table:
    """A table without lines; long cells are folded, but for those of the first columns."""
    new_table = Table(box=None, padding=(0, 2, 0, 0), **more)
    for number, column in enumerate(columns):
        new_table.add_column(column, overflow="fold", no_wrap=number < whole)
    return new_table


def adjudication(turn: PlayedTurn, console: Console) -> None:
    """Show what became of each order of a phase, power by power."""
    console.rule(f"The adjudication of {turn.title}")
    order_table = table("power", "orders")
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
