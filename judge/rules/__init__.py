"""Rules: the two engines, what variants share, and computer players; no clock, no files, dice handed in."""
