"""How annotations are enforced while tests run: beartype, with whole numbers passing as floats."""

from beartype import BeartypeConf, beartype

check = beartype(conf=BeartypeConf(is_pep484_tower=True))
