"""The network that completes a body behind its picture; src/engine/fields/prior/network.ts runs it."""

import torch
import torch.nn.functional as F
from torch import nn

PICTURE, CHANNELS = 64, 4
ACROSS, DEEP = 32, 48


class Layer(nn.Module):
    def __init__(self, inputs, outputs, kernel=3, stride=1, residual=False):
        super().__init__()
        self.c = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False)
        self.b = nn.BatchNorm2d(outputs)
        self.residual = residual

    def forward(self, x):
        y = self.b(self.c(x))
        return F.relu(y + x if self.residual else y)


def pair(inputs, outputs, kernel, stride=1):
    return nn.Sequential(Layer(inputs, outputs, kernel, stride), Layer(outputs, outputs, residual=True))


class Network(nn.Module):
    """Mask, red, green, blue and the distance to the outline, to logits of occupancy from the nearest layer to the furthest."""

    def __init__(self, a=24, b=48, c=96, d=128, last=32):
        super().__init__()
        self.e0 = Layer(20, a)
        self.e1, self.e2, self.e3 = pair(a, b, 3, 2), pair(b, c, 3, 2), pair(c, d, 3, 2)
        self.d2, self.d1, self.d0 = pair(c + d, c, 1), pair(b + c, b, 1), pair(a + b, last, 1)
        self.o = nn.Conv2d(last, DEEP, 1)

    def forward(self, x):
        fine = self.e0(F.pixel_unshuffle(x, 2))
        middle = self.e1(fine)
        coarse = self.e2(middle)
        y = self.e3(coarse)
        for layer, skipped in ((self.d2, coarse), (self.d1, middle), (self.d0, fine)):
            y = layer(torch.cat([F.interpolate(y, scale_factor=2), skipped], 1))
        return self.o(y)
