"""Lines made from the grammars, with odd things in them."""
