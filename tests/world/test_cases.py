"""The rulings of 1930s World, one case each and more; and the page that states them."""

import re

from judge import resources
from tests import cases


def test_the_rulings_name_every_case_and_no_other() -> None:
    page = (resources.root("variants") / "1930s-world" / "RULES.md").read_text()
    known = {case["id"] for path in cases.files("1930s-world") for case in cases.load(path)}
    assert set(re.findall(r"W\d+-[CX]\d\d", page)) == known
