"""A line over which the judge breaks is a line: the others count, and everybody is told once."""

from typing import Any

import pytest

import judge
from judge.catalog import variant as catalog
from judge.kernel.errors import UNREAD_LINE, EndlessError
from judge.kernel.text import Command
from judge.language import reader
from judge.language.commands import check_words
from judge.letters.commands.verbs import VERBS, Verb
from judge.letters.desk.desk import Desk
from judge.mail import body
from judge.store import people
from tests.game.world import HOUR, Sent, World

ODD = ("CLEAR -", "*CLEAR*", "CLEAR ✔", "CLEAR =", "clear my orders :-)", '"CLEAR"', "clear --")
"""A command with signs about it, as mail programs and their users add them."""


@pytest.mark.parametrize("odd", ODD)
def test_signs_about_a_command_say_nothing_and_the_order_beside_it_is_taken(
    world: World, odd: str
) -> None:
    world.begun()
    world.order("France", "F Bre - MAO")
    answer = world.order("France", f"{odd}\nA Par - Bur")
    assert world.orders("France") == ["A PAR - BUR"]
    assert UNREAD_LINE[1:] not in answer.flat
    assert world.rows("SELECT DISTINCT status FROM letters") == [("done",)]


@pytest.mark.parametrize("odd", ["CLEAR?", "CLEAR (please)", "what does CLEAR do?"])
def test_words_about_a_command_are_no_command(world: World, odd: str) -> None:
    world.begun()
    world.order("France", "F Bre - MAO")
    world.order("France", f"{odd}\nA Par - Bur")
    assert sorted(world.orders("France")) == ["A PAR - BUR", "F BRE - MAO"]


STAMP = b"Authentication-Results: mx.judge.example; dkim=pass header.d=players.example\n"

# --- what raises


def break_reading(monkeypatch: pytest.MonkeyPatch, word: str, error: Exception) -> None:
    """Let the reader of lines break over each that holds a word."""
    read = reader.read

    def reading(lines: Any, *more: Any) -> Any:
        if any(word in line.text for line in lines):
            raise error
        return read(lines, *more)

    monkeypatch.setattr(reader, "read", reading)


def break_command(monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    """Let a command break when it has written something."""

    def breaking(desk: Desk, _command: Command) -> Desk:
        people.add(desk.db, "half@players.example", "Half", "UTC", desk.house.now)
        raise KeyError("sesame7")

    monkeypatch.setitem(VERBS, verb, Verb(breaking))


def to(sent: list[Sent], address: str) -> Sent:
    """The one mail to an address."""
    (mail,) = [one for one in sent if one.to == address]
    return mail


def check_told(world: World, lines: str) -> None:
    """France's mail with ``lines`` and two good orders: these are taken, and all is told once."""
    world.mail("france@players.example", lines, to=world.address("France"))
    report, sent = world.passed()
    assert report.lines == [
        f"A line of mail {world.receipt(1)} could not be read: a fault of the judge."
    ]
    assert sorted(world.orders("France")) == ["A PAR - BUR", "F BRE - MAO"]
    answer = to(sent, "france@players.example")
    assert answer.flat.count(UNREAD_LINE[1:]) == 1
    notice = to(sent, "keeper@judge.example")
    (trace,) = (world.home / "shunt").glob("line-*.txt")
    assert f"shunt/{trace.name}" in notice.text
    for told in (notice.text, trace.read_text()):
        assert "KeyError" in told
        assert "test_broken_lines.py" in told
        assert "sesame7" not in told
    world.mail("france@players.example", lines, to=world.address("France"))
    assert [one.to for one in world.run()] == ["france@players.example"]
    assert world.rows("SELECT DISTINCT status FROM letters") == [("done",)]


def test_a_line_that_can_not_be_read_costs_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.begun()
    break_reading(monkeypatch, "quagga", KeyError("sesame7"))
    check_told(world, "A Par - Bur\nthe quagga sesame7\nF Bre - MAO")


def test_so_does_an_order_over_which_the_board_breaks(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = type(catalog.load("standard").engine)
    read = engine.read

    def reading(self: Any, sentences: Any, *more: Any) -> Any:
        if any("Mar" in one.text for one in sentences):
            raise KeyError("sesame7")
        return read(self, sentences, *more)

    world.begun()
    monkeypatch.setattr(engine, "read", reading)
    check_told(world, "A Par - Bur\nA Mar - Gas\nF Bre - MAO")


def test_a_command_that_breaks_leaves_nothing_half_done(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.begun()
    break_command(monkeypatch, "status")
    check_told(world, "A Par - Bur\nSTATUS\nF Bre - MAO")
    assert world.rows("SELECT * FROM people WHERE name = 'Half'") == []


@pytest.mark.parametrize("count", [1, 2, 7, 40])
def test_many_broken_lines_leave_the_good_ones(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Wherever they stand: the first, the last, one behind the other."""
    break_reading(monkeypatch, "quagga", KeyError())
    good = ["A Par - Bur", "F Bre - MAO", "A Mar - Spa"]
    bad = ["quagga"] * count
    rows = judge.load("standard").parse(
        "\n".join([*bad, good[0], *bad, *good[1:], *bad]), power="France", phase="S1901M"
    )
    assert [row["order"] for row in rows if "order" in row] == [
        "A PAR - BUR", "F BRE - MAO", "A MAR - SPA",
    ]  # fmt: skip
    assert [row["line"] for row in rows] == list(range(1, 3 * count + 4))
    assert sum(row.get("problem", "").startswith(UNREAD_LINE) for row in rows) == 3 * count


def test_what_is_no_fault_of_a_line_is_not_taken_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    check_words()
    for error in (EndlessError("too long"), MemoryError(), OSError()):
        with monkeypatch.context() as patch:
            break_reading(patch, "quagga", error)
            with pytest.raises(type(error)):
                judge.load("standard").parse("quagga\nA Par - Bur")


# --- what is shunted all the same


def break_storing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clerk break when all lines were obeyed."""

    def breaking(*_: Any) -> Any:
        raise KeyError("sesame7")

    monkeypatch.setattr("judge.letters.desk.receipts.keep", breaking)


@pytest.mark.parametrize("way", ["by the seat's address", "by a stamp", "by a password"])
def test_the_proven_writer_of_a_shunted_mail_is_answered_and_the_master_told(
    world: World, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    toml = world.home / "judge.toml"
    toml.write_text(f'{toml.read_text()}authserv = "mx.judge.example"\n')
    world.begun()
    more: dict[str, Any] = {}
    lines = "A Par - Bur\nMy password is sesame7\n> quoted\nF Bre - MAO"
    if way == "by the seat's address":
        more = {"to": world.address("France")}
    elif way == "by a password":
        world.order("France", "PASSWORD sesame77")
        lines = f"SIGNON France@alpha sesame77\n{lines}"
    break_storing(monkeypatch)
    name = world.mail("france@players.example", lines, **more)
    if way == "by a stamp":
        (path,) = (world.home / "in" / "new").iterdir()
        path.write_bytes(STAMP + path.read_bytes())
    _, sent = world.passed()
    assert {one.to for one in sent} == {
        "keeper@judge.example", "france@players.example", "gm@players.example",
    }  # fmt: skip
    answer = to(sent, "france@players.example")
    assert answer.head["In-Reply-To"] == name
    assert answer.reply_to == world.address("France")
    for part in ("a fault of its own, not yours", "keeper has been told", "send your orders anew"):
        assert part in answer.flat
    for line in ("A Par - Bur", "F Bre - MAO"):
        assert line in answer.text
    assert "sesame77" not in answer.text
    master = to(sent, "gm@players.example")
    assert "France" not in master.text
    assert "fault of its own" in master.flat
    assert world.orders("France") == []


def test_nobody_is_answered_whom_nothing_proves(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.begun()
    break_storing(monkeypatch)
    monkeypatch.setattr("judge.letters.desk.order_sheet.store", None)
    world.mail("france@players.example", "A Par - Bur")
    _, sent = world.passed()
    assert [one.to for one in sent] == ["keeper@judge.example"]


def test_a_shunted_mail_that_is_read_again_is_answered_as_if_it_came_then(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    from judge.keeper import keeping  # noqa: PLC0415 - the keeper's part of this file

    world.begun()
    with monkeypatch.context() as patch:
        break_storing(patch)
        world.mail("france@players.example", "A Par - Bur", to=world.address("France"))
        world.passed()
    keeping.retry(world.home, world.receipt(1))
    answer = to(world.run(), "france@players.example")
    assert "A PAR - BUR" in answer.text
    assert world.orders("France") == ["A PAR - BUR"]


def test_a_mail_that_can_not_even_be_read_again_is_told_to_the_keeper_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.begun()
    world.mail("france@players.example", "A Par - Bur", to=world.address("France"))
    world.run()
    read = body.read_letter

    def reading(raw: bytes, *more: Any, whole: bool = True, **rest: Any) -> Any:
        if whole:
            raise KeyError("sesame7")
        return read(raw, *more, whole=whole, **rest)

    monkeypatch.setattr(body, "read_letter", reading)
    world.mail("france@players.example", "A Par - Gas", to=world.address("France"))
    _, sent = world.passed(world.now + HOUR)
    assert [one.to for one in sent] == ["keeper@judge.example"]
    assert world.orders("France") == ["A PAR - BUR"]


# --- parts of an answer


def test_a_part_of_an_answer_that_can_not_be_made_costs_that_part_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaking(*_: Any) -> Any:
        raise KeyError("sesame7")

    world.begun()
    monkeypatch.setattr("judge.report.topics.rulings_of", breaking)
    answer = world.order("France", "A Par - Bur\nHELP RULES")
    assert "A PAR - BUR" in answer.text
    assert "could not be made" in answer.flat
    assert not [part for part in answer.message.iter_attachments() if part.get_filename()]


def test_a_variant_without_rulings_of_its_own_shows_those_of_its_base(world: World) -> None:
    home = world.home / "variants" / "plain"
    home.mkdir(parents=True)
    home.joinpath("variant.toml").write_text('title = "Plain"\nbase = "standard"\n')
    home.joinpath("map.toml").write_text("")
    world.begun(variant="plain")
    answer = world.order("France", "A Par - Bur\nHELP RULES")
    assert world.orders("France") == ["A PAR - BUR"]
    (rules,) = [one for one in answer.message.iter_attachments() if one.get_filename()]
    assert rules.get_filename() == "plain-rules.txt"
    assert "rulings" in str(rules.get_content()).lower()
