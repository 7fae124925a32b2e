"""How many movement phases a second, against PyPI's ``diplomacy`` on the same positions."""

import statistics
import subprocess
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from bench import _positions, _rival
from bench._positions import Sample
from bench._rival import Rival
from judge.catalog import parse
from judge.rules.dip.play import movement
from judge.rules.dip.play.movement import verdicts

SEED = 1901
ORDINARY, DENSE = 1200, 800
SLICE, REPEATS = 100, 10
"""A round times the next ``SLICE`` positions: the rival once, ourselves ``REPEATS`` times."""
STARTS = 15

GAME = _positions.standard().game


def main() -> None:
    """Print the rates, the ratios, the differences and the time of a start."""
    for title, samples in (
        ("played-out games", _positions.ordinary(ORDINARY, SEED)),
        ("crowded boards", _positions.dense(DENSE, SEED)),
    ):
        units, afloat = _positions.share(samples)
        print(f"{title}: {units:.1f} units a phase, {afloat:.0%} of the orders convoy or sail")
        _rates(samples)
    _start()


def _rates(samples: Sequence[Sample]) -> None:
    slices = [samples[at : at + SLICE] for at in range(0, len(samples), SLICE)]
    for sample in samples:
        _judge(sample)
    own = [_rate(_judge, part) for part in slices]
    _tell("order strings to verdicts and positions", own)
    _tell("the same with reasons", [_rate(_reasons, part) for part in slices])
    lines = {id(sample): make_line(sample) for sample in samples}
    _tell("judge adjudicate, JSON lines", [_rate(lambda s: _json(lines[id(s)]), p) for p in slices])
    try:
        rival = Rival()
    except ImportError:
        print("  PyPI's diplomacy is not installed: pip install -e '.[bench]' compares with it")
        return
    public, bare = [], []
    ratios, strict = [], []
    for part in slices:
        mine = _rate(_judge, part)
        public.append(_rival_rate(rival, part, rival.process))
        bare.append(_rival_rate(rival, part, rival.only_adjudicate))
        ratios.append(mine / public[-1])
        strict.append(mine / bare[-1])
    _tell("PyPI's diplomacy, set_orders and process", public)
    _tell("  without its history and next phase", bare)
    _tell("times as fast", ratios, ".1f")
    _tell("  without its history and next phase", strict, ".1f")
    _differences(rival, samples)


def compare(samples: Sequence[Sample]) -> tuple[float, float | None]:
    """Our rate and the rival's, if it is installed; medians of slices measured in turn."""
    try:
        rival = Rival()
    except ImportError:
        rival = None
    mine, theirs = [], []
    for at in range(0, len(samples), SLICE):
        part = samples[at : at + SLICE]
        mine.append(_rate(_judge, part))
        if rival:
            theirs.append(_rival_rate(rival, part, rival.process))
    return statistics.median(mine), statistics.median(theirs) if theirs else None


def _judge(sample: Sample) -> None:
    """Order strings in; verdicts, positions, dislodged units and retreats out."""
    outcome = _rival.outcome(GAME, sample, sample.orders)
    verdicts(outcome, GAME.rules)
    outcome.state(sample.state.phase)


def _reasons(sample: Sample) -> None:
    outcome = _rival.outcome(GAME, sample, sample.orders)
    outcome.state(sample.state.phase)
    movement.rows(outcome, GAME.rules)


def make_line(sample: Sample) -> bytes:
    """A position as ``judge adjudicate`` takes it."""
    state = sample.state
    return msgspec.json.encode(
        {
            "id": "x",
            "variant": "standard",
            "phase": state.phase,
            "units": state.units,
            "centers": state.centers,
            "orders": sample.orders,
        }
    )


def _json(line: bytes) -> None:
    msgspec.json.encode(parse.answer_position(line))


def _rate(work: Callable[[Sample], None], samples: Sequence[Sample]) -> float:
    """Phases a second."""
    start = time.process_time()
    for _ in range(REPEATS):
        for sample in samples:
            work(sample)
    return REPEATS * len(samples) / (time.process_time() - start)


def _rival_rate(rival: Rival, samples: Sequence[Sample], process: Callable[[], None]) -> float:
    spent = 0.0
    for sample in samples:
        rival.load(sample)
        start = time.process_time()
        rival.order(sample.orders)
        process()
        spent += time.process_time() - start
    return len(samples) / spent


def _tell(what: str, values: Sequence[float], form: str = ",.0f") -> None:
    """The median and the middle half."""
    low, middle, high = statistics.quantiles(values, n=4)
    print(f"  {what:42} {middle:9{form}}  ({low:{form}} .. {high:{form}})")


def _differences(rival: Rival, samples: Sequence[Sample]) -> None:
    """Every outcome compared, every difference counted by its cause."""
    causes = Counter(_rival.explain(rival, GAME, sample) for sample in samples)
    print(f"  of {len(samples)} outcomes {causes.pop(_rival.SAME)} are the same; in the others")
    for cause, count in causes.most_common():
        print(f"  {count:6} {cause}")


def _start() -> None:
    """What a fresh process takes beyond the interpreter's own start, to its first phase."""
    code = (
        "from judge.catalog import variant; "
        "variant.load('standard').engine.adjudicate({'phase': 'S1901M', "
        "'units': {'France': ['A PAR'], 'Germany': ['A MUN']}, "
        "'orders': {'France': ['A PAR - BUR'], 'Germany': ['A MUN - BUR']}})"
    )
    bare, whole = [], []
    for _ in range(STARTS):
        bare.append(_process("pass"))
        whole.append(_process(code))
    print("a fresh process, milliseconds")
    _tell("the interpreter", bare, ".1f")
    _tell(
        "and import, board and first phase",
        [a - b for a, b in zip(whole, bare, strict=True)],
        ".1f",
    )


def _process(code: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return (time.perf_counter() - start) * 1e3


warnings.filterwarnings("ignore", module="diplomacy")
