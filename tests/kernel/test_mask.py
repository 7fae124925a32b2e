"""What is mailed back of a line with a password: not the password, nor what quotes a part of it."""

import pytest

from judge.kernel import mask
from judge.kernel.notice import Answer


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("SIGNON France@alpha hunter2", "'hunter2' is not an order"),
        ("SIGNON France@alpha hunter2 please", "'hunter2' is not an order"),
        ("SIGNON France@alpha open sesame", "'sesame' may mean Smyrna or Serbia"),
        ("password: open sesame", "'open' is no command"),
    ],
)
def test_a_complaint_quotes_no_part_of_a_password(line: str, complaint: str) -> None:
    told = mask.answer(
        Answer(1, line, "problem", message=complaint, column=9, suggestions=("open",))
    )
    assert told.text.endswith(mask.STARS)
    assert (told.message, told.column, told.suggestions) == ("this line can't be read", 0, ())


def test_a_complaint_that_says_nothing_of_the_password_stays() -> None:
    told = mask.answer(Answer(1, "SIGNON France@alpha hunter2", "problem", message="no such game"))
    assert (told.text, told.message) == ("SIGNON France@alpha ******", "no such game")


def test_a_line_without_a_password_is_told_whole() -> None:
    line = Answer(1, "A Par - Bor", "problem", message="no such place", column=9)
    assert mask.answer(line) is line
