"""``judge check``: the variant by itself, and what the mails and the help make of it."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import DecodeError

from judge.catalog import check, shelves, time_limit
from judge.catalog import variant as catalog
from judge.catalog.variant import Variant
from judge.game.terms import settings
from judge.keeper import progress
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.errors import InputError, JudgeError
from judge.picture import artist, shapes
from judge.report import order_forms, render, strays, topics


def faults(folder: Path) -> list[str]:
    """What is wrong with the variant in ``folder``, a sentence each; [] if nothing is."""
    folder = folder.resolve()
    name = shelves.try_out(folder)
    with progress.during(f"Trying {folder.name}"):
        data_faults = check.faults(folder, name, lambda event: render.word(event, name))
    try:
        variant = catalog.load(name)
    except JudgeError:
        return data_faults
    map_faults = artist.faults(folder, variant.map)
    map_faults += _shape_faults(variant)
    strange = [*_usual_faults(variant), *_form_faults(variant, name)]
    if not any(fault.startswith("templates/") for fault in data_faults):
        strange += [*strays.template_faults(name), *_help_faults(name)]
    return [*data_faults, *map_faults, *strange]


def _shape_faults(variant: Variant) -> Iterator[str]:
    """An outline file that can't be read, or is another map's."""
    try:
        outlines = shapes.read(variant.folder)
    except DecodeError as error:
        yield f"{shapes.FILE} can't be read ({error}): let 'judge draw-map' make it anew."
        return
    spaces = {space["id"] for space in variant.map["spaces"]}
    for space in sorted(spaces.symmetric_difference(outlines.spaces)) if outlines else ():
        complaint = "it has no" if space in spaces else "the map has no"
        yield f"{shapes.FILE}: {complaint} {space}: let 'judge draw-map' make it anew."


def _usual_faults(variant: Variant) -> Iterator[str]:
    """Options of the judge that the variant sets, and that are none or can't be so."""
    kinds, options = variant.engine.kinds, variant.engine.options
    for option, value in variant.usual.items():
        try:
            options_read = settings.read([f"{option}={value}"], "UTC", kinds)
            settings.check_own(options_read, kinds, options)
        except InputError as error:
            fault = str(error).removeprefix(f"option {option}: ")
            yield f"variant.toml: usual.{option}: {fault}"


def _form_faults(variant: Variant, name: str) -> Iterator[str]:
    """Examples of its own orders that are none, or that its rules.py breaks on."""
    try:
        with time_limit.limit(catalog.START_SECONDS):
            found = list(order_forms.form_faults(name))
        yield from found
    except Exception as error:
        yield f"variant.toml: orders can't be tried: {catalog.explain(variant, error)}."


def _help_faults(name: str) -> Iterator[str]:
    """Templates that can't be read, and help pages that can't be rendered."""
    broken = render.template_faults(name)
    home = f"{catalog.folder(name)}/"
    yield from (fault.removeprefix(home) for fault in broken)
    for topic in topics.topics(name) if not broken else ():
        event = Event("help", {"topic": topic, "variant": name}, PUBLIC)
        try:
            with time_limit.limit(catalog.START_SECONDS):
                render.word(event, name)
        except Exception as error:
            yield f"templates: HELP {topic} can't be rendered: {type(error).__name__}: {error}."
