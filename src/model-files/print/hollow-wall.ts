import type { Manifold, ManifoldToplevel } from 'manifold-3d/manifold'
import { UnworkableModelError } from '../unworkable-model-error.ts'

/**
 * Fraction by which a wall is planned thicker, because rounding and simplification make walls
 * thinner.
 */
export const wallMargin = 0.002
const attemptsMax = 4

/**
 * Hollows a model until its thinnest wall is as thick as `wall`. Each attempt plans the wall
 * thicker by what is missing. Returns the best attempt.
 * @param hollowOnce gets the planned thickness. Its `thinnest` is 0 if a cavity is open.
 * @throws {UnworkableModelError} if the first attempt fails, or if all attempts leave a cavity open.
 */
export function ensureWall<Hollowed extends { thinnest: number }>(
  wall: number,
  hollowOnce: (planned: number) => Hollowed,
): Hollowed {
  let best: Hollowed | undefined
  let planned = wall
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const done = tryUnless(best !== undefined, () => hollowOnce(planned))
    if (!done) break
    if (!best || done.thinnest > best.thinnest) best = done
    if (best.thinnest >= wall) break
    planned += wall - done.thinnest + wall * wallMargin
  }
  if (!best || best.thinnest === 0) {
    throw new UnworkableModelError(
      'The cavity would open the surface of this model. Use a thicker wall, or press “Repair” first.',
    )
  }
  return best
}

/** A thicker wall can leave no room for a cavity, although a thinner wall did. */
function tryUnless<Result>(mayFail: boolean, work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (mayFail && error instanceof UnworkableModelError) return
    throw error
  }
}

type HollowBody = {
  /** The planned cavities. */
  cavities: readonly Manifold[]
  /** Bodies that close the drain holes. */
  plugs: readonly Manifold[]
  wall: number
  solids: ManifoldToplevel
}

/**
 * Returns the smallest distance between a cavity and the outside in metres, at most two walls.
 * Returns 0 if a planned cavity is open to the outside.
 */
export function measureWall(body: Manifold, { cavities, plugs, wall, solids }: HollowBody): number {
  const { Manifold } = solids
  const plugged = Manifold.union([body, ...plugs])
  const planned = Manifold.union([...cavities])
  const rim = 2 * wall
  const outside = getOutside(plugged, rim, solids)
  // The largest is the box around the model. Surfaces seen from outside have negative volumes.
  const [, ...spaces] = outside
    .decompose()
    .filter((space) => space.volume() > 0)
    .toSorted((a, b) => b.volume() - a.volume())
  const shared = spaces.map((space) => ({ space, volume: space.intersect(planned).volume() }))
  const enclosed = shared.filter(({ space, volume }) => volume > space.volume() / 2)
  const empty = Manifold.union(enclosed.map(({ space }) => space))
  const enclosedVolume = enclosed.reduce((sum, { volume }) => sum + volume, 0)
  const smallest = Math.min(...cavities.map((cavity) => cavity.volume()))
  // Intersecting each cavity takes seconds, so that is only done if one can be open.
  const isOpen =
    enclosedVolume < planned.volume() - smallest / 2 &&
    cavities.some((cavity) => {
      const open = outside.intersect(cavity).subtract(empty)
      return open.volume() > cavity.volume() / 2
    })
  if (isOpen) return 0
  if (enclosed.length === 0) return rim
  // A union with the cavities would leave slivers along their surfaces, at no distance.
  const shells = plugged.decompose().filter((shell) => shell.volume() > 0)
  const solid = Manifold.compose(shells)
  const ownCavities = shared.filter((one) => !enclosed.includes(one)).map(({ space }) => space)
  return Manifold.union([getOutside(solid, rim, solids), ...ownCavities]).minGap(empty, rim)
}

/** Returns the space around a body, up to a box whose sides are `rim` away. */
export function getOutside(body: Manifold, rim: number, { Manifold }: ManifoldToplevel): Manifold {
  const { min, max } = body.boundingBox()
  const side = (axis: 0 | 1 | 2) => max[axis] - min[axis] + 2 * rim
  return Manifold.cube([side(0), side(1), side(2)])
    .translate([min[0] - rim, min[1] - rim, min[2] - rim])
    .subtract(body)
}
