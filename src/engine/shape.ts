import type { ObjectColours } from './colour.ts'
import type { Cutout } from './crop.ts'
import { buildFields, type FieldOptions, type ShapeFields } from './fields.ts'
import { buildMesh } from './mesh.ts'
import type { Mesh } from './mesh/mesh.ts'
import { findBadVertices } from './mesh/topology.ts'
import type { EngineParams } from './params.ts'
import { findComponents, touchesEdge } from './raster/components.ts'
import { signedDistance } from './raster/distance.ts'
import { createPlane, type Plane } from './raster/plane.ts'
import { simplifyMesh } from './simplify.ts'

/**
 * The shape as a closed mesh within the face limit.
 *
 * Each tunnel needs faces of its own. Where there are more tunnels than the limit allows, the shape is
 * made once more from its largest part without any.
 *
 * @param onStage hears which of its stages begins.
 */
export async function makeShape(
  cutout: Cutout,
  colours: ObjectColours,
  params: EngineParams,
  options: FieldOptions = {},
  onStage: (stage: 'fields' | 'mesh' | 'simplify') => void = () => {},
): Promise<{ fields: ShapeFields; mesh: Mesh }> {
  onStage('fields')
  const fields = buildFields(cutout, colours, params, options)
  onStage('mesh')
  const dense = buildMesh(fields, cutout)
  onStage('simplify')
  const mesh = await simplifyMesh(dense, params.face_limit)
  if (findBadVertices(mesh.indices).length === 0) return { fields, mesh }

  const alpha = largestWithoutHoles(cutout.alpha)
  const plain = { ...cutout, alpha }
  const depth = signedDistance(alpha, 1)
  const plainFields = buildFields(plain, { ...colours, depth }, params, options)
  const plainMesh = await simplifyMesh(buildMesh(plainFields, plain), params.face_limit)
  return { fields: plainFields, mesh: plainMesh }
}

function largestWithoutHoles({ width, height, data }: Plane): Plane {
  const inside = Uint8Array.from(data, (value) => (value > 0.5 ? 1 : 0))
  const parts = findComponents(inside, width, height)
  const largest = parts.areas.indexOf(Math.max(...parts.areas))
  const outside = Uint8Array.from(parts.labels, (label) => (label === largest ? 0 : 1))
  const gaps = findComponents(outside, width, height)
  const isOpen = touchesEdge(gaps, width, height)
  const plain = createPlane(width, height)
  for (let i = 0; i < outside.length; i++) {
    const isHole = outside[i] === 1 && !isOpen[gaps.labels[i]]
    if (isHole) plain.data[i] = 1
    else plain.data[i] = outside[i] === 1 ? Math.min(0.4, data[i]) : data[i]
  }
  return plain
}
