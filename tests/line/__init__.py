"""The command line: options, and what each command asks of the keeper's tools."""
