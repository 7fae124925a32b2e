"""Convoys under way: carriers beaten, cargoes brought back, landings (R38-R43)."""

from collections.abc import Mapping, Sequence, Set

from judge.rules.d100.board import AIR, Board
from judge.rules.d100.field import Field, Troop, Voyage


def carriers_beaten(
    field: Field, beaten_troops: Sequence[Troop], losses: Mapping[Troop, int]
) -> None:
    """R41: a cargo shares its carriers' loss and is back in port, or is lost with a carrier."""
    for voyage in field.voyages:
        hit_carriers = [troop for troop in voyage.carriers if troop in beaten_troops]
        cargo, names = voyage.cargo, [troop.name for troop in hit_carriers]
        if not hit_carriers or not cargo.aboard:
            continue
        loss = sum(losses.get(troop, 0) for troop in hit_carriers)
        if not all(troop.alive for troop in hit_carriers):
            _sink(field, voyage, names, "Its carrier was destroyed.")
        elif loss >= cargo.strength:
            _sink(field, voyage, names, "Nothing was left of it when its carrier was beaten.")
        elif field.foes(cargo, voyage.origin) or field.room(voyage.origin) < 1:
            _sink(field, voyage, names, f"It could not return to {voyage.origin}.")
        else:
            cargo.aboard = False
            cargo.strength -= loss
            cargo.blame(f"Its carrier was beaten; it is back in {voyage.origin}.", names)
            _tell(field, voyage, "returned", loss)


def _sink(field: Field, voyage: Voyage, by: Sequence[str], reason: str) -> None:
    voyage.cargo.aboard = voyage.cargo.alive = False
    voyage.cargo.blame(reason, by)
    _tell(field, voyage, "lost", voyage.cargo.strength)


def landings(field: Field) -> None:
    """R42: after the last segment cargoes land, or are back in port without loss.

    The larger go first (R12).
    """
    for voyage in sorted(
        field.voyages, key=lambda one: (-one.cargo.strength, one.cargo.owner, one.cargo.number)
    ):
        cargo = voyage.cargo
        if not cargo.aboard:
            continue
        obstacle = _obstacle(field, voyage)
        if not obstacle:
            cargo.aboard, cargo.landed, cargo.place = False, True, voyage.target
            cargo.blame(f"Landed in {voyage.target}.", [troop.name for troop in voyage.carriers])
            _tell(field, voyage, "landed", 0)
        elif field.room(voyage.origin) < 1:
            # The limit of three holds for a return too (R12, R41).
            _sink(field, voyage, (), f"{obstacle} There was no room left in {voyage.origin}.")
        else:
            cargo.aboard = False
            cargo.blame(f"{obstacle} It is back in {voyage.origin}.")
            _tell(field, voyage, "stayed", 0)


def _obstacle(field: Field, voyage: Voyage) -> str:
    """Why a cargo cannot land, in a sentence; "" if it can."""
    cargo = voyage.cargo
    for port in (voyage.origin, voyage.target):
        owner = field.owners[port]
        is_friend = cargo.owner in field.peace.friends.get(owner, ())
        # R42: own, a friendly minor's, or passage given there by the owner.
        if not (owner == cargo.owner or is_friend or field.peace.gives(owner, cargo.owner, port)):
            return f"{port} is not a friendly port."
        if field.foes(cargo, port):
            return f"Enemies stand in {port}."
    if field.room(voyage.target) < 1:
        return f"There was no room in {voyage.target}."
    arm, crew = voyage.arm, {troop.place for troop in voyage.carriers}
    around = field.board.steps[arm][voyage.origin] - crew
    barred = {space for space in around if field.foes(cargo, space)}
    ends = (voyage.origin, voyage.target)
    has_route = leads(field.board, arm, ends, crew, barred)
    return "" if has_route else f"There was no route to {voyage.target}."


def leads(
    board: Board, arm: str, ends: tuple[str, str], crew: Set[str], barred: Set[str] = frozenset()
) -> bool:
    """R38: whether sea zones lead from port to port; R43: or for air carriers any spaces.

    The first needs no carrier but must not be ``barred``; every further one is in ``crew``.
    """
    (origin, target), steps = ends, board.steps[arm]
    if arm == AIR and target in steps[origin]:
        return True
    ways = {here for here in board.spaces if arm == AIR or board.spaces[here].sea} - {*ends}
    edge: Set[str] = (steps[origin] & ways) - barred
    reached_spaces = edge
    while edge:
        if any(target in steps[space] for space in edge):
            return True
        edge = ({space for here in edge for space in steps[here]} & ways & crew) - reached_spaces
        reached_spaces = reached_spaces | edge
    return False


def _tell(field: Field, voyage: Voyage, outcome: str, loss: int) -> None:
    """The event: ``outcome`` is "landed", "stayed", "returned" or "lost"."""
    names = field.board.spaces
    field.tell(
        "d100-convoy",
        power=voyage.cargo.owner,
        unit=voyage.cargo.name,
        carriers=[{"power": troop.owner, "unit": troop.name} for troop in voyage.carriers],
        origin=voyage.origin,
        origin_name=names[voyage.origin].name,
        target=voyage.target,
        target_name=names[voyage.target].name,
        outcome=outcome,
        loss=loss,
        reason=voyage.cargo.reason,
    )
