"""IF ... THEN ... ELSE ... ENDIF: which lines count, by who stands where."""

from typing import Any

import pytest

from judge.catalog import sheet, variant
from judge.kernel.dice import SecretDice
from judge.kernel.engine import Order
from judge.kernel.text import Command, Ignored, Line, Offer, Problem
from judge.language.branches import Branch

DICE = SecretDice(b"-" * 32, "alpha")


def start(name: str = "standard") -> Any:
    """The first position of a variant."""
    return variant.load(name).engine.start({}, DICE).state


def read(text: str, name: str = "standard", power: str = "France") -> list[str]:
    """What each item of a letter comes to at the start, in a word and its text."""
    lines = [Line(number, line) for number, line in enumerate(text.splitlines(), 1)]
    items = sheet.understand(lines, variant.load(name), start(name), power)
    return [_shown(item) for item in items]


def _shown(item: sheet.Answerable) -> str:
    match item:
        case Order():
            return item.text
        case Offer():
            return f"? {', '.join(item.orders)}"
        case Problem():
            return f"! {item.message}"
        case Ignored():
            return f"- {item.text}: {item.reason}"
        case Command():
            return f"* {item.verb} {' '.join(item.words)}".strip()
        case Branch():
            return f"? {item.text}: {item.outcome}".removesuffix(": ")


def orders(text: str, name: str = "standard", power: str = "France") -> list[str]:
    """The orders that count."""
    return [line for line in read(text, name, power) if line[0] not in "!-*?"]


def holds(condition: str, name: str = "standard", power: str = "France") -> bool:
    """Whether a condition holds at the start."""
    unit = {"standard": "A Par", "1930": "L Par"}.get(name, "A Ber")
    found = orders(f"IF {condition} THEN\n{unit} H\nENDIF", name, power)
    return bool(found)


@pytest.mark.parametrize(
    "condition",
    [
        "A PAR",
        "par",
        "army in Paris",
        "French A PAR",
        "France Paris",
        "F STP",
        "F StP/sc",
        "NOT A BUR",
        "NOT German A PAR",
        "NOT F PAR",
        "A PAR AND A MAR AND F BRE",
        "A BUR OR A PAR",
        "(A BUR OR A PAR) AND A MUN",
        "A PAR AND (A BUR OR NOT A SPA)",
        "NOT (A BUR OR A SPA)",
        "NOT NOT A PAR",
        "there is a French army in Paris",
        "A Par and not A Bur",
    ],
)
def test_a_condition_holds_by_who_stands_where(condition: str) -> None:
    assert holds(condition)


@pytest.mark.parametrize(
    "condition",
    [
        "A BUR",
        "F PAR",
        "German A PAR",
        "F STP/NC",
        "NOT A PAR",
        "A PAR AND A BUR",
        "A BUR OR A SPA",
        "NOT (A BUR OR A PAR)",
    ],
)
def test_a_condition_does_not_hold(condition: str) -> None:
    assert not holds(condition)


@pytest.mark.parametrize(
    ("condition", "so"),
    [
        ("P LON", True),
        ("LON-A", True),
        ("English plane over London", True),
        ("A LON", True),
        ("P EDI", False),
        ("YOR-A", False),
    ],
)
def test_a_condition_may_ask_for_a_plane(
    condition: str, *, so: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = variant.load("1930s-world").engine
    units = {"England": ("P LON-A", "A LON", "A YOR")}
    monkeypatch.setattr(type(engine), "units", lambda self, state: units)
    (head, *_) = read(f"IF {condition} THEN\nGreetings\nENDIF", "1930s-world", "England")
    assert head.endswith("so it is" if so else "not so")


def test_a_minor_and_its_space_may_have_one_name() -> None:
    assert holds("Austria A AUS", "1936", "Germany")
    assert not holds("Austria F AUS", "1936", "Germany")


@pytest.mark.parametrize(
    ("condition", "so"),
    [("L5 Par", True), ("L4 Par", False), ("French L Par", True), ("N5 Par", False)],
)
def test_in_1930_a_condition_may_name_a_strength(
    condition: str, *, so: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = variant.load("1930").engine
    monkeypatch.setattr(type(engine), "units", lambda self, state: {"France": ("L5 PAR",)})
    text = f"IF {condition} THEN\nGreetings\nENDIF"
    (head, *_) = read(text, "1930")
    assert head.endswith("so it is" if so else "not so")


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("A PAR AND A MAR OR F BRE", "write brackets where AND and OR meet"),
        ("(A PAR", "a bracket is not closed"),
        ("A PAR)", "stands where it can't"),
        ("AND A PAR", "stands where it can't"),
        ("A PAR AND", "a unit is missing"),
        ("NOT", "a unit is missing"),
        ("France", "is not one unit in one place"),
        ("A PAR F BRE", "is not one unit in one place"),
        ("A Xyzzy", "this condition is not understood"),
        ("it rains", "this condition is not understood"),
        ("A Liv", "this condition is not understood"),
    ],
)
def test_a_condition_that_makes_no_sense_orders_nothing(condition: str, message: str) -> None:
    """Neither of its branches counts, and what stands around it does."""
    text = f"A Mar H\nIF {condition} THEN\nA Par H\nELSE\nA Par - Bur\nENDIF\nF Bre H"
    found = read(text)
    assert any(line.startswith("! ") and message in line for line in found)
    assert [line for line in found if line[0] not in "!-*?"] == ["A MAR H", "F BRE H"]
    assert "- A Par H: stands below a condition that is not understood" in found


def test_a_misspelt_if_orders_nothing_below_it() -> None:
    assert read("IFF A PAR THEN\nA Par - Bur\nENDIF\nA Mar H") == [
        "! 'IFF A PAR THEN' is not understood; IF may be meant.",
        "- A Par - Bur: stands below a condition that is not understood",
        "? ENDIF",
        "A MAR H",
    ]


@pytest.mark.parametrize("word", ["ELS", "ESLE", "els", "ELSEE", "Esle:"])
@pytest.mark.parametrize(("condition", "order"), [("A PAR", ["A PAR - BUR"]), ("A BUR", [])])
def test_a_misspelt_else_orders_nothing_below_it(
    word: str, condition: str, order: list[str]
) -> None:
    """Else both branches would count, the second one last."""
    text = f"IF {condition} THEN\nA Par - Bur\n{word}\nA Par - Pic\nENDIF\nF Bre H"
    assert orders(text) == [*order, "F BRE H"]
    assert f"! '{word}' is not understood; ELSE may be meant." in read(text)


def test_the_first_branch_whose_condition_holds_counts() -> None:
    text = (
        "IF A BUR THEN\nA Par H\nELSE IF A MUN THEN\nA Par - Pic\n"
        "ELSE IF A BER THEN\nA Par - Gas\nELSE\nA Par - Bre\nENDIF"
    )
    assert orders(text) == ["A PAR - PIC"]


def test_else_counts_where_nothing_above_it_held() -> None:
    text = (
        "IF A BUR THEN\nA Par H\nELSE IF A RUH THEN\nA Par - Pic\nELSE\nA Par - Bre\nENDIF\nA Mar H"
    )
    assert orders(text) == ["A PAR - BRE", "A MAR H"]


def test_what_does_not_count_is_ignored_with_the_reason() -> None:
    assert read("IF A BUR THEN\nA Par H\nENDIF") == [
        "? IF A BUR THEN: not so",
        "- A Par H: the condition above it does not hold",
        "? ENDIF",
    ]


def test_conditions_stand_within_conditions() -> None:
    text = (
        "IF A MUN THEN\nIF A BUR THEN\nA Par H\nELSE\nA Par - Bur\nENDIF\nA Mar H\n"
        "ELSE\nIF A PAR THEN\nF Bre H\nENDIF\nENDIF"
    )
    assert orders(text) == ["A PAR - BUR", "A MAR H"]


@pytest.mark.parametrize(
    "line",
    [
        "IF A BUR THEN A PAR H ELSE A PAR - BUR ENDIF",
        "if a bur then a par h ELSE a par - bur ENDIF",
        "IF A BUR THEN A PAR H ELSE IF A MUN THEN A PAR - BUR ELSE A PAR - PIC ENDIF",
        "IF A BUR THEN A PAR H\nELSE A PAR - BUR\nENDIF",
        "IF A BUR THEN A PAR H\nelse A PAR - BUR\nend if",
        "IF NOT A BUR\nA PAR - BUR\nENDIF",
    ],
)
def test_clauses_may_stand_on_one_line(line: str) -> None:
    assert orders(line + "\nA MAR H") == ["A PAR - BUR", "A MAR H"]


def test_an_if_that_nothing_closes_orders_nothing_below_it() -> None:
    found = read("A Mar H\nIF A PAR THEN\nA Par H\nF Bre H")
    assert found == [
        "A MAR H",
        "! IF has no ENDIF below it, so nothing below it is ordered.",
        "- A Par H: stands below an IF without ENDIF",
        "- F Bre H: stands below an IF without ENDIF",
    ]


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("IF A BUR THEN A Par - Pic\nA Mar - Spa\nF Bre - Mao", ["A MAR - SPA", "F BRE - MAO"]),
        ("IF A PAR THEN A Par - Pic\nA Mar - Spa", ["A PAR - PIC", "A MAR - SPA"]),
        ("IF A BUR THEN A Par - Pic ELSE A Par H\nA Mar - Spa", ["A PAR H", "A MAR - SPA"]),
        ("IF A BUR THEN A Par - Pic\nELSE A Par H\nA Mar - Spa", ["A PAR H", "A MAR - SPA"]),
        ("IF A BUR THEN A Par H\nIF A PAR THEN\nA Par - Pic\nENDIF\nA Mar H",
         ["A PAR - PIC", "A MAR H"]),
        ("IF A BUR THEN A Par - Pic\nA Mar - Spa\nENDIF\nF Bre H", ["F BRE H"]),
        ("IF A BUR THEN A Par - Pic\nELSE\nA Mar - Spa", []),
        ("IF A BUR THEN please\nA Mar - Spa", []),
        ("IF the weather is fine THEN A Par - Pic\nA Mar - Spa", ["A MAR - SPA"]),
    ],
)  # fmt: skip
def test_an_if_with_its_order_on_one_line_ends_there_without_endif(
    text: str, counted: list[str]
) -> None:
    assert orders(text) == counted


@pytest.mark.parametrize("line", ["ELSE", "ENDIF", "ELSE IF A PAR THEN"])
def test_what_closes_no_if_is_a_problem_and_nothing_else(line: str) -> None:
    found = read(f"A Mar H\n{line}\nA Par H")
    assert [one for one in found if one[0] != "!"] == ["A MAR H", "A PAR H"]
    assert any("has no IF above it" in one for one in found)


def test_a_dead_command_is_not_obeyed() -> None:
    assert read("IF A BUR THEN\nWAIT\nENDIF")[1].startswith("- WAIT")
    assert read("IF A PAR THEN\nWAIT\nENDIF")[1] == "* wait"


def test_for_a_later_phase_conditions_stay_open() -> None:
    assert read("PHASE F1901M\nIF A BUR THEN\nA Bur - Mun\nELSE\nA Par - Bur\nENDIF") == [
        "* phase F1901M",
        "? IF A BUR THEN",
        "A BUR - MUN",
        "? ELSE",
        "A PAR - BUR",
        "? ENDIF",
    ]


def test_phase_with_the_present_phase_is_about_the_present() -> None:
    assert read("PHASE S1901M\nIF A BUR THEN\nA Par H\nENDIF\nA Bur - Mun")[2:] == [
        "- A Par H: the condition above it does not hold",
        "? ENDIF",
        "! There is no unit in Burgundy (BUR).",
    ]


def test_an_if_ends_with_the_lines_for_its_phase() -> None:
    found = read("PHASE F1901M\nIF A BUR THEN\nA Bur H\nPHASE\nA Par H")
    assert found[1].startswith("! IF has no ENDIF")
    assert found[-2:] == ["* phase", "A PAR H"]


@pytest.mark.parametrize("line", ["HOLD ALL", "F Bre"])
def test_what_needs_a_board_stays_open_for_a_later_phase(line: str) -> None:
    assert read(f"PHASE W1901A\n{line}")[1] == f"? {line}"


@pytest.mark.parametrize("text", ["If you want, we could attack.", "Or else I attack you.", "if"])
def test_people_write_if_and_else(text: str) -> None:
    assert all(line[0] in "-!" for line in read(text))
    assert orders(f"{text}\nA Par H") == ["A PAR H"]
