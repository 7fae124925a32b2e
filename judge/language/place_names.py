"""Names of places in a line: words that make one name, its coast, and the air above it."""

from judge.kernel.text import Place
from judge.language import coast
from judge.language.lookahead import Lookahead, is_verbal
from judge.language.scan import ARROW, SIGN, WORD
from judge.language.vocabulary import Name

_LONGEST = 5
"""Words of the longest phrase."""
_AIR = ("air", "airspace", "sky", "skies")


class PlaceNames(Lookahead):
    """Lexemes that are a place, and how many words may be one name."""

    __slots__ = ()

    def _collect_run(self) -> tuple[tuple[str, ...], list[int], list[bool]]:
        """The words from here on that a phrase could have, where each ends, and hyphens met."""
        lexemes = self.lexemes
        words = [lexemes[self.at][1]]
        ends, hyphens = [self.at + 1], [False]
        hyphen = False
        index = self.at + 1
        while index < len(lexemes) and len(words) < _LONGEST:
            kind, key, _, _ = lexemes[index]
            if kind == WORD:
                if key == "s" and self._is_short_sea(index):
                    key = "sea"
                if not self.lexicon[key].follows:
                    break
                words.append(key)
                ends.append(index + 1)
                hyphens.append(hyphen)
            elif key == "-":
                hyphen = True
            elif key != ".":
                break
            index += 1
        return tuple(words), ends, hyphens

    def _is_short_sea(self, index: int) -> bool:
        """Whether "S." is short for "Sea": "Black S. - Rum", but "Lon S. F Nth"."""
        lexemes = self.lexemes
        if index + 2 >= len(lexemes) or lexemes[index + 1][1] != ".":
            return False
        kind, key, _, _ = lexemes[index + 2]
        if key == "c":
            return False
        return kind == ARROW or (kind == WORD and is_verbal(self.lexicon[key][0]))

    def _place(self, name: Name, behind: int) -> str:
        lexemes = self.lexemes
        first, last = lexemes[self.at][2], lexemes[behind - 1][3]
        side, air = name.coast, False
        if behind < len(lexemes):
            sign = lexemes[behind][1]
            if sign in coast.OPENERS and (sign != "-" or self._is_coastal(name)):
                coast_hit = coast.find_coast_behind(lexemes, behind) or self._find_bare_coast(
                    name, behind
                )
                if coast_hit:
                    side, behind = coast_hit
                    last = lexemes[behind - 1][3]
            if self.lexicon.vocabulary.air:
                air, behind = self._find_air(behind)
                last = lexemes[behind - 1][3] if air else last
        self.at = behind
        self.value = Place(self.text[first:last], first + 1, name.spaces, side, air)
        return "PLACE"

    def _find_bare_coast(self, name: Name, index: int) -> coast.CoastHit | None:
        """A side that ends an order and that the place has a coast on: "F Mao - Spain north"."""
        key = self.lexemes[index][1]
        ends = index + 1 == len(self.lexemes) or self.lexemes[index + 1][0] == SIGN
        side = coast.SIDES.get(key) if len(key) > 1 and ends else None
        sides = self.lexicon.vocabulary.coasts
        has = any(side in sides.get(space, ()) for space in name.spaces)
        return (side, index + 1) if side and has else None

    def _is_coastal(self, name: Name) -> bool:
        """Whether a name can be a space with coasts: else "Lon-EC" is no coast of London."""
        return any(space in self.lexicon.vocabulary.coasts for space in name.spaces)

    def _find_air(self, index: int) -> tuple[bool, int]:
        """Whether "-A", "-Air" or "air" stands behind a place, and the lexeme behind that."""
        lexemes = self.lexemes
        if index < len(lexemes) and lexemes[index][1] in _AIR:
            return True, index + 1
        is_glued = (
            index + 1 < len(lexemes)
            and lexemes[index][1] == "-"
            and lexemes[index + 1][1] in ("a", *_AIR)
            and lexemes[index - 1][3] == lexemes[index][2]
            and lexemes[index][3] == lexemes[index + 1][2]
        )
        return (True, index + 2) if is_glued else (False, index)

    def _has_coast(self, key: str) -> bool:
        """Whether a coast of the place of this name follows: "F Mexico west coast - Cen"."""
        behind = self.at + 1
        name = self.lexicon.vocabulary.word(key)
        follows = behind < len(self.lexemes) and name is not None and self._is_coastal(name)
        return follows and coast.find_coast_behind(self.lexemes, behind) is not None
