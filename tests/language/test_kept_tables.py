"""Parse tables kept beside the grammar are what Lark works out, and may be lost or spoilt."""

from pathlib import Path

import pytest

from judge import resources
from judge.language import table
from judge.language.builder import Builder


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the grammars with their tables kept beside them."""
    for file in resources.root("grammar").glob("*.lark"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(resources, "root", lambda _: tmp_path)
    table.write(tmp_path / "tables")
    return tmp_path / "tables"


def test_a_kept_table_is_the_one_that_lark_works_out(kept: Path) -> None:
    files = {file: file.read_bytes() for file in kept.iterdir()}
    assert len(files) == 3
    builder = Builder()
    read = table.build("orders", builder)
    for file in files:
        file.unlink()
    assert repr(table.build("orders", builder)) == repr(read)


def test_tables_are_the_same_to_the_byte_each_time(kept: Path) -> None:
    files = {file: file.read_bytes() for file in kept.iterdir()}
    table.write(kept)
    assert {file: file.read_bytes() for file in kept.iterdir()} == files


def test_a_spoilt_table_is_worked_out_anew(kept: Path) -> None:
    whole = table.build("orders", Builder())
    for file in kept.iterdir():
        file.write_bytes(file.read_bytes()[:100])
    assert len(table.build("orders", Builder()).states) == len(whole.states)


def test_a_grammar_that_was_edited_has_no_kept_table(kept: Path) -> None:
    grammar = kept.parent / "orders.lark"
    grammar.write_text(grammar.read_text() + "\n// edited\n")
    for file in kept.iterdir():
        file.write_bytes(b"never read")
    assert table.build("orders", Builder()).states
