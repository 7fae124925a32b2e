"""A mail that gathers the orders of all powers, from who runs a table without seats."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from judge.game.terms.tables import Table
from judge.kernel.notice import ORDER
from judge.kernel.text import Line, Span, hint_at, list_names
from judge.language import headed
from judge.language.statement import find_span
from judge.letters.desk import seatless
from judge.letters.desk.desk import Desk
from judge.letters.desk.seatless import SHEET
from judge.store import sheets

ObeyLines = Callable[[Desk], Desk]
"""Obeys the lines of a desk's letter."""


def obey(desk: Desk, table: Table, obey_lines: ObeyLines) -> Desk:
    """Obey the letter part by part: what stands under a power's name as a mail of its player."""
    variant, done = table.variant, desk
    powers_written: list[str] = []
    for part in headed.part_by_power(
        desk.letter.lines, variant.vocabulary, variant.engine_name, table.powers
    ):
        before = done
        if part.stray is not None:  # orders below it are nobody's, commands are obeyed
            stray, name = part.stray, headed.bare_name(part.stray.text)
            hint = hint_at(name, table.powers, f"; there are {list_names(table.powers)}")
            span, text = find_span(stray.number, stray.text), stray.text.strip()
            message = f"what stands below it was not taken: nobody plays {name}{hint}"
            told = done.answers_line(span, text, "problem", message)
            done = _obey_part(told, part.lines, obey_lines)
            below = (
                replace(one, verdict="ignored", message=f"stands under {name}", suggestions=())
                if one.nature == ORDER
                else one
                for one in done.answers[len(told.answers) :]
            )
            done = replace(done, answers=(*told.answers, *below))
        elif part.power:
            written = _obey_part(seatless.write_for(done, part.power), part.lines, obey_lines)
            # What is offered there would work with that name.
            answers = (
                replace(
                    one, suggestions=tuple(f"EDIT {part.power} {each}" for each in one.suggestions)
                )
                if one.verdict == "problem" and one.nature == ORDER
                else one
                for one in written.answers[len(before.answers) :]
            )
            done = seatless.leave(replace(written, answers=(*before.answers, *answers)))
            if any(one.kind == SHEET for one in done.events[len(before.events) :]):
                powers_written.append(part.power)
        else:
            done = _obey_part(done, part.lines, obey_lines)
    return _sum_up(replace(done, letter=desk.letter), table, tuple(dict.fromkeys(powers_written)))


def _sum_up(desk: Desk, table: Table, powers: Sequence[str]) -> Desk:
    """Say for which powers there were orders, and for which some are missing."""
    if not powers or desk.table is None or desk.table.game.number != table.game.number:
        return desk
    sheet_of = sheets.of_phase(desk.db, table.game.id, table.game.number)
    the = table.variant.the
    open_powers = [the(power) for power, sheet in sheet_of.items() if not sheet.complete]
    names, missing = list_names(map(the, powers)), "none is missing"
    if open_powers:
        missing = f"some are missing for {list_names(open_powers)}"
    title = f"orders of {the(powers[0]) if len(powers) == 1 else f'{len(powers)} powers'}"
    sentence = f"the orders of {names} stand below; {missing}"
    return desk.answers_line(Span(0, 1, 1), "", "done", sentence).titles(title)


def _obey_part(desk: Desk, lines: tuple[Line, ...], obey_lines: ObeyLines) -> Desk:
    return obey_lines(replace(desk, letter=replace(desk.letter, lines=lines)))
