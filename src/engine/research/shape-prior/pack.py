"""pack.py FOLDER: leaves out what is too much like a model that the bench judges by, and packs the samples for training."""

import itertools
import json
import sys
from pathlib import Path

import numpy as np
from scipy.ndimage import distance_transform_edt

from network import ACROSS, CHANNELS, DEEP, PICTURE

SIDE = 24
PICTURE_BYTES = CHANNELS * PICTURE**2
# Overlaps of two shapes turned alike: of any two, and of two from one repository.
LIKE, SIBLING = 0.9, 0.8

folder = Path(sys.argv[1])
files = sorted(folder.glob("*.json"))
files = [file for file in files if file.with_suffix(".bin").exists()]
models = [json.loads(file.read_text()) for file in files]
shapes = np.stack([np.fromfile(file.with_suffix(".bin"), np.uint8, SIDE**3) for file in files])
flat = shapes.astype(np.float32)
volumes = flat.sum(1)


def turned(cubes):
    """In all ways that a box can lie, mirrored too."""
    for axes in itertools.permutations((1, 2, 3)):
        for flips in itertools.product((False, True), repeat=3):
            yield np.flip(cubes.transpose((0, *axes)), [k + 1 for k in range(3) if flips[k]])


def stem(model):
    parts = model["path"].lower().split("/")
    return parts[-2] if parts[-1] == "model.gltf" else parts[-1].rsplit(".", 1)[0]


held_out = [k for k, model in enumerate(models) if model["part"] == "held_out"]
likeness, like = np.zeros(len(models)), np.zeros(len(models), int)
for cubes in turned(shapes[held_out].reshape(-1, SIDE, SIDE, SIDE)):
    other = np.ascontiguousarray(cubes).reshape(len(held_out), -1).astype(np.float32)
    both = flat @ other.T
    overlap = both / np.maximum(1, volumes[:, None] + volumes[held_out] - both)
    best = overlap.argmax(1)
    value = overlap[np.arange(len(best)), best]
    like = np.where(value > likeness, np.array(held_out)[best], like)
    likeness = np.maximum(likeness, value)
blobs = {models[k]["blob"] for k in held_out}
names = {stem(models[k]) for k in held_out}


def is_free(k):
    model = models[k]
    if model["part"] == "held_out" or model["blob"] in blobs or stem(model) in names:
        return False
    is_sibling = models[like[k]]["source"] == model["source"]
    return likeness[k] <= (SIBLING if is_sibling else LIKE)


pictures, nears, bodies, numbers = [], [], [], []
kept = [k for k in range(len(models)) if is_free(k)]
for number, k in enumerate(kept):
    samples = np.fromfile(files[k].with_suffix(".bin"), np.uint8)[SIDE**3 :]
    for sample in samples.reshape(-1, PICTURE_BYTES + PICTURE**2 + DEEP * ACROSS**2):
        mask = sample[: PICTURE**2].reshape(PICTURE, PICTURE) > 127
        distance = np.clip(np.round(distance_transform_edt(mask) * 8), 0, 255).astype(np.uint8)
        pictures.append(np.concatenate([sample[:PICTURE_BYTES], distance.ravel()]))
        nears.append(sample[PICTURE_BYTES : PICTURE_BYTES + PICTURE**2])
        bodies.append(sample[PICTURE_BYTES + PICTURE**2 :])
        numbers.append(number)
np.save(folder / "pictures.npy", np.stack(pictures))
np.save(folder / "nears.npy", np.stack(nears))
np.save(folder / "bodies.npy", np.stack(bodies))
np.save(folder / "numbers.npy", np.array(numbers))
(folder / "kept.jsonl").write_text("\n".join(json.dumps(models[k]) for k in kept))
print(f"{len(kept)} of {len(models)} models, {len(pictures)} samples")
