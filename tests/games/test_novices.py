"""Novices: who reads what the judge mails, and nothing else, can play three turns of every game.

A file of novices/ is a newcomer's mails. Lines behind ">" are a mail; those behind "?" stand in
what comes back in the same pass. The computers in the other seats always do the same.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from tests import folders
from tests.game.world import JUDGE, World

STORIES = sorted(Path(__file__).parent.glob("novices/*.txt"))
ANN = "ann@new.example"


def exchanges(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Each mail of a story with the words that are to come back."""
    lines = (line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] in ">?")
    told = [(sign, [line[2:] for line in part]) for sign, part in groupby(lines, lambda it: it[0])]
    for (_, mail), (_, words) in zip(told[::2], told[1::2], strict=True):
        yield "\n".join(mail), words


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_a_newcomer_plays_three_turns_by_what_help_taught(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_bytes", b"novice".ljust)
    world, to = World(tmp_path / "spool"), JUDGE
    for mail, words in exchanges(path):
        world.mail(ANN, mail, to=to)
        sent = [one for one in world.run() if one.to == ANN]
        said = " ".join(one.flat for one in sent)
        assert "NOT TAKEN" not in said, said
        for word in words:
            assert word in said, said
        if "begins" in sent[-1].subject:
            to = sent[-1].reply_to


@pytest.mark.parametrize("name", folders.of_each_kind())
def test_every_engine_and_every_mechanic_has_its_novice(name: str) -> None:
    learnt = frozenset().union(*(folders.mechanics_of(path.stem) for path in STORIES))
    assert folders.mechanics_of(name) <= learnt
