import type { Vec2 } from 'manifold-3d'
import { plate, type Painted, type Shapes } from './truth-shapes.ts'

export function makeHouse({ box, polygons }: Shapes): Painted[] {
  const roof = plate(
    polygons([
      [
        [-1.2, 0],
        [1.2, 0],
        [0, 0.95],
      ],
    ]),
    1.9,
  ).translate([0, 0.6, 0])
  return [
    [box([2, 1.2, 1.6], [0, 0, 0]), 0xe0cfa8],
    [roof, 0xa34630],
    [box([0.4, 0.75, 0.06], [-0.4, -0.22, 0.8]), 0x5b3a22],
    [box([0.45, 0.4, 0.06], [0.45, 0.05, 0.8]), 0x7fb2d6],
    [box([0.25, 0.6, 0.25], [0.6, 1.3, -0.2]), 0x8d5a44],
  ]
}

export function makeCup({ turned, torus }: Shapes): Painted[] {
  const cupOuter = turned([
    [0, 0],
    [0.62, 0],
    [0.8, 1.7],
    [0.72, 1.7],
    [0.56, 0.1],
    [0, 0.1],
  ])
  return [
    [cupOuter, 0x3f7fb5],
    [torus(0.42, 0.09).scale([0.95, 1.2, 1]).translate([0.98, 0.9, 0]), 0x3f7fb5],
  ]
}

export function makeCar({ wheel, polygons }: Shapes): Painted[] {
  const carSide = (points: Vec2[], depth: number) => plate(polygons([points]), depth)
  return [
    [
      carSide(
        [
          [-2.1, 0.3],
          [2.1, 0.3],
          [2.15, 0.75],
          [1.2, 0.95],
          [-1.95, 1],
          [-2.15, 0.7],
        ],
        1.7,
      ),
      0xc02a22,
    ],
    [
      carSide(
        [
          [-1.7, 0.95],
          [1.1, 0.9],
          [0.55, 1.5],
          [-1.25, 1.5],
        ],
        1.45,
      ),
      0x30404c,
    ],
    ...[-1.35, 1.35].flatMap((x): Painted[] =>
      [-0.75, 0.75].map((z): Painted => [wheel(0.38, 0.25, [x, 0.38, z]), 0x202020]),
    ),
  ]
}

export function makeBottle({ turned, wheel }: Shapes): Painted[] {
  return [
    [
      turned([
        [0, 0],
        [0.5, 0],
        [0.52, 0.1],
        [0.52, 1.4],
        [0.4, 1.75],
        [0.17, 2],
        [0.15, 2.5],
        [0, 2.5],
      ]),
      0x2f7a4b,
    ],
    [wheel(0.18, 0.2, [0, 0, 0]).rotate([90, 0, 0]).translate([0, 2.55, 0]), 0xc9a13b],
  ]
}

export function makeStar({ polygons }: Shapes): Painted[] {
  const star = polygons([
    Array.from({ length: 10 }, (_, k): Vec2 => {
      const r = k % 2 === 0 ? 1 : 0.42
      return [r * Math.sin((k * Math.PI) / 5), r * Math.cos((k * Math.PI) / 5)]
    }).toReversed(),
  ])
  return [[plate(star, 0.3), 0xf2b01e]]
}

export function makeRing({ torus }: Shapes): Painted[] {
  return [[torus(1, 0.18), 0xd9a441]]
}

export function makeChair({ box }: Shapes): Painted[] {
  return [
    [box([1, 0.1, 1], [0, 0, 0]), 0x9a6a3a],
    [box([1, 1.1, 0.1], [0, 0.6, -0.45]), 0x9a6a3a],
    ...[-0.45, 0.45].flatMap((x): Painted[] =>
      [-0.45, 0.45].map((z): Painted => [box([0.1, 1, 0.1], [x, -0.5, z]), 0x7b522b]),
    ),
  ]
}

export function makeRocket({ turned, polygons }: Shapes): Painted[] {
  return [
    [
      turned([
        [0, 0],
        [0.3, 0],
        [0.46, 0.6],
        [0.46, 1.3],
        [0.3, 1.9],
        [0, 2.4],
      ]),
      0xe6e6ea,
    ],
    ...[0, 90, 180, 270].map((turn): Painted => [
      plate(
        polygons([
          [
            [0.3, 0],
            [0.95, -0.3],
            [0.4, 0.9],
          ],
        ]),
        0.08,
      ).rotate([0, turn, 0]),
      0xd0392f,
    ]),
  ]
}

export function makeMushroom({ ball, turned }: Shapes): Painted[] {
  return [
    [ball([1, 0.65, 1], [0, 0.9, 0]).trimByPlane([0, 1, 0], 0.75), 0xc93b2c],
    [
      turned([
        [0, -0.3],
        [0.36, -0.3],
        [0.28, 0.8],
        [0, 0.8],
      ]),
      0xefe3cd,
    ],
  ]
}

export function makeParcel({ box }: Shapes): Painted[] {
  return [
    [box([1.6, 1.1, 1.2]), 0xb98a52],
    [box([0.16, 1.12, 1.22]), 0xe0d2a8],
  ]
}

export function makeLamp({ turned }: Shapes): Painted[] {
  return [
    [
      turned([
        [0, 0],
        [0.5, 0],
        [0.5, 0.1],
        [0.07, 0.16],
        [0.07, 1.3],
        [0, 1.3],
      ]),
      0x4a4a50,
    ],
    [
      turned([
        [0, 1.1],
        [0.7, 1.1],
        [0.4, 1.9],
        [0, 1.9],
      ]),
      0xf0dca8,
    ],
  ]
}
