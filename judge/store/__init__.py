"""The database: one small file a table, statements that SQLite and PostgreSQL both take."""
