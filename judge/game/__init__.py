"""A game and its people: terms, readers, clocks, seats, press, books, turns; no letters."""
