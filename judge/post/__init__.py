"""Mail in and out: taken, answered, posted, come back, or set aside for the keeper."""
