"""Alembic's entry: migrate over the connection that judge.store.database hands in."""

from alembic import context

from judge.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
