"""``judge check``: what a variant's author has to mend, all of it at once, a sentence each."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec import DecodeError

from judge import progress, resources
from judge.authoring import agreement, board_faults, cases, trial_game
from judge.catalog import file_keys, shelves, time_limit, variant
from judge.catalog.file_keys import Evidence, Locations
from judge.catalog.variant import ORDERS, Variant
from judge.game.terms import game_options
from judge.kernel import limits
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.errors import EndlessError, InputError, JudgeError
from judge.language.commands import COMMAND_WORDS
from judge.language.lexicon import FILES
from judge.language.named_phases import find_season
from judge.language.table import terminals
from judge.language.words import ORDER_WORDS
from judge.report import order_forms, render, topics
from judge.report.picture import artist, schematic, shapes
from judge.rules.dip.build import DipEngine
from judge.rules.dip.ground.position import SEASONS

_ARMS = {"army", "armies", "fleet", "fleets", "unit", "units"}
_VERB = re.compile(r"^[^/\n]*->[ \t]*(\w+)", re.MULTILINE)


def own_word_faults(candidate: Variant) -> Iterator[str]:
    """What is wrong with the words and verbs of a variant's own orders, and with its seasons.

    All files are sound.
    """
    yield from _name_faults(candidate)
    path = candidate.file(ORDERS)
    if path is None:
        return
    grammar_terminals = terminals(FILES[candidate.engine_name])
    terminal_of = {
        tuple(spelling.split()): f"_{terminal}"
        for terminal, spellings in ORDER_WORDS.items()
        for spelling in spellings
        if {f"_{terminal}", terminal} & {*grammar_terminals}
    }
    command_of = {
        tuple(spelling.split()): spellings[0]
        for spellings in COMMAND_WORDS.values()
        for spelling in spellings
    }
    for name, keys in candidate.vocabulary.dialect.words.items():
        for key in keys:  # what the order language knows as something else, which comes first
            if terminal_of.get(key, name) != name:
                spelling = " ".join(key)
                yield f"{ORDERS}: {name}: '{spelling}' is {terminal_of[key]} already, in all games."
            elif key in command_of:
                command = command_of[key].upper()
                yield f"{ORDERS}: {name}: '{' '.join(key)}' is a command: {command}."
            elif spaces := candidate.vocabulary.exact.get("".join(key)):
                yield f"{ORDERS}: {name}: '{' '.join(key)}' is a space: {spaces[0]}."
    if not isinstance(candidate.engine, DipEngine):
        return
    own_verbs = {verb.replace("-", "_") for verb in candidate.engine.game.rules.verbs}
    their_verbs = _VERB.findall((resources.root("grammar") / "orders.lark").read_text("utf-8"))
    for verb in dict.fromkeys(_VERB.findall(path.read_text("utf-8"))):
        if verb not in own_verbs and verb not in their_verbs:
            verbs_text = ", ".join(sorted(own_verbs)) or "none"
            yield f"{ORDERS}: verbs() of rules.py does not read '{verb}' (there: {verbs_text})."


def _name_faults(candidate: Variant) -> Iterator[str]:
    """Names of seasons, powers and spaces that say something else, or what units do or are.

    A space may bear a power's whole name, as a city that is a country; a home its power's, too.
    """
    order_words = set(chain.from_iterable(ORDER_WORDS.values()))
    season_of_word: dict[str, str] = {}
    for word, season in candidate.vocabulary.seasons:
        usual_season = find_season(word)
        places = candidate.vocabulary.exact.get(word)
        if usual_season not in ("", season):
            clash = f"is {SEASONS[usual_season].lower()} already, in all games"
        elif word in order_words:
            clash = "is a word of orders"
        elif places or candidate.vocabulary.power((word,)):
            clash = f"is {' and '.join(places) if places else candidate.vocabulary.power((word,))}"
        elif word in season_of_word:
            clash = f"is {season_of_word[word]} already"
        else:
            season_of_word[word] = season
            continue
        name = candidate.rules["phases"]["names"][season]
        yield f"variant.toml: phases.names.{season}: '{name}' {clash}."
    order_words |= _ARMS
    for name, power in candidate.map["powers"].items():
        named = (("", name), (".adjective", power.get("adjective", "")))
        yield from (
            f"map.toml: powers.{name}{key}: '{word}' is a word of orders."
            for key, word in named
            if word.lower() in order_words
        )
    homes = {
        word.casefold(): power.get("home", ())
        for name, power in candidate.map["powers"].items()
        for word in (*power.get("aliases", ()), name)
    }
    for space in candidate.map["spaces"]:
        for key, word in (
            ("name", space["name"]),
            *(("aliases", alias) for alias in space.get("aliases", ())),
        ):
            heading = f"map.toml: spaces.{space['id']}.{key}: '{word}'"
            if word.casefold() in order_words:
                yield f"{heading} is a word of orders."
            elif key == "aliases" and space["id"] not in homes.get(word.casefold(), {space["id"]}):
                yield f"{heading} is a power, which is not at home there."


_CASES = re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)")
"""What stands in italics, as the cases of a ruling do."""
_RULING = re.compile(r"^[-*] \*\*([^*\n]+)\*\*", re.MULTILINE)
"""How a ruling begins, with its number or several."""
_ITEM = re.compile(r"\n(?=[-*] |\n|#|\|)")
"""Where an item of a list ends."""
_SHOWN = re.compile(r"(?<!\*)\*[^*]+\*(?!\*)|\(No case")
"""What shows a ruling: cases or tests in italics, or why there are none."""
_LISTED = re.compile(r"^(\d+)\. ", re.MULTILINE)
"""The number of a ruling in a numbered list."""
_BOLD = re.compile(r"\*\*([^*\n]+)\*\*")
_NUMBER = re.compile(r"(?<![\w-])[\w-]*[A-Z]\d+\b")
"""The number of a ruling, where a case names it."""
_UNKNOWN = "there is no such key"
"""What is told of keys that nobody reads, with which a game can be tried all the same."""
_DRAW_ANEW = "let 'judge draw-map' make it anew."
_CASE = re.compile(r"[\w.-]*-[\w.]*\d")
"""What may be the id of a case: a family, and what tells its cases apart."""


def faults(folder: Path) -> list[str]:
    """What is wrong with the variant in ``folder``, a sentence each; [] if nothing is."""
    folder = folder.resolve()
    name = shelves.try_out(folder)
    with progress.during(f"Trying {folder.name}"):
        told = list(_data_faults(folder, name))
    try:
        candidate = variant.load(name)
    except JudgeError:
        return told
    told += artist.faults(folder, candidate.map)
    try:
        outlines = shapes.read(candidate.folder)
    except DecodeError as error:
        outlines = None
        told.append(f"{shapes.FILE} can't be read ({error}): {_DRAW_ANEW}")
    spaces = {space["id"] for space in candidate.map["spaces"]}
    for space in sorted(spaces.symmetric_difference(outlines.spaces)) if outlines else ():
        complaint = "it has no" if space in spaces else "the map has no"
        told.append(f"{shapes.FILE}: {complaint} {space}: {_DRAW_ANEW}")
    kinds, options = candidate.engine.kinds, candidate.engine.options
    for option, value in candidate.usual.items():
        try:
            options_read = game_options.read([f"{option}={value}"], "UTC", kinds)
            game_options.check_own(options_read, kinds, options)
        except InputError as error:
            fault = str(error).removeprefix(f"option {option}: ")
            told.append(f"variant.toml: usual.{option}: {fault}")
    try:  # examples of its own orders, on which its rules.py may break
        with time_limit.limit(limits.START_SECONDS):
            told += list(order_forms.form_faults(name))
    except Exception as error:
        why = variant.explain(candidate, error)
        told.append(f"variant.toml: orders can't be tried: {why}.")
    if any(fault.startswith("templates/") for fault in told):
        return told
    told += agreement.template_faults(name)
    broken = render.template_faults(name)
    told += (fault.removeprefix(f"{candidate.folder}/") for fault in broken)
    for topic in topics.topics(name) if not broken else ():
        event = Event("help", {"topic": topic, "variant": name}, PUBLIC)
        try:
            with time_limit.limit(limits.START_SECONDS):
                render.word(event, name)
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            told.append(f"templates: HELP {topic} can't be rendered: {why}.")
    return told


def _data_faults(folder: Path, name: str) -> Iterator[str]:
    """What is wrong with the variant by itself, which ``name`` loads."""
    if not (folder / "RULES.md").exists():
        yield "There is no RULES.md: players ask for it, and it holds the rulings."
    if not any(path.read_bytes().strip() for path in cases.files(folder)):
        yield "There are no cases (cases/*.jsonl): nothing shows that its rules are kept."
    try:
        rules, map_data = variant.read(folder)
    except InputError as error:
        yield from str(error).splitlines()
        return
    yield from agreement.file_faults(folder, rules)
    file_cases: dict[Path, list[cases.Case]] = {}
    for path in cases.files(folder):
        try:
            file_cases[path] = cases.load(path)
        except InputError as error:
            yield str(error)
    keys = [*variant.base_faults(folder), *variant.file_faults(rules, map_data)]
    wrong = [*keys, *_board_faults(keys, rules, map_data)]
    candidate = Variant(folder, rules, map_data)
    wrong += [] if keys else variant.mechanic_faults(candidate)
    wrong += [] if wrong else agreement.table_faults(rules, map_data)
    if any(_UNKNOWN not in fault for fault in keys):
        yield from wrong
        return
    if start := list(variant.start_faults(candidate)):
        yield from wrong or start
        return
    yield from (*wrong, *_option_faults(candidate), *_ruling_faults(folder, file_cases))
    if not keys:
        yield from (*trial_game.name_faults(candidate), *own_word_faults(candidate))
    for page in _PAGES:
        if (folder / page).exists():
            try:
                read_page(candidate, page)
            except InputError as error:
                yield from str(error).splitlines()
    yield from _case_faults(candidate, name, file_cases)
    if not wrong:
        yield from trial_game.game_faults(candidate, name)


def _board_faults(
    keys: Sequence[str], rules: Mapping[str, Any], map_data: Mapping[str, Any]
) -> list[str]:
    """What is wrong with the map, as far as its keys let it be looked at.

    Where it holds a text in the place of a list, and the like, nobody looks into it.
    """
    if any(fault.startswith("map.toml: ") and ": it has to be " in fault for fault in keys):
        return []
    try:
        return board_faults.faults(map_data, str(rules.get("engine")))
    except (AttributeError, KeyError, TypeError, ValueError):
        return []  # what is wrong with the keys has been told


def _ruling_faults(folder: Path, file_cases: Mapping[Path, list[cases.Case]]) -> Iterator[str]:
    """Cases that RULES.md names ("*chaos-C3.*") and that there are not."""
    if len(file_cases) < len(cases.files(folder)):
        return  # told of the file
    page = folder / "RULES.md"
    case_ids = {str(case["id"]) for case in chain(*file_cases.values())}
    shapes = {_shape(name) for name in case_ids}
    shapes |= {(family, "C0") for family, _ in shapes}
    text = page.read_text("utf-8", "replace") if page.exists() else ""
    yield from _number_faults(text, file_cases)
    lines = _CASES.findall(text)
    for name in dict.fromkeys(name for line in lines for name in _CASE.findall(line)):
        if _shape(name) in shapes and name not in case_ids:
            yield f"RULES.md: it names the case {name}, but there is none."


def _number_faults(text: str, file_cases: Mapping[Path, list[cases.Case]]) -> Iterator[str]:
    """Rulings of one number, unshown, or named by a case and not there: "- **R1** ..."."""
    rulings = (_NUMBER.findall(heading) for heading in _RULING.findall(text))
    counts = Counter(number for heading in rulings for number in heading)
    numbers = {number for bold in _BOLD.findall(text) for number in _NUMBER.findall(bold)}
    for number, count in counts.items():
        if count > 1:
            yield f"RULES.md: there are {count} rulings {number}."
    for item in _ITEM.split(text):
        ruling = _RULING.match(item)
        if ruling and _NUMBER.search(ruling[1]) and not _SHOWN.search(item):
            cases_text = "name its cases behind it (*yours-C1.*), or say (No case: why)"
            yield f"RULES.md: {ruling[1]}: {cases_text}."
    numbers |= {*_LISTED.findall(text)}
    letters = {number.rstrip("0123456789") for number in numbers}
    for path, own_cases in file_cases.items():
        for case in own_cases:
            rule = str(case.get("rule", ""))
            for number in [rule] if rule.isdigit() else _NUMBER.findall(rule):
                if number not in numbers and number.rstrip("0123456789") in letters:
                    heading = f"cases/{path.name}: {case['id']}: rule"
                    yield f"{heading}: RULES.md has no ruling {number}."


def _shape(case: str) -> tuple[str, str]:
    """A case's family, and how its cases are told apart, whatever the numbers: "DATC", "0.A.0"."""
    family, _, number = case.rpartition("-")
    return family, re.sub(r"\d+", "0", number)


def _option_faults(candidate: Variant) -> Iterator[str]:
    """What is told of options tells of options that there are."""
    options = candidate.engine.options
    ours = game_options.standards(candidate.engine.kinds)
    for table in ("options", "meanings", "needs", *(("fixed",) if options else ())):
        for name, value in candidate.rules.get(table, {}).items():
            for option in (name, value) if table == "needs" else (name,):
                if option not in options and not (table == "fixed" and option in ours):
                    there = ", ".join(options) or "none"
                    fault = f"{table}.{name}: the mechanics have no option '{option}' ({there})."
                    yield f"variant.toml: {fault}"
    for name in options:
        if name not in candidate.meanings:
            yield f"variant.toml: meanings.{name}: say in words what this option does."


def read_page(candidate: Variant, name: str) -> dict[str, Any]:
    """The data of evidence.toml or places.toml; raises InputError with all that is wrong there."""
    data = variant.read_toml(candidate.folder / name)
    kind, find = _PAGES[name]
    if wrong := file_keys.check(data, kind) or list(find(data, candidate)):
        raise InputError("\n".join(f"{name}: {fault}" for fault in wrong))
    return data


def _location_faults(data: Mapping[str, Any], candidate: Variant) -> Iterator[str]:
    """Spaces and coasts of places.toml that the map has not, or that it lacks."""
    coasts_of = {space["id"]: space.get("coasts", ()) for space in candidate.map["spaces"]}
    unknown = (space for space in data["spaces"] if space not in coasts_of)
    yield from (f"spaces.{space}: the map has no such space." for space in unknown)
    if "frame" in data:
        for space, coasts in coasts_of.items():  # all have a place on a map with outlines
            place = data["spaces"].get(space)
            if place is None:
                yield f"spaces.{space}: it is missing: say where it lies."
                continue
            for coast in sorted({*coasts} ^ {*place.get("coasts", {})}):
                complaint = "it is missing" if coast in coasts else "the space has no such coast"
                yield f"spaces.{space}.coasts.{coast}: {complaint}."
    elif len(data["spaces"]) < schematic.LEAST_PLACES:
        yield f"spaces: say of {schematic.LEAST_PLACES} or more where they lie."
    for index, sign in enumerate(data.get("signs", ()), start=1):
        for space in sign["between"]:
            if space not in coasts_of:
                yield f"signs[{index}].between: the map has no space {space}."


_PAGES: Mapping[str, tuple[type, Callable[[Mapping[str, Any], Variant], Iterator[str]]]] = {
    "evidence.toml": (Evidence, cases.evidence_faults),
    "places.toml": (Locations, _location_faults),
}


def _case_faults(
    candidate: Variant, name: str, all_cases: Mapping[Path, list[cases.Case]]
) -> Iterator[str]:
    """Cases that are broken, foreign, of one name, or come out another way than they say."""
    id_counts: Counter[str] = Counter()
    broken: dict[str, list[str]] = {}
    for path, file_cases in all_cases.items():
        foreign: dict[str, list[str]] = {}
        for case in file_cases:
            heading = f"cases/{path.name}: {case['id']}"
            id_counts[case["id"]] += 1
            if id_counts[case["id"]] == 2:
                yield f"{heading}: there are several cases of this id."
            its_variant = str(case["in"].get("variant", "standard"))
            if its_variant not in (candidate.id, name):
                foreign.setdefault(its_variant, []).append(heading)
                continue
            try:
                with time_limit.limit(limits.START_SECONDS):
                    wrong = cases.faults(case, candidate.engine, candidate.engine_name)
            except EndlessError as error:
                yield f"{heading}: {variant.explain(candidate, error)} The others are not tried."
                return
            except Exception as error:
                broken.setdefault(variant.explain(candidate, error), []).append(heading)
                continue
            yield from (f"{heading}: {fault.removesuffix('.')}." for fault in wrong)
        for other, (first, *more) in foreign.items():  # a folder may be a copy: a sentence for all
            theirs = f"of '{other}', not of '{candidate.id}'"
            many = (
                f'{first} and {len(more)} more: they are cases {theirs}: change "variant" in each.'
            )
            yield many if more else f"{first}: it is a case {theirs}."
    for why, headings in broken.items():
        more_text = f" and {len(headings) - 1} more" if len(headings) > 1 else ""
        yield f"{headings[0]}{more_text}: it can't be played: {why.removesuffix('.')}."
