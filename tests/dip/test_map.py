"""The standard map, edge by edge, against a second statement of it that is written down here."""

import pytest

from judge.catalog import variant
from judge.rules.dip.build import DipEngine

ENGINE = variant.load("standard").engine
assert isinstance(ENGINE, DipEngine)
BOARD = ENGINE.game.board

ARMIES = """
ALB: GRE SER TRI | ANK: ARM CON SMY | APU: NAP ROM VEN | ARM: ANK SEV SMY SYR | BEL: BUR HOL PIC RUH
BER: KIE MUN PRU SIL | BOH: GAL MUN SIL TYR VIE | BRE: GAS PAR PIC | BUD: GAL RUM SER TRI VIE
BUL: CON GRE RUM SER | BUR: BEL GAS MAR MUN PAR PIC RUH | CLY: EDI LVP | CON: ANK BUL SMY
DEN: KIE SWE | EDI: CLY LVP YOR | FIN: NWY STP SWE | GAL: BOH BUD RUM SIL UKR VIE WAR
GAS: BRE BUR MAR PAR SPA | GRE: ALB BUL SER | HOL: BEL KIE RUH | KIE: BER DEN HOL MUN RUH
LON: WAL YOR | LVN: MOS PRU STP WAR | LVP: CLY EDI WAL YOR | MAR: BUR GAS PIE SPA
MOS: LVN SEV STP UKR WAR | MUN: BER BOH BUR KIE RUH SIL TYR | NAF: TUN | NAP: APU ROM
NWY: FIN STP SWE | PAR: BRE BUR GAS PIC | PIC: BEL BRE BUR PAR | PIE: MAR TUS TYR VEN | POR: SPA
PRU: BER LVN SIL WAR | ROM: APU NAP TUS VEN | RUH: BEL BUR HOL KIE MUN
RUM: BUD BUL GAL SER SEV UKR | SER: ALB BUD BUL GRE RUM TRI | SEV: ARM MOS RUM UKR
SIL: BER BOH GAL MUN PRU WAR | SMY: ANK ARM CON SYR | SPA: GAS MAR POR | STP: FIN LVN MOS NWY
SWE: DEN FIN NWY | SYR: ARM SMY | TRI: ALB BUD SER TYR VEN VIE | TUN: NAF | TUS: PIE ROM VEN
TYR: BOH MUN PIE TRI VEN VIE | UKR: GAL MOS RUM SEV WAR | VEN: APU PIE ROM TRI TUS TYR
VIE: BOH BUD GAL TRI TYR | WAL: LON LVP YOR | WAR: GAL LVN MOS PRU SIL UKR | YOR: EDI LON LVP WAL
"""
FLEETS = """
ADR: ALB APU ION TRI VEN | AEG: BUL/SC CON EAS GRE ION SMY | ALB: GRE TRI ION | ANK: ARM BLA CON
APU: ION NAP VEN | ARM: BLA SEV | BAL: BER BOT DEN KIE LVN PRU SWE | BAR: NWG NWY STP/NC
BEL: ENG HOL NTH PIC | BER: KIE PRU | BLA: BUL/EC CON RUM SEV | BOT: FIN LVN STP/SC SWE
BRE: ENG GAS MAO PIC | BUL/EC: CON RUM | BUL/SC: CON GRE | CLY: EDI LVP NAO NWG | CON: SMY
DEN: HEL KIE NTH SKA SWE | EAS: ION SMY SYR | EDI: NTH NWG YOR | ENG: IRI LON MAO NTH PIC WAL
FIN: STP/SC SWE | GAS: MAO SPA/NC | GRE: ION | HEL: HOL KIE NTH | HOL: KIE NTH | ION: NAP TUN TYS
IRI: LVP MAO NAO WAL | LON: NTH WAL YOR | LVN: PRU STP/SC | LVP: NAO WAL
LYO: MAR PIE SPA/SC TUS TYS WES | MAO: NAF NAO POR SPA/NC SPA/SC WES | MAR: PIE SPA/SC
NAF: TUN WES | NAO: NWG | NAP: ROM TYS | NTH: NWG NWY SKA YOR | NWG: NWY | NWY: SKA STP/NC SWE
PIE: TUS | POR: SPA/NC SPA/SC | ROM: TUS TYS | RUM: SEV | SKA: SWE | SMY: SYR | SPA/SC: WES
TRI: VEN | TUN: TYS WES | TUS: TYS | TYS: WES
"""
CENTRES = """
ANK BEL BER BRE BUD BUL CON DEN EDI GRE HOL KIE LON LVP MAR MOS MUN NAP NWY PAR POR ROM RUM SER SEV
SMY SPA STP SWE TRI TUN VEN VIE WAR
"""
LOST_ELSEWHERE = """
A GAL-UKR, A LVN-WAR, A NWY-STP, F BOT-FIN, F BOT-LVN, F BOT-STP/SC, F BOT-SWE, F CON-SMY,
F MAO-SPA/SC, F NWY-STP/NC, F TUS-TYS
"""


def edges(table: str) -> set[frozenset[str]]:
    """The borders of a table, each as the pair of its ends."""
    return {
        frozenset((start, end))
        for entry in table.replace("\n", "|").split("|")
        if entry.strip()
        for start, ends in [entry.strip().split(": ")]
        for end in ends.split()
    }


def steps(arm: str) -> set[tuple[str, str]]:
    """Every step that the board lets an arm make, from loc to loc."""
    return {
        (BOARD.locs[start], BOARD.locs[end])
        for start in range(len(BOARD.locs))
        for end in BOARD.steps[arm][start]
    }


@pytest.mark.parametrize(("arm", "table"), [("A", ARMIES), ("F", FLEETS)])
def test_the_board_has_these_borders_and_no_others(arm: str, table: str) -> None:
    assert {frozenset(step) for step in steps(arm)} == edges(table)


@pytest.mark.parametrize("arm", ["A", "F"])
def test_every_border_is_crossed_both_ways(arm: str) -> None:
    there = steps(arm)
    assert there == {(end, start) for start, end in there}


@pytest.mark.parametrize("border", LOST_ELSEWHERE.replace("\n", " ").split(", "))
def test_borders_that_other_maps_have_lost_are_here(border: str) -> None:
    arm, way = border.split()
    start, end = way.split("-")
    assert (start, end) in steps(arm)


def test_the_centres_are_these_34() -> None:
    (centers,) = (
        e.data for e in ENGINE.describe(ENGINE.position({"phase": "S1901M"})) if e.kind == "centers"
    )
    owned = [center for row in centers["rows"] for center in row["centers"]]
    assert sorted([*owned, *centers["unowned"]]) == CENTRES.split()
    assert len(CENTRES.split()) == 34
