"""export.py FOLDER [behind]: writes the weights for the engine, a byte each, batch normalisations folded into them."""

import struct
import sys
from pathlib import Path

import numpy as np
import torch

from network import Behind, Layer, Network

is_behind = sys.argv[2:] == ["behind"]
network = Behind() if is_behind else Network()
network.load_state_dict(torch.load(Path(sys.argv[1]) / ("behind.pt" if is_behind else "network.pt")))
layers = [each for each in network.modules() if isinstance(each, Layer)]
parts = []
for layer in layers:
    scale = layer.b.weight / torch.sqrt(layer.b.running_var + layer.b.eps)
    parts.append((layer.c.weight * scale[:, None, None, None], layer.b.bias - layer.b.running_mean * scale))
parts.append((network.o.weight, network.o.bias))

target = Path(__file__).parents[3] / "engine/weights" / ("shape-behind.bin" if is_behind else "shape-prior.bin")
with target.open("wb") as file:
    for weight, bias in parts:
        w, b = weight.detach().numpy(), bias.detach().numpy()
        outputs, inputs, kernel, _ = w.shape
        step = np.abs(w).reshape(outputs, -1).max(1) / 127 + 1e-12
        file.write(struct.pack("<3I", inputs, outputs, kernel))
        file.write(b.astype("<f4").tobytes() + step.astype("<f4").tobytes())
        file.write(np.round(w / step[:, None, None, None]).astype(np.int8).tobytes())
print(target, target.stat().st_size, "bytes")
