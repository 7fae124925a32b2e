"""Draw a variant's map from facts: judge draw-map. Needs the extra "draw"; never imported in play."""
