"""What a game stands on: the board, routes over its waters, the calendar, a position."""
