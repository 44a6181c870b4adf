"""Names from the tokens: what is over-represented among the strong samples, and where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float, Int

from quadric.gallery.varying import MIN_EXPLAINED, MIN_TIMES_OWN_TOKEN
from quadric.manifolds.along import Groups, group_by_word, varies_by
from quadric.manifolds.geometry import k_means
from quadric.manifolds.lexicon import WordClass, class_of, plain_word

__all__ = ["Evidence", "Namer", "evidence", "log_odds_z_scores", "plain_name", "plain_phrase"]

MIN_Z_SCORE = 2.0
"""The z-score from which a token is over-represented."""

PRIOR_COUNTS = 500.0
"""Pseudo-counts of the prior, shared out by how common each token is in all samples."""


@dataclass(frozen=True)
class Evidence:
    """What a name is made from: texts of tokens, most over-represented first."""

    tokens: tuple[str, ...]
    """Of the strong samples."""
    before: tuple[str, ...]
    """Of the tokens right before them."""
    ends: tuple[tuple[str, ...], ...]
    """Of each stretch of the shape in its order: the two ends of a direction or curve, the arcs of
    a closed curve, the clusters."""
    shape: str
    """The shape's word."""
    share: float
    """The share of strong samples that have one of the tokens."""
    ids: tuple[int, ...] = ()
    """The ids of all tokens that the name stands for."""
    lift: float = 0.0
    """How much larger that share is than among all samples."""
    groups: Groups | None = None
    """The words of the strong samples, in a known order if they lie in it."""
    varies: Mapping[str, float] = field(default_factory=dict)
    """How much of what varies inside it each property explains, 0 to 1."""


Namer = Callable[[Evidence], str]
"""Turns evidence into a name: `plain_name`, or a function that asks whom it likes."""


def log_odds_z_scores(
    inside: Float[np.ndarray, "v"], outside: Float[np.ndarray, "v"]
) -> Float[np.ndarray, "v"]:
    """z-scores of the log-odds ratio with an informative Dirichlet prior (Monroe et al. 2008).

    Counts a, b of every token in two sets, prior p proportional to both: δ = logit of (a + p) less
    that of (b + p), over its deviation √(1/(a + p) + 1/(b + p)).
    """
    prior = PRIOR_COUNTS * (inside + outside) / max(float((inside + outside).sum()), 1.0) + 1e-3
    a, b = inside + prior, outside + prior
    if len(a) < 2:
        # The only token there is cannot be over-represented.
        return np.zeros(len(a))
    odds = np.log(a / (a.sum() - a)) - np.log(b / (b.sum() - b))
    return odds / np.sqrt(1 / a + 1 / b)


def _counts(tokens: np.ndarray, size: int) -> np.ndarray:
    """How often each token occurs, and last how often there is none."""
    return np.bincount(np.where(tokens < 0, size, tokens), minlength=size + 1).astype(np.float64)


def _best(z: np.ndarray, inside: np.ndarray, vocab: Sequence[str], count: int) -> list[int]:
    """The highest z-scores of tokens that occur, each text once."""
    best: list[int] = []
    texts: set[str] = set()
    # Behind the vocabulary, z says how often there is no token.
    over = np.flatnonzero(z[: len(vocab)] > MIN_Z_SCORE)
    for i in over[np.argsort(-z[over], kind="stable")][: 4 * count].tolist():
        text = str(vocab[i]).strip().lower()
        if inside[i] > 0 and text not in texts:
            best.append(i)
            texts.add(text)
    return best[:count]


def evidence(
    tokens: Int[np.ndarray, "n"],
    strong: Int[np.ndarray, "s"],
    points: Float[np.ndarray, "s k"],
    shape: str,
    groups: int,
    vocab: Sequence[str],
    before: Int[np.ndarray, "n"] | None = None,
    properties: Mapping[str, Int[np.ndarray, "n"]] | None = None,
    count: int = 8,
    most: int = 8,
    own: WordClass | None = None,
) -> Evidence:
    """Compare the strong samples with all, and each stretch of the shape with the others.

    The name is made of `count` tokens and stands for `most`, and for all of a class that has a
    word: "months" for every month.

    `before` holds the token before each sample, -1 where there is none; `properties` what else
    may explain where a sample lies; `own` are a user's labels, where the vocabulary is theirs.
    """
    size = len(vocab)
    every, inside = _counts(tokens, size), _counts(tokens[strong], size)
    z = log_odds_z_scores(inside, every - inside)
    best = _best(z, inside, vocab, max(count, most))
    words = group_by_word(points, tokens[strong], vocab, own=own)
    ids = _with_class(best[:most], z, inside, vocab, words)
    share = float(inside[ids].sum() / max(len(strong), 1))
    common = every[ids].sum() / max(len(tokens), 1)
    context: list[int] = []
    if before is not None:
        every, seen = _counts(before, size), _counts(before[strong], size)
        context = _best(log_odds_z_scores(seen, every - seen), seen, vocab, 3)
    ends = []
    parts = stretches(points, shape, groups)
    for part in range(parts.max() + 1 if len(parts) else 0):
        here = _counts(tokens[strong[parts == part]], size)
        ends.append(
            [vocab[i] for i in _best(log_odds_z_scores(here, inside - here), here, vocab, 3)]
        )
    return Evidence(
        tuple(vocab[i] for i in best[:count]),
        tuple(vocab[i] for i in context),
        tuple(tuple(end) for end in ends),
        shape,
        share,
        tuple(ids),
        share - float(common),
        words,
        varies_by(points, {name: values[strong] for name, values in (properties or {}).items()}),
    )


def _with_class(
    best: list[int], z: np.ndarray, inside: np.ndarray, vocab: Sequence[str], words: Groups
) -> list[int]:
    """The tokens of a name, with the other over-represented ones of the class that it says."""
    known = class_of(words.words, words.counts)
    if known is None:
        return best
    over = np.flatnonzero((z[: len(vocab)] > MIN_Z_SCORE) & (inside[: len(vocab)] > 0)).tolist()
    return [*dict.fromkeys([*best, *(i for i in over if plain_word(str(vocab[i])) in known.words)])]


def stretches(points: Float[np.ndarray, "s k"], shape: str, groups: int) -> Int[np.ndarray, "s"]:
    """The number of the stretch of a shape that each point is on.

    Closed curves are cut into four arcs by the angle in their main plane, clusters into themselves,
    everything else into three along its main axis, of which the outer two are ends.
    """
    if len(points) == 0:
        return np.zeros(0, dtype=np.int64)
    centred = points - points.mean(0)
    axes = np.linalg.svd(centred[:4096], full_matrices=False)[2]
    if shape == "closed curve":
        angle = np.arctan2(centred @ axes[1], centred @ axes[0])
        return np.minimum((angle + np.pi) / (2 * np.pi) * 4, 3).astype(np.int64)
    if shape == "clusters" and groups > 1:
        return k_means(points.astype(np.float64), groups)[1]
    along = centred @ axes[0]
    return np.digitize(along, np.quantile(along, [1 / 3, 2 / 3]))


BLANKS = {"⏎": "line break", "␣": "blank"}
"""What people call tokens that are drawn as a sign."""


def _text(token: str) -> str:
    shown = token.strip() or token.replace("\n", "⏎").replace(" ", "␣") or "nothing"
    return _quoted(shown if shown.isprintable() else repr(shown).strip("'"))


def _quoted(word: str) -> str:
    """A mark of punctuation in quotes, so that it is not read as one of the name's own."""
    return word if any(c.isalnum() for c in word) or word in "␣⏎" else f"“{word}”"


def plain_name(found: Evidence) -> str:
    """What a person would call it: the class of its words, and what varies along it.

    "digits, from 0 to 9" where they lie in a known order, "modal verbs: will | would | may" where
    there is a word for the class, or else the words themselves; with what explains the places of
    its samples better than the token does.

    >>> plain_name(Evidence((" will", " may"), (), (), "clusters", 0.9))
    'will · may'
    """
    if not found.tokens:
        return f"after {_text(found.before[0])}" if found.before else "unnamed"
    ordered, (known, words) = _ordered(found), _known(found)
    name = f"{known}: {' | '.join(words)}" if known else " · ".join(words)
    return (ordered or name) + _condition(found)


def plain_phrase(found: Evidence, token: str = "token") -> str:
    """The name as the beginning of a sentence; `token` says what the words are.

    >>> plain_phrase(Evidence((" will", " may"), (), (), "clusters", 0.9))
    'The tokens “will” and “may”'
    """
    ordered, (known, words) = _ordered(found), _known(found)
    if not ordered and known:
        ordered = f"{known} ({', '.join(words)})"
    if not ordered and len(words) == 1 and words[0] in BLANKS:
        ordered = f"{BLANKS[words[0]]}s"
    if not ordered:
        shown = (BLANKS.get(word, word) for word in words)
        *most, last = (word if word.startswith("“") else f"“{word}”" for word in shown)
        ordered = f"the {token}s {', '.join(most)} and {last}" if most else f"the {token} {last}"
    condition = _condition(found).replace(", by ", ", sorted by ")
    return f"{ordered[:1].upper()}{ordered[1:]}{condition}"


def _condition(found: Evidence) -> str:
    """What else explains the places of its samples, or stands before them."""
    token = found.varies.get("the token", 0.0)
    other, share = max(found.varies.items(), key=lambda one: one[1], default=("", 0.0))
    if other and other != "the token" and share > max(MIN_EXPLAINED, MIN_TIMES_OWN_TOKEN * token):
        return f", by {other}"
    if found.share < 0.3 and found.before:
        return f" after {_text(found.before[0])}"
    return ""


def _ordered(found: Evidence) -> str:
    """The known order that its words lie in, if they do."""
    groups = found.groups
    if groups is None or groups.order is None:
        return ""
    if groups.closed or " to " in groups.words[0]:  # Stretches of numbers have two ends each.
        return f"{groups.order}, in order"
    return f"{groups.order}, from {groups.words[0]} to {groups.words[-1]}"


def _known(found: Evidence) -> tuple[str, list[str]]:
    """The class of its words, if there is a word for it, and up to four of them."""
    groups = found.groups
    known = None if groups is None else class_of(groups.words, groups.counts)
    if groups is None or known is None:
        return "", [_text(token) for token in found.tokens[:4]]
    words = [
        "I" if word == "i" else word for word in groups.words if plain_word(word) in known.words
    ]
    return known.name, [_quoted(word) for word in words[:4]]
