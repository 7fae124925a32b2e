"""Recordings are written anew for a reason only, and the change is told in words."""

from pathlib import Path

import pytest

from tests import recordings


@pytest.fixture
def recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(recordings, "changed", [])
    path = tmp_path / "01.sent"
    path.write_text("The game begins in\nSpring 1901, as you know.\n")
    return path


NEW = "The game begins in Spring 1902, as you know. Good luck.\n"


def test_without_a_reason_nothing_is_written(
    recording: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(recordings.REASON, raising=False)
    recordings.keep(recording, NEW)
    assert "1901" in recording.read_text()
    assert recordings.changed == []


@pytest.mark.parametrize("reason", ["", "1", "yes"])
def test_a_reason_that_says_nothing_is_refused(
    recording: Path, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    monkeypatch.setenv(recordings.REASON, reason)
    with pytest.raises(ValueError, match="say in words why"):
        recordings.keep(recording, NEW)
    assert "1901" in recording.read_text()


def test_a_reason_is_kept_once_and_the_change_told_in_words(
    recording: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(recordings.REASON, "games begin later")
    for path in (recording, recording.with_name("02.sent"), recording):
        recordings.keep(path, NEW)
    assert recording.read_text() == NEW
    assert (recording.parent / recordings.LOG).read_text() == "games begin later\n"
    assert recordings.changed[1:3] == [
        "  ... game begins in Spring [-1901,-] {+1902,+} as you know. ...",
        "  ... 1901, as you know. {+Good luck.+} ...",
    ]
