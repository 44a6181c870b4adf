"""A gallery with known answers: months in a circle, cities on a globe, years along a curve.

Number words lie along a curve in five dimensions, sizes along a single one. Nothing here comes from
a model: words stand in invented sentences, every token of which is a sample; the words of a concept
lie on its shape, all others close to the origin, as in a real subspace. The page is tried and timed
on it: `python -m quadric.explorer.sample gallery/`.
"""

from __future__ import annotations

import pathlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from quadric.gallery import (
    Gallery,
    ManifoldBundle,
    Part,
    Path,
    SubspaceForm,
    context_windows,
    write_gallery,
)
from quadric.manifolds.along import smooth_path

__all__ = ["sample_gallery", "sample_manifolds"]

SENTENCES = """
the fleet left the harbour in {months} and came home before the first snow .
by {months} the fields were dry , and the rivers had gone back to their beds .
in {years} the house sent a message to the people about the state of the treasury .
since {years} the trade of the country has doubled , as the report of {years} foretold .
the train from {cities} to {cities} takes a day and a night .
letters from {cities} arrive late , those from {cities} hardly ever .
the committee {modals} report to the house , and its members {modals} vote .
you {modals} not believe it , but they {modals} have known .
it was a {sizes} town with a {sizes} church on a {sizes} hill .
a {sizes} mistake in the accounts can make a {sizes} difference .
she felt {moods} in the morning and {moods} by the evening .
a {moods} crowd waited , then a {moods} one took its place .
on {days} the market opens early , on {days} it does not open at all .
they met on {days} and parted on {days} , as people do .
{pronouns} told {pronouns} what {pronouns} had seen at the river .
of the {numbers} boats only {numbers} had a sail , and {numbers} a crew of {numbers} .
he painted the door {colours} , the window {colours} and the roof {colours} .
the old road runs along the valley past the mill and the stone bridge to the sea .
"""

MONTHS = "January February March April May June July August September October November December"
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
SIZES = "tiny small little modest sizeable big large great huge enormous"
NUMBERS = "one two three four five six seven eight nine ten eleven twelve"
COLOURS = "red orange amber yellow green teal blue indigo violet purple magenta crimson"
MODALS = ["will shall", "would should could might", "must ought", "can may"]
PRONOUNS = ["I me", "you", "he him", "she her", "we us", "they them"]
MOODS = (
    "calm 2 -3 content 4 -2 happy 6 1 excited 6 6 alert 1 5 tense -4 5 angry -6 5 upset -5 1 "
    "sad -6 -2 bored -3 -5 tired -1 -6 relaxed 4 -5"
)
CITIES = (
    "London 51 0 Paris 49 2 Madrid 40 -4 Rome 42 12 Berlin 52 13 Moscow 56 38 Cairo 30 31 "
    "Lagos 6 3 Nairobi -1 37 Johannesburg -26 28 Delhi 29 77 Mumbai 19 73 Beijing 40 116 "
    "Tokyo 36 140 Singapore 1 104 Sydney -34 151 Auckland -37 175 Honolulu 21 -158 "
    "Anchorage 61 -150 Vancouver 49 -123 Chicago 42 -88 Boston 42 -71 Havana 23 -82 Mexico 19 -99 "
    "Bogota 5 -74 Lima -12 -77 Santiago -33 -71 Rio -23 -43 Reykjavik 64 -22 Oslo 60 11"
)


@dataclass(frozen=True)
class _Concept:
    """Words, where each lies, and the form that the shape belongs to."""

    key: str
    name: str
    shape: str
    places: dict[str, np.ndarray]
    quadric: SubspaceForm
    spread: float
    closed: bool | None = None
    """Whether its words lie along a path that closes; None where they lie along none."""


def _ring(words: str, radius: float, centre: tuple[float, float, float]) -> dict[str, np.ndarray]:
    names = words.split()
    angles = 2 * np.pi * np.arange(len(names)) / len(names)
    circle = np.stack([np.cos(angles), np.sin(angles), 0.15 * np.sin(2 * angles)], axis=1)
    return dict(zip(names, radius * circle + np.array(centre), strict=True))


def _line(names: Sequence[str], curve) -> dict[str, np.ndarray]:
    steps = np.linspace(-1, 1, len(names))
    return {name: np.array(curve(step)) for name, step in zip(names, steps, strict=True)}


def _path(concept: _Concept) -> Path | None:
    """The smooth path through the words in their order, with a tick at a dozen of them."""
    if concept.closed is None:
        return None
    words, at = list(concept.places), np.stack(list(concept.places.values()))
    path = smooth_path(at, words, concept.closed)
    return replace(path, ticks=path.ticks[:: max(1, len(words) // 12)])


def _groups(groups: list[str], corners: np.ndarray) -> dict[str, np.ndarray]:
    places = zip(groups, corners, strict=True)
    return {word: corner for group, corner in places for word in group.split()}


def _triples(table: str) -> list[tuple[str, float, float]]:
    cells = table.split()
    return [(cells[i], float(cells[i + 1]), float(cells[i + 2])) for i in range(0, len(cells), 3)]


def _globe(city: tuple[str, float, float]) -> np.ndarray:
    latitude, longitude = np.radians(city[1]), np.radians(city[2])
    around = np.cos(latitude)
    return np.array([around * np.cos(longitude), around * np.sin(longitude), np.sin(latitude)])


def _form(
    a: float, b: float, c: float, centre: tuple[float, float, float] = (0, 0, 0)
) -> SubspaceForm:
    """(u - centre)ᵀ diag(a, b, c) (u - centre), expanded."""
    matrix, middle = np.diag([a, b, c]).astype(float), np.array(centre, dtype=float)
    return SubspaceForm(matrix, -2 * matrix @ middle, float(middle @ matrix @ middle))


def _concepts() -> list[_Concept]:
    years = [str(year) for year in range(1790, 2021, 2)]
    tetra = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) * 0.6
    octa = np.concatenate([np.eye(3), -np.eye(3)]) * 0.9
    cities = {city[0]: _globe(city) for city in _triples(CITIES)}
    moods = {w: np.array([x / 6, y / 6, (x * x - y * y) / 50]) for w, x, y in _triples(MOODS)}
    off = (0.5, 0.2, 0.4)
    return [
        _Concept("months", "the months", "closed curve", _ring(MONTHS, 1.0, (0, 0, 0)),
                 _form(1, 1, -0.6), 0.07, closed=True),
        _Concept("cities", "cities of the world", "sphere", cities, _form(1, 1, 1), 0.05),
        _Concept("years", "years, 1790 to 2020", "curve",
                 _line(years, lambda s: (np.cos(3.4 * s), np.sin(3.4 * s), 0.8 * s)),
                 _form(0.9, 0.9, -0.15), 0.05, closed=False),
        _Concept("days", "days of the week", "closed curve", _ring(DAYS, 0.7, off),
                 _form(1.2, 1.2, -0.3, off), 0.07, closed=True),
        _Concept("colours", "colour words", "closed curve", _ring(COLOURS, 0.9, (0.1, 0, 0.3)),
                 _form(1, 0.8, 0.5, (0.1, 0, 0.3)), 0.08, closed=True),
        _Concept("moods", "moods: pleasant × lively", "surface", moods, _form(1, -1, 0.1), 0.09),
        _Concept("numbers", "one to twelve", "curve",
                 _line(NUMBERS.split(), lambda s: (s, 1 - 1.4 * s * s, 0.4 * s**3,
                                                   0.5 * np.sin(5 * s), 0.3 * np.cos(6 * s))),
                 _form(1.4, 0.7, 0.2), 0.06, closed=False),
        _Concept("modals", "modal verbs", "clusters", _groups(MODALS, tetra),
                 _form(1, -0.8, 0.6), 0.1),
        _Concept("pronouns", "pronouns by person", "clusters", _groups(PRONOUNS, octa),
                 _form(1, 0.9, 0.8), 0.1),
        _Concept("sizes", "from tiny to enormous", "direction",
                 _line(SIZES.split(), lambda s: (0.9 + 0.7 * s,)),
                 _form(1, 0.1, -0.05), 0.08),
    ]  # fmt: skip


def _story(concepts: list[_Concept], length: int, draw: np.random.Generator):
    """Invent sentences until there are `length` tokens: (tokens, documents, vocab)."""
    lines = [line.split() for line in SENTENCES.strip().splitlines()]
    words = {f"{{{concept.key}}}": list(concept.places) for concept in concepts}
    known = [f" {word}" for concept in concepts for word in concept.places]
    vocab = {word: number for number, word in enumerate(dict.fromkeys(known))}
    tokens: list[int] = []
    documents: list[int] = []
    while len(tokens) < length:
        line = lines[int(draw.integers(len(lines)))]
        for word in line:
            choices = words.get(word)
            text = word if choices is None else choices[int(draw.integers(len(choices)))]
            tokens.append(vocab.setdefault(text if text in ".," else f" {text}", len(vocab)))
            documents.append(len(tokens) // 2048)
    return np.array(tokens[:length]), np.array(documents[:length]), list(vocab)


def sample_manifolds(points: int = 65536, seed: int = 0) -> Iterator[ManifoldBundle]:
    """Give the manifolds one by one, each with the strongest `points` of four times as many."""
    draw = np.random.default_rng(seed)
    concepts = _concepts()
    tokens, documents, vocab = _story(concepts, 4 * points, draw)
    positions = np.arange(len(tokens)) - np.searchsorted(documents, documents)
    bases = np.linalg.qr(draw.normal(size=(len(concepts), 48, 5)) + draw.normal(size=(48, 5)))[0]
    for latent, (concept, basis) in enumerate(zip(concepts, bases, strict=True)):
        rank = len(next(iter(concept.places.values())))
        table = np.zeros((len(vocab), rank))
        for word, place in concept.places.items():
            table[vocab.index(f" {word}")] = place
        inside = np.array([token.strip() in concept.places for token in vocab])[tokens]
        noise = draw.normal(size=(len(tokens), rank))
        cloud = 0.11 * noise * draw.gamma(4.0, 0.25, size=(len(tokens), 1))
        located = table[tokens] * (1 + 0.05 * draw.normal(size=(len(tokens), 1)))
        where = np.where(inside[:, None], located + concept.spread * noise, cloud)
        strength = np.linalg.norm(where, axis=1) * np.where(inside, 1.0, 0.6)
        chosen = np.sort(np.argsort(-strength, kind="stable")[:points])
        eigenvalues = np.concatenate([np.diag(concept.quadric.matrix), 0.05 * draw.normal(size=9)])
        weights = draw.normal(size=10)
        yield ManifoldBundle(
            name=concept.name,
            shape=concept.shape,
            score=_purity(strength, inside),
            parts=_parts(strength, inside, draw),
            points=where[chosen],
            strength=strength[chosen],
            token=tokens[chosen],
            vocab=vocab,
            eigenvalues=eigenvalues[np.argsort(-np.abs(eigenvalues))],
            members=np.arange(10) * 37 + latent,
            weights=weights[np.argsort(-np.abs(weights))],
            subspace=basis[:, :rank],
            path=_path(concept),
            quadric=concept.quadric,
            document=documents[chosen],
            position=positions[chosen],
            context=context_windows(tokens, documents, chosen),
            before=8,
            predicted=tokens[np.minimum(chosen + 1, len(tokens) - 1)],
        )


def _purity(strength: np.ndarray, inside: np.ndarray) -> float:
    return float((strength**2 * inside).sum() / (strength**2).sum())


def _parts(strength: np.ndarray, inside: np.ndarray, draw: np.random.Generator) -> tuple[Part, ...]:
    shuffled = draw.permutation(inside)
    strong = strength > np.quantile(strength, 0.99)
    return (
        Part("purity", _purity(strength, inside), {"shuffled": _purity(strength, shuffled)},
             "The concept's share of the squared strength."),
        Part("precision", float(inside[strong].mean()),
             {"shuffled": float(shuffled[strong].mean())},
             "How many of the strongest hundredth are the concept's own words."),
    )  # fmt: skip


def sample_gallery(
    folder: pathlib.Path, /, points: int = 65536, copies: int = 1, overwrite: bool = False
) -> Gallery:
    """Write the sample as a gallery, `copies` times over with other noise."""
    manifolds = (one for seed in range(copies) for one in sample_manifolds(points, seed))
    about = {"model": "none: invented sentences", "layer": "none", "text": "a few templates"}
    return write_gallery(
        folder, manifolds, title="Shapes with known answers", about=about, overwrite=overwrite
    )


if __name__ == "__main__":
    import tyro

    made = tyro.cli(sample_gallery)
    print(f"Wrote {made.folder}; open it with `quadric explore {made.folder}`.")
