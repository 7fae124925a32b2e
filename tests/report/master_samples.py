"""The events of a game master's commands, as a game would write them."""

from judge.kernel.engine import GM, PUBLIC, Event

ROWS = [
    {"at": "2026-11-27T17:31:00+00:00", "text": "ended Spring 1901 movement by hand"},
    {"at": "2026-11-27T18:02:00+00:00", "text": "changed an order of France"},
]
EVENTS = (
    Event("held", {"phase": "Spring 1901 movement", "edit": "EDIT Austria A BUD - GAL"}, GM),
    Event(
        "corrected",
        {
            "phase": "Spring 1901 movement",
            "version": 2,
            "corrects": 1,
            "closed": "2026-11-27T17:31:00+00:00",
            "variant": "standard",
            "before": [Event("victory", {"winners": ["France"]}, PUBLIC)],
            "after": [Event("victory", {"winners": ["Italy"]}, PUBLIC)],
            "rows": [
                {
                    "power": "France",
                    "unit": "A PAR",
                    "was": "A PAR - BUR succeeds",
                    "was_for": "nobody contested BUR",
                    "now": "A PAR - PIC fails",
                    "now_for": "bounced with A BEL - PIC, 1 against 1",
                }
            ],
        },
        PUBLIC,
    ),
    Event(
        "rolled-back", {"present": "Fall 1901 movement", "phase": "Spring 1901 movement"}, PUBLIC
    ),
    Event("edited", {"power": "France", "orders": ["A PAR - BUR"]}, "France"),
    Event("sheets", {"rows": [{"power": "France", "orders": ["A PAR - BUR"]}]}, GM),
    Event("ejected", {"power": "Turkey"}, PUBLIC),
    Event("resigned", {"game": "alpha", "power": "Turkey"}, PUBLIC),
    Event("given-up", {"power": "Turkey"}, PUBLIC),
    Event("seated", {"power": "Turkey", "player": "Ada"}, PUBLIC),
    Event("promoted", {"player": "Ada"}, PUBLIC),
    Event(
        "comment",
        {"rows": [{"at": "2026-11-27T17:31:00+00:00", "text": "Sorry for that."}]},
        PUBLIC,
    ),
    Event(
        "rulings", {"rows": [{"at": "2026-11-27T17:31:00+00:00", "text": "No 14, always."}]}, PUBLIC
    ),
    Event("gm-acts", {"rows": ROWS}, PUBLIC),
    Event("gm-log", {"rows": ROWS}, PUBLIC),
)
