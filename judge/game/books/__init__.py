"""What is written of games: archive, export, proofs of dice, figures, what their masters did."""
