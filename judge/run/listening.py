"""Listening to the bell: procrastinate's worker calls us for each game that it rings for."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException
from sqlalchemy.engine import make_url

from judge.kernel.errors import KeeperError
from judge.store import bell, server

PATIENCE = 10.0
"""Seconds in which the database has to answer; then we begin anew."""
_OPTIONS = {
    # A job that is done twice because it was not yet on disk does no harm: no need to wait for it.
    "options": f"-c search_path={bell.SCHEMA} -c synchronous_commit=off",
    **server.LINK,
}
_ENDLESS = 3600.0
"""Seconds after which a worker that is silent is forgotten; nothing depends on it."""

CHANGED = ("23", "3F", "42")
"""How PostgreSQL's SQLSTATE begins where a row, the schema or a table is not there any more."""

Act = Callable[[int | None], None]
"""Does what is to be done for a game, or for mails that name none."""


def listen(url: str, act: Act, goes_on: Callable[[], bool], tick: float) -> None:
    """Act on games as the bell rings for them, while it ``goes_on``; that is asked every ``tick``.

    So often (seconds) the queue is looked at as well, for the case that no word of it comes. Raises
    what ``act`` raises, what psycopg does when the database is away, and KeeperError where
    somebody changed the queue's tables.
    """
    for name in ("procrastinate", "psycopg.pool", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what ends us we tell ourselves
    broken: BaseException | None = None
    try:
        asyncio.run(_listen(url, act, goes_on, tick))
    except ConnectorException as error:
        broken = error.__cause__ or error
    if (getattr(broken, "sqlstate", None) or "").startswith(CHANGED):
        raise KeeperError("the queue's tables were changed: they are looked at anew.") from broken
    if broken is not None:
        raise broken


async def _listen(url: str, act: Act, goes_on: Callable[[], bool], tick: float) -> None:
    plain = make_url(url)._replace(drivername="postgresql").render_as_string(hide_password=False)
    app = App(
        connector=PsycopgConnector(
            conninfo=plain, kwargs=_OPTIONS, min_size=0, max_size=2, timeout=PATIENCE
        )
    )
    failed: list[Exception] = []

    @app.task(name=bell.TASK)
    async def play(game: int | None) -> None:
        """In this very thread, since only the main one can be told that it takes too long."""
        try:
            act(game)
        except Exception as error:
            failed.append(error)
            end()

    def end() -> None:
        """Let procrastinate's worker end in order; told twice it would leave its job begun."""
        if not working.cancelling():
            working.cancel()

    async with app.open_async():
        working = asyncio.create_task(
            app.run_worker_async(
                queues=[bell.QUEUE],
                concurrency=1,
                fetch_job_polling_interval=tick,
                delete_jobs="always",
                install_signal_handlers=False,
                stalled_worker_timeout=_ENDLESS,
            )
        )
        while goes_on() and not working.done():
            await asyncio.wait({working}, timeout=tick)
        end()
        with suppress(asyncio.CancelledError):
            await working
    if failed:
        raise failed[0]
