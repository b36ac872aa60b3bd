import Module, { type CrossSection, type Manifold, type Vec2, type Vec3 } from 'manifold-3d'
import { TeapotGeometry } from 'three/examples/jsm/geometries/TeapotGeometry.js'

/** One colour's part of a known model. */
export type TruthPart = {
  readonly positions: Float32Array
  readonly indices: Uint32Array
  /** Linear red, green and blue. */
  readonly colour: readonly [number, number, number]
}

/** A model whose every side is known; y is up and z points at the viewer. */
export type Truth = {
  readonly name: string
  readonly parts: readonly TruthPart[]
  /** How the camera looks at it for the picture, in degrees; straight from the front without. */
  readonly yaw?: number
  readonly pitch?: number
  /** Its picture is in flat colours, without light. */
  readonly isDrawing?: boolean
}

type Painted = readonly [Manifold, number]

/** Makes the models that the engine is measured with: nothing of them comes from a file. */
export async function makeTruths(): Promise<Truth[]> {
  const library = await Module()
  library.setup()
  const { Manifold, CrossSection } = library
  const box = (size: Vec3, at: Vec3 = [0, 0, 0]) => Manifold.cube(size, true).translate(at)
  const ball = (size: Vec3, at: Vec3 = [0, 0, 0]) =>
    Manifold.sphere(1, 48).scale(size).translate(at)
  /** Between two points, with a radius at each. */
  const rod = (from: Vec3, to: Vec3, r0: number, r1 = r0) =>
    Manifold.hull([Manifold.sphere(r0, 24).translate(from), Manifold.sphere(r1, 24).translate(to)])
  /** Turned about the upright axis, from radius and height pairs. */
  const turned = (outline: Vec2[]) =>
    CrossSection.ofPolygons([outline], 'EvenOdd').revolve(64).rotate([-90, 0, 0])
  const wheel = (radius: number, width: number, at: Vec3) =>
    Manifold.cylinder(width, radius, radius, 40, true).translate(at)
  const torus = (radius: number, thickness: number) =>
    CrossSection.circle(thickness, 24).translate([radius, 0]).revolve(64)

  const roof = plate(
    CrossSection.ofPolygons([
      [
        [-1.2, 0],
        [1.2, 0],
        [0, 0.95],
      ],
    ]),
    1.9,
  ).translate([0, 0.6, 0])
  const star = CrossSection.ofPolygons([
    Array.from({ length: 10 }, (_, k): Vec2 => {
      const r = k % 2 === 0 ? 1 : 0.42
      return [r * Math.sin((k * Math.PI) / 5), r * Math.cos((k * Math.PI) / 5)]
    }).toReversed(),
  ])
  const carSide = (points: Vec2[], depth: number) => plate(CrossSection.ofPolygons([points]), depth)
  const car: Painted[] = [
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
  const cupOuter = turned([
    [0, 0],
    [0.62, 0],
    [0.8, 1.7],
    [0.72, 1.7],
    [0.56, 0.1],
    [0, 0.1],
  ])
  const cup: Painted[] = [
    [cupOuter, 0x3f7fb5],
    [torus(0.42, 0.09).scale([0.95, 1.2, 1]).translate([0.98, 0.9, 0]), 0x3f7fb5],
  ]

  const models: Record<string, Painted[]> = {
    house: [
      [box([2, 1.2, 1.6], [0, 0, 0]), 0xe0cfa8],
      [roof, 0xa34630],
      [box([0.4, 0.75, 0.06], [-0.4, -0.22, 0.8]), 0x5b3a22],
      [box([0.45, 0.4, 0.06], [0.45, 0.05, 0.8]), 0x7fb2d6],
      [box([0.25, 0.6, 0.25], [0.6, 1.3, -0.2]), 0x8d5a44],
    ],
    cup,
    'car from the side': car,
    'dog from the side': [
      [rod([-0.75, 0, 0], [0.7, 0.05, 0], 0.42, 0.46), 0xb5793c],
      [rod([0.8, 0.25, 0], [1.15, 0.75, 0], 0.28, 0.26), 0xb5793c],
      [ball([0.36, 0.3, 0.3], [1.25, 0.85, 0]), 0xb5793c],
      [rod([1.4, 0.78, 0], [1.7, 0.7, 0], 0.16, 0.12), 0x8a5a2b],
      [rod([-1.1, 0.2, 0], [-1.55, 0.65, 0], 0.1, 0.06), 0xb5793c],
      ...[-0.75, -0.5, 0.55, 0.8].map((x, k): Painted => [
        rod([x, -0.1, k % 2 ? 0.26 : -0.26], [x, -1.05, k % 2 ? 0.26 : -0.26], 0.17, 0.12),
        k % 2 ? 0xb5793c : 0x9a6531,
      ]),
    ],
    // Its far legs are in the shade of its body, which the lamp of these pictures does not know.
    'camel from the side': [
      [ball([1.05, 0.62, 0.5], [0, 0, 0]), 0xc98f4e],
      [ball([0.45, 0.5, 0.3], [0.1, 0.55, 0]), 0xc98f4e],
      [rod([-0.8, 0.1, 0], [-1.25, 0.95, 0], 0.28, 0.2), 0xc98f4e],
      [rod([-1.25, 0.95, 0], [-1.65, 0.85, 0], 0.22, 0.17), 0xc98f4e],
      [rod([1, 0.1, 0], [1.2, -0.35, 0], 0.08, 0.05), 0xc98f4e],
      ...[-0.75, 0.7].map((x): Painted => [
        rod([x, 0, 0.28], [x, -1.45, 0.28], 0.18, 0.14),
        0xc98f4e,
      ]),
      ...[-0.35, 0.3].map((x): Painted => [
        rod([x, 0, -0.28], [x, -1.45, -0.28], 0.18, 0.14),
        0x7d5a34,
      ]),
    ],
    bottle: [
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
    ],
    star: [[plate(star, 0.3), 0xf2b01e]],
    ring: [[torus(1, 0.18), 0xd9a441]],
    chair: [
      [box([1, 0.1, 1], [0, 0, 0]), 0x9a6a3a],
      [box([1, 1.1, 0.1], [0, 0.6, -0.45]), 0x9a6a3a],
      ...[-0.45, 0.45].flatMap((x): Painted[] =>
        [-0.45, 0.45].map((z): Painted => [box([0.1, 1, 0.1], [x, -0.5, z]), 0x7b522b]),
      ),
    ],
    teddy: [
      [ball([0.75, 0.8, 0.65], [0, 0, 0]), 0xb98046],
      [ball([0.6, 0.55, 0.55], [0, 1.15, 0.05]), 0xc28a4f],
      [ball([0.24, 0.2, 0.2], [0, 1.02, 0.55]), 0xe8cfa4],
      ...[-1, 1].flatMap((s): Painted[] => [
        [ball([0.2, 0.2, 0.12], [s * 0.45, 1.6, 0]), 0xb98046],
        [ball([0.07, 0.07, 0.05], [s * 0.2, 1.25, 0.52]), 0x1c1410],
        [rod([s * 0.65, 0.4, 0.1], [s * 1.1, 0.05, 0.2], 0.22, 0.2), 0xb98046],
        [rod([s * 0.4, -0.6, 0.1], [s * 0.55, -0.75, 0.65], 0.28, 0.26), 0xb98046],
      ]),
    ],
    'figure with arms': [
      [ball([0.28, 0.33, 0.3], [0, 1.45, 0]), 0xe5b48c],
      [rod([0, 0.85, 0], [0, 0.25, 0], 0.36, 0.3), 0x3567a8],
      ...[-1, 1].flatMap((s): Painted[] => [
        [rod([s * 0.35, 0.95, 0], [s * 0.95, 0.6, 0], 0.14, 0.11), 0x3567a8],
        [rod([s * 0.17, 0.1, 0], [s * 0.22, -0.95, 0], 0.17, 0.12), 0x39424e],
        [ball([0.13, 0.1, 0.24], [s * 0.22, -1.05, 0.1]), 0x2a1c14],
      ]),
    ],
    'rocket with fins': [
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
          CrossSection.ofPolygons([
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
    ],
    mushroom: [
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
    ],
    parcel: [
      [box([1.6, 1.1, 1.2]), 0xb98a52],
      [box([0.16, 1.12, 1.22]), 0xe0d2a8],
    ],
    'table lamp': [
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
    ],
  }
  const truths = Object.entries(models).map(([name, painted]) => ({
    name,
    parts: paint(painted),
    isDrawing: name === 'star',
  }))
  return [
    ...truths,
    { name: 'teapot', parts: [teapot()] },
    { name: 'cup from above', parts: paint(cup), pitch: 25 },
    { name: 'car half from ahead', parts: paint(car), yaw: 40, pitch: 12 },
  ]
}

const plate = (outline: CrossSection, depth: number) => outline.extrude(depth, 0, 0, [1, 1], true)

function paint(painted: readonly Painted[]): TruthPart[] {
  return painted.map(([solid, colour]) => {
    const { vertProperties, triVerts, numProp } = solid.getMesh()
    const positions = new Float32Array((vertProperties.length / numProp) * 3)
    for (let v = 0; v < positions.length / 3; v++) {
      for (let c = 0; c < 3; c++) positions[v * 3 + c] = vertProperties[v * numProp + c] ?? 0
    }
    return { positions, indices: triVerts, colour: linear(colour) }
  })
}

function teapot(): TruthPart {
  const geometry = new TeapotGeometry(1, 8)
  return {
    positions: Float32Array.from(geometry.getAttribute('position').array),
    indices: Uint32Array.from(geometry.index?.array ?? []),
    colour: linear(0xb9c7d0),
  }
}

const linear = (colour: number) =>
  [16, 8, 0].map((shift) => (((colour >> shift) & 255) / 255) ** 2.2) as [number, number, number]
