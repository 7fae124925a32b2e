"""Every case of 1930!, and that the rulings and the cases name each other."""

import re

from judge import resources
from tests.d100 import cases

RULING = r"- \*\*(R\d+)\*\*(.*?)(?=\n- \*\*R|\n## |\Z)"
RULES = (resources.root("variants") / "1930" / "RULES.md").read_text()


@cases.parametrize()
def test_every_order_of_a_case_gets_a_row_of_results(case: cases.Case) -> None:
    told = cases.ENGINE.adjudicate(case["in"])
    given = {text for lines in case["in"].get("orders", {}).values() for text in lines}
    assert given <= {row["text"] for row in told["results"]}
    assert all(row["verdict"] for row in told["results"])


def test_every_ruling_names_the_cases_that_show_it() -> None:
    stated = {
        found[1]: set(re.findall(r"D100-\w+", found[2]))
        for found in re.finditer(RULING, RULES, re.DOTALL)
    }
    shown: dict[str, set[str]] = {rule: set() for rule in stated}
    for case in cases.load():
        for rule in case["rule"].split():
            shown[rule].add(case["id"])
    assert stated == shown
    assert list(stated) == [f"R{number}" for number in range(1, 73)]


def test_every_ruling_has_a_case_but_the_one_on_how_a_throw_is_made() -> None:
    shown = {rule for case in cases.load() for rule in case["rule"].split()}
    assert {f"R{number}" for number in range(1, 73)} - shown == {"R71"}
