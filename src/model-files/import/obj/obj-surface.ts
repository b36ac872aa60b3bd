import type { MeshPart } from '../../mesh/parts.ts'
import type { ObjCorner, ObjPoints } from './obj-points.ts'

export class ObjSurface {
  readonly name: string
  readonly material: string
  readonly #corners: ObjCorner[] = []
  readonly #indices: number[] = []
  /**
   * Linked list: `#last` is the last vertex of each point, `#before` the previous vertex of the
   * same point for each vertex.
   */
  readonly #last = new Map<number, number>()
  readonly #before: number[] = []

  constructor(name: string, material: string) {
    this.name = name
    this.material = material
  }

  add(corner: ObjCorner): void {
    const last = this.#last.get(corner.point) ?? -1
    for (let vertex = last; vertex >= 0; vertex = this.#before[vertex] ?? -1) {
      const known = this.#corners[vertex]
      if (known?.place === corner.place && known.normal === corner.normal) {
        this.#indices.push(vertex)
        return
      }
    }
    const made = this.#corners.push(corner) - 1
    this.#before.push(last)
    this.#last.set(corner.point, made)
    this.#indices.push(made)
  }

  build(points: ObjPoints): MeshPart {
    const { positions, colors } = points.take(this.#corners.map(({ point }) => point))
    const hasPlaces = this.#corners.some(({ place }) => place >= 0)
    // A part in which any corner lacks a normal gets flat shading.
    const hasNormals = this.#corners.every(({ normal }) => normal >= 0)
    const gather = (list: readonly number[], size: number, key: 'place' | 'normal') => {
      const values = new Float32Array(this.#corners.length * size)
      this.#corners.forEach((corner, at) => {
        for (let part = 0; part < size; part++)
          values[at * size + part] = list[corner[key] * size + part] ?? 0
      })
      return values
    }
    return {
      positions,
      indices: Uint32Array.from(this.#indices),
      material: 0,
      ...(this.name !== '' && { name: this.name }),
      ...(hasNormals && { normals: gather(points.normals, 3, 'normal') }),
      ...(hasPlaces && { uvs: gather(points.places, 2, 'place') }),
      ...(colors && { colors }),
    }
  }
}
