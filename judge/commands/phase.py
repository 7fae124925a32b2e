"""PHASE F1902M: the lines below are for that phase; PHASE alone: for the present one again."""

from dataclasses import replace

from judge.catalog import sheet
from judge.desk import ahead, orders, threads
from judge.desk.desk import Desk, Section
from judge.game.terms.tables import Table
from judge.kernel.notice import AHEAD, LATE
from judge.kernel.text import Command
from judge.language import phases
from judge.store.record import RUNNING

VERBS = ("phase",)
NATURE = AHEAD
ASTRAY = "is for a phase that can't come"


def run(desk: Desk, command: Command) -> Desk:
    """Open a section of the letter for a later phase, or close it.

    A command without text is a phase that one order names for itself: only the order is answered.
    """
    desk = ahead.close_section(desk)
    if not command.words:
        return desk.says(command, "what follows is for the present phase") if command.text else desk
    is_silent = not command.text
    astray_desk = replace(desk, section=Section(command.words[0], refusal=ASTRAY, alone=is_silent))
    table = desk.table
    if table is None or desk.seat is None or table.game.status != RUNNING:
        return desk if is_silent else astray_desk.refuses(command, orders.explain_closed(desk))
    now = table.engine.phase(table.state)
    if command.words[0] == now.id:
        return desk.says(command, f"that is now: {now.title}")
    phase = table.engine.later(table.state, command.words[0])
    if phase is None and is_silent:
        return astray_desk
    pace = sheet.pace_of(table.variant)
    past_title = threads.find_played_title(desk, table, command.words[0])
    if past_title:
        return _set_aside(astray_desk, command, table, past_title)
    if phase is None and phases.is_over(command.words[0], now.id):
        sentence = f"{phases.spell(command.words[0], pace)} is over; it is {now.title} now"
        return astray_desk.refuses(command, sentence)
    if phase is None:
        phase_name = phases.spell(command.words[0].strip(" ."), pace)
        sentence = f"there is no phase '{phase_name}' ahead; it is {now.title} ({now.id}) now"
        return astray_desk.refuses(command, sentence)
    section_desk = replace(desk, section=Section(phase.id, phase.title, alone=is_silent))
    return (
        section_desk.says(command, f"what follows waits for {phase.title}")
        if not is_silent
        else section_desk
    )


def _set_aside(desk: Desk, command: Command, table: Table, title: str) -> Desk:
    """Say that a phase is over, and what takes for the present one what stands below."""
    offer = f"TAKE {desk.receipt}"
    section = Section(command.words[0], title, refusal=ASTRAY, offer=offer)
    message = threads.word_over(desk, table, title)
    over_desk = replace(desk, section=section)
    return over_desk.sets_aside(command.span, command.text, message, why=LATE, offer=offer, count=0)
