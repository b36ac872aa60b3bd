import type { Manifold, ManifoldToplevel } from 'manifold-3d/manifold'
import { measureExtent } from '../mesh/extent.ts'
import type { Parts } from '../mesh/parts.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { analyzeTopology } from '../mesh/topology.ts'
import { type DistanceField, measureDistances, smallestCell } from './distance-field.ts'
import { type CarvedDepth, remeshed } from './remesh.ts'
import { settle } from './settle.ts'
import { joinShells, toParts, toSolid } from './solid.ts'

/**
 * Cells across the thickness of a wall: fewer make it uneven, more make it slow. `cellsPerWallMin`
 * is the least acceptable number.
 */
const cellsPerWall = 3
const cellsPerWallMin = 1.6
const circleSegments = 48
/**
 * Smallest cavity, in cubes of the wall's thickness. Smaller cavities save little, and trap powder
 * or resin.
 */
const smallestCavity = 4

type HollowTools = {
  readonly solids: ManifoldToplevel
  readonly onProgress?: (fraction: number) => void
}

/**
 * Hollows a closed model with a wall of even thickness. The result is also closed when saved; if
 * that needs a new surface, `isRebuilt` is set and textures are lost.
 * @param wall in metres.
 * @param drain diameter of a vertical hole below each cavity's lowest point, in metres; 0 for none.
 * @throws {UnworkableModelError} if there is no clear inside, or no room for a cavity.
 */
export function hollow(
  model: Parts,
  { wall, drain }: { wall: number; drain: number },
  { solids, onProgress = () => {} }: HollowTools,
): { model: Parts; isRebuilt: boolean; volumeBefore: number; volumeAfter: number } {
  const solid = joinShells(toSolid(model, solids), solids)
  // Measures the united shells, because overlapping ones have internal faces.
  const { parts } = toParts(solid)
  const cell = Math.max(wall / cellsPerWall, smallestCell(parts))
  if (wall < cell * cellsPerWallMin) {
    const leastMm = Math.ceil(cell * cellsPerWallMin * 10_000) / 10
    throw new UnworkableModelError(
      `The wall is too thin for a model this large: use at least ${leastMm} mm.`,
    )
  }
  const field = measureDistances(parts, cell, (fraction) => onProgress(fraction * 0.6))
  const { low, high } = measureExtent(parts)
  const cavities = solids.Manifold.levelSet(
    ([x, y, z]) => field.at([x, y, z]),
    { min: low, max: high },
    Math.max(cell * 1.2, wall * 0.5),
    wall,
  )
    .decompose()
    .filter((cavity) => cavity.volume() > smallestCavity * wall ** 3)
  if (cavities.length === 0) {
    throw new UnworkableModelError('The walls would fill the model: there is no room for a cavity.')
  }
  onProgress(0.85)
  const pipes =
    drain > 0 ? cavities.map((cavity) => pipeFrom(cavity, { field, wall, drain, low })) : []
  const empty = solids.Manifold.union([
    ...cavities,
    ...pipes.map((pipe) => getCylinder(pipe, solids)),
  ])
  const volumeBefore = solid.body.volume()
  const settled = settle({ ...solid, body: solid.body.subtract(empty) }, (attempt) => {
    // Cuts the drains while remeshing, because cutting the new surface afterwards would leave
    // slivers.
    const carved = carvedBy(wall, pipes)
    return { solid: remeshed(parts, { solids, field, attempt, carved }), cell }
  })
  onProgress(0.95)
  return {
    model: settled.model,
    isRebuilt: settled.isRebuilt,
    volumeBefore,
    volumeAfter: analyzeTopology(settled.model.parts).volume,
  }
}

const carvedBy =
  (wall: number, pipes: readonly Pipe[]): CarvedDepth =>
  (point, depth) =>
    Math.max(depth - wall, ...pipes.map((pipe) => depthInPipe(pipe, point)))

type Drain = {
  readonly field: DistanceField
  /** Wall thickness, in metres. */
  readonly wall: number
  /** Diameter of the drain, in metres. */
  readonly drain: number
  readonly low: readonly [number, number, number]
}

function pipeFrom(cavity: Manifold, { field, wall, drain, low }: Drain): Pipe {
  const [x, y, z] = computeLowest(cavity.getMesh())
  let end = y - wall / 2
  while (end > low[1] - wall && field.at([x, end, z]) > -field.cell) end -= field.cell / 2
  return { x, z, from: end - wall / 2, to: y + Math.max(drain / 2, wall / 2), radius: drain / 2 }
}

/** A vertical cylinder, in metres. */
type Pipe = { x: number; z: number; from: number; to: number; radius: number }

const getCylinder = ({ x, z, from, to, radius }: Pipe, { Manifold }: ManifoldToplevel): Manifold =>
  Manifold.cylinder(to - from, radius, radius, circleSegments)
    .rotate([-90, 0, 0])
    .translate([x, from, z])

/** Returns the distance to the pipe's surface, in metres, positive inside. */
const depthInPipe = (pipe: Pipe, [x, y, z]: readonly [number, number, number]): number =>
  Math.min(pipe.radius - Math.hypot(x - pipe.x, z - pipe.z), y - pipe.from, pipe.to - y)

function computeLowest({
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
