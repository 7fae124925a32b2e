"""Phrases as data: the notation of grammar/phrases, and that its files say what they seem to."""

import pytest

from judge.language.phrases import Phrases, ideas
from judge.resources import root

NOTATION = """
[gone]
# english
cancel*, (do/does) not [ever] go
[but gone]
cancel culture
[far]
l'armee ... va, hm .. $
[first]
^ sorry
[counted]
more # days
[deed]
sails for => move
"""


@pytest.mark.parametrize(
    ("text", "idea", "found"),
    [
        ("cancel that", "gone", ["cancel"]),
        ("we cancelled it and it does not go", "gone", ["cancelled", "does not go"]),
        ("do not ever go", "gone", ["do not ever go"]),
        ("do not even go", "gone", []),
        ("cancel culture", "gone", []),
        ("l'armee de paris va en bourgogne", "far", ["l'armee de paris va"]),
        ("l'armee. elle va", "far", []),
        ("hm a b!", "far", ["hm a b"]),
        ("hm a b c", "far", []),
        ("so, please, sorry", "first", ["sorry"]),
        ("i am sorry", "first", []),
        ("two more 3 days", "counted", ["more 3 days"]),
        ("more days", "counted", []),
    ],
)
def test_a_phrase_is_found_word_by_word(text: str, idea: str, found: list[str]) -> None:
    said = Phrases(NOTATION).mark_text(text)
    columns = [said.columns(one) for one in said.list_hits(idea)]
    assert [text[start:end] for start, end in columns] == found


def test_a_phrase_names_what_it_is_put_as() -> None:
    (found,) = Phrases(NOTATION).mark_text("brest sails for the channel").list_hits("deed")
    assert found.put == "move"


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in (root("grammar") / "phrases").glob("[a-z]*.txt"))
)
def test_a_file_is_written_in_letters_that_are_found(name: str) -> None:
    text = (root("grammar") / "phrases" / f"{name}.txt").read_text(encoding="utf-8")
    phrases = [
        line.partition("=>")[0]
        for line in text.splitlines()
        if line[:2] != "# " and line[:1] != "["
    ]
    assert text.isascii()
    assert all(line == line.lower() for line in phrases)
    assert text.count("(") == text.count(")")
    assert text.count("[") == text.count("]")
    assert ideas(name).mark_text("and so") is not None
