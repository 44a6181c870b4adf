"""The names users meet: changing this list is changing the product."""

import quadric

NAMES = {
    "AutoencoderConfig",
    "BilinearAutoencoder",
    "BilinearForm",
    "Muon",
    "Quadric",
    "TopKAutoencoder",
    "TopKConfig",
    "hoyer_density",
}


def test_the_table_of_contents_is_what_it_was():
    assert set(quadric.__all__) == NAMES
    assert all(hasattr(quadric, name) for name in NAMES)
