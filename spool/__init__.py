"""Data of the judge, found through judge.resources; see README.md."""
