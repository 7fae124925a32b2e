"""A phase's throws as a file of its results, for whoever checks them; fights tell them in words."""

from judge.kernel.mail import Attachment
from judge.kernel.notice import Notice

_KIND = "d100-throws"


def go_with(notice: Notice) -> bool:
    """Whether a mail brings its throws as a file: an answer shows them at its foot."""
    return notice.kind == "results"


def attachments(notice: Notice) -> tuple[Attachment, ...]:
    """The file, a throw a line as ``key = throw``; nothing where none was made."""
    if not go_with(notice):
        return ()
    found = [event for event in notice.events if event.kind == _KIND]
    lines = [line for event in found for line in event.data["throws"]]
    if not lines:
        return ()
    raw = "".join(f"{line}\n" for line in lines).encode()
    name = f"{notice.facts.game}-throws-{_find_phase(notice)}.txt"
    return (Attachment(name, "text/plain; charset=utf-8", raw),)


def _find_phase(notice: Notice) -> str:
    phases = (event.data["phase"] for event in notice.events if event.kind == "results")
    return next(iter(phases), "phase")
