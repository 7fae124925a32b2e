"""The computers of another checkout, in a process of their own: these play against what they were.

``EARLIER=FOLDER`` names the checkout; it is asked by lines of JSON.
"""

import json
import os
import sys
from collections.abc import Sequence
from functools import cache
from subprocess import PIPE, Popen
from typing import Any

from judge.kernel.engine import Engine

SERVE = """
import json, sys
from time import process_time
from judge.catalog import variant
try:
    from judge.players.player import orders
except ImportError:
    from judge.rules.computers import orders
for line in sys.stdin:
    asked = json.loads(line)
    engine = variant.load(asked.pop("variant")).engine
    state = engine.load(asked.pop("state").encode())
    begun = process_time()
    lines = orders(engine, state, **asked)
    print(json.dumps([lines, process_time() - begun]), flush=True)
"""


def folder() -> str:
    """The other checkout's full path; "" if none is named."""
    return os.path.abspath(named) if (named := os.environ.get("EARLIER")) else ""


@cache
def _process() -> "Popen[str]":
    env = {**os.environ, "PYTHONPATH": folder()}
    command = [sys.executable, "-c", SERVE]
    return Popen(command, cwd=folder(), env=env, stdin=PIPE, stdout=PIPE, text=True)


def ask(engine: Engine[Any], state: Any, **asked: Any) -> tuple[Sequence[str], float]:
    """What the other checkout orders for a seat, and the seconds that this took it."""
    process = _process()
    assert process.stdin is not None
    assert process.stdout is not None
    print(
        json.dumps(asked | {"state": engine.dump(state).decode()}), file=process.stdin, flush=True
    )
    lines, seconds = json.loads(process.stdout.readline())
    return lines, seconds
