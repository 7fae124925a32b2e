"""Small faults, put into a copy of the program one by one, and the tests that see them."""
