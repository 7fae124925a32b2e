"""Faults of the machine: writes that fail, and a disk that loses what was not synced."""
