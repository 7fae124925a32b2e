"""The Diplomacy engine: pure functions over positions and orders."""
