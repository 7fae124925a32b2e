"""Orders of this engine as HELP ORDERS shows them, in slots for the board's names and strengths."""

from judge.kernel.choice import BUILDS, PLACING, RETREATS, Example

EXAMPLES = (
    Example("L{most} {a} - {b} - {c}", "a march of one to three steps", "move"),
    Example("L{most} {a} hold", "it stays", "hold"),
    Example("L{more} {d} S L{most} {b}", "support of one that stays", "support"),
    Example("L{more} {d} S L{most} {a} - {b}", "support of a move", "support"),
    Example("N{most} {port} C L{more} {port} - {shore}", "convoy", "convoy"),
    Example("L{more} {port} - {shore} via", "by convoy, not over land", "move"),
    Example(
        "{minor_adjective} L{less} {minor_city} - {minor_land}",
        "as a friend of {minor}, inside {minor}",
        "move",
    ),
    Example("stack {b} - {a}", "all your pieces there march as one", "stack"),
    Example("split {b}", "a month to part them; not needed in cities", "split"),
    Example("allow {rival} at {b}", "passage", "allow"),
    Example("allocate {lot} to {minor}", "points, up to half your value a month", "allocate"),
    Example("no roll {minor}", "you save your points for later", "no-roll"),
    Example("L{less} {b} R {c}", "retreats", "retreat", RETREATS),
    Example("L{less} {b} surrender", "it does not try", "surrender", RETREATS),
    Example("Deploy L{most} {a}", "a piece at the start", "deploy", PLACING),
    Example("Remove L{most} {a}", "takes a piece off", "remove", BUILDS),
    Example("Buy L{less} {a}", "{price} points a strength", "buy", BUILDS),
    Example("Reduce L{most} {a} to {least}", "makes a piece weaker", "reduce", BUILDS),
)
