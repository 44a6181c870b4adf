"""The names users meet: changing this list is changing the product."""

import quadric

NAMES = {
    "ActivationStore",
    "AutoencoderConfig",
    "BilinearAutoencoder",
    "BilinearForm",
    "CollectSettings",
    "FormStack",
    "Manifold",
    "Quadric",
    "Subspace",
    "TopKAutoencoder",
    "TopKConfig",
    "TrainSettings",
    "Words",
    "capture",
    "collect",
    "evaluate",
    "find_manifolds",
    "fit",
    "frobenius_similarity",
    "hoyer_density",
    "import_checkpoint",
    "intervene",
    "load_gallery",
    "load_manifold",
    "load_run",
    "open_activations",
    "permutation_similarity",
    "steer",
    "write_gallery",
}


def test_the_table_of_contents_is_what_it_was():
    assert set(quadric.__all__) == NAMES
    assert all(hasattr(quadric, name) for name in NAMES)


def test_it_knows_its_version():
    assert quadric.__version__.count(".") == 2


def test_importing_it_is_quick_because_nothing_heavy_comes_along():
    import subprocess
    import sys

    script = "import sys, quadric, quadric.cli.main; print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr
