"""The fuzzer: ``run.fuzz(seed, count)``; and the mails that broke something once, by name."""
