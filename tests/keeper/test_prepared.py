"""What lies ready may be gone, damaged, another's or of another version: then it is made anew."""

import os
from collections.abc import Callable
from pathlib import Path

import jinja2
import pytest
from jinja2 import Environment

from judge import prepared, resources
from judge.catalog import shelves
from judge.keeper import install
from judge.report import compiled, render
from judge.report.picture import layers

NAME, CONTENT = "00.table", b"what was worked out"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a spool keeps what is not there beside the code."""
    monkeypatch.setattr(prepared, "HOME", tmp_path / "code" / "ready")
    monkeypatch.setattr(resources, "_shelves", (tmp_path / "variants", tmp_path / "further"))
    return tmp_path / "ready"


@pytest.fixture
def compiling(home: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates that had to be compiled, in an environment that is new each time."""
    names: list[str] = []
    real = Environment.compile

    def count(environment: Environment, source: str, name: str, filename: str) -> object:
        names.append(name)
        return real(environment, source, name, filename)

    monkeypatch.setattr(Environment, "compile", count)
    render.forget()
    return names


def show_help() -> str:
    """A page worded as by a new process."""
    render.forget()
    return render.fill("mail/heading.html.j2", {"heading": "Orders"})


def test_what_was_kept_lies_ready(home: Path) -> None:
    assert prepared.find(NAME) is None
    prepared.keep(NAME, CONTENT)
    assert prepared.find(NAME) == CONTENT
    assert [path.name for path in home.iterdir()] == [NAME]


def test_a_name_changes_with_all_that_its_content_is_made_of(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.write_text("one")
    first = prepared.name("table", source, "1.0")
    assert first == prepared.name("table", source, "1.0")
    assert first.endswith(".table")
    assert first != prepared.name("table", source, "1.1")
    source.write_text("two")
    assert first != prepared.name("table", source, "1.0")


@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: b"",
        lambda raw: raw[:10],
        lambda raw: raw[:-1],
        lambda raw: b"W" + raw[1:],
        lambda raw: raw + b"\0",
    ],
)
def test_what_is_damaged_is_not_read(home: Path, damage: Callable[[bytes], bytes]) -> None:
    prepared.keep(NAME, CONTENT)
    (home / NAME).write_bytes(damage((home / NAME).read_bytes()))
    assert prepared.find(NAME) is None
    prepared.keep(NAME, CONTENT)
    assert prepared.find(NAME) == CONTENT


@pytest.mark.parametrize("mode", [0o775, 0o757, 0o777])
def test_where_others_can_write_nothing_is_read_nor_written(home: Path, mode: int) -> None:
    prepared.keep(NAME, CONTENT)
    home.chmod(mode)
    assert prepared.find(NAME) is None
    prepared.keep("01.table", CONTENT)
    assert [path.name for path in home.iterdir()] == [NAME]


def test_what_is_another_users_is_not_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by root either: what the judge's user has put there is code."""
    prepared.keep(NAME, CONTENT)
    monkeypatch.setattr(os, "geteuid", lambda: home.stat().st_uid + 1)
    assert prepared.find(NAME) is None
    prepared.keep("01.table", CONTENT)
    assert [path.name for path in home.iterdir()] == [NAME]


def test_a_link_to_another_folder_is_not_followed(home: Path, tmp_path: Path) -> None:
    prepared.keep(NAME, CONTENT)
    home.rename(tmp_path / "elsewhere")
    home.symlink_to(tmp_path / "elsewhere")
    assert prepared.find(NAME) is None


def test_where_there_is_no_room_all_goes_on(home: Path) -> None:
    home.write_text("a file")
    prepared.keep(NAME, CONTENT)
    assert prepared.find(NAME) is None


def test_without_a_umask_nobody_else_may_write(home: Path) -> None:
    before = os.umask(0)
    try:
        prepared.keep(NAME, CONTENT)
    finally:
        os.umask(before)
    assert home.stat().st_mode & 0o022 == (home / NAME).stat().st_mode & 0o022 == 0


def test_what_nothing_has_needed_for_long_goes_and_what_came_with_the_judge_stays(
    home: Path,
) -> None:
    prepared.HOME.mkdir(parents=True)
    for folder in (prepared.HOME, home):
        folder.mkdir(exist_ok=True)
        (folder / NAME).touch()
        os.utime(folder / NAME, (1e9, 1e9))
    prepared.keep("01.table", CONTENT)
    prepared.tidy()
    assert (prepared.HOME / NAME).exists()
    assert [path.name for path in home.iterdir()] == ["01.table"]


def test_a_template_is_compiled_once(home: Path, compiling: list[str]) -> None:
    page = show_help()
    assert compiling
    compiling.clear()
    assert show_help() == page
    assert compiling == []


def test_a_template_of_another_version_is_compiled_anew(
    home: Path, compiling: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page, ready = show_help(), len([*home.iterdir()])
    compiling.clear()
    monkeypatch.setattr(jinja2, "__version__", "4.0")
    assert show_help() == page
    assert compiling
    assert len([*home.iterdir()]) == 2 * ready


def test_a_damaged_template_is_compiled_anew(home: Path, compiling: list[str]) -> None:
    page = show_help()
    compiling.clear()
    for path in home.iterdir():
        path.write_bytes(os.urandom(path.stat().st_size))
    assert show_help() == page
    assert compiling


def test_a_keepers_template_is_read_as_he_last_wrote_it(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "templates" / "mail"
    own.mkdir(parents=True)
    monkeypatch.setattr(resources, "_KEPT", [own.parent])
    for text in ("one", "two", "one"):
        (own / "heading.html.j2").write_text(text)
        assert show_help() == text
    render.forget()


def test_whoever_installs_makes_all_ready_and_throws_away_what_is_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiling: list[str]
) -> None:
    """Of two boards, so that it does not take long."""
    monkeypatch.setattr(resources, "_shelves", ())
    monkeypatch.setattr(shelves, "list_installed", lambda: ("standard", "chaos"))
    monkeypatch.setattr(prepared, "used", set())
    prepared.HOME.mkdir(parents=True)
    (prepared.HOME / "old.table").touch()
    layers.load_board.cache_clear()
    install.pack(tmp_path / "package")
    kinds = {path.suffix for path in prepared.HOME.iterdir()}
    assert kinds == {".table", ".png", f".{compiled.KIND}"}
    assert {path.suffix for path in (tmp_path / "package").iterdir()} == {".table", ".png"}
    assert not (prepared.HOME / "old.table").exists()
    compiling.clear()
    render.forget()
    install.prepare()
    assert compiling == []
