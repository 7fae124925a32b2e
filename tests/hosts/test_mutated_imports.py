"""PostgreSQL takes a changed export, or refuses it in a sentence, as SQLite does."""

from pathlib import Path

import pytest

from tests import folders
from tests.hosts.cluster import Cluster
from tests.hosts.world import HostedWorld
from tests.keeper.test_mutated_imports import change_export, is_taken


@pytest.mark.parametrize("variant", folders.of_each_kind())
def test_a_changed_export_is_taken_or_refused_in_a_sentence(
    postgres: Cluster, tmp_path: Path, variant: str
) -> None:
    for seed in range(2):
        hosted = HostedWorld(tmp_path / f"{seed}" / "spool", postgres.database())
        is_taken(hosted, change_export(variant, tmp_path, seed))
