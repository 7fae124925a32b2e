"""One PostgreSQL for all tests here; xdist runs them in one worker."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hosts import cluster
from tests.hosts.cluster import Cluster
from tests.hosts.world import HostedWorld


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A server that runs; skipped where it can't."""
    if reason := cluster.missing():
        pytest.skip(reason)
    with cluster.running() as running:
        yield running


@pytest.fixture
def mortal() -> Iterator[Cluster]:
    """A server of one's own, for who lets it die: the others' tests go on beside it."""
    if reason := cluster.missing():
        pytest.skip(reason)
    with cluster.running() as running:
        yield running


@pytest.fixture
def hosted(postgres: Cluster, tmp_path: Path) -> HostedWorld:
    """A judge in a new database."""
    return HostedWorld(tmp_path / "hosted", postgres.database())
