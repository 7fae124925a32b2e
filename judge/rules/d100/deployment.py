"""Before the first month: the majors' lists, the draw of the minors, their pieces (R65-R68)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from judge.kernel.engine import PUBLIC, Event, tidy
from judge.rules.d100.board import ARMS, NAVAL, Board, Force, Garrison
from judge.rules.d100.field import Line
from judge.rules.d100.legality import ARM_NAMES
from judge.rules.d100.muster import ILLEGAL
from judge.rules.d100.orders import Deploy, read_order
from judge.rules.d100.rules import Game, Rules
from judge.rules.d100.state import State
from judge.rules.d100.throws import Throws


def roster_slots(rules: Rules) -> Iterator[tuple[int, list[str]]]:
    """R65: each strength of a list, the largest first, with the names of its pieces' places."""
    for strength, number in sorted(rules.deployment.pieces.items(), reverse=True):
        yield strength, [f"CS {strength} ({at + 1} of {number})" for at in range(number)]


def roster_faults(game: Game, power: str, pieces: Sequence[Force]) -> list[str]:
    """R65: everything that is wrong with a list, a sentence each; empty for a good one."""
    strengths = Counter(piece.strength for piece in pieces)
    wanted = sorted(game.rules.deployment.pieces.items(), reverse=True)
    amiss = [
        f"It needs {number} pieces of CS {strength} and has {strengths[strength]}."
        for strength, number in wanted
        if strengths[strength] != number
    ]
    return [*amiss, *roster_shape(game, power, pieces)]


def roster_shape(game: Game, power: str, pieces: Sequence[Force]) -> list[str]:
    """R65: what is wrong with the arms and places of a list, be it whole or not.

    Every city holds one to three, the capital two with a strongest among them.
    """
    plan, country, room = game.rules.deployment, game.board.countries[power], game.rules.room
    arms, there = Counter(piece.arm for piece in pieces), Counter(piece.space for piece in pieces)
    faults = [
        f"It needs {plan.of_each_arm} {ARM_NAMES[arm]} pieces at least and has {arms[arm]}."
        for arm in ARMS
        if arms[arm] < plan.of_each_arm
    ]
    misplaced = (find_roster_misplacement(game.board, power, piece) for piece in pieces)
    faults += filter(None, misplaced)
    if empty := [city for city in country.cities if not there[city]]:
        faults.append(f"No piece stands in {', '.join(empty)}.")
    for city in country.cities:
        if there[city] > room:
            faults.append(f"{there[city]} pieces stand in {city}, and there is room for {room}.")
    capital, strongest = country.capital, max(plan.pieces)
    if there[capital] < plan.in_capital:
        faults.append(f"{capital}, the capital, needs {plan.in_capital} pieces at least.")
    if (capital, strongest) not in {(piece.space, piece.strength) for piece in pieces}:
        faults.append(f"{capital}, the capital, needs a piece of CS {strongest}.")
    return faults


def roster_law(rules: Rules) -> tuple[str, ...]:
    """R65 in two sentences, for who has to draw up a list."""
    plan, strongest = rules.deployment, max(rules.deployment.pieces)
    kinds = [f"{number} of CS {strength}" for strength, number in sorted(plan.pieces.items())]
    least = f"in the capital {plan.in_capital} at least, one of CS {strongest}"
    return (
        f"Your list: {', '.join(reversed(kinds))}; {plan.of_each_arm} pieces of each arm at least.",
        f"In each city 1 to {rules.room}, ships in ports; {least}.",
    )


def find_roster_misplacement(board: Board, power: str, piece: Force) -> str:
    """Why a piece cannot be deployed where it is; "" if it can: home cities, ships on the coast."""
    if piece.space not in board.countries[power].cities:
        return f"{piece.space} is not a home city of {power}."
    if not board.can_stand(piece.arm, piece.space):
        return f"{piece.space} has no coast for ships."
    return ""


def default_roster(game: Game, power: str) -> list[Force]:
    """R66: the list that stands in for one that is missing or wrong."""
    plan, country = game.rules.deployment, game.board.countries[power]
    others = [city for city in country.cities if city != country.capital]
    ports = [city for city in others if game.board.can_stand(NAVAL, city)]
    pieces = [_force(kind, country.capital) for kind in plan.capital]
    pieces += [_force(kind, ports[number % len(ports)]) for number, kind in enumerate(plan.ships)]
    for kind in plan.rest:
        piece_counts = Counter(piece.space for piece in pieces)
        pieces.append(_force(kind, min(others, key=lambda city: (piece_counts[city], city))))
    return pieces


def _force(kind: str, space: str) -> Force:
    return Force(kind[0], int(kind[1]), space)


DROPPED = "All of the list was dropped and the standard list deployed instead"
AS_ABOVE = "Dropped with the list."
"""The reason of all rows of it but the first."""


def lines_of(orders: Mapping[str, Sequence[str]], board: Board) -> list[Line]:
    """The lines of a deployment phase, powers in the alphabet; anything else is illegal."""
    lines = [
        Line(power, text, read_order(text, board))
        for power in sorted(orders)
        for text in orders[power]
    ]
    for line in lines:
        if isinstance(line.order, Deploy):
            line.unit = str(line.order.piece)
        else:
            line.refuse(ILLEGAL, "This is not an order of a deployment.")
    return lines


def majors(
    game: Game, state: State, orders: Mapping[str, Sequence[str]], throws: Throws
) -> tuple[State, list[Line], tuple[Event, ...]]:
    """R65-R67: each major's list or the default, then the draw."""
    board = game.board
    lines = lines_of(orders, board)
    units, rows = dict(state.units), []
    for power in board.majors:
        own_lines = [line for line in lines if line.power == power]
        pieces = [line.order.piece for line in own_lines if isinstance(line.order, Deploy)]
        faults = roster_faults(game, power, pieces)
        for number, line in enumerate(own_lines):
            if faults:
                line.refuse(ILLEGAL, AS_ABOVE if number else f"{DROPPED}: {faults[0]}")
            elif not line.verdict:
                line.verdict = "succeeds"
        pieces_on_board = default_roster(game, power) if faults else pieces
        units[power] = tuple(map(str, pieces_on_board))
        rows.append({"power": power, "units": sorted(units[power]), "default": bool(faults)})
    for line in lines:
        if line.power not in board.majors:
            line.refuse(ILLEGAL, f"{line.power} deploys nothing.")
    assign, draws = draw(board, throws)
    after = replace(state, units=tidy(units), assign=assign)
    event = Event("d100-deployed", {"rows": rows}, PUBLIC)
    return after, lines, (event, Event("d100-draw", {"rows": draws}, PUBLIC))


def list_drawn(board: Board) -> tuple[str, ...]:
    """The minors that are drawn: those whose pieces have no fixed place (R67)."""
    return tuple(m for m in board.minors if not any(piece.at for piece in board.garrisons[m]))


def draw(board: Board, throws: Throws) -> tuple[dict[str, dict[str, str]], list[dict[str, object]]]:
    """R67: a throw for each single state; the lowest is dealt first. Says who places what."""
    lots = {minor: throws.draw(f"D|{minor}", minor=minor) for minor in list_drawn(board)}
    turn = 0
    rows: list[dict[str, object]] = []
    assign: dict[str, dict[str, str]] = {}
    players = sorted(board.majors)
    for minor in sorted(lots, key=lambda minor: (lots[minor]["throw"], minor)):
        assign[minor] = {}
        for piece in board.garrisons[minor]:
            assign[minor][str(piece)] = players[turn % len(players)]
            turn += 1
        rows.append({"minor": minor, "roll": lots[minor], "pieces": assign[minor]})
    return dict(sorted(assign.items())), rows


def minors(
    game: Game, state: State, orders: Mapping[str, Sequence[str]]
) -> tuple[State, list[Line], tuple[Event, ...]]:
    """R68: pieces placed by those they fell to; the others stand in the capital."""
    board = game.board
    lines = lines_of(orders, board)
    space_of: dict[str, dict[int, str]] = {minor: {} for minor in board.minors}
    for line in lines:
        if isinstance(line.order, Deploy):
            _place_piece(game, state, line, line.order.piece, space_of)
    units = dict(state.units)
    for minor in board.minors:
        units[minor] = tuple(
            f"{piece} {space_of[minor].get(number) or home(board, minor, piece)}"
            for number, piece in enumerate(board.garrisons[minor])
        )
    # Each minor's pieces and who placed them, "" where they belong there anyway.
    rows = [
        {
            "minor": minor,
            "pieces": [
                {"unit": unit, "by": state.assign.get(minor, {}).get(unit.split()[0], "")}
                for unit in units[minor]
            ],
        }
        for minor in board.minors
    ]
    after = replace(state, units=tidy(units), assign={})
    return after, lines, (Event("d100-placed", {"rows": rows}, PUBLIC),)


def _place_piece(
    game: Game,
    state: State,
    line: Line,
    piece: Force,
    space_of: Mapping[str, dict[int, str]],
) -> None:
    reason = find_misplacement(game.board, state, line.power, piece)
    minor = game.board.spaces[piece.space].country
    there = [space for space in space_of.get(minor, {}).values() if space == piece.space]
    free = [
        number
        for number, garrison in enumerate(game.board.garrisons.get(minor, ()))
        if str(garrison) == f"{piece.arm}{piece.strength}" and number not in space_of[minor]
    ]
    if not reason and not free:
        reason = f"That piece of {minor} is placed already."
    if not reason and len(there) >= game.rules.room:
        reason = f"{piece.space} is full."
    if reason:
        line.refuse(ILLEGAL, reason)
    else:
        space_of[minor][free[0]] = piece.space
        line.verdict = "succeeds"


def find_misplacement(board: Board, state: State, power: str, piece: Force) -> str:
    """Why ``power`` cannot place that piece there, in a sentence; "" if it can (R68)."""
    minor, kind = board.spaces[piece.space].country, f"{piece.arm}{piece.strength}"
    if power not in board.majors:
        return f"{power} deploys nothing."
    if minor not in list_drawn(board):
        return f"None of the pieces left to place belongs in {piece.space}."
    if kind not in map(str, board.garrisons[minor]):
        return f"{minor} has no piece {kind}."
    if state.assign and state.assign.get(minor, {}).get(kind) != power:
        return f"{kind} of {minor} is placed by {state.assign.get(minor, {}).get(kind, 'nobody')}."
    if not board.can_stand(piece.arm, piece.space):
        return f"{piece.space} has no coast for ships."
    return ""


def home(board: Board, minor: str, piece: Garrison) -> str:
    """Where a piece stands that nobody placed: its own part, the capital, or a port (R68)."""
    country = board.countries[minor]
    if piece.at:
        return piece.at
    if piece.arm != NAVAL or board.spaces[country.capital].coastal:
        return country.capital
    ports = [space for space in country.spaces if board.spaces[space].coastal]
    return min(ports, key=lambda space: (not board.spaces[space].city, space))


def list_dealt(board: Board, state: State, power: str) -> Iterator[tuple[str, Garrison]]:
    """The minors' pieces that fell to a power (R67)."""
    for minor in board.minors:
        for piece in board.garrisons[minor]:
            if state.assign.get(minor, {}).get(str(piece)) == power:
                yield minor, piece
