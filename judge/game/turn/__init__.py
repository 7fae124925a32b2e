"""A phase from its opening to its close, and how games end."""
