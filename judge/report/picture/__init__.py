"""Pictures of a game: what a reader may know of a position and a phase, as SVG and PNG."""

FAILED = b"!"
"""In the place of a picture, what begins so says in words why there is none."""
