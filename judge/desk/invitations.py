"""Private games: a code from the game master lets people in."""

from judge.desk import codes
from judge.desk.desk import Desk
from judge.game.seats import vacancies
from judge.kernel.engine import Event
from judge.mail.ours import Ours
from judge.store.record import Game


def find_invitation(ours: Ours, game: Game) -> str:
    """The code that a private game's players need to join."""
    code = ours.token("invitation", game.name, game.created.isoformat(), bits=50).upper()
    return f"{code[:5]}-{code[5:]}"


def is_invited(desk: Desk, game: Game, code: str) -> bool:
    """Whether ``code`` lets somebody into a game; everybody may come into one that is open.

    Ten wrong codes in a row lock the game for an hour, in the same words.
    """
    purpose = f"invitation {game.name}"
    if not vacancies.is_private(game):
        return True
    if vacancies.plain_code(code) == vacancies.plain_code(find_invitation(desk.house.ours, game)):
        return not codes.is_locked(desk, purpose)
    if code:
        codes.count_miss(desk, purpose)
    return False


def describe_invitation(ours: Ours, game: Game, audience: str) -> tuple[Event, ...]:
    """The invitation code, for the game master; nothing where none is needed."""
    if not vacancies.is_private(game):
        return ()
    code = find_invitation(ours, game)
    text = f"This game is private: JOIN {game.name} CODE {code} lets players in."
    return (Event("note", {"text": text}, audience),)
