"""What all tests share: none of them is timed, since machines are busy."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("judge", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("judge")


@pytest.fixture(autouse=True)
def same_umask() -> Iterator[None]:
    """A test that leaves another umask behind would change the files of those after it."""
    before = os.umask(0o022)
    os.umask(before)
    yield
    after = os.umask(before)
    assert after == before, "the test changed the umask of the whole process"
