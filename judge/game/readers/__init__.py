"""Who reads what of a game: addresses, substitutes, notices."""
