"""The 1930! engine: pure functions over forces, segments, tables and throws."""
