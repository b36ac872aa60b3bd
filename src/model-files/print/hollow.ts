import type { ManifoldToplevel } from 'manifold-3d/manifold'
import { extentOf } from '../mesh/extent.ts'
import type { Parts } from '../mesh/parts.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { measureDistances, smallestCell } from './distance-field.ts'
import { partsOfSolid, solidOf } from './solid.ts'

/** Cells across a wall: fewer make it uneven, more make it slow. */
const cellsPerWall = 3
const cellsPerWallMin = 1.6
const circleSegments = 48

type HollowTools = {
  /** The solid modeller. */
  readonly solids: ManifoldToplevel
  /** Hears the share that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/**
 * Empties a closed model but for a wall of even thickness.
 *
 * @param wall in metres.
 * @param drain diameter of a hole from the cavity's lowest place straight down, in metres; 0 leaves
 *   the cavity closed.
 * @throws {UnworkableModelError} if there is no clear inside, or no room for a cavity.
 */
export function hollow(
  model: Parts,
  { wall, drain }: { wall: number; drain: number },
  { solids, onProgress = () => {} }: HollowTools,
): { model: Parts; volumeBefore: number; volumeAfter: number } {
  const solid = solidOf(model, solids)
  const cell = Math.max(wall / cellsPerWall, smallestCell(model.parts))
  if (wall < cell * cellsPerWallMin) {
    const leastMm = Math.ceil(cell * cellsPerWallMin * 10_000) / 10
    throw new UnworkableModelError(
      `The wall is too thin for a model this large: use at least ${leastMm} mm.`,
    )
  }
  const field = measureDistances(model.parts, cell, (share) => onProgress(share * 0.6))
  const { low, high } = extentOf(model.parts)
  const cavity = solids.Manifold.levelSet(
    ([x, y, z]) => field.at([x, y, z]),
    { min: low, max: high },
    Math.max(cell * 1.2, wall * 0.5),
    wall,
  )
  if (cavity.isEmpty()) {
    throw new UnworkableModelError('The walls would fill the model: there is no room for a cavity.')
  }
  onProgress(0.85)
  const volumeBefore = solid.body.volume()
  let body = solid.body.subtract(cavity)
  if (drain > 0) {
    const [x, y, z] = lowestOf(cavity.getMesh())
    // From below the model to well inside the cavity.
    const start = low[1] - wall
    const pipe = solids.Manifold.cylinder(
      y - start + Math.max(drain / 2, wall / 2),
      drain / 2,
      drain / 2,
      circleSegments,
    )
    body = body.subtract(pipe.rotate([-90, 0, 0]).translate([x, start, z]))
  }
  onProgress(0.95)
  return {
    model: partsOfSolid({ ...solid, body }),
    volumeBefore,
    volumeAfter: body.volume(),
  }
}

function lowestOf({
  numProp,
  vertProperties,
}: {
  numProp: number
  vertProperties: Float32Array
}): [number, number, number] {
  let lowest = 0
  for (let at = 0; at < vertProperties.length; at += numProp) {
    if ((vertProperties[at + 1] ?? 0) < (vertProperties[lowest + 1] ?? 0)) lowest = at
  }
  return [
    vertProperties[lowest] ?? 0,
    vertProperties[lowest + 1] ?? 0,
    vertProperties[lowest + 2] ?? 0,
  ]
}
