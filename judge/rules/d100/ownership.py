"""Who owns what at the end of a month: captures, minors that fall, alliances that end (R50-R52)."""

from msgspec.structs import replace

from judge.kernel.engine import PUBLIC, Event
from judge.rules.d100.field import Field
from judge.rules.d100.state import State, belongs_to, is_out, tidy_owners


def settle(state: State, field: Field) -> tuple[State, tuple[Event, ...]]:
    """Set owners after the marches of ``field``, whose pieces ``state`` has already."""
    board = field.board
    captures = _list_captures(field)
    state_after = replace(state, owners=tidy_owners({**state.owners, **captures}, board))
    minors_out = [minor for minor in board.minors if is_out(state_after, board, minor)]
    fallen_minors = [minor for minor in minors_out if not is_out(state, board, minor)]
    after = state_after.without(minors_out)
    # R52: an alliance ends when one other major owns all of the minor's spaces.
    allies = {m: a for m, a in state.allies.items() if belongs_to(after, board, m) == a}
    ended_allies = sorted(set(state.allies) - set(allies))
    after = replace(after, allies=allies)
    rows = [
        {
            "space": space,
            "name": board.spaces[space].name,
            "from": field.owners[space],
            "to": captor,
        }
        for space, captor in captures.items()
        if captor != field.owners[space]
    ]
    if not rows and not fallen_minors and not ended_allies:
        return after, ()
    data = {"rows": rows, "fallen": fallen_minors, "ended": ended_allies}
    return after, (Event("d100-ownership", data, PUBLIC),)


def bury(state: State, field: Field) -> None:
    """R51: pieces of minors that fell are gone from the field too."""
    for troop in field.troops:
        if troop.alive and troop.owner not in state.units:
            troop.alive = False
            troop.blame(f"{troop.owner} has fallen.")


def _list_captures(field: Field) -> dict[str, str]:
    """R50: land spaces with pieces of one power only, and who takes them."""
    board, captor_of = field.board, {}
    places = field.places()
    for space in sorted(places):
        powers = {troop.owner for troop in places[space]}
        if board.spaces[space].sea or len(powers) != 1:
            continue
        (power,), owner, friends = powers, field.owners[space], field.peace.friends
        if power in board.minors:
            # A minor wins back its own country only, and not from a friend.
            is_own_country = board.spaces[space].country == power
            takes = is_own_country and owner not in friends.get(power, ())
        else:
            is_guest = field.peace.gives(owner, power, space)
            takes = not is_guest and power not in friends.get(owner, ())
        if takes:
            captor_of[space] = power
    return captor_of
