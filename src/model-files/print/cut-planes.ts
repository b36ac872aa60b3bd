import type { CrossSection, Manifold, ManifoldToplevel } from 'manifold-3d/manifold'
import { Matrix4, Quaternion, Vector3 } from 'three'
import { cutMaterial, type Parts } from '../mesh/parts.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { arrange } from './arrange.ts'
import { namePieces } from './name-pieces.ts'
import { settle } from './settle.ts'
import { joinShells, type PrintSolid, toSolid } from './solid.ts'
import type { Joint } from './steps.ts'

/** Parallel planes that cut a model, with lengths in metres. */
export type PlaneCuts = {
  normal: readonly [x: number, y: number, z: number]
  offsets: readonly number[]
  joint: Joint
  /** Gap on each side of a dowel or dovetail, so that the printed pieces fit together. */
  clearance: number
  gap: number
}

type Joined = { lower: Manifold; upper: Manifold; dowels: readonly Dowel[] }
type Dowel = { radius: number; length: number }

const circleSegments = 48
/** Minimum thickness of the material around a dowel, in radii of the dowel. */
const dowelWallRatio = 0.8
/** Radius of the largest dowels, as a fraction of the square root of the cut's area. */
const dowelRatio = 0.12
const dowelTries = [1, 0.7, 0.5, 0.35, 0.25] as const
/**
 * Depths of a dowel in each piece, in radii of the dowel. The second depth applies if the first
 * hole would break through the surface.
 */
const dowelDepths = [2.5, 1.5] as const
const dowelsPerSection = 2
/** Maximum number of places that are tested for a dowel, because each test takes milliseconds. */
const dowelPointsMax = 60
/** Number of heights at which the model around a dowel is measured, to find places for it. */
const dowelSlices = 9
/**
 * Largest fraction of a dowel's surroundings outside the model that counts as a rounding error.
 * Otherwise, the hole would break through the surface.
 */
const holeLossMax = 0.002

/**
 * Cuts a closed model by parallel planes. Returns closed pieces side by side on the bed, with the
 * dowels.
 * @throws {UnworkableModelError} if a plane misses the model, or if a joint does not fit.
 */
export function cutByPlanes(
  model: Parts,
  { normal, offsets, joint, clearance, gap }: PlaneCuts,
  solids: ManifoldToplevel,
): { model: Parts; pieces: number; dowels: readonly Dowel[] } {
  const solid = joinShells(toSolid(model, solids), solids)
  const turn = new Quaternion().setFromUnitVectors(
    new Vector3(...normal).normalize(),
    new Vector3(0, 0, 1),
  )
  const back = turn.clone().invert()
  let rest = rotate(solid.body, turn)
  const bodies: Manifold[] = []
  const dowels: Dowel[] = []
  for (const offset of offsets) {
    const [upper, lower] = rest.splitByPlane([0, 0, 1], offset)
    if (upper.isEmpty() || lower.isEmpty()) {
      throw new UnworkableModelError('The plane does not pass through the model: move it.')
    }
    const joined = addJoint(
      { lower, upper, dowels: [] },
      { rest, offset, clearance, solids, joint },
    )
    bodies.push(joined.lower)
    dowels.push(...joined.dowels)
    rest = joined.upper
  }
  bodies.push(rest)
  const pieces = bodies.map((body) => settlePiece({ ...solid, body: rotate(body, back) }))
  const pins = dowels.map(
    ({ radius, length }) =>
      settlePiece({
        ...solid,
        body: rotate(
          solids.Manifold.cylinder(length, radius, radius, circleSegments),
          new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(0, 1, 0)),
        ),
      }).parts,
  )
  const named = [
    ...namePieces(pieces.map(({ parts }) => parts)),
    ...pins.map((parts, at) => parts.map((part) => ({ ...part, name: `Dowel ${at + 1}` }))),
  ]
  return {
    model: { parts: arrange(named, gap), materials: [...model.materials, cutMaterial] },
    pieces: pieces.length,
    dowels,
  }
}

const rotate = (body: Manifold, turn: Quaternion): Manifold =>
  body.transform(new Matrix4().makeRotationFromQuaternion(turn).toArray())

function settlePiece(solid: PrintSolid): Parts {
  return settle(solid, () => {
    throw new UnworkableModelError('The cut would not be clean here: move the plane a little.')
  }).model
}

type JointTools = {
  rest: Manifold
  offset: number
  clearance: number
  solids: ManifoldToplevel
  joint: Joint
}

function addJoint(cut: Joined, tools: JointTools): Joined {
  switch (tools.joint) {
    case 'none':
      return cut
    case 'dowels':
      return addDowels(cut, tools)
    case 'dovetail':
      return addDovetail(cut, tools)
  }
}

function addDowels(cut: Joined, { rest, offset, clearance, solids }: JointTools): Joined {
  let { lower, upper } = cut
  const dowels: Dowel[] = []
  for (const section of rest.slice(offset).decompose()) {
    const found = placeDowels(section, { rest, offset, solids })
    for (const { x, y, radius, depth } of found) {
      const hole = solids.Manifold.cylinder(
        depth * 2,
        radius,
        radius,
        circleSegments,
        true,
      ).translate([x, y, offset])
      lower = lower.subtract(hole)
      upper = upper.subtract(hole)
      dowels.push({ radius: radius - clearance, length: (depth - clearance) * 2 })
    }
  }
  if (dowels.length === 0) {
    throw new UnworkableModelError(
      'The cut is too small for dowels: move the plane, or choose no joint.',
    )
  }
  if (dowels.some(({ radius, length }) => radius <= 0 || length <= 0)) {
    throw new UnworkableModelError(
      'The dowels are too thin for this clearance. Choose a smaller clearance.',
    )
  }
  return { lower, upper, dowels }
}

type Place = { x: number; y: number; radius: number; depth: number }

/** Finds places for dowels in an outline of a cut, far from each other and from the outline. */
function placeDowels(
  section: CrossSection,
  { rest, offset, solids }: Pick<JointTools, 'rest' | 'offset' | 'solids'>,
): Place[] {
  const largest = Math.sqrt(section.area()) * dowelRatio
  let single: Place[] = []
  for (const factor of dowelTries) {
    const radius = largest * factor
    const wall = radius * dowelWallRatio
    for (const ratio of dowelDepths) {
      const depth = radius * ratio
      const slices = Array.from({ length: dowelSlices }, (_, at) =>
        rest.slice(offset + (depth + wall) * ((2 * at) / (dowelSlices - 1) - 1)),
      )
      const outline = solids.CrossSection.intersection([
        section.offset(-(radius + wall), 'Round'),
        ...slices.map((slice) => slice.offset(-(radius + wall / 2), 'Round')),
      ])
        .toPolygons()
        .flatMap((polygon) => polygon.map(([x, y]) => ({ x, y })))
      const step = Math.ceil(outline.length / dowelPointsMax)
      const isFree = ({ x, y }: Point) => {
        const around = solids.Manifold.cylinder(
          (depth + wall) * 2,
          radius + wall / 2,
          radius + wall / 2,
          circleSegments,
          true,
        ).translate([x, y, offset])
        return around.subtract(rest).volume() <= around.volume() * holeLossMax
      }
      const chosen = findDistantPoints(
        outline.filter((_, at) => at % step === 0),
        { distanceMin: (radius + wall) * 2, isFree },
      ).map((one) => ({ ...one, radius, depth }))
      // Two thinner dowels hold better than one dowel, around which the pieces could turn.
      if (chosen.length === dowelsPerSection) return chosen
      if (single.length === 0) single = chosen
    }
  }
  return single
}

type Point = { x: number; y: number }

/**
 * Returns the two free points that are farthest apart, or one free point if no distance is above
 * `distanceMin`. Tests few points, because `isFree` is slow.
 */
function findDistantPoints(
  points: readonly Point[],
  { distanceMin, isFree }: { distanceMin: number; isFree: (point: Point) => boolean },
): Point[] {
  const tested = new Map<Point, boolean>()
  const test = (point: Point) => {
    const known = tested.get(point) ?? isFree(point)
    tested.set(point, known)
    return known
  }
  const pair = points
    .flatMap((one, at) => points.slice(at + 1).map((other) => [one, other] as const))
    .map(([one, other]) => ({ one, other, apart: Math.hypot(one.x - other.x, one.y - other.y) }))
    .filter(({ apart }) => apart > distanceMin)
    .toSorted((a, b) => b.apart - a.apart)
    .find(({ one, other }) => test(one) && test(other))
  if (pair) return [pair.one, pair.other]
  const single = points.find(test)
  return single ? [single] : []
}

/** Width of a dovetail at its narrow end (neck), as a fraction of the cut's width. */
const neckRatio = 0.35
/** Depth of a dovetail, as a fraction of the width of its neck (the narrow end). */
const depthRatio = 0.45
/**
 * Additional width of a dovetail's wide end on each side, as a fraction of the dovetail's depth.
 */
const flareRatio = 0.35
/** Minimum volume of a dovetail, as a fraction of a dovetail through solid material. */
const tongueRatioMin = 0.1
/** Factors for the size of the dovetail, tried in order until the dovetail fits. */
const dovetailTries = [1, 0.6, 0.35] as const

function addDovetail(cut: Joined, { rest, offset, clearance, solids }: JointTools): Joined {
  const { min, max } = rest.slice(offset).bounds()
  const { Manifold, CrossSection } = solids
  const [width, length] = [max[0] - min[0], max[1] - min[1]]
  const isAcross = length > width
  const across = Math.max(width, length)
  const along = rest.boundingBox()
  const reach = Math.hypot(along.max[0] - along.min[0], along.max[1] - along.min[1]) * 2
  const shape = (neck: number) => {
    const depth = neck * depthRatio
    const flare = depth * flareRatio
    return CrossSection.ofPolygons([
      [
        [-neck / 2 - flare, -depth],
        [neck / 2 + flare, -depth],
        [neck / 2, 0],
        [neck / 2, depth / 4],
        [-neck / 2, depth / 4],
        [-neck / 2, 0],
      ],
    ])
  }
  const toBar = (section: CrossSection): Manifold => {
    const bar = Manifold.extrude(section, reach, 0, 0, [1, 1], true).rotate([90, 0, 0])
    return (isAcross ? bar.rotate([0, 0, 90]) : bar).translate([
      (min[0] + max[0]) / 2,
      (min[1] + max[1]) / 2,
      offset,
    ])
  }
  for (const factor of dovetailTries) {
    const neck = across * neckRatio * factor
    const section = shape(neck)
    const tongue = toBar(section).intersect(rest)
    const lower = cut.lower.subtract(toBar(section.offset(clearance, 'Miter')))
    const upper = cut.upper.add(tongue)
    const isWhole =
      lower.decompose().length === cut.lower.decompose().length &&
      upper.decompose().length === cut.upper.decompose().length
    const solidVolume = section.area() * Math.min(width, length)
    const holds = tongue.volume() > solidVolume * tongueRatioMin
    if (isWhole && holds && clearance < neck / 4) return { lower, upper, dowels: [] }
  }
  throw new UnworkableModelError(
    'The cut has no room for a dovetail: move the plane, or choose dowels.',
  )
}
