"""Every figure is trained, measured and drawn for real, small."""

import json
import shutil
import signal

import matplotlib.image
import pytest

from quadric.cli.main import main, parse
from quadric.figures.claims import CLAIMS
from quadric.figures.report import write_page
from quadric.figures.reproducing import FIGURES, read_numbers, runs_of
from quadric.figures.runs import RunCache
from quadric.figures.scale import SCALES
from quadric.files.stopping import Stop
from quadric.training.folder import read_record
from quadric.training.loop import Stopped

SMOKE = SCALES["smoke"]


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reproduce")
    main(["reproduce", "all", "--scale", "smoke", "--out", str(folder)])
    return folder / "smoke"


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_has_a_picture_and_its_numbers(out, name):
    picture = matplotlib.image.imread(out / f"{name}.png")
    assert min(picture.shape[:2]) > 300
    assert picture[..., :3].std() > 0.02
    assert (out / f"{name}.svg").read_text().rstrip().endswith("</svg>")
    found = read_numbers(out / f"{name}.json")
    assert (found["figure"], found["scale"]) == (name, "smoke")
    assert found["numbers"]


def test_the_numbers_are_those_of_the_runs(out):
    cache = RunCache(SMOKE, out)
    found = read_numbers(out / "pareto.json")["numbers"]
    record = read_record(cache.folder(SMOKE.run("mixed", alpha=1.0)))
    assert found["kinds"]["mixed"]["error"][-1] == record["heldout"]["error"]
    prefixes = read_numbers(out / "prefixes.json")["numbers"]["curves"]
    for kind in ("vanilla", "ordered", "combined"):
        whole = cache.heldout(SMOKE.run(kind))["error"]
        assert prefixes[kind][-1] == pytest.approx(whole, abs=1e-4)
    assert prefixes["reordered"][-1] == pytest.approx(prefixes["vanilla"][-1], abs=1e-4)
    layers = read_numbers(out / "layers.json")["numbers"]
    exact = cache.heldout(SMOKE.run("topk", layer="1"))["error"]
    assert layers["topk"]["exact"][1] == pytest.approx(exact, abs=1e-5)


def test_asked_again_nothing_is_trained_or_measured_anew(out, capsys):
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*.json")}
    main(["reproduce", "pareto", "layers", "--scale", "smoke", "--out", str(out.parent)])
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*.json")} == before
    assert capsys.readouterr().out.split() == [str(out / "pareto.png"), str(out / "layers.png")]


def test_numbers_of_other_runs_are_refused(out, tmp_path, capsys):
    shutil.copytree(out / "runs", tmp_path / "smoke" / "runs")
    found = json.loads((out / "permutation.json").read_text()) | {"runs": ["another"]}
    (tmp_path / "smoke" / "permutation.json").write_text(json.dumps(found))
    arguments = ["reproduce", "permutation", "--scale", "smoke", "--out", str(tmp_path)]
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 1
    assert "--overwrite" in capsys.readouterr().err
    main([*arguments, "--overwrite"])
    assert read_numbers(tmp_path / "smoke" / "permutation.json")["runs"] != ["another"]


def test_a_stopped_run_goes_on_where_it_was(out, tmp_path):
    spec, stop = SMOKE.run("vanilla"), Stop()

    def halfway(stage, done, total=None, note=""):
        if total == spec.settings.steps and done == 7:
            stop.signal = signal.SIGTERM

    with pytest.raises(Stopped):
        RunCache(SMOKE, tmp_path, halfway, stop).train([spec])
    again = RunCache(SMOKE, tmp_path)
    assert read_record(again.folder(spec))["step"] == 7
    whole = RunCache(SMOKE, out).heldout(spec)
    assert again.heldout(spec) == pytest.approx(whole, rel=1e-6)


def test_the_report_judges_every_claim(out, tmp_path):
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- measured -->\nstale words\n<!-- /measured -->\nafter\n")
    write_page(page, out)
    text = page.read_text()
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "stale words" not in text
    for number, claim in enumerate(CLAIMS):
        assert text.count(claim.claim) == 2
        assert f"| {number + 1} | {claim.claim}" in text
    assert "not measured" not in text
    for name in {claim.figure for claim in CLAIMS}:
        assert (tmp_path / "images" / "reproduction" / f"{name}.png").exists()
    once = page.read_text()
    write_page(page, out)
    assert page.read_text() == once


def test_the_report_says_what_is_missing(out, tmp_path):
    (tmp_path / "out").mkdir()
    for ending in ("png", "json"):
        shutil.copy(out / f"pareto.{ending}", tmp_path / "out")
    text = write_page(tmp_path / "page.md", tmp_path / "out").read_text()
    missing = [claim for claim in CLAIMS if claim.figure != "pareto"]
    assert text.count("not measured yet") == len(missing)
    with pytest.raises(ValueError, match="no figure has been made"):
        write_page(tmp_path / "page.md", tmp_path)


def test_wrong_use_exits_with_2(capsys):
    for arguments in (["reproduce", "parreto"], ["reproduce"]):
        with pytest.raises(SystemExit) as stopped:
            parse(arguments)
        assert stopped.value.code == 2
    assert runs_of([], SMOKE) == []
