"""The spool on a machine: settings, secret, folders, clock, and what the machine refuses."""
