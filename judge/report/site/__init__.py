"""The static site: what the judge is, its games phase by phase, who played them."""
