"""What the phase allows the writer to do."""

from judge.dip.ground.phases import TITLES
from judge.dip.play import centres
from judge.dip.reading.ground import Ground
from judge.dip.reading.parts import capitalise
from judge.dip.seams.sentences import Refused
from judge.kernel.text import Sentence


class Season(Ground):
    """The phase and, in winter, what is to be built or removed and where."""

    @property
    def now(self) -> str:
        """The title of the phase that waits ("Spring 1901 movement"), "" without a position."""
        return self.game.calendar.phase(self.state.phase).title if self.state is not None else ""

    def _only(self, letters: str, deed: str) -> None:
        """Refuse what belongs to another kind of phase."""
        if self.state is None or self.letter in letters:
            return
        todo = {
            "M": "units are ordered to hold, move, support or convoy",
            "R": "dislodged units are ordered to retreat or disband",
            "A": "units are built or removed",
        }.get(self.letter, "no units are ordered")
        kinds = " and ".join(TITLES[letter] for letter in letters)
        raise Refused(f"To {deed} belongs to {kinds}; this is {self.now}, when {todo}.")

    def _spare(self) -> int:
        """What the writer may still raise (below 0: has to remove), in half units."""
        assert self.state is not None
        powers = self.mine or sorted({*self.state.units, *self.state.centers})
        return sum(
            centres.balance(self.state, self.board, self.game.rules, power) for power in powers
        )

    def _check_adjustment(self, *, builds: bool) -> None:
        """Refuse builds of whoever has none, and removals of whoever need not remove."""
        if self.state is None or len(self.mine) != 1:
            return
        spare = self._spare()
        if builds and spare <= 0:
            todo = "has to remove units" if spare < 0 else "neither builds nor removes"
            raise Refused(f"{capitalise(self.own_names)} {todo} this winter.")
        if not builds and spare >= 0:
            raise Refused(f"{capitalise(self.own_names)} has no unit to remove this winter.")

    def _check_header(self, sentence: Sentence) -> None:
        """Refuse what stands under another power's name."""
        header = sentence.header
        if header and self.mine and header in self.board.powers and header not in self.mine:
            raise Refused(f"This stands under {header}; you order the units of {self.own_names}.")

    def _free(self) -> list[str]:
        """The spaces in which the writer may build."""
        assert self.state is not None
        powers = self.mine or tuple(self.board.powers)
        return [
            site
            for power in powers
            for site in centres.free_sites(self.state, self.board, self.game.rules, power)
        ]
