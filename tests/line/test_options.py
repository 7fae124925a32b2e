"""Options that many commands have; answers on terminals, in files, and to programs."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from judge.game.books.overview import Listing
from judge.keeper import options
from judge.keeper.options import JSON, SPOOL, command

LISTING = Listing(
    ("all 2 games [b]",), ("game", "seats"), (("alpha", "7/7"), ("[b]eta\x1b[2J", "0/7"))
)


def told(*words: str, group: tuple[str, ...] = (), **environment: str) -> tuple[str, bool]:
    """Spool and JSON as a command of a group understands them."""
    found: list[tuple[str, bool]] = []

    @click.group()
    @SPOOL
    @JSON
    def outer(spool: Path, *, as_json: bool) -> None:
        """A group."""
        assert as_json == ("--json" in group)
        assert isinstance(spool, Path)

    @command(outer)
    @JSON
    def inner(spool: Path, *, as_json: bool) -> None:
        """Its command."""
        found.append((str(spool), as_json))

    done = CliRunner().invoke(
        outer, [*group, "inner", *words], env={options.ENVIRONMENT: None, **environment}
    )
    assert done.exit_code == 0, done.output
    return found[0]


def test_the_spool_that_is_named_last_counts_else_the_environments_else_this_folder() -> None:
    assert told() == (".", False)
    assert told(JUDGE_SPOOL="/srv/a")[0] == "/srv/a"
    assert told(group=("--spool", "/srv/b"), JUDGE_SPOOL="/srv/a")[0] == "/srv/b"
    assert told("--spool", "/srv/c", group=("--spool", "/srv/b"))[0] == "/srv/c"
    assert told("--spool", "/srv/c", JUDGE_SPOOL="/srv/a")[0] == "/srv/c"


def test_who_asks_for_json_anywhere_gets_json() -> None:
    assert told("--json")[1]
    assert told(group=("--json",))[1]
    assert told("--json", group=("--json",))[1]
    assert not told()[1]


def test_all_games_are_named_only_where_that_is_asked() -> None:
    found = []

    @click.command()
    @options.ALL
    def show(*, whole: bool) -> None:
        """A command that names some."""
        found.append(whole)

    for words in ([], ["--all"]):
        assert CliRunner().invoke(show, words).exit_code == 0
    assert found == [False, True]


def read(callback: Callable[..., datetime | None], text: str | None) -> datetime | None:
    """What an option's text means."""
    return callback(click.Context(click.Command("x")), click.Option(["--x"]), text)


@pytest.mark.parametrize("callback", [options.read_moment, options.read_since])
@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-11-27T18:00", datetime(2026, 11, 27, 18, tzinfo=UTC)),
        ("2026-11-27", datetime(2026, 11, 27, tzinfo=UTC)),
        ("2026-11-27T18:00+02:00", datetime(2026, 11, 27, 16, tzinfo=UTC)),
        ("2026-11-27T18:00Z", datetime(2026, 11, 27, 18, tzinfo=UTC)),
        ("", None),
        (None, None),
    ],
)
def test_a_time_is_meant_in_utc_unless_it_names_its_zone(
    callback: Callable[..., datetime | None], text: str | None, moment: datetime | None
) -> None:
    found = read(callback, text)
    assert found == moment
    assert found is None or found.tzinfo == UTC


@pytest.mark.parametrize(
    ("text", "ago"),
    [
        ("45s", timedelta(seconds=45)),
        ("90m", timedelta(minutes=90)),
        ("12h", timedelta(hours=12)),
        ("3d", timedelta(days=3)),
        ("2w", timedelta(weeks=2)),
    ],
)
def test_so_long_ago_is_a_time_too(text: str, ago: timedelta) -> None:
    before = datetime.now(UTC)
    found = read(options.read_since, text)
    assert found is not None
    assert before - ago <= found <= datetime.now(UTC) - ago
    with pytest.raises(click.BadParameter):
        read(options.read_moment, text)


@pytest.mark.parametrize(
    ("callback", "said"),
    [
        (options.read_moment, "write it like 2026-11-27T18:00"),
        (options.read_since, "write it like 12h, 3d or 2026-11-27T18:00"),
    ],
)
def test_what_is_no_time_is_told_with_an_example(
    callback: Callable[..., datetime | None], said: str
) -> None:
    for text in ("yesterday", "12 h", "3y", "2026-13-01"):
        with pytest.raises(click.BadParameter, match=said):
            read(callback, text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", r"\x1b[31mred"),
        ("bell\x07, back\x08", r"bell\x07, back\x08"),
        ("left\u202eright", r"left\u202eright"),
        ("a\ud800b", r"a\ud800b"),
        ("del\x7f and \x9b", r"del\x7f and \x9b"),
        ("a\tb\nc", "a\tb\nc"),
        ("Zoë Łódź ½ 囲碁", "Zoë Łódź ½ 囲碁"),
    ],
)
def test_what_a_terminal_would_obey_is_written_out(text: str, shown: str) -> None:
    assert options.as_printable(text) == shown


def test_what_is_told_is_printable_and_json_is_left_as_it_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options.tell("a\x07")
    options.tell("b", nl=False)
    options.tell(b'{"c": 1}')
    options.tell("trouble\x07", err=True)
    assert tuple(capsys.readouterr()) == ('a\\x07\nb{"c": 1}\n', "trouble\\x07\n")


def test_a_listing_is_columns_in_a_file_and_json_for_programs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options.print_listing(LISTING)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "all 2 games [b]"
    assert [line.split() for line in lines if "/7" in line] == [
        ["alpha", "7/7"],
        [r"[b]eta\x1b[2J", "0/7"],
    ]
    options.print_listing(LISTING, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert [row["game"] for row in told["rows"]] == [row[0] for row in LISTING.rows]


def test_a_listing_on_a_terminal_has_bold_heads_and_shows_every_cell_as_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    options.print_listing(LISTING)
    first, heads, *rows = capsys.readouterr().out.splitlines()
    assert first == "all 2 games [b]", "its numbers have no colour"
    assert heads.startswith("\x1b[1mgame")
    assert [row.split() for row in rows] == [["alpha", "7/7"], [r"[b]eta\x1b[2J", "0/7"]]
    assert rows[0].startswith("alpha"), "it begins at the edge, as the line above it does"
