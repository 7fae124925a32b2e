"""Computer players: legal, deterministic, blind to secrets, and stronger than chance."""
