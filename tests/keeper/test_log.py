"""The log: chained rows, written with what they tell of, that hold ids and never what is secret."""

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection

from judge.store import log
from judge.store.log import Link
from tests.game.world import DEADLINE, START, World

CANARY = "canary5ec2e7"


def three(db: Connection) -> list[Link]:
    """Three rows."""
    log.append(db, START, "GM", "gm.extend", "alpha", hours=12)
    log.append(db, START, log.JUDGE, "turn", "beta", number=1)
    log.append(db, START, "France", "seat.left", "alpha", seat=3, person=None)
    return list(log.links(db))


def in_one_book(world: World) -> list[Link]:
    """Three rows of one book."""
    with world.engine().begin() as db:
        for number in range(3):
            log.append(db, START, "GM", "gm.extend", "alpha", hours=number)
        return list(log.links(db))


def test_a_log_that_was_only_written_is_whole(world: World) -> None:
    with world.engine().begin() as db:
        links = three(db)
        assert [link.id for link in links] == [1, 2, 3]
        assert log.broken_rows(links) == []
        assert log.last(db) == (3, links[-1].hash)
        assert log.heads(db) == {"game:alpha": (2, links[2].hash), "game:beta": (1, links[1].hash)}
        assert log.heads(db, until=1) == {"game:alpha": (1, links[0].hash)}


def test_the_row_of_a_night_misses_the_last_rows_of_a_book_and_whole_books(world: World) -> None:
    with world.engine().begin() as db:
        three(db)
        log.mail(db, START, 7, "done")
        log.append(db, START, log.KEEPER, "ban")
        log.tell_heads(db, START)
        log.append(db, START, "GM", "gm.pause", "alpha")
        links = list(log.links(db))
    assert log.broken_rows(links) == []
    for gone in (2, 3, 4, 5):  # the last of beta, of alpha, of the mails, of the keeper's
        left = [link for link in links if link.id != gone]
        assert 6 in log.broken_rows(left), gone


def test_what_became_of_a_mail_stands_in_the_book_of_the_game_that_it_was_for(world: World) -> None:
    world.begun()
    world.order("France", "STATUS")
    world.say("new@players.example", "LIST")
    rows = world.rows("SELECT book FROM log WHERE what = 'mail.done' ORDER BY id")
    assert rows == [("game:alpha",), (log.INBOX,)]


@pytest.mark.parametrize("field", ["at", "who", "what", "game", "facts", "hash", "book"])
def test_every_word_of_a_row_is_in_its_hash(world: World, field: str) -> None:
    first, second, third = in_one_book(world)
    changed = replace(second, **{field: getattr(second, field) + "x"})
    assert log.broken_rows([first, changed, third])[0] == 2


def test_a_row_that_is_gone_or_at_another_place_is_missed(world: World) -> None:
    first, second, third = in_one_book(world)
    assert log.broken_rows([first, third]) == [3]
    assert log.broken_rows([second, third]) == [2]
    assert log.broken_rows([first, third, second]) == [3, 2]


def test_what_is_undone_leaves_no_row(world: World) -> None:
    with world.engine().begin() as db:
        three(db)
        undone = db.begin_nested()
        log.append(db, START, "GM", "gm.eject", "alpha")
        undone.rollback()
        log.append(db, START, "GM", "gm.pause", "alpha")
        links = list(log.links(db))
    assert [link.what for link in links][3:] == ["gm.pause"]
    assert log.broken_rows(links) == []


def test_a_games_log_is_what_was_done_in_it(world: World) -> None:
    with world.engine().begin() as db:
        three(db)
        rows = log.of_game(db, "alpha")
    assert [(moment, deed.who, deed.what, deed.facts) for moment, deed in rows] == [
        (START, "GM", "gm.extend", {"hours": 12}),
        (START, "France", "seat.left", {"person": None, "seat": 3}),
    ]


def test_a_row_is_one_line_whose_facts_are_one_word_each(world: World) -> None:
    with world.engine().begin() as db:
        log.append(db, START, "GM", "gm.extend", "alpha", hours=12, by="two days", seat=None, to="")
        (link,) = log.links(db)
    line = log.as_line(link).partition(" GM: ")[2]
    assert sorted(line.replace("two days", "two_days").split()) == [
        *('by="two_days"', "game=alpha", "gm.extend", "hours=12", "seat=-", 'to=""'),
    ]


def test_nothing_secret_stands_in_the_log(world: World) -> None:
    world.begun()
    for power, lines in (
        ("France", f"A Par - Bur\n{CANARY} is what I think"),
        ("Italy", f"PASSWORD {CANARY}"),
        ("Turkey", "DRAW"),
        ("Russia", f"PRESS TO Turkey\n{CANARY}\nENDPRESS\nHOLD ALL"),
    ):
        world.order(power, lines)
    world.run(DEADLINE)
    text = str(world.rows("SELECT * FROM log"))
    assert "turn" in text
    for secret in (CANARY, "PAR", "BUR", "draw", "DRAW", "players.example"):
        assert secret not in text
