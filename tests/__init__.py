"""Tests; the folders mirror judge/."""
