"""The seams: what a variant's mechanics may answer differently, and the standard answers."""
