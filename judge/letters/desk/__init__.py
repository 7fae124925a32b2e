"""The desk that a letter lies on: who speaks, what is taken from him, what he is told."""
