"""Draw docs/thresholds.png: ``pip install matplotlib`` and run this file."""

from pathlib import Path

import matplotlib.pyplot as plt

import pigcore

figure, axes = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained")
for axis, game in zip(axes, (pigcore.Pig(), pigcore.HoldOrContinue())):
    solution = pigcore.solve(game)
    image = axis.imshow(
        solution.thresholds(),
        origin="lower",
        cmap="viridis",
        vmin=0,
        vmax=40,
        interpolation="nearest",
    )
    axis.set_title(f"{game.name} (goal {game.goal})")
    axis.set_xlabel("opponent's score")
    axis.set_ylabel("own score")
figure.colorbar(image, ax=axes, label="smallest turn total held at", extend="max", shrink=0.9)
figure.savefig(Path(__file__).with_suffix(".png"), dpi=110)
