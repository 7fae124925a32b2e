"""One PostgreSQL for all tests here that a worker runs, and one each for those that kill it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hosts import cluster
from tests.hosts.cluster import Cluster
from tests.hosts.world import HostedWorld


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A server that runs; skipped where it can't."""
    yield from _serve()


@pytest.fixture
def mortal() -> Iterator[Cluster]:
    """A server of one's own, for who lets it die: the others' tests go on beside it."""
    yield from _serve()


def _serve() -> Iterator[Cluster]:
    if reason := cluster.missing():
        pytest.skip(reason)
    with cluster.running() as running:
        yield running


@pytest.fixture
def hosted(postgres: Cluster, tmp_path: Path) -> HostedWorld:
    """A judge in a new database."""
    return HostedWorld(tmp_path / "hosted", postgres.database())
