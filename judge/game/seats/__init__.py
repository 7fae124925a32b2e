"""Who plays: seats dealt, offered, locked."""
