"""What holds in every phase of every game by the rules' own accounts; else BrokenError."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.kernel.engine import GM, PUBLIC, Dice, Engine, Event, Turn
from judge.rules.d100 import politics
from judge.rules.d100.build import D100
from judge.rules.d100.state import State as Pieces
from judge.rules.d100.state import values
from judge.rules.dip.build import DipEngine
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.play import adjust
from judge.rules.dip.play import turn as dip_turn
from judge.rules.dip.seams.scene import Scene
from judge.rules.mechanics.influence import terms
from judge.rules.mechanics.influence.terms import Tariff
from tests.dip import reasons

MIXED = ("influence-table", "influence-mine")
"""What one may see before a bidding though others' points bear on it: numbers, own stacks."""
Orders = Mapping[str, Sequence[str]]
Held = Counter[tuple[str, str]]
"""How many units of which arm a power has: keys are (power, arm)."""


class BrokenError(AssertionError):
    """A law of the game was broken; the message says which and by how much."""


def hold(law: bool, said: str, *about: object) -> None:
    """Raise BrokenError with what was found unless the law holds."""
    if not law:
        raise BrokenError(f"{said}: {', '.join(map(repr, about))}")


def check(
    engine: Engine[Any], before: Any, orders: Orders, dice: Dice, turn: Turn[Any], tariff: Any
) -> None:
    """All laws of a turn: ``before`` and ``orders`` led to ``turn``."""
    if isinstance(engine, DipEngine):
        scene = _scene(engine, before, orders, dice)
        hold(scene.state == turn.state, "the same orders lead to the same state")
        _units_stand(engine.game.board, turn.state)
        _units_accounted(before, turn.state, scene)
        _moves_legal(engine.game.board, before, turn.state, scene)
        _centres_accounted(engine.game.board, turn.state)
        _points_kept(scene, turn)
        _reasons_agree(scene.rows("results"))
        if tariff is not None and before.phase[-1] == "I":
            _influence_kept(engine, before, turn.state, scene, tariff)
    elif isinstance(engine, D100):
        _pieces_stand(engine, turn.state)
        _pieces_accounted(engine, before, turn)
        _pieces_near(engine, before, turn)
        _allocations_kept(engine, before, turn)


def check_told(engine: Engine[Any], state: Any, readers: Sequence[str]) -> None:
    """The laws of what is told: totals are the state's, no reader is told more than is his."""
    told = engine.describe(state)
    _told_as_is(engine, state, told)
    _nobody_told_more(engine, state, told, [reader for reader in readers if reader != GM])


def _scene(engine: DipEngine, before: State, orders: Orders, dice: Dice) -> Scene:
    """The turn before anything of it is withheld from anybody."""
    return dip_turn.play_turn(engine.game, Scene(before, throw=dice.throw), orders)


def _rows(events: Sequence[Event], *kinds: str) -> Iterator[Mapping[str, Any]]:
    for event in events:
        if event.kind in kinds:
            yield from event.data["rows"]


# --- Diplomacy and its kin


def _held(state: State) -> Held:
    found: Held = Counter()
    for power, texts in state.units.items():
        found.update((power, text[0]) for text in texts)
    found.update((unit.power, unit.unit[0]) for unit in state.dislodged)
    return found


def _units_stand(board: Board, state: State) -> None:
    """Every unit is where its arm may be, and alone there."""
    units = [board.unit(text) for texts in state.units.values() for text in texts]
    crowded = [at for at, number in Counter(unit.space for unit in units).items() if number > 1]
    hold(not crowded, "no space holds two units", [board.spaces[at] for at in crowded])
    for unit in units:
        hold(board.can_stand(unit.arm, unit.loc), "a unit is where it can be", unit.text)
    taken = {board.spaces[unit.space] for unit in units}
    for fled in state.dislodged:
        hold(bool(fled.power), "a dislodged unit is somebody's", fled)
        into = {place.partition("/")[0] for place in fled.retreats}
        hold(not into & taken, "retreats lead to empty spaces", fled, sorted(into & taken))


def _units_accounted(before: State, after: State, scene: Scene) -> None:
    """Nobody's units come or go but by what was told of them."""
    come: Held = Counter()
    for row in _rows(scene.events, "rebuilt", "independent"):
        come[row["power"], row["unit"][0]] += 1
    gone: Held = Counter()
    lost = ("destroyed", "disbanded", "disorder", "air-lost")
    for row in _rows(scene.events, *lost):
        gone[row["power"], row["unit"][0]] += 1
    for event in scene.events:
        if event.kind == "results" and event.data["phase"][-1] == "A":
            for row in event.data["rows"]:
                if row["verdict"] == "succeeds" and row["order"] != "WAIVE":
                    account = come if row["order"].endswith(" B") else gone
                    account[row["power"], row["unit"][0]] += 1
    old, new = _held(before) + come, _held(after) + gone
    hold(old == new, "units are accounted for", dict(old - new), dict(new - old))


def _moves_legal(board: Board, before: State, after: State, scene: Scene) -> None:
    """A unit that stands elsewhere got there by its order, along a border or as an order may."""
    if before.phase[-1] not in "MR":
        return
    was = {(power, text) for power, texts in before.units.items() for text in texts}
    came = {row["unit"] for row in _rows(scene.events, "rebuilt", "independent")}
    told = [
        row
        for event in scene.events
        if event.kind == "results" and event.data["phase"] == before.phase
        for row in event.data["rows"]
    ]
    for power, texts in after.units.items():
        for text in texts:
            if (power, text) not in was and text not in came and before.phase[-1] in "MR":
                ways = [row["order"] for row in told if _leads(board, before, row, text)]
                if not ways and _built(scene, before, text):
                    continue
                hold(bool(ways), "nobody is where no order could bring him", power, text)


def _built(scene: Scene, before: State, text: str) -> bool:
    """Whether a unit was built in a winter that followed within the same turn."""
    rows = (
        row
        for event in scene.events
        if event.kind == "results" and event.data["phase"] != before.phase
        for row in event.data["rows"]
    )
    return any(row["order"] == f"{text} B" for row in rows)


def _leads(board: Board, before: State, row: Mapping[str, Any], text: str) -> bool:
    """Whether an order that succeeded brought a unit to where ``text`` says it is."""
    words = row["order"].split(" ")
    if not row["verdict"].startswith("succeeds") or len(words) < 4 or words[0] != text[0]:
        return False
    goal, now = board.loc_of.get(words[3], -1), board.unit(text)
    if goal < 0 or board.space_of[goal] != now.space:
        return False
    if words[2] == "R":
        fled = [unit for unit in before.dislodged if unit.unit == " ".join(words[:2])]
        return any(text.partition(" ")[2] in unit.retreats for unit in fled)
    if words[2] == "PARATROOP":
        return True
    start = board.unit(" ".join(words[:2]))
    walks = now.loc in board.steps[now.arm][start.loc]
    return words[2] == "-" and (walks or {start.space, now.space} <= board.ports)


def _centres_accounted(board: Board, state: State) -> None:
    """Every centre has one owner at most, and nothing that is none is owned twice."""
    owners = Counter(space for ids in state.centers.values() for space in ids)
    hold(max(owners.values(), default=0) <= 1, "a centre has one owner", owners.most_common(1))
    hold(set(owners) <= set(board.spaces), "centres are spaces", sorted(owners))


def _reasons_agree(rows: Sequence[Mapping[str, Any]]) -> None:
    """No reason speaks against its verdict."""
    for row in rows:
        hold(not reasons.contradicts(row), "a reason agrees with its verdict", row)


def _points_kept(scene: Scene, turn: Turn[State]) -> None:
    """No diplomacy points count beyond a purse; who spends more forfeits them all."""
    for event in turn.events:
        if event.kind == "bid-summary":
            for purse in event.data["purses"]:
                over = purse["used"] > purse["budget"]
                hold(over == purse["forfeited"], "who overspends forfeits", purse)
            budget = {purse["power"]: purse["budget"] for purse in event.data["purses"]}
            spent: Counter[str] = Counter()
            for row in event.data["rows"]:
                for offer in row["offers"]:
                    worth = sum(share["points"] + share["bonus"] for share in offer["shares"])
                    hold(worth == offer["total"], "an offer is worth its shares", offer)
                    for share in offer["shares"]:
                        spent[share["power"]] += share["points"]
            for power, points in spent.items():
                hold(points <= budget.get(power, 0), "no more than the purse counts", power)


def _influence_kept(
    engine: DipEngine, before: State, after: State, scene: Scene, tariff: Tariff
) -> None:
    """New points come out of purses, old ones only change their claim, the first year is capped."""
    board = engine.game.board
    old = _given(terms.open_boxes(before, board, tariff))
    new = _given(terms.boxes(after))
    for power in engine.powers:
        more = sum(new[power].values()) - sum(old[power].values())
        purse = tariff.purse(before, board, power)
        hold(0 <= more <= purse, "bids come out of the purse", power, more, purse)
        for minor in {*new[power], *old[power]}:
            fresh = new[power][minor] - old[power][minor]
            hold(fresh >= 0, "points stay in their box", power, minor, fresh)
            limit = tariff.limit(before)
            hold(limit is None or fresh <= limit, "the first year is capped", power, minor, fresh)
    for minor in terms.living_minors(after, board):
        box = terms.boxes(after).get(minor, {})
        best = terms.highest(box, terms.banned_powers(after, minor)) if box else ()
        former = terms.control(before, minor)
        kept = len(former) == 1 and former[0] in best
        rulers = terms.control(after, minor)
        hold(rulers == (former if kept else best), "the highest claim controls", minor, rulers)


def _given(table: Mapping[str, Mapping[str, Mapping[str, int]]]) -> dict[str, Counter[str]]:
    """The points of each giver by minor."""
    found: dict[str, Counter[str]] = {}
    for minor, box in table.items():
        for stacks in box.values():
            for giver, points in stacks.items():
                hold(points > 0, "no stack is empty", minor, giver, points)
                found.setdefault(giver, Counter())[minor] += points
    return _Defaults(found)


class _Defaults(dict[str, Counter[str]]):
    """Whoever gave nothing has an empty account."""

    def __missing__(self, key: str) -> Counter[str]:
        return Counter()


# --- 1930!


def _pieces_stand(engine: D100, state: Pieces) -> None:
    """Every piece is where its arm may be, at most three in a space."""
    pieces = [unit for units in state.units.values() for unit in units]
    for unit in pieces:
        hold(engine.board.can_stand(unit[0], unit[3:]), "a piece is where it can be", unit)
        hold("1" <= unit[1] <= "5", "a piece has a strength from 1 to 5", unit)
    there = Counter(unit[3:] for unit in pieces)
    hold(max(there.values(), default=0) <= engine.rules.room, "room", there.most_common(1))


def _strengths(state: Pieces) -> Counter[str]:
    return Counter({power: sum(int(u[1]) for u in units) for power, units in state.units.items()})


def _pieces_accounted(engine: D100, before: Pieces, turn: Turn[Pieces]) -> None:
    """A month makes nobody stronger but by an alliance; a recalculation by what was bought."""
    after, kind = turn.state, before.phase[-1]
    if kind not in "MA":
        return
    bought: Counter[str] = Counter()
    for row in _rows(turn.events, "d100-recalculation"):
        bought[row["power"]] += sum(int(unit[1]) for unit in row["bought"])
        price = sum(engine.rules.tables.price(int(unit[1])) for unit in row["bought"])
        hold(price + row["lost"] == max(row["net"], 0), "a gain is spent or lost", row)
    old = _strengths(before)
    for minor in set(after.allies) - set(before.allies):
        old[after.allies[minor]] += old[minor]
        old[minor] = 0
    gained = _strengths(after) - (old + bought)
    hold(not gained, "nobody becomes stronger", dict(gained))


def _pieces_near(engine: D100, before: Pieces, turn: Turn[Pieces]) -> None:
    """In a month a piece comes from three steps away at most, or by a convoy from port to port."""
    if before.phase[-1] != "M":
        return
    from_ = [(p, unit) for p, units in before.units.items() for unit in units]
    for power, units in turn.state.units.items():
        for unit in units:
            sources = {
                old[3:]
                for owner, old in from_
                if old[0] == unit[0]
                and old[1] >= unit[1]
                and (owner == power or turn.state.allies.get(owner) == power)
            }
            hold(_reached(engine, unit, sources), "a piece came from near", power, unit)


def _reached(engine: D100, unit: str, sources: set[str]) -> bool:
    """Four steps: three of a march, one of a retreat; or a port from another."""
    here = {unit[3:]}
    for _ in range(engine.rules.steps + 1):
        if here & sources:
            return True
        here |= {step for space in here for step in engine.board.steps[unit[0]][space]}
    city = engine.board.spaces[unit[3:]].city
    return bool(here & sources) or (city and any(engine.board.spaces[at].city for at in sources))


def _allocations_kept(engine: D100, before: Pieces, turn: Turn[Pieces]) -> None:
    """R53: multiples of 25, half a value a month."""
    worth = values(before, engine)
    spent: Counter[str] = Counter()
    for row in _rows(turn.events, "d100-allocations"):
        hold(row["points"] % engine.rules.allocation == 0, "points go in lots", row)
        spent[row["power"]] += row["points"]
    for power, points in spent.items():
        most = politics.allowance(engine.rules, worth[power])
        hold(points <= most, "no more than half a value", power, points, most)


# --- both


def _told_as_is(engine: Engine[Any], state: Any, told: Sequence[Event]) -> None:
    """Published totals are the state's."""
    if isinstance(engine, DipEngine):
        _diplomacy_told(engine, state, told)
    if isinstance(engine, D100):
        worth = values(state, engine)
        for event in told:
            if event.kind == "d100-status":
                for row in event.data["majors"]:
                    units = state.units.get(row["power"], ())
                    said = (row["value"], row["pieces"], tuple(row["units"]))
                    hold(said == (worth[row["power"]], len(units), units), "values", row)


def _diplomacy_told(engine: DipEngine, state: State, told: Sequence[Event]) -> None:
    units = sorted(unit for texts in state.units.values() for unit in texts)
    owned = sorted(space for ids in state.centers.values() for space in ids)
    shown = sorted(unit for row in _rows(told, "position") for unit in row["units"])
    hold(shown == units, "all units are shown", shown, units)
    rows = [*_rows(told, "centers")]
    listed = sorted(at for row in rows for at in (*row["centers"], *row.get("build_centers", ())))
    hold(listed == owned, "all centres are shown", listed, owned)
    hold(sum(row["units"] for row in rows) == len(units), "all units are counted")
    for row in rows:
        if row["power"] in engine.powers:
            mine = len(state.units.get(row["power"], ()))
            spare = adjust.balance(engine.game, state, row["power"])
            hold((row["units"], row["spare"]) == (mine, spare), "a row is its power's", row)


def visible(engine: Engine[Any], state: Any, events: Sequence[Event], reader: str) -> list[Event]:
    """What a reader gets to see: a power, GM, or "" for an onlooker."""
    if reader == GM:
        allowed = {PUBLIC, GM}
    else:
        allowed = {PUBLIC, *(engine.speaks_for(state, reader) if reader else ())}
    return [event for event in events if event.audience in allowed]


def _nobody_told_more(
    engine: Engine[Any], state: Any, told: Sequence[Event], readers: Sequence[str]
) -> None:
    """The position told to a reader is the one told of a state that lacks all he may not know."""
    for reader in readers:
        known = engine.known_state(state, reader)
        mine = _comparable(visible(engine, state, told, reader))
        fair = _comparable(visible(engine, known, engine.describe(known), reader))
        hold(mine == fair, "a reader is told what he may know", reader, _unlike(mine, fair))


def _comparable(events: Sequence[Event]) -> list[Event]:
    """Without what is MIXED, and without "others": that they are there members may know."""
    return [
        Event(event.kind, {"rows": [_alone(row) for row in event.data["rows"]]}, event.audience)
        if event.kind == "influence-control"
        else event
        for event in events
        if event.kind not in MIXED
    ]


def _alone(row: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**row, "control": [power for power in row["control"] if power != "others"]}


def _unlike(one: Sequence[Event], other: Sequence[Event]) -> list[Event]:
    return [event for event in (*one, *other) if event not in one or event not in other]
