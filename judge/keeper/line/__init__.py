"""The command line of the keeper's tools: arguments only, each turned into one call."""
