"""Press: what players say to each other through the judge, and what it may reveal of them."""
