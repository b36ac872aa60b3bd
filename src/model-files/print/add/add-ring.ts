import type { Manifold, ManifoldToplevel } from 'manifold-3d/manifold'
import { Matrix4, Vector3 } from 'three'
import { measureExtent } from '../../mesh/extent.ts'
import type { MeshPart, Parts } from '../../mesh/parts.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { SurfaceSpot } from '../steps.ts'
import { addBodies, createPlain } from './add-body.ts'

const circleSegments = 96
/**
 * Overlaps of the ring with the model, as multiples of the band's width, tried in order until the
 * ring holds.
 */
const overlaps = [0.6, 1, 1.5, 2.2, 3] as const
/** Smallest common volume with which ring and model hold together, in cubes of the band's width. */
const holdMin = 0.35

export type KeyRing = {
  hole: number
  band: number
  thickness: number
  /** Place of the ring. Undefined means the top of the model. */
  spot?: SurfaceSpot | undefined
}

/**
 * Adds a ring parallel to the model's flattest side.
 * @throws {UnworkableModelError} if the ring would not hold.
 */
export function addRing(model: Parts, ring: KeyRing, solids: ManifoldToplevel): Parts {
  const { at, out, axis } = placeRing(model.parts, ring.spot)
  const { hole, band, thickness } = ring
  const side = new Vector3().crossVectors(out, axis)
  return addBodies(model, solids, ({ body, materialOf }) => {
    for (const overlap of overlaps) {
      const centre = at.clone().addScaledVector(out, hole / 2 + band * (1 - overlap))
      const turn = new Matrix4().makeBasis(side, out, axis).setPosition(centre)
      const place = (one: Manifold) => one.transform(turn.toArray())
      const disc = solids.Manifold.cylinder(
        thickness,
        hole / 2 + band,
        hole / 2 + band,
        circleSegments,
        true,
      )
      const opening = solids.Manifold.cylinder(
        thickness * 2,
        hole / 2,
        hole / 2,
        circleSegments,
        true,
      )
      const made = place(disc.subtract(opening))
      const isFree = body.intersect(place(opening)).volume() <= hole ** 3 * 1e-3
      if (!isFree) break
      if (made.intersect(body).volume() < holdMin * band ** 2 * Math.min(band, thickness)) continue
      return [{ body: made, material: getMaterial(model, materialOf) }]
    }
    throw new UnworkableModelError(
      'A ring would not hold here: place it elsewhere, or make its band wider.',
    )
  })
}

/** Returns the material of the ring, which is the model's material if the model has only one. */
function getMaterial({ parts, materials }: Parts, used: ReadonlyMap<number, number>) {
  const [first = 0, ...others] = new Set(used.values())
  const material = materials[first]
  const isPlain = others.length === 0 && !material?.picture && !parts.some(({ colors }) => colors)
  return isPlain && material ? material : createPlain('Ring', [0.22, 0.22, 0.24])
}

const directions = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)] as const

function placeRing(parts: readonly MeshPart[], spot: SurfaceSpot | undefined) {
  const { low, high } = measureExtent(parts)
  const sizes = high.map((value, axis) => value - (low[axis] ?? 0))
  const sorted = [0, 1, 2].toSorted((one, other) => (sizes[one] ?? 0) - (sizes[other] ?? 0))
  const thinnest = sorted[0] ?? 2
  // By default, the ring of a flat model is at the back.
  const out = spot
    ? new Vector3(...spot.normal).normalize()
    : thinnest === 1
      ? new Vector3(0, 0, -1)
      : new Vector3(0, 1, 0)
  const at = spot ? new Vector3(...spot.at) : findExtreme(parts, out)
  const flat = sorted
    .map((axis) => directions[axis] ?? directions[2])
    .find((direction) => Math.abs(direction.dot(out)) < 0.8)
  const axis = (flat ?? directions[2]).clone().projectOnPlane(out).normalize()
  return { at, out, axis }
}

/** Returns the point that is farthest in a direction, or the middle of equally far points. */
function findExtreme(parts: readonly MeshPart[], direction: Vector3): Vector3 {
  const points = parts.flatMap(({ positions }) =>
    Array.from({ length: positions.length / 3 }, (_, at) =>
      new Vector3().fromArray(positions, at * 3),
    ),
  )
  const heights = points.map((point) => point.dot(direction))
  const [least, most] = heights.reduce(
    ([low, high], height) => [Math.min(low, height), Math.max(high, height)],
    [Infinity, -Infinity],
  )
  const far = points.filter((_, at) => (heights[at] ?? 0) >= most - (most - least) * 1e-4)
  const middle = far
    .reduce((sum, point) => sum.add(point), new Vector3())
    .divideScalar(Math.max(1, far.length))
  return far.reduce(
    (best, point) =>
      point.distanceToSquared(middle) < best.distanceToSquared(middle) ? point : best,
    far[0] ?? middle,
  )
}
