"""The default method: sets of samples, refined until they stay the same, give subspaces."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field

import numpy as np
import torch
from scipy.sparse import block_array, csr_array, vstack
from torch import Tensor

from quadric.autoencoders import BilinearAutoencoder
from quadric.device import product_dtype
from quadric.forms import SubspaceStack
from quadric.manifolds.candidates import PAPER_MEMBERS, composites
from quadric.manifolds.clustering import cluster_sets
from quadric.manifolds.cumulants import heavy_subspaces, windows
from quadric.manifolds.excess import ChanceExcess
from quadric.manifolds.fitting import Fitted, fit_everything, fit_sets, widest_first
from quadric.manifolds.linking import link
from quadric.manifolds.projecting import (
    CHUNK_SAMPLES,
    Strength,
    activity,
    exclusive,
    mapped,
    norms,
)
from quadric.manifolds.proposed import Proposed
from quadric.manifolds.refining import NothingExplained, Refined, Refining, refine
from quadric.manifolds.samples import Samples
from quadric.manifolds.sets import (
    SampleSets,
    agreement,
    alike_pairs,
    consensus,
    grouped,
    jaccard,
    sizes,
    sparse,
    strong_sets,
)
from quadric.manifolds.settling import Settled, alike_once, settle, strong_in
from quadric.manifolds.whitening import KNEE, Whitening
from quadric.manifolds.word_sets import class_sets, evenly
from quadric.progress import Progress

__all__ = ["Grouped"]

MIN_SET = 24
"""Samples below which a set says nothing about its dimensions."""

CLUSTERINGS_A_SUPPORT = 6
"""Clusterings for which `Grouped.support` is meant: of four times as many, four times the support
is asked. As many manifolds have it, and more of them are the same ones with another seed."""

CLUSTERINGS_A_CLASSING = 0.5
"""Clusterings of samples that one of words counts as: the more, the more starts are asked for."""

COMPETING_OVERLAP = 0.5
"""Composites whose subspaces overlap this much begin as one, where subspaces compete."""
COMPETING_FOR_EACH, MIN_COMPETING = 4, 200
"""Composites that compete for each subspace that is asked for, and at least: most lose."""


@dataclass(frozen=True)
class Grouped:
    """Composites say where to look, and the samples what is there: subspaces of their own rank.

    The strong samples of composites are sets to start from. Where composites agree on their
    samples, clusters of the samples join them, and a set gives a form and the form a set until both
    stay (`settle`): what most starts come to is a manifold, whatever the seed. With `classes`, and
    where the words of the samples are known, common words are less common among the samples that
    sets are made of (`evenly`), and classes of words are starts too (`class_sets`). Where
    composites do not agree, samples are sums of several manifolds: then subspaces start where
    samples have heavy tails (`heavy_subspaces`), compete for what each explains (`refine`), and
    pieces of one manifold are joined (`link`).
    """

    members: int = 4
    """Latents in a composite: of the paper's ten, the last often belong to another concept."""
    composites: int = 1200
    """The most composites to start from, the most clustered first."""
    samples: int = 32_768
    """The most samples that sets are made of: a set holds one bit of each."""
    fitted: int = 131_072
    """The most samples that manifolds are fitted to in the end."""
    start_overlap: float = 0.9
    """Composites whose subspaces overlap this much are one to start from."""
    start_jaccard: float = 0.5
    """Sets with this Jaccard index are one to start from."""
    heights: tuple[float, ...] = (1.0, 2.0, 4.0)
    """Powers of the strength whose strong samples are sets: "months" stand above "names"."""
    same_jaccard: float = 0.7
    """Manifolds whose strong samples have this Jaccard index are one."""
    same_overlap: float = 0.9
    """Manifolds whose subspaces are the same to this (‖UᵀV‖² over the larger rank) are one."""
    knee: float = KNEE
    """κ of the whitening; inf leaves samples as they are."""
    clusterings: tuple[int, ...] = (512, 1024) * 12
    """Clusterings of the samples, each into so many: latents miss classes with few samples."""
    classes: tuple[int, ...] = ()
    """Clusterings of the words, where they are known, each into so many classes. None by default:
    with them more rare classes are found, but two seeds agree on fewer manifolds."""
    start_group: int = 3
    """Starts, composites or clusters, that have to be alike for one of them to be tried."""
    support: int = 5
    """Starts that must lead to a manifold, over all heights, for every six clusterings."""
    agreement: float = 0.75
    """Composites whose median Jaccard index with the most alike other one is below this do not
    agree: on language it is 0.84 to 0.94, on manifolds planted in superposition 0.55 to 0.66."""
    refining: Refining = field(default_factory=Refining)
    """How subspaces compete."""
    candidates: int = 300
    """Subspaces that are proposed at most: language leads to fewer."""

    def propose(
        self,
        ae: BilinearAutoencoder,
        samples: Samples,
        count: int,
        chance: Tensor,
        seed: int,
        progress: Progress,
    ) -> Proposed:
        """The manifolds that most composites lead to, then the directions."""
        every = composites(ae, samples, self.members, progress)
        start = every[SubspaceStack(every.subspaces).distinct(self.start_overlap, self.composites)]
        x, words = samples.searched(self.fitted)
        rows = np.arange(min(self.samples, len(x)))
        if words is not None and self.classes:
            rows = evenly(words, self.samples)
        few = x[rows]
        active = activity(ae, start.members)
        strength = torch.cat([active(part) for part in few.split(CHUNK_SAMPLES)], 1)
        sets = strong_sets(strength)
        starts = sparse(sets.inside)
        among = jaccard(starts, starts)
        if agreement(among) < self.agreement:
            shared = self._compete(ae, samples, count, chance, seed, progress)
            if shared is not None:
                return shared
        whitening = Whitening.of(x, self.knee)
        z = whitening(x)
        near = z[rows]
        draw = torch.Generator().manual_seed(seed)
        clusters = cluster_sets(near, self.clusterings, MIN_SET, draw, progress)
        clustered = sum(count * MIN_SET <= len(few) for count in self.clusterings)
        if words is not None and self.classes:
            classes = class_sets(z, words, rows, self.classes, MIN_SET, draw)
            clusters = csr_array(vstack([clusters, *classes]))
            clustered += CLUSTERINGS_A_CLASSING * len(classes)
        first = (sets, starts, among)
        found, powers, leaders = self._settled(near, strength, first, clusters, seed, progress)
        least = round(self.support * max(1.0, clustered / CLUSTERINGS_A_SUPPORT))
        once, support, inside = self._strong(z, found, powers, least)
        found, powers, leaders = found[once], powers[once], leaders[once]
        fitted = fit_sets(z, inside, whitening, seed, found.axes, progress)
        whole = fitted.whole if fitted.whole.any() else torch.ones_like(fitted.whole)
        chosen = whole.nonzero()[:, 0]
        stack = SubspaceStack(fitted.subspaces[chosen])
        chosen = chosen[stack.distinct(self.same_overlap, strict=True).to(chosen.device)]
        chosen = chosen[widest_first(fitted[chosen])[:count]]
        few = x[: self.samples]
        far = strong_sets(norms(chance)(few))
        controls = fit_sets(z[: self.samples], far.inside, whitening, seed)
        controls = controls[controls.whole] if controls.whole.any() else controls
        fitted, powers, support = fitted[chosen], powers[chosen], support[chosen]
        leaders, shared = leaders[chosen], fit_everything(few)
        if shared is not None:
            fitted = Fitted.joined([shared, fitted])
            powers = torch.cat([powers.new_ones(1), powers])
            support = torch.cat([support.new_zeros(1), support])
            every = SubspaceStack(start.subspaces.to(x)).overlap(SubspaceStack(shared.subspaces))
            leaders = torch.cat([every.argmax(0), leaders])
        return Proposed.from_samples(
            fitted.subspaces,
            start[leaders],
            controls.subspaces,
            beyond=fitted.beyond,
            stable=fitted.stable,
            maps=fitted.maps,
            powers=powers,
            support=support,
            whitening=whitening,
        )

    def _settled(
        self,
        few: Tensor,
        strength: Tensor,
        first: tuple[SampleSets, csr_array, csr_array],
        clusters: csr_array,
        seed: int,
        progress: Progress,
    ) -> tuple[Settled, Tensor, Tensor]:
        """What starts lead to at every height; the height, and the composite most alike to it.

        `first` are the sets of the strength itself, and the Jaccard index of every two of them.
        """
        near_clusters = alike_pairs(jaccard(clusters, clusters), self.start_jaccard)
        chance = ChanceExcess.of(few, seed)
        found: list[Settled] = []
        powers: list[Tensor] = []
        leaders: list[Tensor] = []
        for power in self.heights:
            sets, starts, among = first
            if power != 1.0:
                sets = strong_sets(strength, power=power)
                starts = sparse(sets.inside)
                among = jaccard(starts, starts)
            alike = alike_pairs(among, self.start_jaccard)
            across = alike_pairs(jaccard(starts, clusters), self.start_jaccard)
            every = block_array([[alike, across], [across.T, near_clusters]])
            # A cluster has no strength: it is as clear as the least clear composite.
            clear = sets.clarity.numpy(force=True)
            clarity = np.pad(clear, (0, len(clusters.indptr) - 1), constant_values=clear.min())
            groups = grouped(csr_array(every), clarity)
            most = max(len(group) for group in groups)
            groups = [group for group in groups if len(group) >= min(self.start_group, most)]
            begin = consensus(csr_array(vstack([starts, clusters])), groups).to(few.device)
            sizes = torch.tensor([len(group) for group in groups], device=few.device)
            found.append(settle(few, begin, sizes, power, chance, progress))
            powers.append(few.new_full((len(found[-1]),), power))
            nearest = jaccard(sparse(found[-1].inside), starts).argmax(axis=1)
            leaders.append(torch.from_numpy(nearest).to(few.device))
        return Settled.joined(found), torch.cat(powers), torch.cat(leaders)

    def _strong(
        self, z: Tensor, found: Settled, powers: Tensor, least: int
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Which forms have samples of their own, their support, and the strong samples of each."""
        narrow = z.to(product_dtype(z))
        inside = torch.cat(
            [
                strong_in(narrow, found.axes[own], found.weights[own], power)
                for power in self.heights
                if (own := powers == power).any()
            ]
        )
        usable = (sizes(inside) >= MIN_SET).nonzero()[:, 0]
        usable = usable if len(usable) else torch.arange(len(inside), device=z.device)
        once, support = alike_once(inside[usable], found.support[usable], self.same_jaccard)
        well = support >= min(least, int(support.max()))
        once, support = once[well], support[well]
        return usable[once], support, inside[usable[once]]

    def _compete(
        self,
        ae: BilinearAutoencoder,
        samples: Samples,
        count: int,
        chance: Tensor,
        seed: int,
        progress: Progress,
    ) -> Proposed | None:
        """Subspaces that share the samples out; None where they explain next to nothing."""
        every = composites(ae, samples, PAPER_MEMBERS, progress)
        most = max(MIN_COMPETING, COMPETING_FOR_EACH * count)
        start = every[SubspaceStack(every.subspaces).distinct(COMPETING_OVERLAP, most)]
        x, _ = samples.searched(self.fitted)
        heavy = heavy_subspaces(x, seed, progress)
        # Few samples hold what has heavy tails; composites find what most samples hold, too.
        begins = [start.subspaces.to(x)]
        if heavy:
            begins.insert(0, windows(heavy))
        ended: list[Refined] = []
        for begin in begins:
            with contextlib.suppress(NothingExplained):
                ended.append(refine(begin, x, self.refining, seed, progress))
        if not ended:
            return None
        pieces = max(ended, key=lambda pieces: pieces.net)
        found = link(pieces, x[: self.samples], self.refining)[:count]
        nearest = SubspaceStack(found).overlap(SubspaceStack(start.subspaces.to(found))).argmax(1)
        source = start[nearest.to(start.density.device)]
        return Proposed.from_samples(found, source, chance, whitening=Whitening.none(x.mean(0)))

    def strength(self, ae: BilinearAutoencoder, proposed: Proposed, every: Tensor) -> Strength:
        """(xᵀMx)^power of each manifold's form, or the norm of what only this subspace explains."""
        if proposed.maps is not None:
            assert proposed.powers is not None
            return mapped(proposed.maps, proposed.powers, every)
        if not proposed.by_members:
            count = len(proposed.subspaces)
            return exclusive(every, count, self.refining.active, self.refining.price)
        raise AssertionError("this method proposes no composites as they are")
