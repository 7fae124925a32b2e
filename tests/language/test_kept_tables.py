"""Parse tables that lie ready are what Lark works out, and may be lost."""

from pathlib import Path

import pytest

from judge import prepared, resources
from judge.language import table
from judge.language.builder import Builder


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the grammars, and the folder in which their tables lie ready."""
    for file in resources.root("grammar").glob("*.lark"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(resources, "root", lambda _: tmp_path)
    monkeypatch.setattr(resources, "_shelves", ())
    monkeypatch.setattr(prepared, "HOME", tmp_path / "ready")
    table.prepare()
    return tmp_path / "ready"


def test_a_kept_table_is_the_one_that_lark_works_out(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {file: file.read_bytes() for file in kept.iterdir()}
    assert len(files) == 3
    worked_out = table._work_out(table._text("orders"), "")
    monkeypatch.setattr(table, "_work_out", None)
    assert table._load(table._text("orders"), "") == worked_out


def test_tables_are_the_same_to_the_byte_each_time(kept: Path) -> None:
    files = {file: file.read_bytes() for file in kept.iterdir()}
    for file in files:
        file.unlink()
    table.prepare()
    assert {file: file.read_bytes() for file in kept.iterdir()} == files


def test_a_grammar_that_was_edited_has_no_kept_table(kept: Path) -> None:
    grammar = kept.parent / "orders.lark"
    grammar.write_text(grammar.read_text() + "\n// edited\n")
    assert table.build("orders", Builder()).start
    assert len([*kept.iterdir()]) == 4
