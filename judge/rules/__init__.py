"""Rules: the two engines, what variants share, and computer players.

Pure: no clock, no files, dice handed in.
"""
