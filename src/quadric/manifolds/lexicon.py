"""Classes of words that everybody knows, so that a manifold of them gets the name of the class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

__all__ = ["CLASSES", "WordClass", "class_of", "known_order", "plain_word"]


@dataclass(frozen=True)
class WordClass:
    """A class of words, with an order where it has one."""

    name: str
    words: tuple[str, ...]
    """In their order; in lower case, unless they are a user's labels."""
    ordered: bool = False
    closed: bool = False
    """Whether the order begins again after its end."""


def _class(name: str, words: str, ordered: bool = False, closed: bool = False) -> WordClass:
    return WordClass(name, tuple(words.split()), ordered, closed)


CLASSES = (
    _class("digits", "0 1 2 3 4 5 6 7 8 9", ordered=True),
    _class(
        "months",
        "january february march april may june july august september october november december",
        ordered=True,
        closed=True,
    ),
    _class(
        "weekdays",
        "monday tuesday wednesday thursday friday saturday sunday",
        ordered=True,
        closed=True,
    ),
    _class("months", "jan feb mar apr may jun jul aug sep oct nov dec", ordered=True, closed=True),
    _class("weekdays", "mon tue wed thu fri sat sun", ordered=True, closed=True),
    _class(
        "number words",
        "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty "
        "sixty seventy eighty ninety hundred thousand million billion",
        ordered=True,
    ),
    _class(
        "ordinals", "first second third fourth fifth sixth seventh eighth ninth tenth", ordered=True
    ),
    _class("letters", "a b c d e f g h i j k l m n o p q r s t u v w x y z", ordered=True),
    _class("modal verbs", "will would shall should may might can could must ought cannot"),
    _class("forms of be", "be am is are was were been being"),
    _class("forms of have", "have has had having"),
    _class("forms of do", "do does did done doing"),
    _class("possessives", "my your his her its our their whose"),
    _class("personal pronouns", "i you he she it we they me him us them"),
    _class(
        "persons",
        "i you he she it we they me him us them my your his her its our their myself himself "
        "ourselves themselves itself",
    ),
    _class("demonstratives", "this that these those such"),
    _class("relative pronouns", "which who whom whose that what where when why how"),
    _class("articles", "a an the"),
    _class("negations", "not no never none nor neither nothing nobody without"),
    _class(
        "quantifiers",
        "all some any many much few several every each both most more less other another various "
        "certain no none such own whole entire",
    ),
    _class(
        "prepositions",
        "of in to for on with by from at as into upon under over between among against through "
        "during before after without within about toward towards until since than",
    ),
    _class("conjunctions", "and or but nor if although though because while unless whether yet"),
    _class("comparatives", "more less most least greater better larger higher than fewer further"),
    _class("adverbs of time", "now then still already yet soon always ever never again once"),
    _class("spans of time", "day days week weeks month months year years period time century"),
    _class("sentence ends", '. ! ? ; : ⏎ ." !" ?"'),
    _class("punctuation", ', . ; : ! ? - -- ( ) [ ] " \' ... % $ & ," ." ., ⏎'),
    _class("blanks", "␣ ⏎"),
)
"""From special to general: of those that fit alike the first names a manifold."""

MIN_CLASS_SHARE = 0.8
"""The share of a manifold's words, by how often they occur, that a class must hold."""


def plain_word(text: str) -> str:
    """A token as a word: without blanks and capitals, or what blanks it is made of.

    >>> plain_word(" May"), plain_word("  ")
    ('may', '␣')
    """
    shown = text.strip().lower()
    if shown:
        return shown
    return "⏎" if "\n" in text else "␣" if text else ""


def class_of(words: Sequence[str], counts: Sequence[float]) -> WordClass | None:
    """The class that holds most of some words, or none: by how often each occurs."""
    words = [plain_word(word) for word in words]
    total = float(np.sum(counts))
    if not total or len(set(words)) < 2:
        return None
    shares = []
    for one in CLASSES:
        inside = [word in one.words for word in words]
        several = len({w for w, own in zip(words, inside, strict=True) if own}) > 1
        shares.append(float(np.dot(inside, counts)) / total if several else 0.0)
    best = int(np.argmax(np.round(shares, 2)))
    return CLASSES[best] if shares[best] >= MIN_CLASS_SHARE else None


def known_order(
    words: Sequence[str], among: Sequence[WordClass] = CLASSES
) -> tuple[WordClass, list[int]] | None:
    """The sequence that at least four of the words belong to, and which they are, in its order."""
    found = None
    for one in among:
        if one.ordered:
            place = {word: i for i, word in enumerate(one.words)}
            at = [place.get(word, place.get(plain_word(word), -1)) for word in words]
            inside = [i for i in range(len(words)) if at[i] >= 0]
            if len(inside) >= max(4, len(words) // 2) and (
                not found or len(inside) > len(found[1])
            ):
                found = one, sorted(inside, key=at.__getitem__)
    return found
