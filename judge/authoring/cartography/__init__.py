"""judge draw-map: a map drawn from facts. Needs the extra "draw"; never imported in play."""
