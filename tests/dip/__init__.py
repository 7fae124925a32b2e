"""Tests of the Diplomacy engine."""
