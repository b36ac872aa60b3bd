import type { Manifold, ManifoldToplevel } from 'manifold-3d/manifold'
import { Matrix4, Quaternion, Vector3 } from 'three'
import { measureExtent } from '../mesh/extent.ts'
import type { MeshPart, Parts } from '../mesh/parts.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { analyzeTopology } from '../mesh/topology.ts'
import { type DistanceField, measureDistances, smallestCell } from './distance-field.ts'
import { ensureWall, getOutside, measureWall, wallMargin } from './hollow-wall.ts'
import type { Vector } from './inside.ts'
import { type CarvedDepth, remeshed } from './remesh.ts'
import { settle } from './settle.ts'
import type { SurfaceSpot } from './steps.ts'
import { joinShells, type PrintSolid, toParts, toSolid } from './solid.ts'

/**
 * Number of grid cells across a wall. Fewer cells make the wall uneven, and more cells take longer.
 */
const cellsPerWall = 3
/** Minimum number of grid cells across a wall. A model with a thinner wall is not hollowed. */
const cellsPerWallMin = 1.6
const circleSegments = 48
/**
 * Minimum volume of a cavity, in cubes of the wall's thickness. Smaller cavities save little
 * material and trap powder or resin.
 */
const smallestCavity = 4

type HollowTools = {
  readonly solids: ManifoldToplevel
  readonly onProgress?: (fraction: number) => void
  /** Millimetres of the print per metre of the model, for lengths in error messages. */
  readonly mmPerMetre?: number
}

type HollowLengths = {
  readonly wall: number
  readonly drain: number
  /** Start of a drain hole that the user chose. Other cavities get drain holes at safe places. */
  readonly drainSpot?: SurfaceSpot | undefined
}

type Hollowed = {
  model: Parts
  isRebuilt: boolean
  drain: number
  /** Thickness of the thinnest wall in metres. */
  thinnest: number
  volumeBefore: number
  volumeAfter: number
}

/**
 * Hollows a closed model with a wall of even thickness. If the saved result would not be closed,
 * the model gets a new surface without textures, and `isRebuilt` is set.
 * @param wall minimum thickness in metres.
 * @param drain diameter of a vertical hole below each cavity's floor, in metres, or 0 for no hole.
 * Narrower where the hole would cut into a side of the model.
 * @throws {UnworkableModelError} if there is no clear inside, or no room for a cavity.
 */
export function hollow(
  model: Parts,
  { wall, drain, drainSpot }: HollowLengths,
  { solids, onProgress = () => {}, mmPerMetre = 1000 }: HollowTools,
): Hollowed {
  const solid = joinShells(toSolid(model, solids), solids)
  // Overlapping shells have internal faces, so distances are measured to the union of the shells.
  const { parts } = toParts(solid)
  const cell = Math.max(wall / cellsPerWall, smallestCell(parts))
  if (wall < cell * cellsPerWallMin) {
    const leastMm = Math.ceil(cell * cellsPerWallMin * mmPerMetre * 10) / 10
    throw new UnworkableModelError(
      `The wall is too thin for a model this large: use at least ${leastMm} mm.`,
    )
  }
  const field = measureDistances(parts, cell, (fraction) => onProgress(fraction * 0.6))
  const tools = { solid, parts, field, drain, drainSpot, onProgress }
  return {
    ...ensureWall(wall, (planned) => hollowOnce(planned, tools)),
    volumeBefore: solid.body.volume(),
  }
}

type HollowOnce = {
  readonly solid: PrintSolid
  readonly parts: readonly MeshPart[]
  readonly field: DistanceField
  readonly drain: number
  readonly drainSpot: SurfaceSpot | undefined
  readonly onProgress: (fraction: number) => void
}

function hollowOnce(
  wall: number,
  { solid, parts, field, drain, drainSpot, onProgress }: HollowOnce,
): Omit<Hollowed, 'volumeBefore'> {
  const { solids } = solid
  const { low } = measureExtent(parts)
  const { cavities, depth } = carve(solid.body, { solids, field, wall })
  onProgress(0.85)
  const tools = { field, wall, drain, low }
  const chosen = drain > 0 && drainSpot ? getChosenPipe(drainSpot, tools) : undefined
  const open = chosen && findCavity(cavities, getEnd(chosen))
  const pipes =
    drain > 0
      ? cavities.filter((cavity) => cavity !== open).map((cavity) => pipeFrom(cavity, tools))
      : []
  if (chosen) pipes.push(chosen)
  const empty = solids.Manifold.union([
    ...cavities,
    ...pipes.map((pipe) => getCylinder(pipe, solids)),
  ])
  const settled = settle({ ...solid, body: solid.body.subtract(empty) }, (attempt) => {
    // The drain holes are part of the new surface, because cutting them afterwards would leave very
    // thin triangles.
    const carved = carvedBy(depth, pipes)
    return { solid: remeshed(parts, { solids, field, attempt, carved }), cell: field.cell }
  })
  onProgress(0.95)
  return {
    ...settled,
    drain: pipes.length > 0 ? 2 * Math.min(...pipes.map(({ radius }) => radius)) : 0,
    thinnest: measureWall(toSolid(settled.model, solids).body, {
      cavities,
      // Slightly larger plugs close the drain holes also where a new surface is not exactly round.
      plugs: pipes.map((pipe) =>
        getCylinder(
          { ...pipe, radius: pipe.radius + field.cell, length: pipe.length + field.cell },
          solids,
        ),
      ),
      wall,
      solids,
    }),
    volumeAfter: analyzeTopology(settled.model.parts).volume,
  }
}

const carvingsMax = 5

/**
 * Makes cavities whose distance to the surface is at least `wall` everywhere. Flat triangles
 * between grid points can be nearer than the points, so each attempt begins deeper by the measured
 * difference.
 * @returns the cavities, and the depth in metres at which the last attempt began.
 * @throws {UnworkableModelError} if there is no room for a cavity.
 */
function carve(
  body: Manifold,
  { solids, field, wall }: { solids: ManifoldToplevel; field: DistanceField; wall: number },
): { cavities: Manifold[]; depth: number } {
  const { min, max } = body.boundingBox()
  let outside: Manifold | undefined
  let depth = wall * (1 + wallMargin)
  for (let attempt = 1; ; attempt++) {
    const cavities = solids.Manifold.levelSet(
      ([x, y, z]) => field.at([x, y, z]),
      { min, max },
      Math.max(field.cell * 1.2, wall * 0.5),
      depth,
    )
      .decompose()
      .filter((cavity) => cavity.volume() > smallestCavity * wall ** 3)
    if (cavities.length === 0) {
      throw new UnworkableModelError(
        'The walls would fill the model: there is no room for a cavity.',
      )
    }
    const empty = solids.Manifold.union(cavities)
    // Computed once: the cavities of the first attempt contain the cavities of all later attempts.
    outside ??= getOutside(body.add(empty), 2 * wall, solids)
    const thinnest = outside.minGap(empty, 2 * wall)
    const missing = wall * (1 + wallMargin) - thinnest
    if (missing <= wall * wallMargin * 0.75 || attempt === carvingsMax) return { cavities, depth }
    depth += missing
  }
}

const carvedBy =
  (start: number, pipes: readonly Pipe[]): CarvedDepth =>
  (point, depth) =>
    Math.max(depth - start, ...pipes.map((pipe) => depthInPipe(pipe, point)))

type Drain = {
  readonly field: DistanceField
  readonly wall: number
  readonly drain: number
  readonly low: readonly [number, number, number]
}

function pipeFrom(cavity: Manifold, { field, wall, drain, low }: Drain): Pipe {
  const { point, radius } = chooseDrain(cavity, { field, wall, radius: drain / 2 })
  const [x, y, z] = point
  let end = y - wall / 2
  while (end > low[1] - wall && field.at([x, end, z]) > -field.cell) end -= field.cell / 2
  const start = end - wall / 2
  const direction: Vector = [0, 1, 0]
  const length = y + getReach(point, direction, { field, wall, radius }) - start
  return { from: [x, start, z], direction, length, radius }
}

/** Maximum depth of a drain hole that the user chose, as a multiple of the wall's thickness. */
const chosenDepthMax = 8

function getChosenPipe({ at, normal }: SurfaceSpot, { field, wall, drain }: Drain): Pipe {
  const direction: Vector = [-normal[0], -normal[1], -normal[2]]
  let depth = 0
  while (field.at(moveAlong(at, direction, depth)) < wall) {
    depth += field.cell / 2
    if (depth > wall * chosenDepthMax) {
      throw new UnworkableModelError(
        'There is no cavity behind the place that you chose for the drain hole. Choose another place.',
      )
    }
  }
  const outside = wall / 2
  const radius = drain / 2
  return {
    from: moveAlong(at, direction, -outside),
    direction,
    length:
      outside +
      depth +
      getReach(moveAlong(at, direction, depth), direction, { field, wall, radius }),
    radius,
  }
}

/** Returns how far a pipe goes into a cavity, at most to the middle of the cavity. */
function getReach(
  from: Vector,
  direction: Vector,
  { field, wall, radius }: { field: DistanceField; wall: number; radius: number },
): number {
  const most = Math.max(radius, wall / 2)
  let height = field.cell / 2
  while (height < 2 * most && field.at(moveAlong(from, direction, height)) >= wall) {
    height += field.cell / 2
  }
  return Math.min(most, height / 2)
}

const moveAlong = (
  [x, y, z]: readonly [number, number, number],
  [dx, dy, dz]: Vector,
  by: number,
): Vector => [x + dx * by, y + dy * by, z + dz * by]

const getEnd = ({ from, direction, length }: Pipe): Vector => moveAlong(from, direction, length)

function findCavity(cavities: readonly Manifold[], point: Vector): Manifold | undefined {
  const around = cavities.filter((cavity) => {
    const { min, max } = cavity.boundingBox()
    return point.every((value, axis) => value >= (min[axis] ?? 0) && value <= (max[axis] ?? 0))
  })
  return around.toSorted((a, b) => a.volume() - b.volume())[0]
}

const drainDirections = Array.from({ length: 12 }, (_, at) => {
  const angle = (at / 12) * 2 * Math.PI
  return [Math.cos(angle), Math.sin(angle)] as const
})
const drainPointsMax = 2_000
/** Minimum thickness of the material beside a drain hole, as a fraction of the wall's thickness. */
const drainWallRatio = 0.7

/**
 * Chooses the start of a drain hole: the point near the lowest with the most material around the
 * hole, because a hole in a corner would open the side of the model. If no point is suitable, the
 * hole becomes narrower, down to a quarter.
 */
function chooseDrain(
  cavity: Manifold,
  { field, wall, radius }: { field: DistanceField; wall: number; radius: number },
): { point: Vector; radius: number } {
  const points = getVertices(cavity)
  // A large cavity has more points than `Math.min` can have arguments.
  const lowest = points.reduce((least, [, y]) => Math.min(least, y), Infinity)
  const low = points.filter(([, y]) => y < lowest + wall / 2)
  // Points at the ceiling of a low cavity would let the hole end in the wall above.
  const bottom = low.filter(([x, y, z]) => field.at([x, y + field.cell / 2, z]) >= wall)
  const floor = bottom.length > 0 ? bottom : low
  const step = Math.ceil(floor.length / drainPointsMax)
  const candidates = floor.filter((_, at) => at % step === 0)
  const centre = [0, 2].map(
    (axis) => candidates.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / candidates.length,
  )
  const fromCentre = ([x, , z]: Vector) => Math.hypot(x - (centre[0] ?? 0), z - (centre[1] ?? 0))
  /**
   * Returns the thickness of the material beside the drain hole, as a fraction of the wall's
   * thickness.
   */
  const wallLeft = ([x, y, z]: Vector, width: number) =>
    Math.min(
      ...drainDirections.flatMap(([dx, dz]) => [
        field.at([x + dx * width, y, z + dz * width]) / wall,
        field.at([x + dx * width, y - wall / 2, z + dz * width]) / (wall / 2),
      ]),
    )
  const choose = (width: number) => {
    const rated = candidates.map((point) => ({ point, left: wallLeft(point, width) }))
    const best = Math.max(...rated.map(({ left }) => left))
    const [place] = rated
      .filter(({ left }) => left >= Math.min(best, 1) * 0.95)
      .toSorted((a, b) => fromCentre(a.point) - fromCentre(b.point))
    return { place: place?.point ?? candidates[0] ?? [0, lowest, 0], best }
  }
  for (let width = radius; ; width *= 0.75) {
    const { place, best } = choose(width)
    if (best >= drainWallRatio || width < radius / 4) return { point: place, radius: width }
  }
}

/** A cylinder from a point outside the model to a cavity, with lengths in metres. */
type Pipe = {
  readonly from: Vector
  readonly direction: Vector
  readonly length: number
  readonly radius: number
}

function getCylinder({ from, direction, length, radius }: Pipe, { Manifold }: ManifoldToplevel) {
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...direction))
  const matrix = new Matrix4().compose(new Vector3(...from), turn, new Vector3(1, 1, 1))
  return Manifold.cylinder(length, radius, radius, circleSegments).transform(matrix.toArray())
}

/** Returns a point's distance to the pipe's surface in metres, positive inside. */
function depthInPipe(
  { from, direction, length, radius }: Pipe,
  point: readonly [number, number, number],
): number {
  const away = point.map((value, axis) => value - (from[axis] ?? 0))
  const along = away.reduce((sum, value, axis) => sum + value * (direction[axis] ?? 0), 0)
  const beside = away.map((value, axis) => value - along * (direction[axis] ?? 0))
  return Math.min(radius - Math.hypot(...beside), along, length - along)
}

function getVertices(body: Manifold): Vector[] {
  const { numProp, vertProperties } = body.getMesh()
  return Array.from({ length: vertProperties.length / numProp }, (_, at): Vector => {
    const [x = 0, y = 0, z = 0] = vertProperties.subarray(at * numProp, at * numProp + 3)
    return [x, y, z]
  })
}
