"""Whole games: mails in, mails out."""
