"""Tests of the order language."""
