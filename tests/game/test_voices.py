"""Press to and from a name whose player is a secret: nothing tells who it is."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from judge.rules.dip.build import DipEngine
from tests.game.test_press import block, press, readers
from tests.game.world import DEADLINE, POWERS, Sent, World


def secretly(patch: pytest.MonkeyPatch, *controllers: str) -> None:
    """Let Belgium be a minor power that these powers run in secret."""

    def press_names(engine: DipEngine, state: Any) -> Mapping[str, tuple[str, ...]]:
        return {"Belgium": controllers}

    patch.setattr(DipEngine, "press_names", press_names)


def test_press_to_a_minor_reaches_who_runs_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    secretly(monkeypatch, "France")
    world.begun()
    answer, sent = press(world, "Italy", block("PRESS TO Belgium"))
    assert readers(sent) == ["france"]
    assert "PRESS FROM ITALY TO BELGIUM" in sent[0].text
    assert "France" not in answer.text


def test_who_runs_a_minor_answers_as_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    secretly(monkeypatch, "France")
    world.begun()
    answer, (mail,) = press(world, "France", block("PRESS AS Belgium TO Italy"))
    assert "signed Belgium" in answer.flat
    assert "PRESS FROM BELGIUM TO ITALY" in mail.text
    assert mail.subject.endswith("press from Belgium")


def test_nobody_else_writes_as_a_minor(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    secretly(monkeypatch, "France")
    world.begun()
    answer, sent = press(world, "Germany", block("PRESS AS Belgium TO Italy"))
    assert sent == []
    assert "ou do not speak for Belgium" in answer.flat.replace("You", "you")


def test_a_coalition_reads_together(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    secretly(monkeypatch, "France", "Germany")
    world.begun()
    _, sent = press(world, "Italy", block("PRESS TO Belgium, Germany"))
    assert readers(sent) == ["france", "germany"]
    assert {"TO GERMANY AND BELGIUM" in mail.text for mail in sent} == {True}


def test_who_runs_a_minor_changes_nothing_of_what_its_correspondent_sees(tmp_path: Path) -> None:
    told = []
    for number, controllers in enumerate((("France",), ("Germany", "Russia"))):
        with pytest.MonkeyPatch.context() as patch:
            secretly(patch, *controllers)
            world = World(tmp_path / f"spool{number}")
            world.begun()
            answer, _ = press(world, "Italy", block("PRESS TO Belgium"))
            told.append(answer.message.as_bytes())
    assert told[0] == told[1]


@pytest.mark.parametrize("option", ["postal=no", "postal=yes"])
def test_who_speaks_as_a_minor_changes_no_byte_of_what_is_delivered(
    tmp_path: Path, option: str
) -> None:
    """France or Germany runs Belgium and writes as it, to the same powers, at the same time."""
    seen: list[dict[str, list[bytes]]] = []
    for number, speaker in enumerate(("France", "Germany")):
        with pytest.MonkeyPatch.context() as patch:
            secretly(patch, speaker)
            world = World(tmp_path / f"spool{number}")
            world.begun("alpha", option)
            _, now = press(world, speaker, block("PRESS AS Belgium TO Italy, Turkey"))
            _, reply = press(world, "Italy", block("PRESS TO Belgium"))
            sent = [*now, *reply, *world.run(DEADLINE)]
            seen.append(_by_reader(sent, "france@players.example", "germany@players.example"))
    assert seen[0] == seen[1]
    assert any(b"BELGIUM" in raw for raws in seen[0].values() for raw in raws)
    assert len(seen[0]) == len(POWERS) - 1


def _by_reader(sent: list[Sent], *but: str) -> dict[str, list[bytes]]:
    found: dict[str, list[bytes]] = {}
    for mail in sent:
        if mail.to not in but:
            found.setdefault(mail.to, []).append(mail.message.as_bytes())
    return found


def test_a_name_that_no_press_goes_to_is_nobody(world: World) -> None:
    world.begun()
    answer, sent = press(world, "Italy", block("PRESS TO Belgium"))
    assert sent == []
    assert "'Belgium' is nobody in alpha" in answer.flat
