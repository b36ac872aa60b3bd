"""train.py FOLDER MINUTES [PROCESSES]: trains on what pack.py packed, going on with network.pt where there is one."""

import json
import math
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import multiprocessing

from network import ACROSS, CHANNELS, DEEP, PICTURE, Network

BATCH, RATE, DECAY = 16, 2e-3, 1e-2
# Building blocks, tiles and the stages of crops are not what people photograph.
LESS = ("modular", "Prototype", "Hexagon", "latformer", "crops", "Space", "cyberpunk")
# Models of the bench's tuning half are of the kinds that people photograph.
MORE = 3

folder = Path(sys.argv[1])
seconds = float(sys.argv[2]) * 60
processes = int(sys.argv[3]) if len(sys.argv) > 3 else 1
pictures = np.load(folder / "pictures.npy", mmap_mode="r")
bodies = np.load(folder / "bodies.npy", mmap_mode="r")
numbers = np.load(folder / "numbers.npy")
models = [json.loads(line) for line in (folder / "kept.jsonl").read_text().split("\n")]


def weights():
    """No pack outweighs the others by the number of its models alone."""
    packs = [model["source"] + model["kind"] for model in models]
    counts = Counter(packs)
    each = np.array([1 / math.sqrt(max(4, counts[pack])) for pack in packs])
    each *= [0.5 if any(word in pack for word in LESS) else 1 for pack in packs]
    each *= [MORE if model["part"] == "tuning" else 1 for model in models]
    sums = each[numbers].cumsum()
    return sums / sums[-1]


def batch(chosen, random):
    """Mirrored, in other colours, in other light."""
    x = pictures[chosen].reshape(-1, CHANNELS + 1, PICTURE, PICTURE).astype(np.float32)
    x[:, :CHANNELS] /= 255
    x[:, CHANNELS] /= 128
    y = bodies[chosen].reshape(-1, DEEP, ACROSS, ACROSS).astype(np.float32) / 8
    for k in range(len(x)):
        if random.random() < 0.5:
            x[k], y[k] = x[k, :, :, ::-1], y[k, :, :, ::-1]
        mask = x[k, 0]
        colour = np.clip(x[k, 1:CHANNELS] / np.maximum(mask, 1e-3), 0, 1)
        if random.random() < 0.3:
            colour = colour[random.permutation(3)]
        if random.random() < 0.15:
            colour = np.repeat(colour.mean(0, keepdims=True), 3, 0)
        if random.random() < 0.4:
            colour = colour ** np.exp(random.normal(0, 0.25))
        light = np.exp(random.normal(0, 0.15, 3))[:, None, None]
        x[k, 1:CHANNELS] = np.clip(colour * light, 0, 1.2) * mask
    return torch.from_numpy(x), torch.from_numpy(y)


def loss_of(logits, x, y):
    within = F.max_pool2d(x[:, :1], PICTURE // ACROSS) > 0.25
    losses = F.binary_cross_entropy_with_logits(logits, y, reduction="none") * within
    return losses.sum() / within.sum() / DEEP * 10


def start_from_mean(network, random):
    """The last layer begins with how often each layer of cells is full."""
    x, y = batch(np.sort(random.choice(len(pictures), 1000, replace=False)), random)
    within = F.max_pool2d(x[:, :1], PICTURE // ACROSS) > 0.25
    mean = ((y * within).sum((0, 2, 3)) / within.sum()).clamp(1e-3, 0.999)
    network.o.bias.data = torch.log(mean / (1 - mean))
    network.o.weight.data *= 0.3


def train(network, number):
    """Several of these change one network at the same time; the first keeps its running mean."""
    torch.set_num_threads(1)
    random = np.random.default_rng(time.time_ns() + number)
    sums = weights()
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    mean = Network()
    mean.load_state_dict(network.state_dict())
    start, step = time.time(), 0
    while (done := (time.time() - start) / seconds) < 1:
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-5
        x, y = batch(np.searchsorted(sums, random.random(BATCH)), random)
        loss = loss_of(network(x), x, y)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1)
        optimizer.step()
        step += 1
        if number > 0:
            continue
        keep = min(0.995, step / (step + 9))
        for kept, now in zip(mean.state_dict().values(), network.state_dict().values()):
            kept.copy_(kept * keep + now * (1 - keep) if kept.is_floating_point() else now)
        if step % 200 == 0:
            print(f"{done:.0%} of the time, step {step}, loss {loss.item():.3f}", flush=True)
            torch.save(mean.state_dict(), folder / "network.pt")
    if number == 0:
        torch.save(mean.state_dict(), folder / "network.pt")


if __name__ == "__main__":
    torch.set_num_threads(1)
    shared = Network()
    if (folder / "network.pt").exists():
        shared.load_state_dict(torch.load(folder / "network.pt"))
    else:
        start_from_mean(shared, np.random.default_rng(0))
    shared.share_memory()
    fork = multiprocessing.get_context("fork")
    others = [fork.Process(target=train, args=(shared, k)) for k in range(1, processes)]
    for other in others:
        other.start()
    train(shared, 0)
    for other in others:
        other.join()
