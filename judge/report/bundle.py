"""A game that is over as one file: its texts, and its whole story in words, zipped."""

import io
import zipfile
from collections.abc import Callable, Iterator

from judge.kernel import audience
from judge.kernel.engine import Event
from judge.kernel.mail import Attachment
from judge.kernel.notice import Archive, Notice
from judge.mail.identity import hide_secrets
from judge.report import tidy

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive: the same game gives the same bytes."""
_KEPT = 8
_made: dict[int, tuple[Archive, Attachment]] = {}
"""Archives made lately, by identity: all readers of a game get the same one."""

Word = Callable[[Event], str]
"""Words an event as text."""


def attachments(notice: Notice, word: Word) -> tuple[Attachment, ...]:
    """The archive that goes with a mail, if one does."""
    archive = notice.archive
    if archive is None or notice.brief:
        return ()
    cache_entry = _made.get(id(archive))
    if cache_entry is None:
        if len(_made) >= _KEPT:
            _made.clear()
        story = tidy.body("\n".join(_story(archive, word)))
        zip_file = _zip_files({**archive.files, archive.story: story})
        attachment = Attachment(archive.name, "application/zip", zip_file)
        cache_entry = _made[id(archive)] = (archive, attachment)
    return (cache_entry[1],)


def _story(archive: Archive, word: Word) -> Iterator[str]:
    """Every phase under its title: what all were told, and then who was told what alone."""
    for chapter in archive.chapters:
        yield from (chapter.title, "=" * len(chapter.title), "")
        for event in sorted(chapter.events, key=lambda event: audience.word(event) != ""):
            yield from _event_lines(event, word)
        yield ""


def _event_lines(event: Event, word: Word) -> Iterator[str]:
    if audience.word(event):
        yield f"-- told to {audience.word(event)} alone:"
    yield from (word(event), "")


def _zip_files(files: dict[str, str]) -> bytes:
    """A zip of text files, the same bytes for the same texts, without secret addresses."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as target:
        for name, text in files.items():
            content = hide_secrets(text).encode()
            target.writestr(zipfile.ZipInfo(name, _EPOCH), content, zipfile.ZIP_DEFLATED)
    return raw.getvalue()
