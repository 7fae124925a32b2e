"""Reading letters and sending mail: MIME, identity, manners, IMAP, SMTP, Maildir."""
