"""Pages and mails as a browser shows them: nothing runs off, everything can be read."""
