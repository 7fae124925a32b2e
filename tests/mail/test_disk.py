"""Stored files: whole, private, complete, and replaced in one step."""

import os
from pathlib import Path

import pytest

from judge.mail import disk


def test_files_are_stored_whole_and_private(tmp_path: Path) -> None:
    files = {f"{number}.eml": b"x" * number for number in range(250)}
    disk.store(files, tmp_path, tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_a_file_of_the_same_name_is_replaced(tmp_path: Path) -> None:
    disk.store({"a": b"old"}, tmp_path, tmp_path)
    disk.store({"a": b"new"}, tmp_path, tmp_path)
    assert (tmp_path / "a").read_bytes() == b"new"


def test_every_file_is_synced_before_any_is_renamed_and_the_folder_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, replace = os.fsync, os.replace

    def watched_fsync(handle: int) -> None:
        done.append("folder" if os.path.isdir(f"/proc/self/fd/{handle}") else "file")
        fsync(handle)

    def watched_replace(source: str, target: Path) -> None:
        done.append("rename")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", watched_fsync)
    monkeypatch.setattr(os, "replace", watched_replace)
    disk.store({"a": b"1", "b": b"2"}, tmp_path, tmp_path)
    assert done == ["file", "file", "rename", "rename", "folder"]


def test_what_could_not_be_made_durable_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="Input/output error"):
        disk.store({"a": b"1"}, tmp_path, tmp_path)
    assert not (tmp_path / "a").exists()


def test_a_file_that_lies_elsewhere_gets_a_second_name_and_is_private(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (place := tmp_path / "new" / "1.host").write_bytes(b"said")
    place.chmod(0o644)
    assert disk.link({"a.eml": b"said"}, {"a.eml": str(place)}, tmp_path) == {"a.eml"}
    place.unlink()
    assert (tmp_path / "a.eml").read_bytes() == b"said"
    assert (tmp_path / "a.eml").stat().st_mode & 0o777 == 0o600


MISHAPS = ["says something else", "is longer", "is gone", "name is taken", "has another name"]


@pytest.mark.parametrize("mishap", MISHAPS)
def test_a_file_that_is_not_what_it_was_gets_no_second_name(tmp_path: Path, mishap: str) -> None:
    place, said = tmp_path / "1.host", {"says something else": b"said?", "is longer": b"said, more"}
    if mishap != "is gone":
        place.write_bytes(said.get(mishap, b"said"))
    if mishap == "name is taken":
        (tmp_path / "a.eml").write_bytes(b"old")
    if mishap == "has another name":
        (tmp_path / "2.host").hardlink_to(place)
    assert disk.link({"a.eml": b"said"}, {"a.eml": str(place)}, tmp_path) == set()
    assert (tmp_path / "a.eml").exists() == (mishap == "name is taken")


def test_a_file_that_somebody_else_owns_gets_no_second_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place := tmp_path / "1.host").write_bytes(b"said")
    monkeypatch.setattr(os, "geteuid", lambda: place.stat().st_uid + 1)
    assert disk.link({"a.eml": b"said"}, {"a.eml": str(place)}, tmp_path) == set()


def test_no_second_name_is_given_to_what_has_taken_a_files_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place := tmp_path / "1.host").write_bytes(b"said")
    fsync = os.fsync

    def watched_fsync(handle: int) -> None:
        fsync(handle)
        (tmp_path / "2.host").write_bytes(b"other")
        (tmp_path / "2.host").replace(place)

    monkeypatch.setattr(os, "fsync", watched_fsync)
    assert disk.link({"a.eml": b"said"}, {"a.eml": str(place)}, tmp_path) == set()
    assert not (tmp_path / "a.eml").exists()
