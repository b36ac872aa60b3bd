"""train_behind.py FOLDER STEPS: trains what completes a body behind a front whose depth is known, on what pack.py packed."""

import math
import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from network import ACROSS, CHANNELS, DEEP, MARKS, PICTURE, Behind
from train import weights

BATCH, RATE, DECAY, DROP = 512, 3e-3, 0.06, 0.2
# Of nears.npy: the byte in the middle of the depth, and how many make a long side.
MIDDLE, LEVELS = 128, 110
# Layers, and marks, for each long side.
LAYERS, MARKED = 24, 8
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def normal(count, deviation, *shape):
    return torch.randn(count, *shape, device=DEVICE) * deviation


def chance(count, fraction, *shape):
    return (torch.rand(count, *shape, device=DEVICE) < fraction).float()


def distances(mask):
    """From each sample inside to the nearest outside, as the engine tells it."""
    places = torch.arange(PICTURE, device=DEVICE, dtype=torch.float32)
    squares = (places[:, None] - places[None]) ** 2
    outside = torch.where(mask <= 0.5, 0.0, 1e6)
    upright, nearest = torch.full_like(mask, 1e6), torch.full_like(mask, 1e6)
    for k in range(PICTURE):
        upright = torch.minimum(upright, outside[:, k : k + 1] + squares[:, k][None, :, None])
    for k in range(PICTURE):
        nearest = torch.minimum(nearest, upright[:, :, k : k + 1] + squares[:, k][None, None])
    return (nearest.sqrt() / 16).clamp(max=2) * (mask > 0.5)


def stretched(mask, near, known, colours, body):
    """Mirrored, and stretched across the long side, which frames them all."""
    count = len(mask)
    wide, tall = (mask > 0.5).any(1).sum(1), (mask > 0.5).any(2).sum(1)
    most = 56 / torch.minimum(wide, tall).clamp(min=1)
    stretch = torch.minimum(torch.exp(normal(count, 0.1)).clamp(0.8, 1.3), most)
    flip = 1 - 2 * chance(count, 0.5)
    theta = torch.zeros(count, 2, 3, device=DEVICE)
    theta[:, 0, 0] = flip / torch.where(tall >= wide, stretch, 1.0)
    theta[:, 1, 1] = 1 / torch.where(tall < wide, stretch, 1.0)

    def warp(planes, side):
        grid = F.affine_grid(theta, (count, 1, side, side), align_corners=False)
        return F.grid_sample(planes, grid, align_corners=False)

    mask, near, share = warp(torch.stack([mask, near * known, known], 1), PICTURE).unbind(1)
    known = (share > 0.3).float()
    planes = warp(torch.cat([colours, body], 1), ACROSS)
    return mask, near / share.clamp(min=1e-3) * known, known, planes[:, :3], planes[:, 3:]


def lit(colours, mask):
    """In other colours, in other light."""
    count = len(mask)
    covered = F.avg_pool2d(mask[:, None], 2)
    c = (colours / covered.clamp(min=1e-3)).clamp(0, 1)
    c = torch.where(chance(count, 0.3, 1, 1, 1) > 0, c[:, torch.randperm(3, device=DEVICE)], c)
    c = torch.where(chance(count, 0.15, 1, 1, 1) > 0, c.mean(1, keepdim=True), c)
    gamma = torch.exp(normal(count, 0.25, 1, 1, 1))
    c = torch.where(chance(count, 0.4, 1, 1, 1) > 0, c.clamp(min=1e-4) ** gamma, c)
    c = c * torch.exp(normal(count, 0.15, 3, 1, 1)) + torch.randn_like(c) * 0.01
    return c.clamp(0, 1.2) * covered


def rough(depth, known):
    """As depth networks see it: soft at steps, off in scale, wavy."""
    count = len(depth)
    around = F.avg_pool2d(known[:, None], 3, 1, 1).clamp(min=0.05)
    soft = (F.avg_pool2d((depth * known)[:, None], 3, 1, 1) / around)[:, 0]
    depth = depth + (soft - depth) * chance(count, 0.4, 1, 1)
    off = chance(count, 0.6, 1, 1)
    wave = F.interpolate(normal(count, 0.012, 1, 6, 6), size=PICTURE, mode="bicubic", align_corners=True)[:, 0]
    depth = depth * torch.exp(normal(count, 0.04, 1, 1) * off) + wave * off
    return (depth + torch.randn_like(depth) * 0.004).clamp(min=0) * known


def behind_nearest(body, nearest, stretch):
    """Layers of the body, stretched in depth, the first of which begins at the nearest point."""
    depth = (torch.arange(DEEP, device=DEVICE) + 0.5)[None] / LAYERS
    place = (1 - nearest[:, None] + depth / stretch[:, None]) * LAYERS - 0.5
    first = place.floor()
    part = (place - first)[:, :, None, None]

    def read(at):
        is_in = ((at >= 0) & (at < DEEP)).float()[:, :, None, None]
        at = at.long().clamp(0, DEEP - 1)[:, :, None, None].expand(-1, -1, ACROSS, ACROSS)
        return torch.gather(body, 1, at) * is_in

    return read(first) * (1 - part) + read(first + 1) * part


def batch(data, chosen):
    pictures, levels, bodies = (part[chosen].to(DEVICE).float() for part in data)
    planes = pictures.view(-1, CHANNELS + 1, PICTURE, PICTURE)[:, :CHANNELS] / 255
    levels = levels.view(-1, PICTURE, PICTURE)
    known = (levels > 0).float()
    near = (levels - MIDDLE) / LEVELS * known
    body = bodies.view(-1, DEEP, ACROSS, ACROSS) / 8
    colours = F.avg_pool2d(planes[:, 1:], 2)
    mask, near, known, colours, body = stretched(planes[:, 0], near, known, colours, body)
    colours = lit(colours, mask)
    nearest = torch.where(known > 0, near, -9.0).flatten(1).amax(1)
    stretch = torch.exp(normal(len(mask), 0.12)).clamp(0.75, 1.35)
    body = behind_nearest(body, nearest, stretch)
    depth = ((nearest[:, None, None] - near) * stretch[:, None, None]).clamp(0, 2) * known
    depth = rough(depth, known)
    covered = F.avg_pool2d(known[:, None], 2)
    coarse = F.avg_pool2d((depth * known)[:, None], 2) / covered.clamp(min=1e-3)
    marks = torch.arange(MARKS, device=DEVICE)[None, :, None, None]
    marked = (1 - (coarse * MARKED - marks).abs()).clamp(min=0) * (covered > 0.1)
    folded = [F.pixel_unshuffle(plane[:, None], 2) for plane in (mask, distances(mask), depth)]
    within = F.max_pool2d(mask[:, None], 2) > 0.25
    return torch.cat([folded[0], colours, folded[1], folded[2], marked], 1), body, within


@torch.no_grad()
def start_from_mean(network, data):
    """The last layer begins with how often each layer of cells is full."""
    _, y, within = batch(data, torch.randint(len(data[0]), (BATCH,)))
    mean = ((y * within).sum((0, 2, 3)) / within.sum()).clamp(1e-3, 0.999)
    network.o.bias.copy_(torch.log(mean / (1 - mean)))
    network.o.weight.mul_(0.3)


def train(folder, steps):
    data = [torch.from_numpy(np.load(folder / f"{name}.npy")) for name in ("pictures", "nears", "bodies")]
    sums = weights()
    random = np.random.default_rng(0)
    network, mean = Behind(DROP).to(DEVICE), Behind().to(DEVICE)
    start_from_mean(network, data)
    mean.load_state_dict(network.state_dict())
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 1e-6
        with torch.no_grad():
            x, y, within = batch(data, torch.from_numpy(np.searchsorted(sums, random.random(BATCH))))
        with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
            logits = network(x)
        losses = F.binary_cross_entropy_with_logits(logits.float(), y, reduction="none") * within
        loss = losses.sum() / within.sum() / DEEP * 10
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1)
        optimizer.step()
        keep = min(0.9975, step / (step + 40))
        for kept, now in zip(mean.state_dict().values(), network.state_dict().values()):
            kept.copy_(kept * keep + now * (1 - keep) if kept.is_floating_point() else now)
        if step % 50 == 0:
            print(f"step {step} of {steps}, loss {loss.item():.3f}", flush=True)
    torch.save({name: value.cpu() for name, value in mean.state_dict().items()}, folder / "behind.pt")


if __name__ == "__main__":
    train(Path(sys.argv[1]), int(sys.argv[2]))
