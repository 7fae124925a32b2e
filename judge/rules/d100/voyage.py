"""Convoys under way: carriers beaten, cargoes brought back, landings (R38-R43)."""

from collections.abc import Mapping, Sequence, Set

from judge.rules.d100.board import AIR, NAVAL
from judge.rules.d100.field import Field, Troop, Voyage


def carriers_beaten(
    field: Field, beaten_troops: Sequence[Troop], losses: Mapping[Troop, int]
) -> None:
    """R41: a cargo shares its carriers' loss and is back in port, or is lost with a carrier."""
    for voyage in field.voyages:
        hit_carriers = [troop for troop in voyage.carriers if troop in beaten_troops]
        if not hit_carriers or not voyage.cargo.aboard:
            continue
        if all(troop.alive for troop in hit_carriers):
            _bring_back(
                field, voyage, hit_carriers, sum(losses.get(troop, 0) for troop in hit_carriers)
            )
        else:
            _sink(
                field, voyage, [troop.name for troop in hit_carriers], "Its carrier was destroyed."
            )


def _bring_back(field: Field, voyage: Voyage, hit: Sequence[Troop], loss: int) -> None:
    """Back at once, unless nothing is left of it or the port has an enemy or no room."""
    cargo, names = voyage.cargo, [troop.name for troop in hit]
    if loss >= cargo.strength:
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
    for voyage in sorted(field.voyages, key=_larger_first):
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


def _larger_first(voyage: Voyage) -> tuple[int, str, int]:
    cargo = voyage.cargo
    return -cargo.strength, cargo.owner, cargo.number


def _obstacle(field: Field, voyage: Voyage) -> str:
    """Why a cargo cannot land, in a sentence; "" if it can."""
    cargo = voyage.cargo
    for port in (voyage.origin, voyage.target):
        if not _friendly(field, cargo.owner, port):
            return f"{port} is not a friendly port."
        if field.foes(cargo, port):
            return f"Enemies stand in {port}."
    if field.room(voyage.target) < 1:
        return f"There was no room in {voyage.target}."
    return "" if _has_route(field, voyage) else f"There was no route to {voyage.target}."


def _friendly(field: Field, power: str, port: str) -> bool:
    """R42: own, a friendly minor's, or passage given there by the owner."""
    owner = field.owners[port]
    friend = power in field.peace.friends.get(owner, ())
    return owner == power or friend or field.peace.gives(owner, power, port)


def _has_route(field: Field, voyage: Voyage) -> bool:
    """R38: any chain of sea zones from port to port, R43: or of any spaces for air carriers.

    The first needs no carrier but must hold no enemy; every further one needs a carrier.
    """
    steps = field.board.steps[NAVAL if voyage.by_sea else AIR]
    crew = {troop.place for troop in voyage.carriers}
    if not voyage.by_sea and voyage.target in steps[voyage.origin]:
        return True
    reached_spaces = edge = {
        space for space in steps[voyage.origin] if _opens(field, voyage, space, crew)
    }
    while edge:
        if any(voyage.target in steps[space] for space in edge):
            return True
        beyond = {space for here in edge for space in steps[here]} & crew
        edge = {space for space in beyond - reached_spaces if _passable(field, voyage, space)}
        reached_spaces = reached_spaces | edge
    return False


def _opens(field: Field, voyage: Voyage, space: str, crew: Set[str]) -> bool:
    """Whether a space may be the first of the way."""
    safe = space in crew or not field.foes(voyage.cargo, space)
    return safe and _passable(field, voyage, space)


def _passable(field: Field, voyage: Voyage, space: str) -> bool:
    """Whether a space may lie on the way: fleets carry over sea zones only (R38)."""
    if space in (voyage.origin, voyage.target):
        return False
    return field.board.spaces[space].sea or not voyage.by_sea


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
