"""Records and protocols that every layer shares; imports nothing of the judge."""
