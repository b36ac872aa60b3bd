import type { MeshPart } from '../../mesh/parts.ts'
import { weld } from '../../mesh/weld.ts'
import { type ColorMesh, getWeights } from './color-mesh.ts'

/**
 * Number of steps to which each component of a normal is rounded. Corners with the same point and
 * rounded normal share a vertex.
 */
const normalLevels = 63

/** Makes one part per colour, with the normals of the original surface. */
export function toColorParts(
  parts: readonly MeshPart[],
  mesh: ColorMesh,
  labels: Uint8Array,
): MeshPart[] {
  const normals = parts.every((part) => part.normals) ? joinNormals(parts) : undefined
  const { origins } = weld(parts)
  const builders = new Map<number, PartBuilder>()
  labels.forEach((label, triangle) => {
    const builder = builders.get(label) ?? new PartBuilder(label, normals !== undefined)
    builders.set(label, builder)
    for (let corner = 0; corner < 3; corner++) {
      const point = mesh.corners[triangle * 3 + corner] ?? 0
      const weights = getWeights(mesh, triangle, corner)
      const origin = mesh.origins[triangle] ?? 0
      builder.add(point, mesh.points, normals && mixNormals(normals, origins, { origin, weights }))
    }
  })
  return [...builders]
    .toSorted(([one], [other]) => one - other)
    .map(([, builder]) => builder.build())
}

class PartBuilder {
  readonly #places = new Map<number, number>()
  readonly #positions: number[] = []
  readonly #normals: number[] = []
  readonly #indices: number[] = []
  readonly #material: number
  readonly #hasNormals: boolean

  constructor(material: number, hasNormals: boolean) {
    this.#material = material
    this.#hasNormals = hasNormals
  }

  add(point: number, points: readonly number[], normal: readonly number[] = []): void {
    const key = normal.reduce(
      (sum, value) => sum * (normalLevels + 1) + Math.round(((value + 1) / 2) * normalLevels),
      point,
    )
    let place = this.#places.get(key)
    if (place === undefined) {
      place = this.#positions.length / 3
      this.#places.set(key, place)
      for (let axis = 0; axis < 3; axis++) this.#positions.push(points[point * 3 + axis] ?? 0)
      this.#normals.push(...normal)
    }
    this.#indices.push(place)
  }

  build(): MeshPart {
    return {
      material: this.#material,
      positions: new Float32Array(this.#positions),
      indices: new Uint32Array(this.#indices),
      ...(this.#hasNormals && { normals: new Float32Array(this.#normals) }),
    }
  }
}

function joinNormals(parts: readonly MeshPart[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.positions.length, 0))
  let at = 0
  for (const { positions, normals } of parts) {
    if (normals) joined.set(normals, at)
    at += positions.length
  }
  return joined
}

type Place = { origin: number; weights: readonly number[] }

function mixNormals(
  normals: Float32Array,
  origins: Uint32Array,
  { origin, weights }: Place,
): number[] {
  const mixed = [0, 1, 2].map((axis) =>
    weights.reduce(
      (sum, weight, at) => sum + weight * (normals[(origins[origin + at] ?? 0) * 3 + axis] ?? 0),
      0,
    ),
  )
  const length = Math.hypot(...mixed)
  return length > 0 ? mixed.map((value) => value / length) : [0, 1, 0]
}
