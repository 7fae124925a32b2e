"""``judge check``: the variant by itself, and what the mails and the help make of it."""

from collections.abc import Iterator
from pathlib import Path

from judge.catalog import check, shelves
from judge.catalog import variant as catalog
from judge.keeper import progress
from judge.kernel.engine import Event
from judge.kernel.errors import JudgeError
from judge.picture import artist
from judge.report import order_forms, render, strays, topics


def faults(folder: Path) -> list[str]:
    """What is wrong with the variant in ``folder``, a sentence each; [] if nothing is."""
    folder = folder.resolve()
    name = shelves.try_out(folder)
    with progress.during(f"Trying {folder.name}"):
        found = check.faults(folder, name)
    try:
        drawn = artist.faults(folder, catalog.load(name).map)
    except JudgeError:
        return found
    strange = strays.template_faults(name)
    return [*found, *drawn, *order_forms.form_faults(name), *strange, *_help_faults(name)]


def _help_faults(name: str) -> Iterator[str]:
    """Templates that can't be read, and help pages that can't be rendered."""
    broken = render.template_faults(name)
    yield from broken
    for topic in topics.topics(name) if not broken else ():
        event = Event("help", {"topic": topic, "variant": name})
        try:
            render.word(event, name)
        except Exception as error:
            yield f"templates: HELP {topic} can't be rendered: {type(error).__name__}: {error}."
