"""Subspaces, measured beside their controls, made manifolds and ranked."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor

from quadric.autoencoders import BilinearAutoencoder
from quadric.forms import BilinearForm, SubspaceStack
from quadric.gallery import Part
from quadric.manifolds.controls import pca_subspaces, random_subspaces
from quadric.manifolds.fitting import found_again
from quadric.manifolds.labels import Labels
from quadric.manifolds.lexicon import plain_word
from quadric.manifolds.manifold import Manifold
from quadric.manifolds.measuring import Description, Measuring
from quadric.manifolds.methods import Method
from quadric.manifolds.naming import Namer, plain_phrase
from quadric.manifolds.projecting import Projected, project, strongest
from quadric.manifolds.proposed import Proposed
from quadric.manifolds.samples import Samples
from quadric.manifolds.scoring import direction_score, score, strong_samples
from quadric.progress import Progress
from quadric.threads import in_threads

__all__ = ["Search", "beyond_chance"]

PCA_CONTROLS = 4
"""Triples of principal components among the controls."""
RANDOM_CONTROLS = 8
"""Random subspaces as they are; those that are fitted as manifolds are say what passes."""
MAX_MEASURED_SAMPLES = 65_536
"""The most held-out samples that are measured."""
SAME_SUBSPACE = 0.8
"""‖UᵀV‖² over the larger rank from which on two autoencoders have found the same."""
MIN_SHARED_SAMPLES = 0.5
"""The share of the smaller one's strong samples from which on two manifolds are of one concept."""
MAX_SHARED_TOKENS = 0.5
"""The share of a manifold's top tokens beyond which it has another one's name."""
MAX_CONTROLS_ABOVE = 0.05
"""The share of controls that may have a higher score than a manifold that passes."""
MIN_ABOVE_CONTROLS = 0.25
"""How far above the best control a score passes, however many were tried: no luck goes so far."""
MIN_SIZE_RATIO = 0.2
"""The smaller set's samples over the larger one's from which on two manifolds may be of one
concept: a smaller part, as "months" of capitalised words, is a concept of its own."""


@dataclass(frozen=True)
class Search:
    """Measures what was proposed beside the controls, and ranks it."""

    ae: BilinearAutoencoder
    samples: Samples
    columns: tuple[Labels, ...]
    namer: Namer
    method: Method
    points: int
    seed: int
    progress: Progress
    directions: bool
    others: tuple[BilinearAutoencoder, ...] = ()

    def run(self, candidates: int, controls: int, n: int) -> list[Manifold]:
        """The best `n` of what was proposed, best first."""
        samples = self.samples
        chance = random_subspaces(controls, samples.d, self.seed)
        proposed = self.method.propose(
            self.ae,
            samples,
            candidates,
            chance.to(samples.device, samples.dtype),
            self.seed,
            self.progress,
        )
        wide = proposed.ranks > 1
        if not self.directions and wide.any():
            proposed = proposed.select(wide.nonzero()[:, 0].tolist())
        seeds = self._by_other_seeds(proposed, candidates)
        held = slice(samples.split, min(len(samples), samples.split + MAX_MEASURED_SAMPLES))
        x = samples[held]
        pca = pca_subspaces(x, PCA_CONTROLS)
        every = _stack([proposed.subspaces, proposed.chance, chance[:RANDOM_CONTROLS], pca])
        projected = project(
            samples,
            every,
            self.method.strength(self.ae, proposed, every),
            held,
            self.progress,
        )
        own_rank = not proposed.by_members
        strong_rows = list(in_threads(strong_samples, projected.strength[:, held].numpy()))
        strong = torch.zeros(len(every), held.stop - held.start, dtype=torch.bool)
        for mine, rows in zip(strong, strong_rows, strict=True):
            mine[torch.from_numpy(rows)] = True
        again = found_again(x, strong.to(x.device), every, proposed.whitening, self.seed)
        measuring = Measuring(
            projected,
            strong_rows,
            again.tolist(),
            held,
            samples.split,
            self.samples.words,
            self.columns,
            own_rank,
            self.seed,
        )
        described: list[Description] = []
        for one in in_threads(measuring.describe, range(len(every))):
            described.append(one)
            self.progress("measuring", len(described), len(every))
        count, last = len(proposed.subspaces), len(proposed.subspaces) + len(proposed.chance)
        random = last + min(RANDOM_CONTROLS, len(chance))
        controls_ = {"random subspace": _means(described[last:random])}
        if len(pca):
            controls_["PCA"] = _means(described[random:])
        scored = [*in_threads(lambda i: measuring.parts(i, described[i], controls_), range(last))]
        ranks = proposed.ranks.numpy(force=True)
        passes = np.zeros(count, dtype=bool)
        for asked, which in ((score, ranks > 1), (direction_score, ranks == 1)):
            values = np.array([asked(one) for one in scored])
            passes[which] = beyond_chance(
                values[:count][which], values[count:], alike=not projected.exclusive
            )
        values = [score(one) for one in scored[:count]]
        order = sorted(range(count), key=lambda i: -values[i])
        broad = [i for i in order if ranks[i] > 1]
        known = [one.known for one in described[:count]]
        tops = [{plain_word(token) for token in one.tokens} if one else set() for one in known]
        broad = _different_first(broad, strong, tops) if own_rank else broad
        order = [*broad, *(i for i in order if ranks[i] == 1)][:n]

        def manifold(i: int) -> Manifold:
            one = self._manifold(i, proposed, projected, described[i], scored[i], bool(passes[i]))
            return one if seeds is None else _marked(one, float(seeds[i]))

        return [manifold(i) for i in order]

    def _by_other_seeds(self, proposed: Proposed, candidates: int) -> Tensor | None:
        """The share of the other autoencoders that find each subspace too, strictly."""
        if not self.others:
            return None
        found = []
        for other in self.others:
            samples = replace(self.samples, mean=other.mean)
            chance = random_subspaces(1, samples.d, self.seed).to(samples.device, samples.dtype)
            theirs = self.method.propose(
                other.to(samples.device), samples, candidates, chance, self.seed, self.progress
            )
            mine = SubspaceStack(proposed.subspaces)
            shared = mine.strict_overlap(SubspaceStack(theirs.subspaces.to(mine.bases)))
            found.append(shared.amax(1) >= SAME_SUBSPACE)
        return torch.stack(found).float().mean(0)

    def _manifold(
        self,
        i: int,
        proposed: Proposed,
        projected: Projected,
        described: Description,
        found: tuple[Part, ...],
        passes: bool,
    ) -> Manifold:
        known, source = described.known, proposed.source
        members, weights = source.members[i].cpu(), source.weights[i].cpu()
        chosen = strongest(projected.strength[i], self.points)
        words = self.samples.words
        column = described.column or (self.columns[0] if self.columns else None)
        classes = None if column is None else column.words()
        name = f"latents {', '.join(map(str, members[:3].tolist()))}"
        value = score(found)
        basis = SubspaceStack(proposed.subspaces)[i].basis
        manifest = getattr(self.samples.rows, "manifest", {})
        form = self.ae.composite(members, weights)
        factors = form.weights.cpu(), form.left.cpu(), form.right.cpu()
        return Manifold(
            name=name if known is None else self.namer(known),
            shape=described.measured.shape.word,
            score=value,
            subspace=basis.cpu(),
            points=projected.points[i][chosen],
            strengths=projected.strength[i][chosen],
            samples=torch.from_numpy(self.samples.numbers)[chosen],
            tokens=None if words is None else torch.from_numpy(words.tokens)[chosen],
            vocab=() if words is None else words.vocab,
            parts=found,
            top=() if known is None else known.tokens,
            ends=() if known is None else known.ends,
            members=members,
            weights=weights,
            eigenvalues=source.eigenvalues[i].cpu(),
            form=BilinearForm(*factors, form.lifted),
            moved=float(proposed.moved[i]),
            passes=passes,
            by_members=proposed.by_members,
            strength_map=_own_map(proposed, i),
            strength_power=1.0 if proposed.powers is None else float(proposed.powers[i]),
            support=None if proposed.support is None else int(proposed.support[i]),
            beyond=None if proposed.beyond is None else float(proposed.beyond[i]),
            stable=None if proposed.stable is None else float(proposed.stable[i]),
            mean=None if self.samples.mean is None else self.samples.mean.detach().cpu(),
            model=manifest.get("model"),
            layer=manifest.get("layer"),
            sentence=_sentence(described, basis, passes),
            path=described.path,
            chart=described.chart,
            varies={} if known is None else dict(known.varies),
            row_labels=None if classes is None else torch.from_numpy(classes.tokens)[chosen],
            label_texts=() if classes is None else tuple(classes.vocab),
            label_name=None if column is None else column.name,
        )


def beyond_chance(
    scores: Float[np.ndarray, "c"], controls: Float[np.ndarray, "r"], alike: bool = True
) -> Bool[np.ndarray, "c"]:
    """Which scores are above 95% of the controls', where more are than chance puts there.

    Of many candidates some are above it by luck. Where no more are than luck explains (two standard
    deviations of a binomial), only those count that lie far above the best control; so too where
    controls were not fitted `alike`: candidates that competed for samples have an advantage.
    """
    above = scores > np.quantile(controls, 1 - MAX_CONTROLS_ABOVE)
    lucky = MAX_CONTROLS_ABOVE * len(scores)
    if alike and above.sum() > lucky + 2 * np.sqrt(lucky * (1 - MAX_CONTROLS_ABOVE)):
        return above
    return above & (scores > controls.max() + MIN_ABOVE_CONTROLS)


def _different_first(
    order: list[int], strong: Bool[Tensor, "c n"], tops: list[set[str]]
) -> list[int]:
    """The same order, but what shows an earlier one's concept again comes after all that does not.

    It has the same samples if the two share half of the smaller one's, and the smaller one is not a
    small part: "months" are no piece of "capitalised words", "this | that" are one of "this | that
    | these". Or it has the same name, if more than half of its top tokens are the other's.
    """
    size = strong.float().sum(1)
    both = strong.float() @ strong.float().T
    less, more = torch.minimum(size[:, None], size), torch.maximum(size[:, None], size)
    same = (both >= MIN_SHARED_SAMPLES * less) & (less >= MIN_SIZE_RATIO * more)
    first: list[int] = []
    again: list[int] = []
    for i in order:
        named = any(len(tops[i] & tops[j]) > MAX_SHARED_TOKENS * len(tops[i]) for j in first)
        (again if named or same[i, first].any() else first).append(i)
    return first + again


SHAPES = {
    "direction": "along a direction",
    "clusters": "in clusters",
    "curve": "along a curve",
    "closed curve": "around a closed curve",
    "surface": "on a surface",
    "sphere": "on a sphere",
    "cloud": "in a cloud",
}
"""How samples lie on each shape, as the page says it too."""


def _sentence(described: Description, basis: Tensor, passes: bool) -> str:
    """What it is, in one plain sentence."""
    rank = basis.shape[1]
    word, known = described.measured.shape.word, described.known
    tokens = [] if known is None else [plain_word(token) for token in known.tokens[:4]]
    what = "token" if described.column is None else "label"
    said = f"{plain_phrase(known, what)}," if known is not None and any(tokens) else "Samples"
    if described.path is not None:
        word = "closed curve" if described.path.closed else "curve"
    parts = [f"{said} {SHAPES[word]}", f"rank {rank}"]
    varies = {} if known is None else known.varies
    if varies and rank > 1:
        name, share = max(varies.items(), key=lambda one: one[1])
        name = name if described.column is None else f"the label “{described.column.name}”"
        parts.append(f"{name} explains {share:.0%} of where a sample lies")
    if not passes:
        parts.append("it does not stand out from random subspaces")
    return "; ".join(parts) + "."


def _marked(manifold: Manifold, again: float) -> Manifold:
    """The manifold with the share of other seeds that find it again."""
    said = f"{again:.0%} of the other seeds find it again" if again else "no other seed finds it"
    return replace(manifold, again=again, sentence=f"{manifold.sentence.rstrip('.')}; {said}.")


def _own_map(proposed: Proposed, i: int) -> Tensor | None:
    """[A | b] of one manifold, without the rows and columns beyond its rank."""
    if proposed.maps is None:
        return None
    k = int(proposed.ranks[i])
    return torch.cat([proposed.maps[i, :k, :k], proposed.maps[i, :k, -1:]], 1).cpu()


def _means(controls: list[Description]) -> dict[str, float]:
    """The mean of what controls get for the parts that need names.

    Shapes are held against what has the same spread: in language, any subspace has clusters.
    """
    values = [one.measured.values for one in controls]
    named = dict.fromkeys(name for one in values for name in one)
    return {
        name: float(np.mean([one.get(name, 0.0) for one in values]))
        for name in named
        if name not in controls[0].measured.shapeless
    }


def _stack(bases: list[Tensor]) -> Tensor:
    """One stack of bases of different ranks, columns of zeros where there are fewer."""
    most = max(part.shape[2] for part in bases)
    pad = torch.nn.functional.pad
    return torch.cat([pad(part, (0, most - part.shape[2])).to(bases[0]) for part in bases])
