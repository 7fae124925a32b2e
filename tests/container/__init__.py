"""The container image: built and run, as far as a machine without Docker goes."""
