"""The phases played: movement, retreats, winter, centres, victory, and a turn of them."""
