"""Pictures: shapes held against the rules, scenes, what may be seen in them."""
