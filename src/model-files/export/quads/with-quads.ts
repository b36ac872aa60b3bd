import type { MeshPart, Parts } from '../../mesh/parts.ts'
import { sumTriangles } from '../../mesh/parts.ts'
import { joinPoints } from './join-points.ts'
import { type Faces, pairQuads } from './pair-quads.ts'

export type FaceCount = Pick<Faces, 'quads' | 'triangles'>

export type QuadParts = Parts & {
  faces?: readonly Faces[]
}

/**
 * Merges a model's triangles into quads within each part and material.
 * @param onProgress receives the completed fraction.
 */
export function withQuads(
  model: Parts,
  onProgress: (fraction: number) => void = () => {},
): QuadParts & { count: FaceCount } {
  const total = sumTriangles(model)
  const parts: MeshPart[] = []
  const faces: Faces[] = []
  const count = { quads: 0, triangles: 0 }
  for (const part of model.parts) {
    const joined = joinPoints(part)
    const paired = pairQuads(joined)
    parts.push(joined)
    faces.push(paired)
    count.quads += paired.quads
    count.triangles += paired.triangles
    onProgress((2 * count.quads + count.triangles) / total)
  }
  return { ...model, parts, faces, count }
}
