"""Maps in mails: drawn after the game is committed, shown in the HTML, told in words beside it."""

import io
import subprocess
import sys
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from lxml.html import document_fromstring
from PIL import Image

from judge.kernel.mail import Mail, Plate
from judge.kernel.notice import Notice
from judge.mail import compose
from judge.report import render
from judge.report.render import WordingError
from judge.run import groups
from judge.run import pictures as run_pictures
from judge.run.pictures import Line
from tests.game.world import DEADLINE, MINUTE, Sent, World

PNG = b"\x89PNG\r\n\x1a\n"
ONE_POWER = 1
"""Players of a game in these tests: each gets a mail of his own, and all show one picture."""


def pictures(sent: Sent) -> list[EmailMessage]:
    """The pictures of a mail."""
    return [part for part in sent.message.walk() if part.get_content_type().startswith("image/")]


def html(sent: Sent) -> str:
    """The HTML of a mail."""
    part = sent.message.get_body(("html",))
    assert part is not None
    return str(part.get_content())


@pytest.fixture
def drawing(world: World) -> World:
    """A judge whose mails bring maps, as a keeper's do who changes nothing."""
    world.section("pictures", 'mails = "yes"', "processes = 1")
    return world


def results(world: World, power: str = "Austria") -> Sent:
    """What a player reads of the first phase of a game that he plays alone."""
    world.begun(players=ONE_POWER)
    world.order(power, "A Vie - Gal\nA Bud - Ser")
    sent = world.run(DEADLINE + MINUTE)
    return next(
        one for one in sent if one.to == "austria@players.example" and "results" in one.subject
    )


def texts(mail: Sent) -> list[str]:
    """What is said beside each picture."""
    page = document_fromstring(html(mail))
    divs = [one.getnext() for one in page.iter("img")]
    return ["".join(map(str, one.itertext("p"))) for one in divs if one is not None]


def test_results_show_in_one_picture_what_was_tried_and_what_came_of_it(drawing: World) -> None:
    told = results(drawing)
    (shown,) = pictures(told)
    assert len(told.raw) <= 110_000
    (beside,) = texts(told)
    assert beside.startswith("Map, alpha: Spring 1901 movement: 2 of 2 moves succeeded.")
    assert 'alt="Map, alpha: Spring 1901 movement; the text below it tells the same"' in html(told)
    assert shown.get_filename() == "alpha--spring-1901-movement-orders.png"


def test_who_wants_two_gets_the_orders_and_the_board_after_them(drawing: World) -> None:
    drawing.begun(players=ONE_POWER)
    drawing.order("Austria", "SET MAPS TWO\nA Vie - Gal\nA Bud - Ser")
    (told,) = [one for one in drawing.run(DEADLINE + MINUTE) if one.to == "austria@players.example"]
    shown = pictures(told)
    assert len(shown) == 2
    for part in shown:
        raw = part.get_payload(decode=True)
        assert isinstance(raw, bytes)
        assert raw.startswith(PNG)
        assert len(raw) <= 120_000
        assert part["Content-ID"].strip("<>") in html(told)
    assert len(told.raw) <= 400_000
    orders, board = texts(told)
    assert "2 of 2 moves succeeded" in orders
    assert board.startswith("Map, alpha: Fall 1901 movement.")
    assert html(told).index("<img") < html(told).index("<table")
    assert drawing.rows("SELECT count(*) FROM plates") == [(0,)]


def test_a_map_is_as_wide_as_the_window_and_the_text_beside_it_is_not(drawing: World) -> None:
    """A map that is squeezed into the measure of a text can't be read on a desk."""
    told = results(drawing)
    page = document_fromstring(html(told))
    body = page.find("body")
    assert body is not None
    assert "max-width:1240px" in body.get("style", "")
    raw = pictures(told)[0].get_payload(decode=True)
    assert isinstance(raw, bytes)
    wide = Image.open(io.BytesIO(raw)).width
    for image in body.iter("img"):
        assert image.getparent() is body
        assert f"max-width:{wide}px" in image.get("style", "")
    for text in body.iter("p", "table", "h1", "h2"):
        assert any("max-width:44em" in one.get("style", "") for one in text.iterancestors("div"))


def test_the_densest_part_of_the_world_stands_below_it_enlarged(drawing: World) -> None:
    """Names of Europe's spaces have no room on a map of the world."""
    drawing.begun(players=ONE_POWER, variant="1930s-world")
    answer = drawing.order("England", "MAP")
    (picture,) = pictures(answer)
    raw = picture.get_payload(decode=True)
    assert isinstance(raw, bytes)
    wide, high = Image.open(io.BytesIO(raw)).size
    assert high > wide
    assert len(answer.raw) <= 250_000


def test_who_wants_no_maps_gets_the_mail_as_it_was(drawing: World) -> None:
    drawing.begun(players=ONE_POWER)
    answer = drawing.order("Austria", "SET MAPS NONE")
    assert "no maps" in answer.flat
    (told,) = [one for one in drawing.run(DEADLINE + MINUTE) if one.to == "austria@players.example"]
    assert pictures(told) == []
    assert "<!--plate" not in html(told)


def test_maps_come_as_files_or_by_a_link_for_who_wants_that(drawing: World) -> None:
    drawing.begun(players=2)
    drawing.order("Austria", "SET MAPS SVG")
    drawing.order("England", "SET MAPS LINK")
    sent = {one.to: one for one in drawing.run(DEADLINE + MINUTE)}
    (file,) = pictures(sent["austria@players.example"])
    assert file.get_content_type() == "image/svg+xml"
    assert file.get_filename() == "alpha--spring-1901-movement-orders.svg"
    assert "<svg" in str(file.get_payload(decode=True))
    assert len(sent["austria@players.example"].raw) <= 400_000
    assert "Mail me the map" in html(sent["england@players.example"])
    assert pictures(sent["england@players.example"]) == []


def test_maps_come_in_dark_colours_for_who_wants_that(drawing: World) -> None:
    drawing.begun(players=2)
    assert "dark colours" in drawing.order("Austria", "SET MAPS DARK").flat
    sent = {one.to: one for one in drawing.run(DEADLINE + MINUTE)}
    shown: dict[str, int] = {}
    for name in ("austria", "england"):
        (raw, *_) = (
            part.get_payload(decode=True) for part in pictures(sent[f"{name}@players.example"])
        )
        assert isinstance(raw, bytes)
        assert len(raw) <= 120_000
        grey = Image.open(io.BytesIO(raw)).convert("L").resize((1, 1)).getpixel((0, 0))
        assert isinstance(grey, int)
        shown[name] = grey
    assert shown["austria"] < 80
    assert shown["england"] > 180


def test_the_first_pictures_of_all_mails_are_drawn_before_the_second_of_any(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the time does not do for all, mails leave with what is drawn."""
    world.section("pictures", 'mails = "yes"', "processes = 1", "seconds = 12")
    world.begun(players=2)
    world.order("Austria", "SET MAPS TWO")
    world.order("England", "SET MAPS DARK")
    take = Line.take
    taken: list[object] = []

    def take_two(line: Line) -> object:
        taken.append(None)
        return take(line) if len(taken) <= 2 else None

    monkeypatch.setattr(Line, "take", take_two)
    sent = {one.to: one for one in world.run(DEADLINE + MINUTE)}
    assert len(pictures(sent["austria@players.example"])) == 1
    assert len(pictures(sent["england@players.example"])) == 1
    assert "<!--plate" not in html(sent["austria@players.example"])


def test_a_line_gives_no_more_when_the_time_is_up() -> None:
    now = [100.0]
    line = Line([("a", b""), ("b", b"")], 10, lambda: now[0])
    assert line.take() == ("a", b"")
    now[0] += 9
    assert line.take() is None


def test_when_the_time_is_up_mails_leave_without(world: World) -> None:
    world.section("pictures", 'mails = "yes"', "seconds = 0")
    told = results(world)
    assert pictures(told) == []
    assert "<!--plate" not in html(told)
    assert "ORDERS AND RESULTS" in told.text


def test_a_pass_that_dies_while_drawing_leaves_the_mails_to_the_next(
    drawing: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is sent before its bytes are final, and nothing is drawn twice."""

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    drawing.begun(players=ONE_POWER)
    with monkeypatch.context() as patched:
        patched.setattr("judge.run.pictures.draw_all", die)
        with pytest.raises(KeyboardInterrupt):
            drawing.passed(DEADLINE + MINUTE)
    assert drawing.outbox() == {}
    (told,) = [
        one for one in drawing.run(drawing.now + MINUTE) if one.to == "austria@players.example"
    ]
    assert len(pictures(told)) == 1


def test_drawings_that_fail_are_told_to_the_keeper_once_and_mails_go_without(
    drawing: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing.begun(players=ONE_POWER)
    with monkeypatch.context() as patched:
        patched.setattr("judge.report.picture.job.write_job", lambda _: b"no job")
        report, sent = drawing.passed(DEADLINE + MINUTE)
        assert report.lines == [
            "Mails go without maps: DecodeError: JSON is malformed: invalid character (byte 4)."
        ]
        assert not report.failed
        assert all(pictures(one) == [] for one in sent)
        (told,) = [one for one in sent if "go without maps" in one.subject]
        assert "'judge doctor' tries it" in told.flat
        drawing.mail("austria@players.example", "MAP", to=drawing.address("Austria"))
        assert drawing.passed()[0].lines == []
    drawing.mail("austria@players.example", "MAP", to=drawing.address("Austria"))
    report, sent = drawing.passed()
    (line,) = report.lines
    assert line.startswith("Mails have their maps again; the trouble began ")
    assert any(pictures(one) for one in sent)


@pytest.mark.parametrize("deed", ["", "stdin.read(4); stdout.buffer.write(bytes(3) + b'PPNG')"])
def test_others_take_the_place_of_processes_that_are_killed(
    drawing: World, monkeypatch: pytest.MonkeyPatch, deed: str
) -> None:
    """Whether they had done nothing, or had written a part of a picture."""
    start = run_pictures._start_process
    dead: list[object] = []

    def start_one() -> "subprocess.Popen[bytes]":
        if len(dead) == 2:
            return start()
        one = subprocess.Popen(
            [sys.executable, "-c", f"from sys import stdin, stdout; {deed}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        dead.append(one)
        return one

    monkeypatch.setattr(run_pictures, "_start_process", start_one)
    assert len(pictures(results(drawing))) == 1
    assert len(dead) == 2


def test_a_mail_that_could_not_be_written_at_first_brings_its_map(
    drawing: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing.begun(players=ONE_POWER)
    failed: list[str] = []

    def fail_once(notice: Notice) -> Mail:
        if not failed:
            failed.append(notice.key)
            raise WordingError("mail/answer.html.j2", ValueError("spoilt"))
        return render.render(notice)

    monkeypatch.setattr(groups, "render", fail_once)
    answer = drawing.order("Austria", "MAP Vie 2")
    assert failed
    assert len(pictures(answer)) == 1


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("MAP", "Spring 1901 movement"),
        ("MAP Balkans", "Balkans"),
        ("MAP Vie 2", "Vie"),
        ("REACH A Vie", "A VIE"),
        ("REACH Galicia", "who can come to Galicia"),
        ("TEST\nA Vie - Gal\nENDTEST", "a test of"),
    ],
)
def test_answers_bring_a_map_of_what_was_asked(drawing: World, asked: str, said: str) -> None:
    """The whole board with its names, a part of it, what a unit can do, a test."""
    drawing.begun(players=ONE_POWER)
    answer = drawing.order("Austria", asked)
    assert len(pictures(answer)) == 1
    assert said in texts(answer)[0]


RAW = (
    b'MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="=_abc.a"\r\n\r\n'
    b'--=_abc.a\r\nContent-Type: text/plain; charset="utf-8"\r\n'
    b"Content-Transfer-Encoding: quoted-printable\r\n\r\nhello\r\n\r\n"
    b'--=_abc.a\r\nContent-Type: text/html; charset="utf-8"\r\n'
    b"Content-Transfer-Encoding: quoted-printable\r\n\r\n<p>hello</p>\r\n<!--plate-0-->\r\n\r\n"
    b"--=_abc.a--\r\n"
)


def test_a_picture_put_in_changes_nothing_but_the_html() -> None:
    plate = Plate(b"", 'the "board" <&> ½', "png", "board")
    told = Sent(compose.put_pictures_in(RAW, [(0, plate, PNG)]))
    text = told.message.get_body(("plain",))
    assert text is not None
    assert text.get_content().strip() == "hello"
    assert 'alt="the &quot;board&quot; &lt;&amp;&gt; ½"' in html(told)
    assert [part.get_payload(decode=True) for part in pictures(told)] == [PNG]
    assert compose.put_pictures_in(RAW, []) == RAW.replace(b"<!--plate-0-->", b"")


def test_an_untouched_hour_passes_without_a_drawing(drawing: World, tmp_path: Path) -> None:
    """Who draws nothing pays nothing: no process is started."""
    drawing.begun(players=ONE_POWER)
    assert drawing.run(drawing.now + timedelta(hours=1)) == []
    assert drawing.rows("SELECT count(*) FROM drawings") == [(0,)]
