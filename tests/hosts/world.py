"""A judge whose database is PostgreSQL's, for tests; all else is as in ``World``."""

from pathlib import Path

from sqlalchemy import Engine

from judge.store import server
from tests.game.world import World


class HostedWorld(World):
    """One host of a judge."""

    def __init__(self, home: Path, url: str) -> None:
        """A host whose spool is at ``home``."""
        super().__init__(home)
        (home / "judge.db").unlink()
        self.section("database", f'url = "{url}"')

    def reader(self) -> Engine:
        """An engine to read by."""
        return server.connect_to_read(self.url())
