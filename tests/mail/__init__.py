"""Mail: samples, fuzz, mailboxes, transports."""
