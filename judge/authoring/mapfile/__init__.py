"""Boards in the .map format of DPjudge and of PyPI's ``diplomacy``, made into variants."""
