"""The terms of a game: what its options mean for its players, said openly to all of them."""

from collections.abc import Iterator

from judge.catalog import atlas
from judge.catalog import variant as catalog
from judge.game.terms import clock, customs, manner, policy, settings
from judge.kernel.engine import PUBLIC, Event
from judge.store.record import FORMING, Game


def event(game: Game) -> Event:
    """The terms, for the mails that open a game and for STATUS."""
    return Event("terms", {"game": game.name, "lines": list(_lines(game))}, PUBLIC)


def _lines(game: Game) -> Iterator[str]:
    yield from clock.clock_sentences(settings.clock(game.options))
    yield from policy.sentences(settings.policies(game.options), settings.clock(game.options).grace)
    openness = settings.shown_of_orders(game.options)
    if openness != policy.UNTOLD:
        yield policy.SHOWN[openness]
    yield from manner.sentences(settings.manner(game.options))
    yield from customs.sentences(settings.customs(game.options))
    if game.status == FORMING:
        yield customs.deal_sentence(settings.customs(game.options))
        yield from customs.start_sentences(settings.customs(game.options), game.options["zone"])
    if settings.holds(game.options):
        yield "The game master sees the results of each phase before they are told."
    if settings.shows_open_orders(game.options):
        yield "The game master sees all orders, and may try them out, before they are carried out."
    yield from _variant_lines(game)
    if settings.delays_observers(game.options):
        yield "Observers, and all who have no part in the game, read of it one phase late."
    if settings.is_anonymous(game.options):
        yield "The names of the players are told when the game is over."


def _variant_lines(game: Game) -> Iterator[str]:
    """What the options of the variant that are switched on mean: "All are told who ..."."""
    variant = catalog.load(game.variant)
    yield from atlas.tell_unusual(variant)
    for name, standard in variant.engine.options.items():
        value = game.options.get(name)
        if standard if value is None else isinstance(standard, bool) and settings.read_yes(value):
            meaning = variant.meanings[name].removeprefix("whether ")
            yield f"{meaning[:1].upper()}{meaning[1:]}."
