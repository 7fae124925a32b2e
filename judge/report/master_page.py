"""The game master's page: a game as he alone may know it, as one HTML file with its maps."""

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping

from markupsafe import Markup

from judge.kernel.engine import Event
from judge.kernel.mail import Attachment
from judge.kernel.notice import MasterPage, Notice
from judge.mail.identity import hide_secrets

Show = Callable[[Event], Markup]
"""Words an event as HTML."""
Fill = Callable[[str, Mapping[str, object]], str]
"""Fills a template."""


def attachments(notice: Notice, show: Show, fill: Fill) -> tuple[Attachment, ...]:
    """The page that goes with a mail, if one does."""
    page = notice.page
    if page is None or notice.brief:
        return ()
    values = {
        "page": page,
        "made": notice.facts.now.isoformat() if notice.facts.now else "",
        "now": [show(event) for event in page.now],
        "last": [show(event) for event in page.events],
        "pictures": list(_draw_pictures(page, notice.facts.variant)),
    }
    html = hide_secrets(fill("page/master.html.j2", values))
    return (Attachment(f"{page.game}.html", "text/html", html.encode()),)


def _draw_pictures(page: MasterPage, variant: str) -> Iterator[dict[str, str]]:
    from judge.picture import job, palette  # noqa: PLC0415 - most mails have none
    from judge.report import plates  # noqa: PLC0415

    for view in page.views:
        scene = plates.scene_of(view, variant, page.game)
        picture = job.draw(job.write_job(job.Job(scene, "svg", palette.BOTH)))
        yield {"data": b64encode(picture).decode(), "alt": scene.about}
