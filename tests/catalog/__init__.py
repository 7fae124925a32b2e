"""The catalogue: variants loaded, their engines asked through the door."""
