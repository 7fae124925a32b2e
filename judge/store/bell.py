"""The bell: a queue that tells workers at once which games have something to do.

It is procrastinate's, in a schema of PostgreSQL's own. The judge's tables say what is to be done,
and whoever is told looks there: so it may ring twice, late, or not at all, what it holds needs no
backup, and all of it may be thrown away and made anew.
"""

from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import Connection, Engine, text

SCHEMA = "judge_bell"
QUEUE, TASK, GAME = "games", "play", "game"
"""The queue, what is to be done with what lies in it, and what a job calls its game."""

_RING = text(
    f"INSERT INTO {SCHEMA}.procrastinate_jobs (queue_name, task_name, queueing_lock, args) "
    f"SELECT '{QUEUE}', '{TASK}', 'game:' || coalesce(number, 0), "
    f"jsonb_build_object('{GAME}', number) "
    "FROM unnest(CAST(:numbers AS integer[])) AS number ORDER BY number "
    # A job that waits already is held until we commit: nobody looks before there is more to see.
    "ON CONFLICT (queueing_lock) WHERE status = 'todo' "
    "DO UPDATE SET priority = procrastinate_jobs.priority"
)
_RUNG = text(
    f"SELECT CAST(args ->> '{GAME}' AS integer) FROM {SCHEMA}.procrastinate_jobs "
    "WHERE status = 'todo'"
)
_FORGET = text(
    f"DELETE FROM {SCHEMA}.procrastinate_jobs AS job USING {SCHEMA}.procrastinate_events AS event "
    "WHERE job.status = 'doing' AND event.job_id = job.id AND event.type = 'started' "
    "AND event.at < now() - interval '5 minutes'"
)
_FOUND = f"SELECT obj_description(to_regnamespace('{SCHEMA}'), 'pg_namespace')"
_FIXED = f"""
DO $$ DECLARE one regprocedure; BEGIN
    FOR one IN SELECT oid FROM pg_proc WHERE pronamespace = '{SCHEMA}'::regnamespace LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = {SCHEMA}', one);
    END LOOP;
END $$
"""
"""Who rings has another search path: the triggers have to find their tables all the same."""


def hang(engine: Engine) -> None:
    """Make the queue's tables where there are none, or those of an older procrastinate.

    Whoever else does so waits for us. Migrating them would only save what nobody needs.
    """
    from procrastinate.schema import SchemaManager  # noqa: PLC0415 - only workers need it

    files = Path(SchemaManager.get_migrations_path()).glob("*.sql")
    ours = max(path.stem for path in files)
    with engine.begin() as db:
        version_there = db.exec_driver_sql(_FOUND).scalar()
        if version_there is not None and version_there >= ours:
            return
        steps = (
            f"DROP SCHEMA {SCHEMA} CASCADE" if version_there else "",
            f"CREATE SCHEMA {SCHEMA}",
            f"COMMENT ON SCHEMA {SCHEMA} IS '{ours}'",
            f"SET LOCAL search_path = {SCHEMA}",
            SchemaManager.get_schema(),
            _FIXED,
        )
        driver = db.connection.driver_connection
        assert driver is not None
        driver.execute(";".join(steps))


def ring(db: Connection, numbers: Iterable[int | None]) -> None:
    """Tell workers, when our transaction commits, of games; None stands for mails for no game.

    All who ring do so in one order, else two might wait for each other.
    """
    if games_rung := list(numbers):
        db.execute(_RING, {"numbers": games_rung})


def find_rung(db: Connection) -> set[int | None]:
    """The games that workers were told of and nobody has begun with."""
    return set(db.execute(_RUNG).scalars())


def forget_leaked(db: Connection) -> None:
    """Forget the jobs that somebody began and never ended: they stop nobody, but they add up."""
    db.execute(_FORGET)
