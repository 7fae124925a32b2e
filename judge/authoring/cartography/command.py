"""judge draw-map: what it needs, fetched and tried; the drawing itself is draw's."""

from collections.abc import Callable
from pathlib import Path

from judge.catalog import variant as catalog
from judge.kernel.errors import InputError


def draw(variant: str, atlas: Path | None, say: Callable[[str], None]) -> list[str]:
    """Draw the map of a variant; gives what is wrong with it, a sentence each.

    ``atlas`` is world-atlas's countries-10m.json; npm fetches it if it is None. Raises InputError
    where something is missing.
    """
    loaded_variant = catalog.load(variant)
    try:
        from judge.authoring.cartography import draw as drawing  # noqa: PLC0415
        from judge.authoring.cartography import terrain as atlases  # noqa: PLC0415 - the extra may be missing
    except ModuleNotFoundError as error:
        raise InputError(
            f"There is no {error.name} here: pip install 'diplomacy-judge[draw]'."
        ) from error
    return list(
        drawing.draw(loaded_variant.folder, loaded_variant.map, atlases.load_atlas(atlas), say)
    )
