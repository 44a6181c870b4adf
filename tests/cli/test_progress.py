import re

import pytest

from quadric.cli import progress as module
from quadric.cli.progress import interrupted_by, progress, status
from quadric.files.stopping import Stop


class Clock:
    """A clock that goes on only when told to."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


def test_plain_lines_when_not_on_a_terminal(capfd, clock):
    with progress("collecting", total=1000, unit="tokens") as bar:
        clock.now += 9
        bar.update(100)
        clock.now += 1
        bar.update(250, note="3 left out")
        said = capfd.readouterr().err
    assert said == "collecting: 250 of 1,000 tokens, 25 a second, 30 s left, 3 left out\n"
    assert capfd.readouterr().err.startswith("collecting: 250 of 1,000 tokens, 25 a second")


def test_short_work_says_nothing(capfd, clock):
    with progress("collecting", total=10) as bar:
        clock.now += 1.9
        bar.update(10)
    assert capfd.readouterr().err == ""


def test_what_was_done_before_does_not_count_as_fast(capfd, clock):
    with progress("training", total=1_000_000) as bar:
        bar.stage("training", 900_000, 1_000_000)
        clock.now += 10
        bar.stage("training", 900_100, 1_000_000)
    rates = re.findall(r"([\d,]+) a second", capfd.readouterr().err)
    assert set(rates) == {"10"}


def test_stages_have_their_own_totals_and_honest_rates(capfd, clock):
    with progress("reading", total=10) as bar:
        for seconds, done in ((1, 8192), (10, 16384)):
            clock.now += seconds
            bar.stage("projecting", done, 100_000)
        for seconds, done in ((1, 1), (10, 2)):
            clock.now += seconds
            bar.stage("measuring", done, 46)
    said = capfd.readouterr().err
    assert "projecting: 16,384 of 100,000" in said
    assert "measuring: 2 of 46" in said
    assert "0 of" not in said
    rates = [int(rate.replace(",", "")) for rate in re.findall(r"([\d,]+) a second", said)]
    assert rates
    assert max(rates) <= 8192 / 10


def test_a_bar_shows_the_total_of_its_stage(capfd, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    with progress("reading", total=10) as bar:
        for done in (10, 46):
            bar.stage("measuring", done, 46)
    assert "46 of 46" in capfd.readouterr().err


def test_a_bar_on_a_terminal(capfd, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    with progress("collecting", total=1000, unit="tokens") as bar:
        for done in (100, 500, 1000):
            bar.update(done)
    said = capfd.readouterr().err
    assert "1,000 of 1,000 tokens" in said
    assert "━" in said


def test_a_signal_interrupts_where_work_reports_its_progress():
    stop, calls = Stop(), []
    report = interrupted_by(stop, lambda *call: calls.append(call))
    report("collecting", 12, 10)
    stop.signal = 15
    with pytest.raises(KeyboardInterrupt):
        report("collecting", 13, 10)
    assert calls == [("collecting", 10, 10, "")]


def test_status(capfd):
    with status("loading a model"):
        pass
    assert capfd.readouterr().err == "loading a model\n"


@pytest.mark.parametrize(
    ("seconds", "said"), [(5, "5 s"), (300, "5 min"), (9000, "2.5 h")], ids=str
)
def test_durations(seconds, said):
    assert module._duration(seconds) == said
