"""A letter from who wrote it to the answer it gets, and mails that come back."""
