"""``"reasons": false`` in a request: the results without what caused them, said or named."""

from collections.abc import Iterable, Mapping
from typing import Any

from judge.kernel.errors import InputError

KEY = "reasons"
_LEFT_OUT = ("by", "reason")


def wants_reasons(request: Mapping[str, Any]) -> bool:
    """Whether a request asks for reasons, as it does unless it says no; raises InputError."""
    answer = request.get(KEY, True)
    if not isinstance(answer, bool):
        raise InputError(f"{KEY}: it has to be true or false.")
    return answer


def strip_reasons(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Results without who caused them and why."""
    return [{key: row[key] for key in row if key not in _LEFT_OUT} for row in rows]
