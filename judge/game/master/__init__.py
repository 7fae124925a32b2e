"""What a game master does: acts, held results, corrections, words on top of reports."""
