"""Names of months and weekdays are those of the Unicode CLDR; a long text costs no time."""

import tomllib
from pathlib import Path

import pytest

from judge.language import times

GRAMMAR = Path(times.__file__).parents[2] / "grammar"
LANGUAGES = ("en", "de", "fr", "es", "it", "nl")


@pytest.mark.parametrize(("kind", "first"), [("months", 1), ("days", 0)])
def test_names_are_those_of_the_cldr(kind: str, first: int) -> None:
    locales = [pytest.importorskip("babel").Locale(language) for language in LANGUAGES]
    ours = tomllib.loads((GRAMMAR / "times.toml").read_text("utf-8"))[kind]
    for number, names in ours.items():
        theirs: dict[str, None] = {}
        for locale in locales:
            forms = getattr(locale, kind)
            for context in ("format", "stand-alone"):
                for width in ("wide", "abbreviated"):
                    theirs[forms[context][width][int(number)].rstrip(".").lower()] = None
            if kind == "days" and locale.language == "en":
                theirs[forms["format"]["short"][int(number)].lower()] = None
        assert names == list(theirs)
    assert sorted(map(int, ours)) == list(range(first, first + len(ours)))
