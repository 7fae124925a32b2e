"""The keeper's tools: audit, status, doctor, backup and restore, and the watch on the mailbox."""
