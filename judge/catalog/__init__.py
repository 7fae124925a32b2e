"""Variants as folders: load, check, build the engine and the vocabulary."""
