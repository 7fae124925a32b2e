"""PostgreSQL takes a changed export, or refuses it in a sentence, as SQLite does."""

import json
import random
from pathlib import Path

import pytest

from tests import folders
from tests.hosts.world import HostedWorld
from tests.keeper.test_mutated_imports import exported, is_taken, mutate


@pytest.mark.parametrize("variant", folders.of_each_kind())
@pytest.mark.parametrize("seed", range(2))
def test_a_changed_export_is_taken_or_refused_in_a_sentence(
    hosted: HostedWorld, tmp_path: Path, variant: str, seed: int
) -> None:
    rng = random.Random(f"{variant} {seed}")
    data = json.loads(exported(variant, tmp_path))
    for _ in range(rng.choice((1, 1, 3))):
        mutate(data["records"], rng)
    is_taken(hosted, json.dumps(data))
