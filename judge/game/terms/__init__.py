"""What a game was agreed to be: options, clock, policies; its table with variant and state."""
