"""A major's list of pieces before the first month: what is wrong with it, what stands in for it."""

from collections import Counter
from collections.abc import Iterator, Sequence

from judge.d100.board import ARMS, NAVAL, Board
from judge.d100.forces import Force
from judge.d100.legality import ARM_NAMES
from judge.d100.rules import Rules


def slots(rules: Rules) -> Iterator[tuple[int, list[str]]]:
    """R65: each strength of a list, the largest first, with the names of its pieces' places."""
    for strength, number in sorted(rules.deployment.pieces.items(), reverse=True):
        yield strength, [f"CS {strength}, {at + 1} of {number}" for at in range(number)]


def faults(board: Board, rules: Rules, power: str, pieces: Sequence[Force]) -> list[str]:
    """R65: everything that is wrong with a list, a sentence each; empty for a good one."""
    return [*_strengths(rules, pieces), *shape(board, rules, power, pieces)]


def shape(board: Board, rules: Rules, power: str, pieces: Sequence[Force]) -> list[str]:
    """R65: what is wrong with the arms and places of a list, be it whole or not."""
    return [
        *_arms(rules, pieces),
        *_places(board, power, pieces),
        *_cities(board, rules, power, pieces),
    ]


def law(rules: Rules) -> tuple[str, ...]:
    """R65 in two sentences, for who has to draw up a list."""
    plan, strongest = rules.deployment, max(rules.deployment.pieces)
    kinds = [f"{number} of CS {strength}" for strength, number in sorted(plan.pieces.items())]
    least = f"in the capital {plan.in_capital} at least, one of CS {strongest}"
    return (
        f"Your list: {', '.join(reversed(kinds))}; {plan.of_each_arm} pieces of each arm at least.",
        f"In each city 1 to {rules.room}, ships in ports; {least}.",
    )


def _strengths(rules: Rules, pieces: Sequence[Force]) -> Iterator[str]:
    """So many of each strength."""
    strengths = Counter(piece.strength for piece in pieces)
    for strength, number in sorted(rules.deployment.pieces.items(), reverse=True):
        if strengths[strength] != number:
            have = strengths[strength]
            yield f"It needs {number} pieces of CS {strength} and has {have}."


def _arms(rules: Rules, pieces: Sequence[Force]) -> Iterator[str]:
    """A least number of each arm."""
    plan = rules.deployment
    arms = Counter(piece.arm for piece in pieces)
    for arm in ARMS:
        if arms[arm] < plan.of_each_arm:
            name = ARM_NAMES[arm]
            yield f"It needs {plan.of_each_arm} {name} pieces at least and has {arms[arm]}."


def _places(board: Board, power: str, pieces: Sequence[Force]) -> Iterator[str]:
    for piece in pieces:
        fault = find_misplacement(board, power, piece)
        if fault:
            yield fault


def find_misplacement(board: Board, power: str, piece: Force) -> str:
    """Why a piece cannot be deployed where it is; "" if it can: home cities, ships on the coast."""
    if piece.space not in board.countries[power].cities:
        return f"{piece.space} is not a home city of {power}."
    if not board.can_stand(piece.arm, piece.space):
        return f"{piece.space} has no coast for ships."
    return ""


def _cities(board: Board, rules: Rules, power: str, pieces: Sequence[Force]) -> Iterator[str]:
    """Every city holds one to three, the capital two with a strongest among them."""
    plan, country = rules.deployment, board.countries[power]
    there = Counter(piece.space for piece in pieces)
    empty = [city for city in country.cities if not there[city]]
    if empty:
        yield f"No piece stands in {', '.join(empty)}."
    for city in country.cities:
        if there[city] > rules.room:
            yield f"{there[city]} pieces stand in {city}, and there is room for {rules.room}."
    capital, strongest = country.capital, max(plan.pieces)
    if there[capital] < plan.in_capital:
        yield f"{capital}, the capital, needs {plan.in_capital} pieces at least."
    if not any((piece.space, piece.strength) == (capital, strongest) for piece in pieces):
        yield f"{capital}, the capital, needs a piece of CS {strongest}."


def default(board: Board, rules: Rules, power: str) -> list[Force]:
    """R66: the list that stands in for one that is missing or wrong."""
    plan, country = rules.deployment, board.countries[power]
    others = [city for city in country.cities if city != country.capital]
    ports = [city for city in others if board.can_stand(NAVAL, city)]
    pieces = [_force(kind, country.capital) for kind in plan.capital]
    pieces += [_force(kind, ports[number % len(ports)]) for number, kind in enumerate(plan.ships)]
    for kind in plan.rest:
        piece_counts = Counter(piece.space for piece in pieces)
        pieces.append(_force(kind, min(others, key=lambda city: (piece_counts[city], city))))
    return pieces


def _force(kind: str, space: str) -> Force:
    return Force(kind[0], int(kind[1]), space)
