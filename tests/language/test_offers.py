"""What is offered instead of a wrong line works: it is read back, legal, and can come about."""

import pytest

from judge.catalog import parse

CASES = [
    ("standard", "S1903M", ["A CON", "A BUL", "A SER", "F AEG"], "the other army moves to Rumania",
     ["A BUL - RUM", "A SER - RUM"]),
    ("1936", "F1936M", ["A ROM", "A VEN", "F NAP"], "A Rom - Apulia", []),
    ("standard", "F1901M", ["A TUN", "F MAO", "F WES"], "F MAO C A Tun - Par",
     ["F MAO C A TUN - BRE", "F MAO C A TUN - GAS"]),
    ("standard", "S1901M", ["F MAO", "A PAR"], "F MAO S A Par - Bur",
     ["F MAO S A PAR - GAS", "F MAO S A PAR - BRE"]),
    ("1930", "1930-01M", ["L5 PAR", "L3 NCY"], "L5 PAR - LUX VIA", []),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "phase", "units", "typed", "offers"), CASES)
def test_only_what_works_is_offered(
    variant: str, phase: str, units: list[str], typed: str, offers: list[str]
) -> None:
    request = {"variant": variant, "phase": phase, "units": units, "power": "", "text": typed}
    (told,) = parse.lines(request)
    assert "problem" in told
    assert told["suggestions"] == offers
    for offer in offers:
        (again,) = parse.lines({**request, "text": offer})
        assert again["order"] == offer


ARMS = [
    ("S1903M", ["A CON", "F ANK", "F AEG"], "F Ank - Bla\nThe other fleet holds.", "F AEG H"),
    ("S1903M", ["F ANK", "F AEG", "F BUL/SC"], "F Ank - Bla\nThe other fleet holds.", ""),
    ("F1903R", ["A BUR", "F MAO"], "A Bur R Gas\nThe fleet shall go back to Brest.", "F MAO R BRE"),
    (
        *("S1903M", ["A CON", "A BUL", "A SMY"]),
        *("A Con - Bul\nMy other armies hold.", "A BUL H A SMY H"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("phase", "units", "typed", "order"), ARMS)
def test_a_unit_named_by_its_arm_is_the_only_one_left(
    phase: str, units: list[str], typed: str, order: str
) -> None:
    request = {"phase": phase, "units": units, "power": "Turkey", "text": typed}
    told = [line for line in parse.lines(request) if line["line"] == 2]
    offered = [one for line in told for one in line.get("offer", ())]
    assert " ".join(offered) == order
    assert order or "problem" in told[0]


PREFIXES = [
    ("1930s-world", "S1931M", "A BER", "A Ber - Pol", ""),
    ("1936", "S1936M", "A MUN", "A Mun - Fran", ""),
    ("standard", "S1901M", "F BRE", "F Bre - Engl", "F BRE - ENG"),
    ("standard", "S1901M", "F BRE", "F Bre - English", "F BRE - ENG"),
]


@pytest.mark.parametrize(("variant", "phase", "unit", "typed", "order"), PREFIXES)
def test_a_prefix_that_may_be_a_power_is_asked(
    variant: str, phase: str, unit: str, typed: str, order: str
) -> None:
    request = {"variant": variant, "phase": phase, "units": [unit], "power": "", "text": typed}
    (told,) = parse.lines(request)
    assert told.get("order", "") == order
