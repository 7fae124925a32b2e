"""One order type a file: how it is written, what is impossible in itself, what stands in it."""
