"""Tests of the 1930! engine and its variant folder."""
