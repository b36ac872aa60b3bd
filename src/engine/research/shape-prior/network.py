"""The networks that complete a body behind its picture; src/engine/fields/prior/network.ts runs them."""

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

    def __init__(self, inputs=20, a=24, b=48, c=96, d=128, last=32, drop=0.0):
        super().__init__()
        self.e0 = Layer(inputs, a)
        self.e1, self.e2, self.e3 = pair(a, b, 3, 2), pair(b, c, 3, 2), pair(c, d, 3, 2)
        self.d2, self.d1, self.d0 = pair(c + d, c, 1), pair(b + c, b, 1), pair(a + b, last, 1)
        self.o = nn.Conv2d(last, DEEP, 1)
        self.drop = nn.Dropout2d(drop)

    def complete(self, folded):
        fine = self.e0(folded)
        middle = self.e1(fine)
        coarse = self.e2(middle)
        y = self.drop(self.e3(coarse))
        for layer, skipped in ((self.d2, coarse), (self.d1, middle), (self.d0, fine)):
            y = layer(torch.cat([F.interpolate(y, scale_factor=2.0), skipped], 1))
        return self.o(y)

    def forward(self, x):
        return self.complete(F.pixel_unshuffle(x, 2))


# Depths are also told as how near they are to each of some, an eighth of the long side apart.
MARKS = 12


class Behind(Network):
    """The same with a front whose depth is known; the first layer is the nearest point's."""

    def __init__(self, drop=0.0):
        # Mask and distance in squares of four, colours as means, depth in squares of four and by marks.
        super().__init__(4 + 3 + 4 + 4 + MARKS, 32, 64, 128, 192, 48, drop)

    def forward(self, folded):
        return self.complete(folded)
