"""An artist's map: one id a space, drawn on by the judge; what may not stand in it is named."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.catalog import variant as catalog
from judge.cli import main
from judge.kernel.errors import InputError
from judge.report.picture import artist
from judge.report.picture.drawing import svg as draw_svg
from judge.report.picture.motif import Piece, Scene

SPACES = [space["id"] for space in catalog.load("standard").map["spaces"]]


def drawing(*more: str, without: str = "") -> str:
    """A map of squares in rows of ten."""
    paths = "".join(
        f'<path id="{space}" d="M{50 * (at % 10)} {50 * (at // 10)}h40v40h-40z" fill="#eee"/>'
        for at, space in enumerate(SPACES)
        if space != without
    )
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 400">'
    return f"{head}<text x='9' y='9'>Anno 1901</text>{paths}{''.join(more)}</svg>"


def folder(home: Path, text: str) -> Path:
    """A folder with an artist's map."""
    (home / artist.FILE).write_text(text)
    return home


def test_units_stand_where_the_artist_wants_them_or_in_the_middle(tmp_path: Path) -> None:
    home = folder(
        tmp_path,
        drawing('<circle id="PAR-unit" cx="77" cy="88"/>', '<circle id="STP-SC" cx="11" cy="22"/>'),
    )
    found = artist.read(home, catalog.load("standard").map)
    assert found is not None
    shapes, drawn = found
    at = SPACES.index("BUR")
    assert shapes.labels["PAR"].unit == (77, 88)
    assert shapes.labels["BUR"].unit == (50 * (at % 10) + 20, 50 * (at // 10) + 20)
    assert shapes.coasts["STP/SC"] == (11, 22)
    assert "Anno 1901" in drawn.art
    assert "PAR-unit" not in drawn.art


def test_it_takes_the_place_of_our_outlines_in_every_picture(tmp_path: Path) -> None:
    home = folder(tmp_path, drawing())
    shutil.copy(catalog.folder("standard") / "shapes.json", home)
    scene = Scene("standard", "alpha", (Piece("France", "army", "PAR"),), {"PAR": "France"})
    svg = draw_svg(scene, home, catalog.load("standard").map)
    assert "Anno 1901" in svg
    assert 'width="500"' in svg


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<svg>", "is no SVG"),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', "viewBox"),
        (drawing(without="PAR"), 'no <path> or <polygon> has the id "PAR"'),
        (drawing("<script>alert(1)</script>"), "<script> may not stand in it"),
        (drawing('<path id="x" d="M0 0" onclick="x()"/>'), 'onclick="x()" may not stand in it'),
        (drawing('<use href="https://elsewhere.example/a"/>'), "nothing is fetched"),
        (drawing('<path id="PAR" d="M0 0h9"/>'), 'the id "PAR" stands in it twice'),
        (drawing('<g transform="scale(2)"/>'), "moved by a transform"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_it_is_said_and_it_is_not_drawn(
    tmp_path: Path, text: str, said: str
) -> None:
    home = folder(tmp_path, text)
    assert any(said in fault for fault in artist.faults(home, catalog.load("standard").map))
    with pytest.raises((InputError, SyntaxError)):
        artist.read(home, catalog.load("standard").map)


def test_judge_check_names_what_is_wrong_with_it(tmp_path: Path) -> None:
    home = tmp_path / "mine"
    shutil.copytree(catalog.folder("standard"), home)
    folder(home, drawing(without="PAR"))
    done = CliRunner().invoke(main, ["check", str(home)])
    assert 'shapes.svg: no <path> or <polygon> has the id "PAR".' in done.output
