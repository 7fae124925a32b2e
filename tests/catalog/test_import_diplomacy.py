"""Every map of PyPI's ``diplomacy`` imports, is sound, and is played as that package does."""

import importlib.util
from functools import cache
from pathlib import Path

import pytest

from bench import _positions, _rival
from judge.authoring import check, trial_game
from judge.authoring.mapfile import importing
from judge.catalog import shelves, variant
from judge.rules.dip.build import DipEngine

PACKAGE = importlib.util.find_spec("diplomacy")
MAPS = (
    sorted((Path(PACKAGE.origin).parent / "maps").glob("*.map"))
    if PACKAGE is not None and PACKAGE.origin is not None
    else []
)
SEED, POSITIONS = 1971, 3

pytestmark = [
    pytest.mark.skipif(not MAPS, reason="PyPI's diplomacy is not installed (the extra 'test')"),
    pytest.mark.filterwarnings("ignore"),  # the package's own
]


@cache
def imported(path: Path, shelf: Path) -> Path:
    """A map of the package as a folder; once for all tests."""
    home = shelf / f"imported-{path.stem.replace('_', '-')}"
    found = importing.import_map(path, home.name)
    for name, text in found.files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)
    assert dict(found.ids) == {place: place for place in found.ids}
    return home


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the imported folders lie."""
    return tmp_path_factory.mktemp("variants")


@pytest.mark.sweep(3)
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_every_map_makes_a_sound_variant(
    path: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial_game, "ROUNDS", 1)
    assert check.faults(imported(path, shelf)) == []


@pytest.mark.sweep(3)
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_random_orders_come_out_as_in_the_package(
    path: Path, shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Positions, dislodgements and retreats; what differs is a known difference of rules."""
    monkeypatch.setenv("HOME", str(tmp_path))  # the package would keep its charts there
    engine = variant.load(shelves.try_out(imported(path, shelf))).engine
    assert isinstance(engine, DipEngine)
    rival = _rival.Rival(path.stem)
    assert {engine.game.board.spaces[at] for at in engine.game.board.centers} == rival.centres
    assert engine.game.need == rival.victory
    for sample in _positions.dense(POSITIONS, SEED, engine):
        assert _rival.explain(rival, engine.game, sample) != _rival.UNKNOWN
