"""Every limit that people, programs and their mails meet, once, each with its reason.

Times of the processor are seconds, lengths are characters (letters) or bytes. HELP LIMITS and
docs/limits.md print them from here; what the judge does to itself (how many mails one commit takes,
how wide a line is) stands where it is done.
"""

from datetime import timedelta


def say(time: timedelta) -> str:
    """A time in its largest whole unit: "7 days", "1 hour"."""
    minutes = int(time.total_seconds() // 60)
    units = (("day", 1440), ("hour", 60), ("minute", 1))
    unit, size = next((unit, size) for unit, size in units if minutes % size == 0)
    return f"{minutes // size} {unit}{'s' * (minutes != size)}"


# --- A letter's lines

COMMANDS, QUERIES, UNPROVEN_COMMANDS = 100, 10, 5
"""Commands of one letter, questions to the judge (LIST, WHO) among them, and those of a letter that
nothing proves: nobody types more, and a program that does would keep the others waiting."""
LINES, LINE_LETTERS = 1000, 4000
"""Lines of a letter, and their length, beyond which nobody wrote orders."""
TEXT_LETTERS = 40_000
"""What is read of a letter: twenty pages. Reading a megabyte takes seconds."""
LINE_BYTES = 10_000
"""A longer line is no text: it is cut before anything looks at it."""
EXTRA_LINES = 100
"""Lines about what is not read: second texts, attachments."""
ADVISED_LINES = 40
"""Wrong lines that get advice; further ones are only named (a mail of ten thousand lines)."""
QUESTIONS, SENTENCES_FOR_QUESTIONS = 5, 40
"""Questions that one letter gets answered, and sentences that are looked at for them."""
LINES_AHEAD = 400
"""Lines for later phases that wait for one power."""

# --- What people write and set

PASSWORD_LETTERS = 6
"""The shortest password: a guess in a million is not made in the tries below."""
NAME_LETTERS = 40
"""A person's name fits on a line beside his power."""
PRESS_LETTERS = 20_000
"""One message: ten pages."""
RULING_LETTERS, NUDGE_LETTERS = 2000, 1000
"""What a master says to all in a report, and to those whose orders are missing: it stands above
what they must read."""
DIARY_LETTERS, DIARY_ENTRIES = 1000, 100
"""An entry of a diary, and entries in a game."""
PRESS_REPLIES_A_DAY = 20
"""Replies of one power that go without the master's word: two programs that answer each other stop
there."""
REMINDERS = 6
"""Reminders of one deadline: more are noise."""
PACES = 24
"""Parts of a game's time table."""
COMPUTERS = 99
"""Computers in one game."""
LEAST_ROLLOUTS = 20
"""With fewer Sharp is no better than Steady."""
RATING = 5000
"""The highest rating that a game may ask for: nobody reaches it."""
MISSED_PHASES = 2
"""Phases without orders after which a seat is free, where the game says no number."""

# --- How far ahead, how long

FAR_AHEAD = timedelta(days=60)
"""A moment that lies farther ahead may be a slip: it is asked about."""
ABSENCE_AHEAD = timedelta(days=366)
"""An absence ends within a year."""
SUBSTITUTION = timedelta(days=60)
"""Who is away for longer gives his seat up."""
MASTER_SILENCE = timedelta(days=14)
"""For so long a master may write nothing before the players decide for him."""
SEAT_OFFER = timedelta(hours=48)
"""A free seat is kept so long for those to whom it was offered: they read mail once a day."""
STUDY_KEPT = timedelta(days=30)
"""So long a table for study is kept that nobody touches."""
RECALL = timedelta(days=7)
"""So long an end that the players did not play or vote for may be taken back."""
OUTAGE_LEAST, OUTAGE_MOST = timedelta(minutes=15), timedelta(hours=6)
"""Mails may take so long to come in after an outage: as long as it lasted, within these."""

# --- Proofs

CODE_HOLDS, CODE_PAUSE = timedelta(days=1), timedelta(hours=1)
"""A code that was mailed, and the pause between two: nobody floods a mailbox with them."""
CODE_TRIES, CODE_LOCKED = 10, timedelta(hours=1)
"""After so many wrong codes an offer or an invitation takes none for a while."""
ADDRESSES_A_DAY = 3
"""Codes that one person can have mailed to addresses that may be anybody's."""
ADDRESS_HOLDS, PAUSE_AFTER_NO = timedelta(days=7), timedelta(days=1)
"""A question by mail whether it was you may be answered so long; who said no is asked nothing for a
day."""
PASSWORD_TRIES, PASSWORD_LOCKED, PASSWORD_FORGOTTEN = 10, timedelta(hours=1), timedelta(days=1)
"""After so many wrong passwords a seat takes none for a while; they count as long as the first of
them is not older."""
WRONG_OF_ONE, WRONG_OF_STRANGERS, WRONG_OF_ALL = 20, 40, 60
"""Wrong passwords an hour from one address, from all; the last of them are kept for mails that come
from the address of whoever holds the seat."""

# --- Answers

HELPS_A_DAY = 10
"""What is said to a stranger who asks things or replies with talk: two programs that answer each
other stop there."""
PLACES, UNITS = 12, 3
"""Spaces that one answer tells of; units, or spaces, that it tells of in full."""
RECEIPTS, AUDITED = 30, 10
"""Letters that one answer lists, and that it shows: the latest ones."""
STUDY_PHASES, STUDY_MAPS = 60, 5
"""Phases of a line on a table for study, which each answer plays anew; those that one file draws. A
mail with the whole line has some four megabytes."""
LISTED_GAMES, LISTED_GAMES_UNPROVEN = 20, 10
"""Games on a page of LIST."""
RETURNED_MAILS = 3
"""So many mails come back before anybody is told that an address is dead."""

# --- A mail's make: what real mails need

MAIL_BYTES = 1_000_000
"""A mail of orders has some kilobytes; what is larger is neither fetched whole nor parsed."""
HEAD_BYTES, HEAD_FIELDS, FIELD_BYTES = 1 << 16, 500, 1 << 14
"""Its head, the headers in it (a mail that went through many servers has a hundred), and one of
them: room for a thread of two hundred mails."""
PARTS, NESTED_PARTS = 100, 30
"""Its parts, and those that may hold parts: each costs a level of the parser's stack."""
BOUNDARIES, MAIL_LINES = 2000, 100_000
"""Lines that begin like a boundary, each of which could begin a part; lines in all (a megabyte of
base64 has 13,000)."""
MIME_WORK = 1_000_000
"""The parser holds each line against the boundary of each part around it."""
REPORT_BLOCKS = 2000
"""Empty lines in a mail with a delivery report: each begins what the parser takes for a mail."""
STRUCTURE_BYTES = 2000
"""A Content header: the standard library needs seconds for a Content-Type of 190 KB."""
HTML_LETTERS, HTML_DEPTH = 1 << 18, 2048
"""A page, and how deep its elements lie: libxml2 reads no further down, whatever it is told."""
HTML_WORK = 10_000_000
"""Elements and all that are around them: each line's indent is added up from those."""
STYLE_RULES, STYLE_LETTERS, STYLE_TRIES = 100, 2000, 100_000
"""Rules of style sheets that are obeyed (more belong to newsletters), one style, and comparisons of
rules with elements."""

# --- The processor's time

UNPROVEN_SECONDS = 2
"""One mail that nothing proves, before seats and deadlines have had their turn."""
UNPROVEN_OF_EACH, UNPROVEN_OF_ALL, UNPROVEN_AFTERWARDS = 4.0, 10.0, 20.0
"""All such mails of one sender and of all in a pass (From is easily forged), and of what was put
off when all else is done."""
DEATHS = 3
"""What so many passes died on is put aside even where it does no harm when tried apart."""
RULES_SECONDS, START_SECONDS, ANSWER_SECONDS = 10, 20, 60
"""Importing and building a variant's rules.py, starting a game, and the answer to a program."""
