"""One notice of every mail kind and one event of every event kind, as a game would write them."""

from datetime import UTC, datetime

from msgspec.structs import replace

from judge.kernel.engine import GM, PUBLIC, Event, Phase, Standing, Task
from judge.kernel.notice import Answer, Facts, Notice
from tests.report import master_samples

NOW = datetime(2026, 11, 25, 14, 12, tzinfo=UTC)
DEADLINE = datetime(2026, 11, 27, 17, 30, tzinfo=UTC)

SPRING = Phase("S1901M", "Spring 1901 movement", "movement")
FALL = Phase("F1901M", "Fall 1901 movement", "movement")

JUDGE = "judge@judge.example"
FORMING = Facts("alpha", "standard", "Standard Diplomacy", "forming", reader_zone="Europe/Paris")
FRANCE = Facts(
    "alpha",
    "standard",
    "Standard Diplomacy",
    "running",
    "France",
    SPRING,
    DEADLINE,
    NOW,
    "UTC",
    "Europe/Paris",
    judge=JUDGE,
)
FRANCE_IN_FALL = Facts(
    "alpha",
    "standard",
    "Standard Diplomacy",
    "running",
    "France",
    FALL,
    DEADLINE,
    NOW,
    "UTC",
    "Europe/Paris",
    judge=JUDGE,
)
MASTER = Facts(
    "alpha", "standard", "Standard Diplomacy", "running", "GM", FALL, DEADLINE, NOW, "UTC", "UTC"
)
OVER = Facts("alpha", "standard", "Standard Diplomacy", "over", "France", reader_zone="UTC")

SEAT = "judge+alpha.france.mfzwizltom3dqnjq@judge.example"


def _task(subject: str, order: str = "", *options: str) -> Task:
    return Task(subject, order, "holds", f"{subject} - ", (f"{subject} H", *options))


ASKED = Standing(
    tasks=(
        _task("F BRE", "", "F BRE - ENG", "F BRE - GAS", "F BRE - MAO", "F BRE - PIC"),
        _task("A MAR", "", "A MAR - BUR", "A MAR - GAS", "A MAR - PIE", "A MAR - SPA"),
        _task("A PAR", "", "A PAR - BRE", "A PAR - BUR", "A PAR - GAS", "A PAR - PIC"),
    )
)
PARTLY = Standing(
    tasks=(
        _task("F BRE", "F BRE - MAO"),
        _task("A MAR", "A MAR S A PAR - BUR"),
        _task("A PAR"),
    ),
    warnings=(
        "A PAR has no order and will hold.",
        "A MAR S A PAR - BUR matches no order: A PAR has none yet.",
    ),
)
DONE = Standing(
    tasks=(
        _task("F BRE", "F BRE - MAO"),
        _task("A MAR", "A MAR S A PAR - BUR"),
        _task("A PAR", "A PAR - BUR"),
    )
)

TRANSCRIPT = (
    Answer(1, "Hi judge,", "ignored", message="a greeting"),
    Answer(3, "F BRE - MAO", "taken", "F BRE - MAO"),
    Answer(4, "mar s par-bur", "taken", "A MAR S A PAR - BUR"),
    Answer(
        5,
        "A Pars - Burg",
        "problem",
        message="There is no place called 'Pars'.",
        column=3,
        suggestions=("A PAR - BUR",),
    ),
    Answer(6, "wait", "done", message="The game waits for you until the deadline."),
    Answer(8, "Marie", "ignored", message="a signature"),
    Answer(9, "Sent from my phone", "ignored", message="a signature"),
    Answer(11, "> The first phase is Spring 1901", "ignored", message="quoted text"),
    Answer(12, "> A BUD - SER", "ignored", message="quoted text"),
    Answer(13, "> A VIE - GAL", "ignored", message="quoted text"),
)

_RESULTS: tuple[tuple[str, str, str, str, list[str], str], ...] = (
    ("Austria", "A BUD", "A BUD - SER", "succeeds", [], "nobody contested it"),
    (
        "Austria",
        "A VIE",
        "A VIE - TYR",
        "fails",
        ["A MUN - TYR"],
        "bounced with A MUN - TYR, 1 against 1",
    ),
    ("Austria", "F TRI", "F TRI H", "stands", [], "held"),
    ("France", "F BRE", "F BRE - MAO", "succeeds", [], "nobody contested it"),
    (
        "France",
        "A MAR",
        "A MAR S A PAR - BUR",
        "cut",
        ["A PIE - MAR"],
        "attacked by A PIE - MAR",
    ),
    (
        "France",
        "A PAR",
        "A PAR - BUR",
        "fails dislodged",
        ["A GAS - PAR"],
        "bounced with A RUH - BUR, 1 against 1; dislodged by A GAS - PAR, 2 against 1",
    ),
    (
        "Italy",
        "A PIE",
        "A PIE - MAR",
        "fails",
        ["A MAR"],
        "bounced off A MAR, 1 against 1",
    ),
)
_KEYS = ("power", "unit", "order", "verdict", "by", "reason")

_RECEIPT = {
    "receipt": "R17",
    "received": "2026-11-25T14:12:00+00:00",
    "phase": "S1901M",
    "sender": "marie@example.org",
    "orders": 2,
    "problems": 1,
    "used": True,
}
_LINES = [
    {
        "line": 3,
        "verdict": "taken",
        "text": "mar s par-bur",
        "order": "A MAR S A PAR - BUR",
        "message": "",
    },
    {
        "line": 5,
        "verdict": "problem",
        "text": "A Pars - Burg",
        "order": "",
        "message": "there is no place called 'Pars'",
    },
]

EVENTS = {
    event.kind: event
    for event in (
        *master_samples.EVENTS,
        Event(
            "results",
            {
                "phase": "S1901M",
                "title": "Spring 1901 movement",
                "rows": [
                    {**dict(zip(_KEYS, row, strict=True)), "text": row[2]} for row in _RESULTS
                ],
            },
            PUBLIC,
        ),
        Event(
            "dislodged",
            {
                "rows": [
                    {
                        "power": "France",
                        "unit": "A PAR",
                        "retreats": ["BRE", "PIC"],
                        "by": "A GAS - PAR",
                    },
                    {"power": "Italy", "unit": "F ION", "retreats": [], "by": ""},
                ]
            },
            PUBLIC,
        ),
        Event(
            "destroyed",
            {
                "rows": [
                    {
                        "power": "Italy",
                        "unit": "F ION",
                        "reason": "dislodged by A GAS - PAR, without a space to retreat to",
                    }
                ]
            },
            PUBLIC,
        ),
        Event(
            "disbanded",
            {"rows": [{"power": "Turkey", "unit": "A ANK", "reason": "no retreat was ordered"}]},
            PUBLIC,
        ),
        Event(
            "position",
            {
                "rows": [
                    {"power": "Austria", "units": ["A SER", "A VIE", "F TRI"]},
                    {"power": "France", "units": ["A MAR", "F MAO"]},
                    {"power": "Turkey", "units": []},
                ]
            },
            PUBLIC,
        ),
        Event(
            "centers",
            {
                "rows": [
                    {
                        "power": "Austria",
                        "centers": ["BUD", "SER", "TRI", "VIE"],
                        "units": 3,
                        "builds": 1,
                    },
                    {"power": "France", "centers": ["BRE", "MAR"], "units": 3, "builds": -1},
                    {"power": "Turkey", "centers": [], "units": 0, "builds": 0},
                ],
                "unowned": ["NWY", "SWE"],
            },
            PUBLIC,
        ),
        Event(
            "skipped",
            {
                "rows": [
                    {
                        "phase": "S1901R",
                        "title": "Spring 1901 retreats",
                        "reason": "nobody has to retreat",
                    }
                ]
            },
            PUBLIC,
        ),
        Event("victory", {"winners": ["France"]}, PUBLIC),
        Event(
            "registered",
            {
                "name": "Marie Dupont",
                "named": True,
                "address": "marie@example.org",
                "zone": "Europe/Paris",
            },
            PUBLIC,
        ),
        Event(
            "created",
            {"game": "alpha", "title": "Standard Diplomacy", "seats": 7, "private": False},
            PUBLIC,
        ),
        Event(
            "joined",
            {"game": "alpha", "power": "", "player": "Marie Dupont", "taken": 3, "seats": 7},
            PUBLIC,
        ),
        Event(
            "seats",
            {
                "rows": [
                    {"power": "Austria", "player": "Jonas Berg"},
                    {"power": "France", "player": "Marie Dupont"},
                    {"power": "Turkey", "player": ""},
                ]
            },
            PUBLIC,
        ),
        Event(
            "game-list",
            {
                "games": [
                    {
                        "game": "alpha",
                        "title": "Standard Diplomacy",
                        "status": "running",
                        "phase": "Spring 1901 movement",
                        "deadline": "2026-11-27T17:30:00+00:00",
                        "taken": 7,
                        "seats": 7,
                        "computers": 0,
                        "free": [],
                        "gm": "Ruth",
                        "pace": "3d",
                        "options": [],
                        "outcome": "",
                        "winners": [],
                    },
                    {
                        "game": "beta",
                        "title": "1936",
                        "status": "forming",
                        "phase": "",
                        "deadline": None,
                        "taken": 2,
                        "seats": 7,
                        "computers": 0,
                        "free": [],
                        "gm": "Ruth",
                        "pace": "2d",
                        "options": ["press=grey"],
                        "outcome": "",
                        "winners": [],
                    },
                ],
                "all": 12,
                "next": 3,
                "over": False,
            },
            PUBLIC,
        ),
        Event(
            "waits",
            {
                "sender": "marie@example.org",
                "seat": "",
                "lines": ["REGISTER Marie Dupont", "JOIN alpha"],
                "more": 0,
                "until": "2026-12-04T17:30:00+00:00",
            },
            PUBLIC,
        ),
        Event(
            "game-status",
            {
                "game": "alpha",
                "title": "Standard Diplomacy",
                "status": "running",
                "phase": "Spring 1901 movement",
                "deadline": "2026-11-27T17:30:00+00:00",
                "rows": [
                    {"power": "Austria", "player": "Jonas Berg", "state": ""},
                    {"power": "France", "player": "Marie Dupont", "state": "orders in"},
                ],
            },
            PUBLIC,
        ),
        Event(
            "history",
            {
                "game": "alpha",
                "phases": [{"phase": "S1901M", "title": "Spring 1901 movement"}],
            },
            PUBLIC,
        ),
        Event("help", {"topic": "index", "variant": "standard"}, PUBLIC),
        Event(
            "vote",
            {"vote": "proposal", "text": "France proposes a draw between all survivors."},
            PUBLIC,
        ),
        Event(
            "deadline",
            {
                "phase": "Fall 1901 movement",
                "deadline": "2026-11-30T17:30:00+00:00",
                "reason": "extended by the GM",
            },
            PUBLIC,
        ),
        Event(
            "late",
            {
                "powers": ["England", "Turkey"],
                "phase": "Spring 1901 movement",
                "grace": "2026-11-28T17:30:00+00:00",
            },
            PUBLIC,
        ),
        Event(
            "over",
            {"outcome": "draw", "winners": ["England", "France"], "phase": "Fall 1908 movement"},
            PUBLIC,
        ),
        Event(
            "press",
            {
                "sender": "Germany",
                "recipients": ["France"],
                "text": "Shall we leave Burgundy empty?\nI would like that.",
                "replies": [{"who": "Germany", "line": "PRESS TO GERMANY"}],
            },
            PUBLIC,
        ),
        Event("open-offer", {"orders": ["A PAR - BUR"], "asks": "YES R48213"}, "France"),
        Event(
            "options",
            {
                "game": "alpha",
                "rows": [
                    {"name": "grace", "value": "12h", "meaning": "time in which late orders count"}
                ],
            },
            PUBLIC,
        ),
        Event(
            "ahead",
            {
                "phases": [
                    {"title": "Fall 1902 movement", "lines": ["IF A BUR THEN", "A Bur - Mun"]}
                ]
            },
            PUBLIC,
        ),
        Event("unordered", {"units": ["A MAR", "F BRE"]}, "France"),
        Event("eliminated", {"game": "alpha"}, "France"),
        Event(
            "ahead-read",
            {
                "phase": "Fall 1901 movement",
                "rows": [
                    {
                        "text": "IF A BUR THEN",
                        "verdict": "done",
                        "order": "",
                        "message": "so it is",
                    },
                    {"text": "Bur-Mun", "verdict": "taken", "order": "A BUR - MUN", "message": ""},
                    {
                        "text": "A Gas H",
                        "verdict": "problem",
                        "order": "",
                        "message": "There is no unit in Gascony (GAS).",
                    },
                ],
            },
            PUBLIC,
        ),
        Event(
            "test",
            {
                "phase": "Spring 1901 movement",
                "rows": [{"text": "A Xyz H", "message": "There is no place called 'Xyz'."}],
                "dice": True,
                "left": 20,
            },
            PUBLIC,
        ),
        Event("test-over", {"left": 19}, PUBLIC),
        Event("vacated", {"power": "France", "missed": 2}, PUBLIC),
        Event("unsent", {"text": "Shall we leave Burgundy empty?"}, PUBLIC),
        Event(
            "press-ways",
            {"who": "Germany", "why": "", "others": "Italy", "speaker": ""},
            PUBLIC,
        ),
        Event(
            "terms",
            {
                "game": "alpha",
                "lines": ["Press is white: signed with the power that wrote it."],
            },
            PUBLIC,
        ),
        Event(
            "code",
            {
                "purpose": "Somebody asked for a new secret address as France in alpha.",
                "line": "RESET France@alpha ABCDE-FGHIJ",
                "until": "2026-11-27T17:30:00+00:00",
            },
            PUBLIC,
        ),
        Event("locked", {"wrong": 10, "until": "2026-11-27T17:30:00+00:00"}, PUBLIC),
        Event("receipts", {"rows": [_RECEIPT], "left_out": 2}, PUBLIC),
        Event(
            "my-data",
            {"parts": [{"title": "people", "rows": ["name Maria Rossi, zone UTC"], "all": 2}]},
            PUBLIC,
        ),
        Event("unread", {"reasons": ["a picture"]}, PUBLIC),
        Event("reading", {**_RECEIPT, "lines": _LINES}, PUBLIC),
        Event(
            "reply",
            {
                "questions": ["How do I order a convoy?"],
                "tellings": [{"facts": [], "topic": "orders", "part": "how"}],
                "asked": ["convoy"],
                "master": True,
                "variant": "standard",
                "is_other": False,
            },
            PUBLIC,
        ),
        Event(
            "audit",
            {
                "power": "France",
                "rows": [
                    {
                        **{key: told for key, told in _RECEIPT.items() if key != "received"},
                        "headers": ["From: Marie <marie@example.org>"],
                        "lines": _LINES,
                    }
                ],
                "sealed": True,
                "open_orders": False,
                "left_out": 0,
            },
            PUBLIC,
        ),
        Event("shunted", {"letter": 17, "error": "RecursionError"}, PUBLIC),
        Event(
            "failing",
            {
                "to": "jonas@example.net",
                "reason": "550 5.1.1 no such user",
                "times": 3,
                "since": "2026-11-20T09:00:00+00:00",
                "game": "alpha",
                "power": "France",
            },
            PUBLIC,
        ),
        Event(
            "clock",
            {"now": "2026-11-27T17:30:00+00:00", "why": "it ran backwards", "awaits": ""},
            PUBLIC,
        ),
        Event(
            "health", {"lines": ["The disk is 97 % full.", "2 mails wait in the shunt."]}, PUBLIC
        ),
        Event("dice", {"game": "alpha", "commitment": "5f" * 32, "secret": "c0" * 32}, PUBLIC),
        Event(
            "summary",
            {
                "game": "alpha",
                "title": "Standard Diplomacy",
                "outcome": "solo",
                "winners": ["France"],
                "powers": ["England", "France"],
                "years": [
                    {"year": "1901", "centers": [5, 6]},
                    {"year": "1902", "centers": [0, 18]},
                ],
                "rows": [
                    {"power": "England", "player": "Maria", "result": "eliminated"},
                    {"power": "France", "player": "Otto", "result": "won"},
                ],
            },
            PUBLIC,
        ),
        Event(
            "figures",
            {
                "variant": "standard",
                "title": "Standard Diplomacy",
                "games": 2,
                "noun": "centres",
                "rows": [
                    {
                        "power": "France",
                        "won": 1,
                        "drew": 0,
                        "survived": 1,
                        "eliminated": 0,
                        "games": 2,
                        "count": "9.5",
                    }
                ],
                "ratings": [{"player": "Maria Rossi", "rating": 1645, "doubt": 499, "games": 1}],
                "rated": 7,
                "power": "France",
                "laurels": [{"player": "Maria Rossi", "game": "alpha", "result": "won"}],
            },
            PUBLIC,
        ),
        Event(
            "top",
            {
                "boards": [
                    {
                        "variant": "standard",
                        "title": "Standard Diplomacy",
                        "games": 2,
                        "drawn": 1,
                        "ratings": [],
                    }
                ],
                "fame": [
                    {
                        "player": "Maria Rossi",
                        "wins": [
                            {"game": "alpha", "title": "Standard Diplomacy", "power": "France"}
                        ],
                    }
                ],
            },
            PUBLIC,
        ),
        Event(
            "scores",
            {
                "game": "alpha",
                "own": "Carnage",
                "over": False,
                "noun": "centres",
                "ways": [
                    {"name": "carnage", "title": "Carnage", "rule": "Who wins takes all: 28034."}
                ],
                "rows": [
                    {"power": "France", "count": 12, "points": ["7012"]},
                    {"power": "England", "count": 0, "points": ["1000"]},
                ],
            },
            PUBLIC,
        ),
        Event(
            "stats",
            {
                "name": "Maria Rossi",
                "games": 2,
                "finished": 1,
                "excused": 1,
                "on_time": 17,
                "late": 2,
                "missed": 1,
                "share": 85,
                "results": [{"result": "won", "times": 1}],
                "skills": [
                    {"title": "Standard Diplomacy", "rating": 1645, "doubt": 499, "games": 1}
                ],
                "rows": [
                    {
                        "game": "alpha",
                        "variant": "standard",
                        "power": "England",
                        "on_time": 10,
                        "phases": 11,
                        "result": "won",
                    }
                ],
            },
            PUBLIC,
        ),
        Event("note", {"text": "The game begins when all seats are taken."}, PUBLIC),
    )
}


def _notice(kind: str, facts: Facts, **more: object) -> Notice:
    return Notice(
        key=f"alpha.S1901M.1.France.{kind}",
        to="marie@example.org",
        kind=kind,
        facts=facts,
        thread="alpha.France",
        reply_to=SEAT if facts.power == "France" else "",
        **more,  # type: ignore[arg-type]
    )


NOTICES = {
    "answer": _notice(
        "answer",
        FRANCE,
        receipt="R17",
        answers=TRANSCRIPT,
        standing=PARTLY,
        in_reply_to="<1@example.org>",
        automatic="auto-replied",
    ),
    "answer-complete": _notice(
        "answer",
        FRANCE,
        receipt="R18",
        answers=(Answer(1, "A Par - Bur", "taken", "A PAR - BUR"),),
        standing=DONE,
    ),
    "answer-help": _notice(
        "answer",
        Facts(now=NOW),
        title="help",
        answers=(Answer(1, "help", "done"),),
        events=(EVENTS["help"],),
    ),
    "answer-registered": _notice(
        "answer",
        Facts(now=NOW, reader_zone="Europe/Paris"),
        title="welcome",
        answers=(Answer(1, "register Marie Dupont", "done", message="You are registered."),),
        events=(EVENTS["registered"],),
    ),
    "answer-status": _notice(
        "answer",
        FRANCE,
        title="status",
        answers=(Answer(1, "status", "done"),),
        events=(EVENTS["game-status"], EVENTS["position"]),
        standing=PARTLY,
    ),
    "results": _notice(
        "results",
        FRANCE_IN_FALL,
        events=(
            EVENTS["results"],
            EVENTS["dislodged"],
            EVENTS["destroyed"],
            EVENTS["skipped"],
            EVENTS["centers"],
        ),
        standing=ASKED,
        receipt="R17, R20",
    ),
    "started": _notice(
        "started", FRANCE, events=(EVENTS["seats"], EVENTS["position"]), standing=ASKED
    ),
    "notice": _notice("notice", FRANCE, title="your code", events=(EVENTS["code"],)),
    "answer-receipts": _notice(
        "answer",
        FRANCE,
        title="your receipts",
        answers=(Answer(1, "receipts", "done"),),
        events=(EVENTS["receipts"], EVENTS["reading"]),
    ),
    "answer-audit": _notice(
        "answer",
        MASTER,
        title="audit of France",
        answers=(Answer(1, "audit France", "done"),),
        events=(EVENTS["audit"],),
    ),
    "joined": _notice("joined", FORMING, events=(EVENTS["joined"],)),
    "joined-gm": _notice("joined", replace(FORMING, power="GM"), events=(EVENTS["joined"],)),
    "answer-unproven": _notice(
        "answer",
        Facts(now=NOW),
        answers=(
            Answer(3, "A Bud - Rum", "problem", message="nothing proves whose orders these are"),
            Answer(4, "A Vie - Tyr", "ignored", message="as said above"),
            Answer(5, "F Gre - Ion", "ignored", message="as said above"),
        ),
    ),
    "confirm": _notice("confirm", Facts(now=NOW), events=(EVENTS["waits"],)),
    "confirm-again": _notice(
        "confirm", Facts(now=NOW), events=(EVENTS["waits"],), title="once more"
    ),
    "confirm-orders": _notice(
        "confirm",
        FRANCE,
        events=(
            Event(
                "waits",
                {
                    **EVENTS["waits"].data,
                    "seat": "France in alpha",
                    "lines": ["A PAR - BUR", "F BRE - ENG"],
                    "more": 1,
                },
                PUBLIC,
            ),
        ),
    ),
    "help": _notice(
        "help",
        Facts(now=NOW),
        answers=(Answer(1, "Hello", "ignored", message="no order"),),
        events=(EVENTS["help"],),
    ),
    "over": _notice("over", OVER, events=(EVENTS["over"], EVENTS["centers"])),
    "reminder": _notice("reminder", FRANCE, standing=PARTLY),
    "late": _notice("late", FRANCE, standing=ASKED, events=(EVENTS["late"],)),
    "refusal": _notice(
        "refusal",
        Facts(now=NOW),
        answers=(
            Answer(
                1,
                "signon france@alpha ******",
                "problem",
                message="This password is not the one of France in alpha.",
            ),
        ),
    ),
    "keeper": _notice("keeper", Facts(now=NOW), events=(EVENTS["shunted"], EVENTS["failing"])),
    "press": _notice(
        "press",
        FRANCE,
        events=(EVENTS["press"].knowing(opens=True), EVENTS["press-ways"]),
        title="press from Germany",
    ),
    "news": _notice("news", FRANCE, title="a new deadline", events=(EVENTS["deadline"],)),
    "news-paused": _notice(
        "news",
        replace(FRANCE, status="paused", deadline=None),
        title="the game is paused",
        events=(Event("note", {"text": "The game master has paused the game."}, PUBLIC),),
    ),
    "gm": _notice(
        "gm", MASTER, events=(Event("note", {"text": "All orders are in."}, GM), EVENTS["late"])
    ),
}
