"""Whose orders are owed, and how reliable players are."""
