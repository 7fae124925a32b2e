"""The long campaigns: the world disturbed in every way there is, counted over many runs."""
