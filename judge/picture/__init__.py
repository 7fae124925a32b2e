"""Pictures of a game: what a reader may know of a position and a phase, as SVG and PNG."""
