"""The names users meet: changing this list is changing the product."""

import pytest

import quadric

NAMES = {
    "ActivationStore",
    "AutoencoderConfig",
    "BilinearAutoencoder",
    "BilinearForm",
    "CollectSettings",
    "FormStack",
    "Labels",
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
    "locate",
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


def test_a_gallery_is_served_without_what_takes_long_to_import():
    import subprocess
    import sys

    script = (
        "import sys\nfrom quadric.cli.main import parse\n"
        "parse(['explore', 'gallery'])\nimport quadric.explorer.live, quadric.explorer.server\n"
        "print(sorted({'numpy', 'torch', 'typeguard'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.parametrize(("asked", "expected"), [(None, "30000"), ("passive", "None")])
def test_importing_it_leaves_the_environment_alone_and_a_command_prepares_it(asked, expected):
    import os
    import subprocess
    import sys

    script = (
        "import os, sys, quadric; before = 'GOMP_SPINCOUNT' in os.environ\n"
        "from quadric.cli.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print(before, os.environ.get('GOMP_SPINCOUNT'), 'torch' in sys.modules)"
    )
    waiting = ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")
    clean = {name: value for name, value in os.environ.items() if name not in waiting}
    clean |= {} if asked is None else {"OMP_WAIT_POLICY": asked}
    done = subprocess.run([sys.executable, "-c", script], env=clean, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == f"False {expected} False", done.stderr
