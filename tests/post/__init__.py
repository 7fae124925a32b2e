"""Tests of the post: mail journalled, posted, set aside; servers in trouble."""
