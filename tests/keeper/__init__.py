"""Tests of the keeper's tools."""
