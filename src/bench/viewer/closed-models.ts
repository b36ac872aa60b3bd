import type { Manifold, ManifoldToplevel } from 'manifold-3d/manifold'
import type { MeshPart } from '#model-files/mesh/parts.ts'

type Shapes = ManifoldToplevel

const mm = 0.001

/**
 * Creates twenty closed models, from simple to difficult: thin walls, many holes, overlapping
 * parts, and parts that almost touch.
 */
export function closedModels(solids: Shapes): Map<string, MeshPart[]> {
  const { Manifold, CrossSection } = solids
  const ball = (radius: number, segments = 48) => Manifold.sphere(radius, segments)
  const ring = (radius: number, tube: number) =>
    CrossSection.circle(tube, 24).translate([radius, 0]).revolve(64)
  const star = CrossSection.ofPolygons([
    Array.from({ length: 10 }, (_, at): [number, number] => {
      const radius = at % 2 === 0 ? 28 : 12
      return [radius * Math.cos((at * Math.PI) / 5), radius * Math.sin((at * Math.PI) / 5)]
    }),
  ])
  const wavy = (height: number, waves: number) =>
    ball(25, 96).warp((point) => {
      const [x, y, z] = point
      const stretch = 1 + height * Math.sin(x * waves) * Math.cos(y * waves) * Math.sin(z * waves)
      for (const axis of [0, 1, 2] as const) point[axis] *= stretch
    })
  const holes = (count: number, size: number) => {
    let body: Manifold = Manifold.cube([56, 56, 56], true)
    for (let at = 0; at < count; at++) {
      const place = ((at + 0.5) / count - 0.5) * 56
      for (const turn of [
        [0, 0, 0],
        [90, 0, 0],
        [0, 90, 0],
      ] as const) {
        body = body.subtract(
          Manifold.cylinder(80, size, size, 24, true)
            .translate([place, place / 2, 0])
            .rotate(turn),
        )
      }
    }
    return body
  }
  const made: Record<string, Manifold[]> = {
    cube: [Manifold.cube([60, 60, 60], true)],
    ball: [ball(30)],
    'coarse ball': [ball(30, 12)],
    'fine ball': [ball(30, 256)],
    ring: [ring(22, 8)],
    'flat ring': [ring(22, 8).scale([1, 1, 0.6])],
    cone: [Manifold.cylinder(60, 25, 0, 64)],
    'tapered rod': [Manifold.cylinder(60, 14, 6, 7)],
    tetrahedron: [Manifold.tetrahedron().scale(30)],
    star: [star.extrude(40)],
    'twisted star': [star.extrude(60, 60, 120, [0.4, 0.4])],
    'soft waves': [wavy(0.1, 0.15)],
    'sharp waves': [wavy(0.25, 0.4)],
    'three holes': [holes(3, 5)],
    'eight holes': [holes(8, 3)],
    'thick shell': [ball(30).subtract(ball(12))],
    bitten: [ball(30).subtract(ball(20).translate([20, 10, 5]))],
    'balls that overlap': [
      ball(20),
      ball(18).translate([17, 6, 3]),
      ball(15).translate([-14, 9, 2]),
    ],
    'boxes that overlap': [
      Manifold.cube([60, 20, 20], true),
      Manifold.cube([20, 60, 20], true),
      Manifold.cube([20, 20, 60], true),
    ],
    'balls a hair apart': [ball(20), ball(20).translate([40.0002, 0, 0])],
  }
  return new Map(
    Object.entries(made).map(([name, bodies]) => [name, bodies.map((body) => getPart(body))]),
  )
}

function getPart(body: Manifold): MeshPart {
  const { numProp, vertProperties, triVerts } = body.getMesh()
  const positions = new Float32Array((vertProperties.length / numProp) * 3)
  for (let point = 0; point * numProp < vertProperties.length; point++) {
    for (let axis = 0; axis < 3; axis++) {
      positions[point * 3 + axis] = (vertProperties[point * numProp + axis] ?? 0) * mm
    }
  }
  return { positions, indices: Uint32Array.from(triVerts), material: 0 }
}
