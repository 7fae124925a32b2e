"""Tests of the mechanics that variants are composed of, and the cases of those variants."""
