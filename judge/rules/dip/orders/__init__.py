"""The order types: how it is written, what is impossible in itself, what stands in it."""
