"""Errors that are answers: each is one sentence for the person who caused it."""


class JudgeError(Exception):
    """Something a person can mend; the message is one sentence that says how."""


class InputError(JudgeError):
    """A position, order set or option that makes no sense (``judge adjudicate``, CREATE)."""


class KeeperError(JudgeError):
    """The keeper's set-up is wrong: the spool, judge.toml, a server."""
