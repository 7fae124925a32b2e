"""Lines that are passed over are quoted in the answer: nothing is dropped in silence."""

import pytest

from tests.game.world import World, mailbox

TALK = """\
Hi judge
How are you today?
The weather is nice here.
A Par - Bur
We had a lovely time in Rome.
See you soon
Marie
"""


def _part(text: str) -> str:
    """What was not read, on one line."""
    return " ".join(text.partition("Not read as orders: ")[2].partition("\nSend HELP")[0].split())


def test_talk_is_quoted_with_its_words_on_one_line(world: World) -> None:
    world.begun("alpha")
    told = _part(world.order("France", TALK).text)
    for line in TALK.splitlines():
        assert (f'"{line}"' in told) == (line != "A Par - Bur")


def test_html_shows_the_words_and_no_numbers_of_lines_that_its_writer_never_saw(
    world: World,
) -> None:
    world.begun("alpha")
    page = world.order("France", TALK).message.get_body(("html",))
    assert page is not None
    told = str(page.get_content()).partition("Not read as orders:")[2].partition("</p>")[0]
    assert "How are you today?" in told
    assert "We had a lovely time in Rome." in told
    assert "line " not in told


@pytest.mark.parametrize(("count", "told"), [(6, ""), (7, "1 more line"), (40, "34 more lines")])
def test_of_many_lines_six_are_shown_and_the_rest_is_counted(
    world: World, count: int, told: str
) -> None:
    world.begun("alpha")
    tales = "\n".join("It rained all the time, again" for _ in range(count))
    part = _part(world.order("France", f"{tales}\nA Par - Bur").text)
    assert part.count("It rained") == min(count, 6)
    assert told in part
    assert ("more" in part) == bool(told)


def test_a_long_line_is_cut(world: World) -> None:
    world.begun("alpha")
    part = _part(world.order("France", f"It {'rained and ' * 30}rained\nA Par - Bur").text)
    assert len(part) < 50
    assert "\u2026" in part


def test_a_long_quote_is_counted(world: World) -> None:
    world.begun("alpha")
    quote = "\n".join(f"> The judge said {number} things" for number in range(30))
    lines = f"A Par - Bur\n\nOn Mon, 2 Nov 2026 at 10:00, The Judge wrote:\n{quote}"
    part = _part(world.order("France", lines).text)
    assert part == "the introduction of a quote; quoted text (30 lines)."


def test_no_quoted_line_brings_a_secret_address(world: World) -> None:
    world.begun("alpha")
    secret = world.address("France")
    answer = world.order("France", f"A Par - Bur\n> Reply-To: {secret}\nWrite to {secret}, Anna")
    assert secret not in answer.text
    assert answer.to == mailbox("France")
