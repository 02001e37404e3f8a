"""A game at a terminal: one event a line, and nothing that moves the cursor.

So it reads the same on a terminal, on paper, in a pipe and through a screen reader.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..console.output import print_rows, say, say_wrapped
from ..games.game import Game
from ..games.margins import TIED, action_in_words, advice_sentence, games_in_words
from ..games.spelling import counted, listed, short, shown, spell
from ..play.boards import PLAYERS, Board, Move, Replay, begun, transcript_of
from ..play.ledger import Ledger, best_of, ledger_of
from .words import choices_in_words

if TYPE_CHECKING:
    from ..solvers import Solution

ME = 0

_CHOICES = 3
_FEW = 8
"""So many choices are listed at once."""

_LONGEST = 1000
"""Characters of a line: more are the next line."""

_APART = ("busts ", "opp_busts ")
"""What a board says in a sentence of its own."""


class Session:
    """A person against a policy, the other; in a party against several players who play by it.

    ``against`` is what the policies of the others are called: of each, or the one that all play by.
    """

    solution: Solution[Any, Any]
    """Of the game that is played: it advises and keeps the ledger."""
    board: Board
    """With nobody in the first seat."""
    mover: int
    """Who moved first: 0 the person, 1 who moves after him, …"""
    bits: Callable[[], int]
    """The dice: 64 random bits a call."""
    advising: bool
    """Whether to advise before each decision and to say what it gave away."""

    def __init__(
        self, solution: Solution[Any, Any], board: Board, against: Sequence[str], mover: int,
        bits: Callable[[], int], advising: bool,
    ) -> None:  # fmt: skip
        self.solution, self.board, self.bits, self.advising = solution, board, bits, advising
        self.game: Game = solution.game
        players = len(board.score)
        others = [f"player {n}" for n in range(2, players + 1)] if players > 2 else ["the other"]
        self.called: tuple[str, ...] = ("you", *others)
        """The players while they play: a policy's own name would stand among the scores."""
        policies = [short(policy) for policy in against]
        self.names: tuple[str, ...] = ("you", *policies) if players == 2 else self.called
        self.against: str = _named(self.called[1:], policies)
        self.mover = mover
        self.moves: list[Move] = []
        self._mine: list[int] = []  # the places of the person's moves among all
        board.begin(mover)

    # --- the game ---------------------------------------------------------------------------

    def play(self, typed: Callable[[], str | None]) -> None:
        """Play until somebody has won, or the person leaves or has no more to say."""
        say_wrapped(str(self.game))
        place = PLAYERS[-self.mover % len(self.names)]
        say_wrapped(f"You play against {self.against}, and move {place}.")
        say_wrapped(self._keys())
        changed = True
        while not self.board.over:
            if self.board.mover != ME:
                self._let_the_other_move()
                continue
            if changed:  # what was said once need not be said again
                self._tell()
            word = typed()
            if word is None or word.casefold() in ("q", "quit"):
                say_wrapped("The game stops here.")
                return
            changed = self._do(word)
        say_wrapped(self._outcome())

    def ledger(self) -> Ledger:
        """The ledger of the game so far, from the person's side."""
        replay = Replay(self.board, self.mover, (), tuple(self.moves))
        return ledger_of(self.solution, replay, ME, self.names)

    def record(self) -> dict[str, Any]:
        """The game so far as plain data, which ``pigcore review`` reads."""
        known = {"game": self.game.as_dict(), "players": list(self.names)}
        return known | transcript_of(self.board).as_dict()

    def _outcome(self) -> str:
        if self.board.tied and len(self.board.tied) > 2:
            ahead = [place for place, share in enumerate(self.board.tied) if share]
            who = listed(self.called[place] for place in ahead)
            shares = f"have {self.board.score[ahead[0]]:,} points each, and share the win"
            return _capital(f"{who} {shares}.")
        if self.board.tied:
            return f"Both have {self.board.score[ME]:,} points: each wins one half."
        if self.board.winner is None:
            return "Nobody can win any more."
        return _capital(f"{self.called[self.board.winner]} win{'s' * (self.board.winner != ME)}.")

    # --- what the person can do -------------------------------------------------------------

    def _keys(self) -> str:
        return f"Keys: {self.board.keys}, ? advice, u undo, q quit; Enter after each."

    def _tell(self) -> None:
        state = self.board.seen_by(ME)
        parts = self.game.spell(state).split(", ")
        parts = [part for part in parts if not part.startswith(_APART)]
        parts[-1] = self.board.in_hand() or parts[-1]
        known = [f"{called} {part.split(' ', 1)[1]}" for called, part in zip(self.called, parts)]
        say_wrapped(_capital(", ".join([*known, *parts[len(known) :]])) + ".")
        if self.board.in_a_row():
            say_wrapped(f"{_capital(self.board.in_a_row())}.")
        if self.board.offered():
            say_wrapped(f"{self.board.offered()}.")
        if self.advising and sum(self.board.legal()) > 1:
            say_wrapped(advice_sentence(self.game, *self._judged()))

    def _do(self, word: str) -> bool:
        """Do what was typed; whether that changed anything."""
        if word == "?":
            self._advise()
            return False
        if word.casefold() in ("u", "undo"):
            return self._undo()
        actions, legal = self.board.actions, self.board.legal()
        found = (self.board.chosen(one) for one in (word, word.casefold()))
        place = next((one for one in found if one is not None), None)
        if place is None:
            say_wrapped(f"{shown(word)} means nothing here. {self._keys()}")
            return False
        if legal[place]:
            self._move(place)
            return True
        can = [str(action) for action, may in zip(actions, legal) if may]
        action, few = self.board.action(place), len(can) <= _FEW
        there = listed(can, "or") if few else f"{counted(len(can), 'choice')}; ? tells"
        say_wrapped(f"You cannot {action_in_words(self.game, action)} now: {there}.")
        return False

    def _move(self, place: int) -> None:
        action = self.board.action(place)
        payoffs = self._judged()[1] if self.advising and sum(self.board.legal()) > 1 else {}
        cost = max(payoffs.values()) - payoffs[action] if payoffs else 0.0
        cast = self.board.cast(place, self.bits)
        fell = self.board.fell(cast.move)
        self._mine.append(len(self.moves))
        self.moves.append(cast.move)
        self.board.land(cast.move)
        said = [] if fell is None else [spell(fell)]
        if isinstance(fell, dict) and cast.faces:
            said.insert(0, " ".join(map(str, cast.faces)))
        say_wrapped(
            f"You {action_in_words(self.game, action)}" + (f": {', '.join(said)}." if said else ".")
        )
        for strike in cast.strikes:
            say_wrapped(f"{strike}.")
        if cost > TIED:
            say_wrapped(f"That gave away {games_in_words(self.game, cost)}.")

    def _undo(self) -> bool:
        if not self._mine:
            say_wrapped("There is nothing to undo.")
            return False
        place = self._mine.pop()
        del self.moves[place:]
        begun(self.board, self.mover, (), self.moves)
        say_wrapped("Undone.")
        return True

    def _advise(self) -> None:
        best, payoffs = self._judged()
        say_wrapped(advice_sentence(self.game, best, payoffs))
        outlook = self.board.outlook(self.solution)
        print_rows(choices_in_words(self.game, payoffs, _CHOICES, outlook))

    # --- the policy -------------------------------------------------------------------------

    def _let_the_other_move(self) -> None:
        turns, seen = len(self.board.turns), []
        while not self.board.over and len(self.board.turns) == turns:
            seen.append(self.board.cast(self.board.answer(self.bits), self.bits))
            self.moves.append(seen[-1].move)
            self.board.land(seen[-1].move)
        turn = self.board.turns[-1]
        said = turn.text
        for cast in seen:
            if cast.faces and "throws" not in turn.play:  # in Hog, with the dice that were rolled
                faces = " ".join(map(str, cast.faces))
                said = said.replace(" and gains", f" ({faces}) and gains", 1)
            said += "".join(f"; {strike}" for strike in cast.strikes)
        say_wrapped(_capital(f"{turn._replace(text=said).in_words(self.called)}."))

    # --- what is asked of the solution ------------------------------------------------------

    def _judged(self) -> tuple[Sequence[Any], dict[Any, float]]:
        payoffs = self.board.payoffs(self.solution)
        return best_of(self.solution, payoffs), payoffs


def typed_lines() -> Callable[[], str | None]:
    """What reads the next line of standard input, without blanks around it; None at its end.

    On a terminal it prompts; what comes through a pipe is shown as if it had been typed.
    """
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    at_terminal = sys.stdin is not None and sys.stdin.isatty()

    def read() -> str | None:
        if at_terminal:
            say("> ", end="")
        line = sys.stdin.readline(_LONGEST) if sys.stdin is not None else ""
        if not line:
            if at_terminal:
                say("")
            return None
        word = line.strip()
        if not at_terminal:
            say_wrapped(f"> {shown(word)[1:-1]}")
        return word

    return read


def _named(players: Sequence[str], policies: Sequence[str]) -> str:
    """The other players and what they play by.

    Examples
    --------
    >>> _named(["the other"], ["hold:20"]), _named(["player 2", "player 3"], ["optimal"])
    ('hold:20', 'player 2 and player 3, each of them optimal')
    >>> _named(["player 2", "player 3"], ["optimal", "hold:20"])
    'player 2 (optimal) and player 3 (hold:20)'
    """
    if len(players) == 1:
        return policies[0]
    if len(policies) == 1:
        return f"{listed(players)}, each of them {policies[0]}"
    return listed(f"{player} ({policy})" for player, policy in zip(players, policies))


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]
