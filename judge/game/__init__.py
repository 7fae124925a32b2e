"""A game's life: record, store, clock, seats, commands."""
