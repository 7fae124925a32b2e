"""Judges whose database is PostgreSQL's."""
