"""The checkpoints that the paper's authors published, in every version of their config."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open

from quadric.autoencoders.bilinear import BilinearAutoencoder
from quadric.autoencoders.card import Facts
from quadric.autoencoders.config import PRESETS, AutoencoderConfig
from quadric.autoencoders.hub import hub_file, hub_files
from quadric.autoencoders.pretrained import CONFIG, WEIGHTS
from quadric.files.objects import read_object
from quadric.files.tensors import PICKLES, read_tensors, refuse_pickles

__all__ = ["import_checkpoint"]

OLD_NAMES = {"rainbow": "combined"}
"""What the authors called a kind before it had its name."""


def import_checkpoint(
    source: str | Path,
    name: str | None = None,
    *,
    revision: str | None = None,
    token: str | bool | None = None,
    cache_dir: str | Path | None = None,
) -> BilinearAutoencoder:
    """Read a checkpoint of the authors' from a folder or the hub, weights and dtype as stored.

    `source` is a checkpoint's folder, a folder of several, a repository or `repository/checkpoint`;
    `name` is one of several, like `mixed-l18-x16-a100-b0`. `revision`, `token`, `cache_dir` are
    for the hub. Config keys that are not known are ignored, sizes are the tensors' own.
    """
    hub = {"revision": revision, "token": token, "cache_dir": cache_dir}
    folder = Path(source)
    if folder.is_dir():
        settings, weights = _in_folder(folder, name)
        origin = settings.parent.name
        base = None
    elif folder.exists():
        refuse_pickles(folder)
        raise ValueError(f"{folder} is a file: give the folder that holds {CONFIG} and {WEIGHTS}")
    else:
        repo, name = _on_hub(str(source), name, hub)
        settings, weights = (hub_file(repo, f"{name}/{file}", **hub) for file in (CONFIG, WEIGHTS))
        origin = f"{repo}/{name}"
        base = repo.split("/")[-1].removesuffix("-scope")
    about = _read(settings)
    config, shapes = _config(settings, about, weights, origin)
    module = BilinearAutoencoder.filled(config, read_tensors(weights, shapes, others=True))
    found = {
        "model": about.get("base") or base,
        "layer": about.get("layer"),
        "imported from": origin,
    }
    told = ("alpha", "beta", "expansion", "bottleneck", "tags", "n_ctx")
    module.facts = Facts(found, {key: about[key] for key in told if about.get(key) is not None})
    return module.eval()


def _in_folder(folder: Path, name: str | None) -> tuple[Path, Path]:
    if name is None and (folder / CONFIG).is_file():
        return folder / CONFIG, _weights(folder)
    there = {
        str(path.parent.relative_to(folder)): path.parent
        for depth in ("*", "*/*")
        for path in sorted(folder.glob(f"{depth}/{CONFIG}"))
    }
    chosen = there[_choose(str(folder), name, sorted(there))]
    return chosen / CONFIG, _weights(chosen)


def _weights(folder: Path) -> Path:
    if not (folder / WEIGHTS).is_file():
        for file in sorted(folder.iterdir()):
            refuse_pickles(file)
        there = ", ".join(sorted(file.name for file in folder.iterdir()))
        raise ValueError(f"{folder} has no {WEIGHTS}: it has {there}")
    return folder / WEIGHTS


def _on_hub(source: str, name: str | None, hub: dict[str, Any]) -> tuple[str, str]:
    parts = source.strip("/").split("/")
    if len(parts) < 2:
        raise ValueError(f"{source} is neither a folder here nor a repository like user/name")
    repo, inside = "/".join(parts[:2]), "/".join(parts[2:])
    files = hub_files(repo, **hub)
    if not files:
        raise OSError(f"{repo} is no folder here, and the hub can't be reached or does not have it")
    there = sorted({file.removesuffix(f"/{CONFIG}") for file in files if f"/{CONFIG}" in file})
    chosen = _choose(repo, name or inside or None, there)
    if f"{chosen}/{WEIGHTS}" not in files:
        for file in files:
            if file.startswith(f"{chosen}/") and Path(file).suffix.lower() in PICKLES:
                refuse_pickles(Path(repo) / file)
    return repo, chosen


def _choose(source: str, name: str | None, there: list[str]) -> str:
    if not there:
        raise ValueError(f"{source} has no checkpoint: none of its folders holds a {CONFIG}")
    if name is None and len(there) == 1:
        return there[0]
    if name is None:
        raise ValueError(f"{source} has {len(there)} checkpoints, name one: {', '.join(there)}")
    if name not in there:
        raise ValueError(f"{source} has no {name}: it has {', '.join(there)}")
    return name


def _read(path: Path) -> dict[str, Any]:
    found = read_object(path, "download it again")
    if "class" in found:
        raise ValueError(f"{path} is quadric's own already: use the folder as it is")
    # The oldest configs keep what they did not know among the extra arguments.
    extra = found.get("kwargs")
    return {**(extra if isinstance(extra, dict) else {}), **found}


def _config(
    path: Path, about: dict[str, Any], weights: Path, origin: str
) -> tuple[AutoencoderConfig, dict[str, tuple[int, ...]]]:
    """The parts that kind and tensors tell, and the tensors' shapes, agreeing with the config."""
    shapes = _shapes(weights)
    kind = about.get("kind")
    if kind in (None, "undefined"):
        kind = origin.split("/")[-1].split("-")[0]
    kind = OLD_NAMES.get(str(kind), str(kind))
    if kind not in PRESETS:
        raise ValueError(f"{path} has the kind {kind}, which is none of {', '.join(PRESETS)}")
    names = ["left", "right", *(["down"] if "mixing" in PRESETS[kind] else [])]
    for name in names:
        if len(shapes.get(name, ())) != 2:
            raise ValueError(f"{weights} has no matrix {name}, which the kind {kind} needs")
    n_latents, d_in = shapes["left"]
    wanted = {"left": (n_latents, d_in), "right": (n_latents, d_in)}
    if "down" in names:
        wanted["down"] = (shapes["down"][0], n_latents)
    for name, shape in wanted.items():
        if shapes[name] != shape:
            raise ValueError(f"{weights}: {name} has shape {shapes[name]} where {shape} was due")
    width = _number(path, about, "d_model", d_in)
    expected = {
        "d_model": (width, d_in),
        "expansion": (int(width * _number(path, about, "expansion", n_latents / d_in)), n_latents),
    }
    if "down" in names:
        rows = shapes["down"][0]
        expected["bottleneck"] = (int(width * _number(path, about, "bottleneck", 2)), rows)
    for key, (says, has) in expected.items():
        if int(says) != has:
            raise ValueError(
                f"{path} says {key}={about.get(key)}, which is {int(says)}, but {weights.name} has "
                f"{has}: they are not of one checkpoint"
            )
    n_mix = shapes["down"][0] if "down" in names else None
    ordered = "ordering" in PRESETS[kind]
    return AutoencoderConfig(d_in, n_latents, n_mix=n_mix, ordered=ordered), wanted


def _number(path: Path, about: dict[str, Any], key: str, default: float) -> float:
    value = default if about.get(key) is None else about[key]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise ValueError(f"{path} has {key}={value!r}, which is no positive number")
    return value


def _shapes(weights: Path) -> dict[str, tuple[int, ...]]:
    try:
        with safe_open(weights, framework="pt") as file:
            return {name: tuple(file.get_slice(name).get_shape()) for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, OSError) as error:
        raise ValueError(f"{weights} can't be read, it may be truncated: {error}") from error
