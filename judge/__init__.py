"""The e-mail judge for Diplomacy and the games around it."""

__version__ = "0.1.0"
