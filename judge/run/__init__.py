"""The judge at work: one pass, the watch, workers, and what the night brings."""
