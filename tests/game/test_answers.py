"""Yes, no and ready answer what the mail asked that they reply to; its Subject says nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from judge.letters.desk import subjects
from judge.store.outbox import Head
from tests.game.answers import NO, YES, reply
from tests.game.test_deadlines import all_order
from tests.game.world import DAY, DEADLINE, Sent, World, mailbox

MARIA = "maria@new.example"
FRENCH = "A Par - Bur\nA Mar H\nF Bre - MAO"
SCREEN = 50
UNCLEAR = "I think Paris should go to Burgundy."
Check = Callable[[World], bool]


@dataclass(frozen=True)
class Question:
    """A mail of ours that asks something: how it comes about, and whether it was granted."""

    ask: Callable[[World], Sent]
    granted: Check


def strict(world: World) -> None:
    """Let unknown addresses be asked for a reply."""
    toml = world.home / "judge.toml"
    toml.write_text(toml.read_text().replace('confirm = "no"', 'confirm = "yes"'))


def stranger(lines: str) -> Callable[[World], Sent]:
    def ask(world: World) -> Sent:
        strict(world)
        return world.say(MARIA, lines)

    return ask


def ordered(*texts: str) -> Check:
    return lambda world: set(texts) <= set(world.orders("France"))


def vote(line: str, *options: str) -> Callable[[World], Sent]:
    def ask(world: World) -> Sent:
        world.begun("alpha", *options, players=3)
        world.mail(mailbox("Austria"), line, to=world.address("Austria"))
        return next(mail for mail in world.run() if mail.to == mailbox("France"))

    return ask


def claimed(world: World) -> Sent:
    strict(world)
    world.begun()
    world.mail(mailbox("France"), "SIGNON France@alpha\nA Par - Bur")
    (asked,) = world.run()
    return asked


def offered(*lines: str, subject: str = "") -> Callable[[World], Sent]:
    def ask(world: World) -> Sent:
        world.begun()
        told = world.order("France", "STATUS")
        (answer,) = reply(world, told, "\n".join(lines), subject)
        return answer

    return ask


def late(world: World) -> Sent:
    """Orders of a mail that answers one of a phase that is over."""
    world.begun()
    told = world.order("France", "STATUS")
    written = world.now
    world.run(DEADLINE)
    world.raw(_written_before(world, told, written))
    (answer,) = world.run()
    assert "reply TAKE" in answer.flat
    return answer


def _written_before(world: World, mail: Sent, written: datetime) -> bytes:
    return (
        f"Received: from there by mx.judge.example; {world.now:%a, %d %b %Y %H:%M:%S +0000}\n"
        f"Delivered-To: {mail.reply_to}\nFrom: {mail.to}\nTo: {mail.reply_to}\n"
        f"Subject: Re: {mail.subject}\nMessage-ID: <late@players.example>\n"
        f"Date: {written:%a, %d %b %Y %H:%M:%S +0000}\n"
        f"In-Reply-To: {mail.head['Message-ID']}\n\nA Mar - Spa\n"
    ).encode()


def unready(world: World) -> Sent:
    world.begun("alpha", "delay=0m")
    all_order(world, "France")
    (answer,) = [world.order("France", f"{FRENCH}\nF Bre - Englisch Chanel")]
    assert "Say READY if you are" in answer.flat
    return answer


def repositioned(world: World) -> Sent:
    world.begun()
    lines = "EDIT\nFrance: -A Par, +A Gascony\nENDEDIT"
    return world.say("gm@players.example", lines, to=world.address("GM"))


def previewed(world: World) -> Sent:
    world.begun("alpha", "hold=yes")
    world.mail("gm@players.example", "PROCESS", to=world.address("GM"))
    return world.run()[-1]


def cut_off(world: World) -> Sent:
    world.begun()
    answer = world.say(MARIA, "STATUS alpha\nHISTORY alpha\nHELP COMMANDS")
    assert "reply YES to this mail" in answer.flat
    return answer


def sent_whole(world: World) -> bool:
    """Whether a mail went out that is longer than a screen."""
    mails = [Sent(path.read_bytes()) for path in world.outbox()]
    return any(mail.text.count("\n") > SCREEN for mail in mails if mail.to == MARIA)


def freed(world: World) -> Sent:
    """The offer of a seat to somebody who waits for one."""
    world.begun()
    world.say(MARIA, "JOIN alpha WAITING")
    world.mail(mailbox("France"), "RESIGN", to=world.address("France"))
    return next(mail for mail in world.run() if mail.to == MARIA)


def taken_over(world: World) -> Sent:
    """The question whether a stranger's TAKEOVER is his."""
    world.begun()
    world.order("France", "RESIGN")
    strict(world)
    return world.say(MARIA, "TAKEOVER France@alpha")


def votes_for(text: str) -> Check:
    return lambda world: world.seat("France").vote == text


def holds(power: str, *, of_nobody: bool = False) -> Check:
    """Whether somebody plays a power, or nobody any more."""
    return lambda world: (world.seat(power).person is None) is of_nobody


def games(world: World) -> list[str]:
    return [str(row[0]) for row in world.rows("SELECT variant FROM games")]


QUESTIONS = {
    "was it you": Question(claimed, ordered("A PAR - BUR")),
    "play": Question(stranger("PLAY 1930s-world"), lambda world: games(world) == ["1930s-world"]),
    "register": Question(
        stranger("REGISTER Maria"), lambda world: len(world.rows("SELECT id FROM people")) == 1
    ),
    "extend": Question(vote("EXTEND 1d"), lambda world: world.game().deadline == DEADLINE + DAY),
    "pause": Question(vote("PAUSE"), lambda world: world.game().is_paused),
    "one offer": Question(offered(UNCLEAR), ordered("A PAR - BUR")),
    "two offers": Question(
        offered(UNCLEAR, "I think Marseilles should go to Spain."),
        ordered("A PAR - BUR", "A MAR - SPA"),
    ),
    "the subject": Question(offered("Hello", subject="A Par - Bur"), ordered("A PAR - BUR")),
    "late": Question(late, ordered("A MAR - SPA")),
    "ready": Question(unready, lambda world: world.game().number == 2),
    "position": Question(
        repositioned, lambda world: "A GAS" in str(world.rows("SELECT state FROM games"))
    ),
    "preview": Question(previewed, lambda world: world.game().number == 2),
    "cut off": Question(cut_off, sent_whole),
    "draw": Question(vote("DRAW", "votes=proposals"), votes_for("draw")),
    "concede": Question(vote("CONCEDE England", "votes=named"), votes_for("concede England")),
    "resign": Question(offered("Hello", subject="RESIGN"), holds("France", of_nobody=True)),
    "seat": Question(freed, holds("France")),
    "takeover": Question(taken_over, holds("France")),
}


@cache
def asked(name: str) -> tuple[Path, int, datetime, Sent]:
    """A judge that has asked, to be copied, with its count and time."""
    world = World(Path(mkdtemp(prefix="judge-asked-")) / "spool")
    mail = QUESTIONS[name].ask(world)
    assert not QUESTIONS[name].granted(world)
    return world.home, world.count, world.now, mail


def ask(tmp_path: Path, name: str) -> tuple[World, Sent]:
    home, count, now, mail = asked(name)
    world = World(tmp_path / "spool", home)
    world.count, world.now = count, now
    return world, mail


SPREAD = 6
"""Each reply meets every sixth question here, and all of them in test_yes_or_no.py."""


def spread(texts: Sequence[str]) -> list[tuple[str, str]]:
    """Each reply to a few of the questions, so that all meet as many."""
    return [
        (name, text)
        for number, text in enumerate(texts)
        for place, name in enumerate(QUESTIONS)
        if (number + place) % SPREAD == 0
    ]


@pytest.mark.parametrize(("name", "text"), spread(YES))
def test_a_yes_answers_what_was_asked(tmp_path: Path, name: str, text: str) -> None:
    world, mail = ask(tmp_path, name)
    reply(world, mail, text)
    assert QUESTIONS[name].granted(world)


@pytest.mark.parametrize(("name", "text"), spread(NO))
def test_a_no_leaves_what_was_asked(tmp_path: Path, name: str, text: str) -> None:
    world, mail = ask(tmp_path, name)
    answers = reply(world, mail, text)
    assert not QUESTIONS[name].granted(world)
    assert all("NOT TAKEN" not in answer.text for answer in answers)


# --- what was not asked, and which of two


@pytest.mark.parametrize(
    "text", ["Yes", "Yes, fine with me", "ok", "Thanks, do that", "No", "Nein"]
)
def test_where_nothing_was_asked_a_yes_is_talk(world: World, text: str) -> None:
    world.begun("alpha", "delay=0m")
    helped = world.order("France", "HELP")
    world.order("France", UNCLEAR)
    (answer,) = reply(world, helped, text)
    assert world.orders("France") == []
    assert "NOT TAKEN" not in answer.text
    assert "not taken" not in answer.subject


def test_of_two_votes_in_one_mail_he_is_asked_which(world: World) -> None:
    world.begun(players=3)
    world.mail(mailbox("Austria"), "EXTEND 1d\nPAUSE", to=world.address("Austria"))
    told = next(mail for mail in world.run() if mail.to == mailbox("France"))
    (answer,) = reply(world, told, "Yes please")
    assert "Which is meant? This would work: EXTEND 1d or PAUSE" in answer.flat
    assert (world.game().deadline, world.game().is_paused) == (DEADLINE, False)


def test_a_vote_is_answered_beside_an_open_offer(world: World) -> None:
    world.begun(players=3)
    world.order("France", UNCLEAR)
    world.mail(mailbox("Austria"), "EXTEND 1d", to=world.address("Austria"))
    told = next(mail for mail in world.run() if mail.to == mailbox("France"))
    reply(world, told, "Yes, fine with me")
    assert world.game().deadline == DEADLINE + DAY
    assert world.orders("France") == []


def test_what_was_asked_in_a_phase_that_is_over_is_asked_no_more(world: World) -> None:
    mail = vote("EXTEND 1d")(world)
    world.run(DEADLINE)
    due = world.due()
    answer = reply(world, mail, "Yes")[-1]
    assert "That was asked in Spring 1901 movement, which is over" in answer.flat
    assert world.due() == due


def test_a_line_may_be_named_and_a_doubtful_yes_is_asked_back(tmp_path: Path) -> None:
    world, mail = ask(tmp_path, "two offers")
    (answer,) = reply(world, mail, "Yes, but not the way you say")
    assert "I can't tell whether that is a yes" in answer.flat
    assert world.orders("France") == []
    (answer,) = reply(world, mail, "Yes, line 2 please")
    assert world.orders("France") == ["A MAR - SPA"]


def test_a_yes_and_an_order_stand_beside_each_other(tmp_path: Path) -> None:
    world, mail = ask(tmp_path, "one offer")
    reply(world, mail, "Yes. F Bre - Mao\nThanks! When is the deadline?")
    assert sorted(world.orders("France")) == ["A PAR - BUR", "F BRE - MAO"]


def test_a_no_with_an_order_anew_leaves_nothing_open(tmp_path: Path) -> None:
    world, mail = ask(tmp_path, "one offer")
    (answer,) = reply(world, mail, "No, A Par - Pic")
    assert world.orders("France") == ["A PAR - PIC"]
    assert "is open" not in answer.text


@pytest.mark.parametrize("name", ["extend", "one offer", "two offers", "ready", "position"])
def test_the_subject_alone_tells_what_is_answered(tmp_path: Path, name: str) -> None:
    world, mail = ask(tmp_path, name)
    reply(world, mail, "Yes please", named=False)
    assert QUESTIONS[name].granted(world)


# --- READY


def test_ready_alone_takes_nothing_that_was_offered_and_says_so(world: World) -> None:
    world.begun("alpha", "delay=0m")
    all_order(world, "France")
    offer = world.order("France", f"{FRENCH}\n{UNCLEAR.replace('Burgundy', 'Picardy')}")
    assert "Say READY if you are" in offer.flat
    answer = reply(world, offer, "I'm ready")[0]
    assert "What I offered is not taken (A PAR - PIC)" in answer.flat
    assert world.game().number == 2
    assert "A PAR - BUR" in str(world.rows("SELECT orders FROM turns"))


@pytest.mark.parametrize(
    "word", ["ready", "Ready!", "I'm ready, go ahead", "Bin bereit.", "Prêt !"]
)
def test_ready_beside_a_line_in_doubt_waits_for_it(world: World, word: str) -> None:
    world.begun("alpha", "delay=0m")
    all_order(world, "Italy")
    world.order("Italy", "A Rom H\nA Ven H\nF Nap H\nWAIT")
    answer = world.order("Italy", f"A ROM - APUU LIA\nA VEN - TYROLLL\n{word}")
    assert world.game().number == 1
    assert "READY counts once no line of your mail is in doubt" in answer.flat
    reply(world, answer, "A ROM - APU\nA VEN - TYR")
    assert world.game().number == 2


def test_ready_waives_what_earlier_receipts_told(tmp_path: Path) -> None:
    world, _ = ask(tmp_path, "ready")
    world.order("France", "A Par - Burgundyy")
    world.order("France", "READY")
    assert world.game().number == 2


# --- Subjects

SAID = "[alpha] Spring 1901 movement: 2 of 3 orders in, 1 line not taken"


@pytest.mark.parametrize(
    "subject",
    [
        *(
            SAID,
            f"Re: {SAID}",
            f"AW: Re: {SAID}",
            f"Antwort: {SAID}",
            f"RE : {SAID}",
            f"回复：{SAID}",
        ),
        *(f"Re[2]: {SAID}", f"Betreff: Wg: {SAID}", f"[games] Re: {SAID}", f"re: {SAID.lower()}"),
        *(f"Re: {SAID[:40]}", f"Re: {SAID[:50]}...", f"Re: {SAID[:45]}…", f"Ynt: {SAID[:30]}"),
        *(
            f"Re: {SAID.replace('orders in', 'orders  in')}",
            f"Re: {SAID.replace('line n', 'line  n')}",
        ),
    ],
)
def test_a_subject_of_ours_is_not_read_however_it_comes(subject: str) -> None:
    assert subjects.own_words(subject, SAID) == ""
    assert subjects.find_answered(subject, [Head("one", SAID[:25]), Head("two", SAID)])


def test_what_is_written_beside_our_subject_is_kept() -> None:
    assert subjects.own_words(f"Re: {SAID} A Par - Bur", SAID) == "A Par - Bur"
    assert subjects.own_words(f"A Par - Bur Re: {SAID}", SAID).startswith("A Par - Bur")
    assert subjects.own_words("Re: [alpha] A Par - Bur", SAID) == "A Par - Bur"
    assert subjects.find_answered("A Par - Bur", [Head("one", SAID)]) is None


PAGES = (
    "HELP",
    "HELP ORDERS",
    "TEST\nA Par - Bur\nENDTEST",
    "STATUS",
    "MAP",
    "RECEIPTS",
    "OPTIONS",
)


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("page", PAGES)
def test_perfect_orders_in_a_reply_to_a_page_are_quiet(
    world: World, page: str, named: bool
) -> None:
    world.begun()
    told = world.order("France", page)
    (answer,) = reply(world, told, FRENCH, named=named)
    assert answer.subject.endswith("all orders in")
    assert "NOT TAKEN" not in answer.text
    assert "open" not in answer.flat.replace("keeps it open", "")


def test_an_edit_in_a_reply_to_help_is_done_after_one_yes(world: World) -> None:
    world.begun()
    helped = world.say("gm@players.example", "HELP", to=world.address("GM"))
    (preview,) = reply(world, helped, "EDIT\nFrance: -A Par, +A Gascony\nENDEDIT")
    assert "NOT TAKEN" not in preview.text
    reply(world, preview, "Yes")
    assert "A GAS" in str(world.rows("SELECT state FROM games"))


def test_one_number_stands_for_all_that_was_asked_under_it(world: World) -> None:
    world.begun()
    helped = world.say("gm@players.example", "STATUS", to=world.address("GM"))
    lines = "EDIT\nFrance: -A Par, +A Gascony\nENDEDIT"
    (preview,) = reply(world, helped, lines, "PAUSE")
    assert "I found PAUSE in the Subject" in preview.flat
    reply(world, preview, "Yes")
    assert "A GAS" in str(world.rows("SELECT state FROM games"))


@pytest.mark.parametrize("word", ["yes", "Yes, and I'm ready", "ja, bitte", "Thanks, do that"])
def test_a_yes_takes_the_only_order_that_a_slip_may_mean(world: World, word: str) -> None:
    world.begun()
    asked = world.order("France", "A Mra - Spa\nA Par - Bur\nF Bre - Mao")
    assert "Did you mean A MAR - SPA? Reply YES and it counts" in asked.flat
    world.order("France", word, headers=[f"In-Reply-To: {asked.head['Message-ID']}"])
    assert sorted(world.orders("France")) == ["A MAR - SPA", "A PAR - BUR", "F BRE - MAO"]


def test_a_yes_to_a_slip_that_may_mean_two_orders_is_asked_which(world: World) -> None:
    world.begun()
    asked = world.order("Austria", "A Vie - Tria\nA Bud - Sebira")
    named = [f"In-Reply-To: {asked.head['Message-ID']}"]
    told = world.order("Austria", "yes", headers=named)
    assert "Which is meant? Reply A VIE - TRI or A VIE - TYR" in told.flat
    assert world.orders("Austria") == ["A BUD - SER"]


def test_a_no_leaves_what_a_slip_may_mean(world: World) -> None:
    world.begun()
    asked = world.order("Austria", "A Vie - Tria")
    named = [f"In-Reply-To: {asked.head['Message-ID']}"]
    told = world.order("Austria", "no", headers=named)
    assert "Nothing of what I offered is done" in told.flat
    assert world.orders("Austria") == []
