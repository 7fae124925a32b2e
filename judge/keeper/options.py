"""Options that many commands have, and how their answers are told.

``--spool`` and ``--json`` may stand behind a group or behind its command; of two spools the one
that was typed last counts.
"""

import re
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import json

if TYPE_CHECKING:
    from judge.game.books.overview import Listing


SPOOL_OF = "judge.spool"
"""Where a command's context remembers its spool."""
JSON_OF = "judge.json"
"""Where it remembers that a program asks."""
ENVIRONMENT = "JUDGE_SPOOL"
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""What moves the cursor, colours, reorders or cuts what is told: terminals obey it."""
_SPAN = re.compile(r"(\d{1,6})([smhdw])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def _remember_spool(context: click.Context, _option: click.Parameter, spool: Path | None) -> Path:
    """The spool that a command is for, kept for its commands and for what it may raise."""
    if spool is not None:
        context.meta[SPOOL_OF] = spool
    home: Path = context.meta.setdefault(SPOOL_OF, Path())
    return home


_FOLDER = click.Path(path_type=Path)
_spool = partial(click.option, "--spool", callback=_remember_spool, type=_FOLDER, metavar="DIR")
SPOOL = _spool(envvar=ENVIRONMENT, help="The spool; else JUDGE_SPOOL, else the current folder.")


def command(
    group: click.Group, name: str | None = None
) -> Callable[[Callable[..., None]], click.Command]:
    """Make a function a command of a group on a spool; the group may have the option, too."""
    is_named = any(option.name == "spool" for option in group.params)
    spool = _spool(help="The spool; else the group's.") if is_named else SPOOL
    return lambda function: group.command(name)(spool(function))


ALL = click.option("--all", "whole", is_flag=True, help="Name all games, however many there are.")


def _remember_json(context: click.Context, _option: click.Parameter, value: bool) -> bool:
    """Whether a command answers programs: it says so itself, or its group did."""
    context.meta[JSON_OF] = value or context.meta.get(JSON_OF, False)
    return bool(context.meta[JSON_OF])


JSON = click.option(
    "--json",
    "as_json",
    is_flag=True,
    callback=_remember_json,
    help="As JSON, for programs (docs/json.md).",
)


def read_moment(
    _context: click.Context, _option: click.Parameter, text: str | None
) -> datetime | None:
    """An ISO time, meant in UTC where it names no zone."""
    try:
        moment = datetime.fromisoformat(text) if text else None
    except ValueError as error:
        raise click.BadParameter("write it like 2026-11-27T18:00") from error
    return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC) if moment else None


def read_since(
    context: click.Context, option: click.Parameter, text: str | None
) -> datetime | None:
    """An ISO time, or how long ago: "90m", "12h", "3d"."""
    if match := _SPAN.fullmatch(text or ""):
        return datetime.now(UTC) - timedelta(**{_UNITS[match[2]]: int(match[1])})
    try:
        return read_moment(context, option, text)
    except click.BadParameter as error:
        raise click.BadParameter("write it like 12h, 3d or 2026-11-27T18:00") from error


def tell(*texts: str | bytes, err: bool = False, nl: bool = True) -> None:
    """Print texts that may quote a file or a mail: what a terminal would obey is shown instead.

    JSON comes as bytes, in which all of that is escaped already.
    """
    for text in texts:
        click.echo(text if isinstance(text, bytes) else as_printable(text), err=err, nl=nl)


def as_printable(text: str) -> str:
    """Text with all control characters but tabs and line ends written out, as in Python."""
    return _UNPRINTABLE.sub(lambda match: repr(match[0])[1:-1], text)


def print_json(content: object) -> None:
    """An answer for programs, on one line."""
    click.echo(json.encode(content))


def print_listing(
    listing: "Listing", *, as_json: bool = False, figures: Mapping[str, object] = {}
) -> None:
    """A table on a terminal, plain columns elsewhere, or JSON, which begins with ``figures``."""
    from judge.game.books import overview

    if as_json:
        print_json({**figures, **overview.as_record(listing)})
        return
    if not sys.stdout.isatty():
        tell(overview.as_text(listing))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*listing.heads, box=None, header_style="bold", pad_edge=False)
    for row in listing.rows:
        table.add_row(*(Text(as_printable(cell)) for cell in row))
    console = Console(highlight=False)
    for line in listing.lines:
        console.print(as_printable(line), markup=False)
    console.print(table)
