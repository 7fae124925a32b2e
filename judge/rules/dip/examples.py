"""Orders of every game of this engine as HELP ORDERS shows them, in slots for the board's names."""

from judge.kernel.choice import BUILDS, RETREATS, Example

EXAMPLES = (
    Example("A {a} - {b}", "the army in {A} moves to {B}", "move"),
    Example("A {a} hold", "it stays", "hold"),
    Example("A {b} S A {a}", "support of one that stays", "support"),
    Example("A {c} S A {a} - {b}", "support of a move", "support"),
    Example("F {ship} C A {port} - {shore}", "convoy", "convoy"),
    Example("A {port} - {shore} via", "by convoy, not over land", "move"),
    Example("F {off} - {split}/{coast}", "a coast is named where it matters", "move"),
    Example("A {b} R {a}", "retreats", "retreat", RETREATS),
    Example("A {b} disband", "gives up", "disband", RETREATS),
    Example("Build A {a}", "an army", "build", BUILDS),
    Example("Build F {berth}", "a fleet", "build", BUILDS),
    Example("Build F {dock}", "a fleet, with its coast", "build", BUILDS),
    Example("Remove A {b}", "takes a unit off", "disband", BUILDS),
    Example("Waive", "leaves a build undone", "waive", BUILDS),
)
