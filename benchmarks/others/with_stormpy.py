"""The best reply to hold-at-20 with stormpy: a Markov decision process in the PRISM language.

Storm checks games of two players as well, but stormpy 2.0 hands out no values of them.
"""

import tempfile
import time
from pathlib import Path

import stormpy
from answers import answer, asked
from stormpy import environments
from turns import gains


def program(goal: int) -> str:
    """The rules: ``a`` and ``b`` are the scores, ``h`` is in hand, ``s`` is 2 in the other's turn.

    Who can reach the goal wins at once, as there is no reason not to bank it.
    """
    lines = [f"[hold] s=1 & a<{goal} & h>0 -> (a'=a+h) & (h'=0) & (s'=2);"]
    for safe in range(6):  # the faces 2 … safe + 1 leave the goal out of reach
        guards = [f"{goal}-a-h>{safe + 1}"] * (safe > 0) + [f"{goal}-a-h<={safe + 2}"] * (safe < 5)
        ends = ["1/6: (h'=0) & (s'=2)"]
        ends += [f"1/6: (h'=h+{face})" for face in range(2, safe + 2)]
        ends += [f"{5 - safe}/6: (a'={goal}) & (h'=0)"] * (safe < 5)
        lines.append(f"[roll] s=1 & a<{goal} & {' & '.join(guards)} -> {' + '.join(ends)};")
    for score in range(goal):
        ends = [
            f"{chance}: (b'={score + gain}) & (s'={1 if score + gain < goal else 3})"
            for gain, chance in gains(goal - score).items()
        ]
        lines.append(f"[other] s=2 & b={score} -> {' + '.join(ends)};")
    lines.append(f"[end] s=3 | a={goal} -> true;")
    body = "\n".join(lines)
    return f"""mdp
module pig
  s: [1..3];
  a: [0..{goal}];
  b: [0..{goal}];
  h: [0..{goal}];
{body}
endmodule
init s=1 & h=0 & a<{goal} & b<{goal} endinit
label "won" = a={goal};
"""


_, goal = asked()
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "pig.prism"
    path.write_text(program(goal))
    begin = time.process_time()
    rules = stormpy.parse_prism_program(str(path))
wanted = stormpy.parse_properties('Pmax=? [F "won"]', rules)
options = stormpy.BuilderOptions(wanted)
options.set_build_state_valuations(True)
model = stormpy.build_model(rules, options=options)
patient = environments.Environment()
method = patient.solver().min_max()
method.precision = stormpy.Rational("1/1000000000000")
method.relative_termination_criterion = False
found = stormpy.model_checking(model, wanted[0], environment=patient)
seconds = time.process_time() - begin

places = model.state_valuations
variables = {variable.name: variable for variable in places.get_all_variables()}
columns = [places.get_int64_values(variables[name]) for name in "sabh"]
starts: list[list[float | None]] = [[None] * goal for _ in range(goal)]
for state, (mover, own, opp, hand) in enumerate(zip(*columns)):
    if (mover, hand) == (1, 0) and max(own, opp) < goal:
        starts[own][opp] = found.get_value(state)
answer(seconds, "stormpy", starts)
