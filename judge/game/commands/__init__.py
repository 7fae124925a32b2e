"""The mail commands: one file each, and the table that finds them by the grammar's verbs."""

from collections.abc import Callable

from judge.game import standins
from judge.game.commands import (
    absence,
    address,
    also,
    audit,
    clear,
    concede,
    create,
    deadline,
    disorder,
    draw,
    edit,
    eject,
    extend,
    help_,
    history,
    hold,
    join,
    list_,
    observe,
    options,
    password,
    pause,
    phase,
    predict,
    press,
    process,
    promote,
    publish,
    receipts,
    register,
    remind,
    reset,
    resign,
    rollback,
    rule,
    rules,
    seat,
    set_,
    signoff,
    signon,
    stats,
    status,
    substitute,
    summary,
    takeover,
    terminate,
    trial,
    verify,
    wait,
)
from judge.game.desk import Desk
from judge.kernel.text import Command

Handler = Callable[[Desk, Command], Desk]
"""Does what a command says and answers its line."""

HANDLERS: dict[str, Handler] = {
    verb: module.run
    for module in (
        absence,
        address,
        also,
        audit,
        clear,
        concede,
        create,
        deadline,
        disorder,
        draw,
        edit,
        eject,
        extend,
        help_,
        history,
        hold,
        join,
        list_,
        observe,
        options,
        password,
        pause,
        phase,
        predict,
        press,
        process,
        promote,
        publish,
        receipts,
        register,
        remind,
        reset,
        resign,
        rollback,
        rule,
        rules,
        seat,
        set_,
        signoff,
        signon,
        stats,
        status,
        substitute,
        summary,
        takeover,
        terminate,
        trial,
        verify,
        wait,
    )
    for verb in module.VERBS
}


def obey(desk: Desk, command: Command) -> Desk:
    """Do what a command says; the grammar knows words of other judges that have no file here."""
    handler = HANDLERS.get(command.verb)
    if standins.is_acting(desk) and command.verb in standins.OWN:
        return desk.refuses(command, "only the player himself may do that")
    if handler is None:
        return desk.refuses(command, "this judge has no such command", "HELP")
    return handler(desk, command)
