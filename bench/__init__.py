"""Benchmarks: each module's ``main()`` prints a few lines; ``python -m bench`` the table of all."""
