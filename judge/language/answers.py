"""What the secretary says to lines that are asked back."""

TAKEN_BACK = "this is taken back or left in doubt here: write the order that you want, alone."
ASIDE = (
    "this may speak against an order, which was not taken: write the order that you want, without "
    "these words."
)
CONDITION = (
    "this depends on something that the judge can't weigh. Write what you want in any case, or a "
    "condition on who stands where: 'IF NOT French A BUR THEN'."
)
UNSURE = "this is not decided. Write the order alone if you mean it."
QUESTION = "this reads as a question; leave the question mark out if it is an order."
TOLD = "this tells what somebody said or would do. Write the order alone if you want it."
THEIRS = "tells what somebody else said"
"""Why such talk is passed over."""
EARLIER = "tells of an earlier turn"
"""The same."""
REST = "not understood beside the order on its line. If it is an order, write it on its own line."
BRACKETS = (
    "an order in brackets or a comment is a remark: write it on a line of its own if you mean it."
)
SLIP = "a name or a word here is misspelt."
GLUED = "a blank or an arrow seems to be missing here."
LONG = "too many words to read. Write each order on a line of its own, with no other words."
YES = (
    "a yes alone says too little. Send what you say yes to: the order, the line that was offered, "
    "or the command, as in YES R17."
)
"""A plain yes, whatever it may be the answer to."""
REQUEST = (
    "the judge can't do this by itself. HELP COMMANDS lists what it can; orders go one a line."
)
REQUEST_FOR = (
    "the judge can't do this when asked in words: write {0} on a line of its own. HELP COMMANDS "
    "lists what else it can; orders go one a line."
)
"""With a command."""

HOW = "HELP tells how this works, HELP ORDERS how orders are written, STATUS how the game stands."

# With an order as example:
ASKS = "this is not understood as an order. Write one order a line, as in '{0}'."
NOT_SO = "this says what not to do. Write what the unit shall do, as in '{0}'."
WHICH = "which? Write the order with its unit, as in '{0}'."
WHICH_BACK = (
    "which order is taken back? CLEAR and its unit forgets one, CLEAR alone all of them; or write "
    "the order that you want instead, as in '{0}'."
)
