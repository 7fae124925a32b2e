"""What is written of games: receipts, archive, export, proofs of dice, figures."""
