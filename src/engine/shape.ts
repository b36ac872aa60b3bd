import {
  buildFields,
  type FieldOptions,
  type ShapeFields,
  type ShapeSource,
} from './fields/build-fields.ts'
import { buildMesh } from './mesh/build-mesh.ts'
import type { Mesh } from './mesh/mesh.ts'
import { countCrossings } from './mesh/count-crossings.ts'
import { findBadVertices } from './mesh/topology.ts'
import { blur } from './raster/blur.ts'
import { findComponents, touchesEdge } from './raster/components.ts'
import { signedDistance } from './raster/distance.ts'
import { createPlane, type Plane } from './raster/plane.ts'
import { simplifyMesh } from './simplify.ts'

/**
 * Width of the gaps in the outline that each retry closes, as a fraction of the object's side. A
 * spiral's narrow gaps need as many triangles as holes.
 */
const closings = [0.03, 0.08]
const grownThreshold = 0.25
/**
 * Range of the number of faces in which a noisy outline can become a self-intersecting mesh, which
 * slicers reject. With more faces this does not happen.
 */
const knotFaces = { min: 400, max: 4000 }
/**
 * Largest fraction of intersecting triangles in a valid mesh, checked only for face numbers in the
 * range `knotFaces`.
 */
const knottedFractionMax = 0.2
/**
 * Largest fraction of intersecting triangles in a shape from side views. Lower than for other
 * shapes, because a shape from the front alone is a better fallback.
 */
const crossingFractionMax = 0.05
/**
 * Largest fraction of the front that may be without solid because of the side outlines. A side
 * camera that is slightly rotated causes small gaps.
 */
const missingFractionMax = 0.04
/**
 * A mesh consists of too many tiny pieces if it has more triangles than the surfaces of this many
 * boxes of its size.
 */
const dustBoxes = 3

export type MadeShape = {
  readonly fields: ShapeFields
  readonly mesh: Mesh
  readonly isFrontAlone: boolean
}

/**
 * Makes a closed mesh of the shape within the face limit. If holes need too many faces or faces
 * intersect, simpler shapes are tried: without small parts and holes, without side views, without
 * narrow gaps.
 * @param onStage receives each stage as it begins.
 */
export async function makeShape(
  { cutout, colours, params }: ShapeSource,
  options: FieldOptions = {},
  onStage: (stage: 'fields' | 'mesh' | 'simplify') => void = () => {},
): Promise<MadeShape> {
  onStage('fields')
  let seen = options
  let fields = buildFields({ cutout, colours, params }, seen)
  onStage('mesh')
  let dense = buildMesh(fields, cutout)
  const isFrontAlone = isContradictory(fields) || isUnusableMesh(dense, fields)
  if (isFrontAlone) {
    seen = { ...options, side: undefined, profile: undefined }
    fields = buildFields({ cutout, colours, params }, seen)
    dense = buildMesh(fields, cutout)
  }
  onStage('simplify')
  let mesh = await simplifyMesh(dense, params.face_limit)
  const alone = { ...seen, side: undefined }
  const retries = [
    { closing: 0, seen },
    ...(seen.side ? [{ closing: 0, seen: alone }] : []),
    ...closings.map((closing) => ({ closing, seen: alone })),
  ]
  for (const { closing, seen: now } of retries) {
    const crossingMax = fields.hull ? crossingFractionMax : knottedFractionMax
    if (findBadVertices(mesh.indices).length === 0 && !isKnot(mesh, crossingMax)) break
    const grown = closing > 0 ? blur(cutout.alpha, closing * cutout.objectSide) : cutout.alpha
    const alpha = largestWithoutHoles(grown, closing > 0 ? grownThreshold : 0.5)
    const plain = { ...cutout, alpha }
    const depth = signedDistance(alpha, 1)
    fields = buildFields({ cutout: plain, colours: { ...colours, depth }, params }, now)
    mesh = await simplifyMesh(buildMesh(fields, plain), params.face_limit)
  }
  return { fields, mesh, isFrontAlone }
}

const isContradictory = ({ hull }: ShapeFields): boolean =>
  hull !== undefined && hull.missingFraction > missingFractionMax

/**
 * Returns whether a mesh is empty or consists of thousands of tiny pieces, which would take minutes
 * to simplify.
 */
function isUnusableMesh(
  { indices }: Mesh,
  { grid: { width, height }, hull }: ShapeFields,
): boolean {
  if (!hull) return false
  const box = 4 * (width * height + (width + height) * hull.depth)
  return indices.length === 0 || indices.length / 3 > dustBoxes * box
}

function isKnot(mesh: Mesh, fractionMax: number): boolean {
  const faces = mesh.indices.length / 3
  if (faces < knotFaces.min || faces > knotFaces.max) return false
  return countCrossings(mesh) > fractionMax * faces
}

function largestWithoutHoles({ width, height, data }: Plane, threshold: number): Plane {
  const inside = Uint8Array.from(data, (value) => (value > threshold ? 1 : 0))
  const parts = findComponents(inside, { width, height })
  const largest = parts.areas.indexOf(Math.max(...parts.areas))
  const outside = Uint8Array.from(parts.labels, (label) => (label === largest ? 0 : 1))
  const gaps = findComponents(outside, { width, height })
  const isOpen = touchesEdge(gaps, width, height)
  const plain = createPlane(width, height)
  for (let i = 0; i < outside.length; i++) {
    const isGap = outside[i] === 1 && isOpen[gaps.labels[i]] === 1
    if (!isGap) plain.data[i] = threshold < 0.5 ? 1 : Math.max(0.6, data[i])
    else if (threshold === 0.5) plain.data[i] = Math.min(0.4, data[i])
  }
  return plain
}
