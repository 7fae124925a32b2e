"""Alembic's entry: migrate over the connection that judge.game.store.database hands in."""

from alembic import context

from judge.game.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
