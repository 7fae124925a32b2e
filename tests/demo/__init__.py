"""Tests of the demo: what it shows, and what it leaves behind."""
