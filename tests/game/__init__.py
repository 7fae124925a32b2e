"""Tests of the game's life: spool, store, clock, seats, commands, passes."""
