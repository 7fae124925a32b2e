"""Results in the layout of njudge, Ken Lowe's judge, for the programs that read its mails.

jDip, Realpolitik and mapit know a turn by its heading ("Movement results for Spring of 1901."),
an order a line with the power before a colon and what became of it in "(*bounce, dislodged*)",
and blocks of dislodged units, of centres, and of the phase that comes next.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from unicodedata import normalize

from judge.catalog import atlas
from judge.catalog import variant as catalog
from judge.catalog.variant import Variant
from judge.kernel import audience
from judge.kernel.engine import Event
from judge.kernel.mail import Attachment
from judge.kernel.notice import Notice

LAYOUT = "njudge"
JUDGE = "JUDGE"
"""The judge's name in its headers: readers take letters alone."""
_ARMS = {"A": "Army", "F": "Fleet"}
_COASTS = {coast.upper(): name for coast, name in atlas.COASTS.items()}
_KINDS = {"movement": "Movement", "retreats": "Retreat", "retreat": "Retreat"}
_ADJUSTMENT = "Adjustment"
_NOUNS = {"Movement": "results", "Retreat": "orders", _ADJUSTMENT: "orders"}
_NEXT = {"Movement": "Movement", "Retreat": "Retreats", _ADJUSTMENT: "Adjustments"}
_UNIT = r"[A-Z] [A-Z]{3}(?:/[A-Z]C)?"
_PLACE = r"[A-Z]{3}(?:/[A-Z]C)?"
_CONVOY = re.compile(rf"(?P<fleet>{_UNIT}) C (?P<what>{_UNIT} - {_PLACE})")
_ORDER = re.compile(
    rf"(?P<unit>{_UNIT}) (?:(?P<verb>[HDB])|[-R] (?P<goal>{_PLACE})(?: VIA)?"
    rf"|(?P<help>[SC]) (?P<other>{_UNIT})(?: - (?P<aim>{_PLACE}))?(?: H)?)"
)
_MARKS = {"fails": "bounce", "cut": "cut", "disrupted": "no convoy", "invalid": "void",
          "illegal": "void"}  # fmt: skip


def attachments(notice: Notice) -> tuple[Attachment, ...]:
    """The file for who wants this layout: of results, of a start, of HISTORY."""
    if notice.layout != LAYOUT or notice.brief:
        return ()
    # The public events turn by turn: each begins with its results; a start has its position.
    parts: list[list[Event]] = []
    for event in audience.public(notice.events):
        if event.kind == ("position" if notice.kind == "started" else "results"):
            parts.append([event])
        elif parts and notice.kind != "started":
            parts[-1].append(event)
    if not parts:
        return ()
    variant = catalog.load(notice.facts.variant)
    if set(variant.engine.kinds) != {"movement", "retreat", "adjustment"}:
        return ()
    sheet = _Sheet(variant, notice)
    text = normalize("NFKD", "\n".join(sheet.lines(parts)))
    phase = "history" if _is_history(notice) else parts[0][0].data.get("phase", "start")
    name = f"{notice.facts.game}-{phase}.njudge.txt"
    return (Attachment(name, "text/plain; charset=us-ascii", text.encode("ascii", "ignore")),)


def _is_history(notice: Notice) -> bool:
    return any(event.kind == "history" for event in notice.events)


class _Sheet:
    """A game's words: full names of spaces, adjectives of powers."""

    def __init__(self, variant: Variant, notice: Notice) -> None:
        self.variant, self.notice = variant, notice
        self.ground = variant.engine.ground
        self.owners: dict[str, str] = {}
        rows = (row for one in notice.events if one.kind == "history" for row in one.data["phases"])
        self.closed = {row["phase"]: datetime.fromisoformat(row["closed"]) for row in rows}

    def lines(self, parts: Sequence[Sequence[Event]]) -> Iterator[str]:
        """The whole file."""
        facts = self.notice.facts
        first = str(parts[0][0].data.get("phase", facts.phase.id if facts.phase else ""))
        title = self.variant.id.capitalize()
        yield f":: Judge: {JUDGE}  Game: {_plain(facts.game)}  Variant: {title} {first}"
        yield ""
        for part in parts:
            if part[0].kind == "position":  # the units that a game begins with
                _, season, year = _read_title(facts.phase_awaited)
                yield f"You have been selected as {facts.power}."
                yield ""
                yield f"Starting position for {season} of {year}."
                yield ""
                for row in part[0].data["rows"]:
                    yield from (
                        f"{_power(row['power'])} {self._unit(one)}." for one in row["units"]
                    )
                    yield ""
                continue
            if _is_history(self.notice):
                moment = self.closed.get(part[0].data["phase"], facts.now or datetime.now(UTC))
                yield f"Date: {moment:%a, %d %b %Y %H:%M:%S +0000}"
                name = f"{JUDGE}:{_plain(facts.game)}"
                yield f"Subject: {name} - {part[0].data['phase']} Results"
                yield ""
            yield from self._turn({event.kind: event.data for event in part})
        if facts.status == "over" or facts.phase is None:
            yield "The game is over."
            return
        kind, season, year = _read_title(facts.phase.title)
        game = _plain(facts.game)
        yield f"The next phase of '{game}' will be {_NEXT[kind]} for {season} of {year}."
        if facts.deadline is not None:
            yield f"The deadline for orders will be {facts.deadline:%a %b %d %Y %H:%M:%S} +0000."

    def _turn(self, data_of: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
        """One turn: its orders, the units dislodged, the centres."""
        results = data_of["results"]
        kind, season, year = _read_title(results["title"])
        title = f"{kind} {_NOUNS[kind]} for {season} of {year}."
        yield f"{title}  ({_plain(self.notice.facts.game)})"
        yield ""
        rows = [row for row in results["rows"] if row["unit"] or row["order"] == "WAIVE"]
        self.owners = {row["unit"]: row["power"] for row in rows}
        routes = _Routes(self, rows)
        last = ""
        for row in rows:
            if last and row["power"] != last:
                yield ""
            last = row["power"]
            unit, order, power = row["unit"], row["order"], _power(row["power"])
            if kind != _ADJUSTMENT:
                verdict, *fate = row["verdict"].split()
                is_stranded = verdict == "fails" and "convoy" in row["reason"]
                mark = "no convoy" if is_stranded else _MARKS.get(verdict, "")
                marks = ", ".join(filter(None, (mark, *fate)))
                line = f"{power} {self._order(row, routes)}."
                yield f"{line}  (*{marks}*)" if marks else line
            elif row["verdict"] != "succeeds":
                continue  # what was not carried out is left out
            elif order.endswith(" B"):
                article = "an army" if unit.startswith("A") else "a fleet"
                yield f"{power} Builds {article} in {self._space(unit[2:])}."
            elif order.endswith(" D"):
                yield f"{power} Removes {self._the(unit)}."
            else:
                yield f"{power} Build waived."
        for row in data_of.get("disbanded", {"rows": ()})["rows"]:
            if kind == _ADJUSTMENT:
                yield f"{_power(row['power'])} Defaults, removing {self._the(row['unit'])}."
        yield ""
        yield from self._tell_outcome(data_of)

    def _order(self, row: Mapping[str, Any], routes: "_Routes") -> str:
        """An order in full names, others' units with adjectives; one of another form holds."""
        match = _ORDER.fullmatch(row["order"])
        if match is None or row["verdict"].startswith("illegal"):
            return f"{self._unit(row['unit'])} HOLD"
        unit = self._unit(match["unit"])
        if match["verb"]:
            return f"{unit} {'DISBAND' if match['verb'] == 'D' else 'HOLD'}"
        if match["goal"]:
            way = "".join(f" -> {self._space(one)}" for one in routes.find(row["order"]))
            return f"{unit}{way} -> {self._space(match['goal'])}"
        verb = "SUPPORT" if match["help"] == "S" else "CONVOY"
        aim = f" -> {self._space(match['aim'])}" if match["aim"] else ""
        other, power = match["other"], row["power"]
        owner = next((one for name, one in self.owners.items() if name[:5] == other[:5]), power)
        adjective = self.variant.map["powers"].get(owner, {}).get("adjective", owner)
        whose = f"{adjective} " if owner != power else ""
        return f"{unit} {verb} {whose}{self._unit(other)}{aim}"

    def _tell_outcome(self, data_of: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
        """Where dislodged units can go, who owns what, and who builds."""
        rows = [
            (row, row.get("retreats", ()))
            for kind in ("dislodged", "destroyed")
            for row in data_of.get(kind, {"rows": ()})["rows"]
        ]
        if rows:
            yield "The following units were dislodged:"
            yield ""
        for row, retreats in rows:
            adjective = self.variant.map["powers"].get(row["power"], {}).get("adjective")
            goals = " or ".join(map(self._space, retreats))
            arm, _, place = self._unit(row["unit"]).partition(" ")
            what = f"can retreat to {goals}" if retreats else "with no valid retreats was destroyed"
            yield f"The {adjective or row['power']} {arm} in {place} {what}."
        if rows:
            yield ""
        centres = data_of.get("centers")
        if centres is None:
            return
        yield "Ownership of supply centers:"
        yield ""
        for row in centres["rows"]:
            if row["centers"]:
                yield f"{_power(row['power'])} {', '.join(map(self._space, row['centers']))}."
        if centres["unowned"]:
            yield f"{_power('Unowned')} {', '.join(map(self._space, centres['unowned']))}."
        yield ""
        for row in centres["rows"]:
            change = int(row["builds"])
            verb, many = ("Removes", -change) if change < 0 else ("Builds ", change)
            yield (
                f"{_power(row['power'])} {len(row['centers'])} Supply centers, {row['units']:2} "
                f"Units:  {verb} {many:2} unit{'' if many == 1 else 's'}."
            )
        yield ""

    def _unit(self, text: str) -> str:
        """Write "F STP/SC" as "Fleet St. Petersburg (south coast)"."""
        arm, _, place = text.partition(" ")
        return f"{_ARMS.get(arm, 'Wing')} {self._space(place)}"

    def _the(self, unit: str) -> str:
        arm, _, place = self._unit(unit).partition(" ")
        return f"the {arm.lower()} in {place}"

    def _space(self, place: str) -> str:
        """The full name of a space; coasts in brackets."""
        space, _, coast = place.partition("/")
        place_facts = self.ground.places.get(space)
        name = place_facts.name if place_facts else space
        return f"{name} ({_COASTS.get(coast, coast)})" if coast else name


class _Routes:
    """The waters through which armies were to be convoyed: readers want each of them named."""

    def __init__(self, sheet: _Sheet, rows: Sequence[Mapping[str, Any]]) -> None:
        steps = sheet.ground.steps.get("F", {})
        self.near: dict[str, set[str]] = {}
        for place, others in steps.items():
            self.near.setdefault(place[:3], set()).update(other[:3] for other in others)
        self.fleets: dict[str, list[str]] = {}
        for row in rows:
            if match := _CONVOY.fullmatch(row["order"]):
                self.fleets.setdefault(match["what"], []).append(match["fleet"][2:5])

    def find(self, order: str) -> Sequence[str]:
        """The waters of a move by convoy, first to last; () for one by land."""
        what = order.removesuffix(" VIA")
        start, goal = what[2:5], what.rpartition(" ")[2][:3]
        trails = [[water] for water in self.fleets.get(what, ()) if start in self.near[water]]
        reached_waters = {trail[-1] for trail in trails}
        for trail in trails:
            if goal in self.near[trail[-1]]:
                return trail
            further = [
                w
                for w in self.fleets[what]
                if w in self.near[trail[-1]] and w not in reached_waters
            ]
            reached_waters.update(further)
            trails += [[*trail, water] for water in further]
        return ()


def _read_title(title: str) -> tuple[str, str, str]:
    """Read "Spring 1901 movement" as ("Movement", "Spring", "1901")."""
    *season, year, kind = title.split()
    return _KINDS.get(kind, _ADJUSTMENT), " ".join(season), year


def _power(name: str) -> str:
    """A power's name before its colon; readers take one word."""
    return f"{name.replace(' ', '-')}:".ljust(9)


def _plain(game: str) -> str:
    """A game's name of letters and digits alone."""
    return re.sub(r"[^A-Za-z0-9]", "", game)


_ALL_ARMS = {**_ARMS, "P": "Plane"}
_STARS = {
    "fails": "bounce", "cut": "cut", "disrupted": "disrupted", "invalid": "void",
    "illegal": "invalid", "dislodged": "dislodged", "destroyed": "destroyed",
}  # fmt: skip
"""What njudge says of an order, by a word of its verdict."""
_KIND_OF = {"M": "Movement", "R": "Retreat", "A": "Adjustment"}
_PIECE = re.compile(r"^([AFP]) ([A-Z]{3}(?:/[A-Z]{2})?)(.*)$")
_ANOTHER = re.compile(r"\b([AFP]) (?=[A-Z]{3}\b)")
_SPACE = re.compile(r"\b([A-Z]{3})(?:/([A-Z]{2}))?(?![a-z])\b")
_WORDS = ((" S ", " SUPPORT "), (" C ", " CONVOY "), (" - ", " -> "), (" R ", " -> "))


Chapter = tuple[str, str, Sequence[Event]]
"""A phase that is over: its id, its title, and what everybody was told of it."""


def tell(game: str, chapters: Iterable[Chapter], spaces: Sequence[Mapping[str, Any]]) -> str:
    """A game for its page: all phases that are over, in a layout that says less than a mail's.

    ``spaces`` are those of map.toml, with their names. Orders that njudge knows nothing of stand
    there as this judge writes them.
    """
    names = {space["id"]: space["name"] for space in spaces}
    lines = []
    for phase, title, events in chapters:
        turn_title = re.sub(r" (\d+).*", r" of \1", title)
        lines += [f"{_KIND_OF.get(phase[-1], 'Other')} results for {turn_title}.  ({game})", ""]
        for event in events:
            teller = _TELLERS.get(event.kind)
            if teller:
                lines += [*teller(event, names), ""]
    return "\n".join(lines)


def _tell_orders(event: Event, names: Mapping[str, str]) -> Iterator[str]:
    rows = event.data["rows"]
    wide = max((len(row["power"]) for row in rows), default=0) + 1
    for row in rows:
        stars = [_STARS[word] for word in row["verdict"].split() if word in _STARS]
        marks = f"  (*{', '.join(stars)}*)" if stars else ""
        text = row.get("order") or f"{row['unit']} H"
        if match := _PIECE.match(text):  # njudge's words for it
            arm, place, rest = _ALL_ARMS[match[1]], _place(match[2], names), match[3]
            if rest == " B":
                text = f"Builds {arm.lower()} in {place}"
            elif rest in (" H", " D"):
                text = f"{arm} {place}{' HOLD' if rest == ' H' else ' DISBAND'}"
            else:
                for ours, theirs in _WORDS:
                    rest = rest.replace(ours, theirs)
                rest = rest.removesuffix(" VIA")
                rest = _ANOTHER.sub(lambda unit: f"{_ALL_ARMS[unit[1]]} ", rest)
                text = f"{arm} {place}" + _SPACE.sub(lambda one: _place(one[0], names), rest)
        yield f"{row['power'] + ':':{wide}} {text}.{marks}"


def _place(place: str, names: Mapping[str, str]) -> str:
    """A space by its name, with its coast; what is no space stays as it is."""
    space, _, coast = place.partition("/")
    name = names.get(space, place)
    return f"{name} ({_COASTS[coast]})" if coast in _COASTS else name


def _tell_retreats(event: Event, names: Mapping[str, str]) -> Iterator[str]:
    yield "The following units were dislodged:"
    yield ""
    for row in event.data["rows"]:
        match = _PIECE.match(row["unit"])
        unit = f"{_ALL_ARMS[match[1]]} {_place(match[2], names)}" if match else row["unit"]
        goals = " or ".join(_place(place, names) for place in row["retreats"])
        yield f"{row['power']}: {unit} can retreat to {goals or 'nowhere'}."


def _tell_centres(event: Event, names: Mapping[str, str]) -> Iterator[str]:
    yield "Ownership of supply centers:"
    yield ""
    for row in event.data["rows"]:
        center_names = ", ".join(sorted(_place(space, names) for space in row["centers"]))
        yield f"{row['power']}: {center_names}."
    yield ""
    for row in event.data["rows"]:
        count = len(row["centers"])
        change = "Removes" if row["builds"] < 0 else "Builds "
        yield (
            f"{row['power']}: {count:2} Supply centers, {row['units']:2} Units:"
            f"  {change} {abs(row['builds']):2} units."
        )


_TELLERS = {
    "results": _tell_orders,
    "minors": _tell_orders,
    "dislodged": _tell_retreats,
    "centers": _tell_centres,
}
