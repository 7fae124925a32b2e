"""The front door: what ``import judge`` gives, its examples, and the pages that describe it."""
