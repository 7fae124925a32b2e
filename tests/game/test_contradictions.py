"""A mail that can be read in two ways is asked back, and says what each of them would be."""

import pytest

from tests.game.world import JUDGE, Sent, World, mailbox

TEXT = 'Content-Type: text/plain; charset="utf-8"\n\n'
HTML = 'Content-Type: text/html; charset="utf-8"\n\n'


def two(world: World, text: str, page: str, end: str = "--=_x--", *, to: str = "") -> Sent:
    """Mail as France a text and a page beside it."""
    to, stamp = to or world.address("France"), f"{world.now:%a, %d %b %Y %H:%M:%S +0000}"
    world.raw(
        f"Received: from there by mx.judge.example; {stamp}\nDelivered-To: {to}\n"
        f"From: {mailbox('France')}\nTo: {to}\nSubject: orders\nMIME-Version: 1.0\n"
        f'Content-Type: multipart/alternative; boundary="=_x"\n\n'
        f"--=_x\n{TEXT}{text}\n--=_x\n{HTML}{page}\n{end}\n".encode()
    )
    (answer,) = world.run()
    return answer


@pytest.mark.parametrize(
    ("text", "page", "told"),
    [
        ("A Par - Bur", "<p>A Par - Pic</p>", "says 'A PAR - BUR', and its HTML"),
        ("A Par - Bur", "<p>A Par - Bur</p><p>A Mar - Spa</p>", "show, 'A MAR - SPA'."),
        ("A Par - Gas\nA Mar H", "<p><s>A Par - Gas</s></p><p>A Mar H</p>", "show, nothing else."),
        ("Your program shows no HTML.", "<p>A Mar H</p>", "says nothing else, and its HTML"),
    ],
)
def test_text_and_html_that_differ_are_asked_back(
    world: World, text: str, page: str, told: str
) -> None:
    world.begun()
    answer = two(world, text, page)
    assert world.orders("France") == []
    assert told in answer.flat
    assert "Nothing in it was read." in answer.flat


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("A Par - Bur\nA Mar H", "<div>A Par - Bur</div><div>A Mar H</div>"),
        ("* A Par - Bur\n* A Mar H", "<ul><li>A Par - Bur</li><li>A Mar H</li></ul>"),
        ("*A Par* - Bur\nA Mar H\n<https://x.test>", "<p><b>A Par</b> - Bur<br>A Mar H"),
        (
            "A Par → Bur\nA Mar H\n[image: logo]",
            "<p>A&nbsp;Par &rarr; Bur<br>A Mar H<img alt=logo>",
        ),
        (
            "A Par - Bur\nA Mar H\n\n-- \nMarie",
            "<p>A Par - Bur</p><p>A Mar H</p><p>Marie, Paris</p>",
        ),
        (
            "A Par - Bur\nA Mar H\n\nOn 2 Nov 2026 X <x@y.test> wrote:\n> A Par - Gas",
            "A Par - Bur<br>A Mar H<div class=gmail_attr>X:</div><blockquote>A Par H</blockquote>",
        ),
    ],
)
def test_text_and_html_that_look_different_agree(world: World, text: str, page: str) -> None:
    world.begun()
    two(world, text, page)
    assert sorted(world.orders("France")) == ["A MAR H", "A PAR - BUR"]


@pytest.mark.parametrize(
    ("count", "rest"),
    [(6, "'A MAR - SPA', 'A MAR - PIE', and"), (7, "'A MAR - SPA', 'A MAR - PIE' and 1 more, and")],
)
def test_six_lines_of_either_are_shown_and_the_others_counted(
    world: World, count: int, rest: str
) -> None:
    world.begun()
    moves = ("Par - Bur", "Par - Pic", "Par - Gas", "Mar - Gas", "Mar - Spa", "Mar - Pie", "Mar H")
    answer = two(world, "\n".join(f"A {move}" for move in moves[:count]), "<p>F Bre H</p>")
    assert f"says 'A PAR - BUR', 'A PAR - PIC', 'A PAR - GAS', 'A MAR - GAS', {rest}" in answer.flat


def test_a_contradiction_outside_a_game_is_asked_back_as_well(world: World) -> None:
    answer = two(world, "LIST", "<p>HELP</p>", to=JUDGE)
    assert "its plain text says 'LIST'" in answer.flat
    assert "'HELP'. Please send it again as plain text." in answer.flat


def test_a_password_in_a_mail_that_contradicts_itself_is_not_sent_back(world: World) -> None:
    world.begun()
    answer = two(world, "PASSWORD one23456\nA Par - Bur", "<p>PASSWORD two34567</p>")
    assert "'A PAR - BUR'" in answer.flat
    assert "one23456" not in answer.text.lower()
    assert "two34567" not in answer.text.lower()


def test_a_mail_without_its_end_is_asked_back(world: World) -> None:
    world.begun()
    to, stamp = world.address("France"), f"{world.now:%a, %d %b %Y %H:%M:%S +0000}"
    head = (
        f"Received: from there by mx.judge.example; {stamp}\nDelivered-To: {to}\n"
        f"From: {mailbox('France')}\nTo: {to}\nSubject: orders\nMIME-Version: 1.0\n"
    )
    cut = (
        f"{head}Content-Transfer-Encoding: base64\n\nQSBQYXIgLSBCdXIKQSBNYXIgLSBTc\n",
        f'{head}Content-Type: multipart/mixed; boundary="b"\n\n--b\n{TEXT}A Par - Bur\nA Mar -\n',
    )
    for raw in cut:
        world.raw(raw.encode())
        (answer,) = world.run()
        assert "The mail was cut off on its way" in answer.flat
        assert "Please send it again" in answer.flat
    assert world.orders("France") == []


def test_struck_out_text_is_not_read_and_told(world: World) -> None:
    world.begun()
    to, stamp = world.address("France"), f"{world.now:%a, %d %b %Y %H:%M:%S +0000}"
    world.raw(
        f"Received: from there by mx.judge.example; {stamp}\nDelivered-To: {to}\n"
        f"From: {mailbox('France')}\nTo: {to}\nSubject: orders\n{HTML}"
        "<p><s>A Par - Gas</s></p><p>A Mar - Spa</p>".encode()
    )
    (answer,) = world.run()
    assert world.orders("France") == ["A MAR - SPA"]
    assert 'struck out ("A Par - Gas")' in answer.flat
