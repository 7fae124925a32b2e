"""A movement phase as records: orders laid out, what may be asked of it, what came of it."""
