"""Random players for all six games, and the laws that hold whatever they do."""
