/* oxlint-disable no-underscore-dangle -- the methods of three.js are called so */
import {
  BufferAttribute,
  type BufferGeometry,
  DoubleSide,
  type Mesh,
  MeshStandardMaterial,
} from 'three'
/* oxlint-disable no-underscore-dangle -- the methods of three.js are called so */
import { USDComposer } from 'three/addons/loaders/usd/USDComposer.js'
import { toNumberList } from './usd-layer.ts'

/**
 * Extends three.js' composer with colours of points and corners, and with double-sided materials.
 */
export class ColorComposer extends USDComposer {
  override _buildMesh(path: string, spec: unknown): Mesh {
    const mesh = super._buildMesh(path, spec)
    const attributes = this._getAttributes(path)
    const materials = [mesh.material].flat()
    if (['1', 'true'].includes(String(attributes['doubleSided']))) {
      for (const material of materials) material.side = DoubleSide
    }
    if (!mesh.geometry.hasAttribute('color')) return mesh
    for (const material of materials) {
      // three.js uses the first colour of the list as the material's colour, which would tint all
      // other colours.
      if (material instanceof MeshStandardMaterial) material.color.set(0xff_ff_ff)
      material.vertexColors = true
    }
    return mesh
  }

  override _buildGeometry(
    path: string,
    attributes: Record<string, unknown>,
    isSkinned: boolean,
  ): BufferGeometry {
    const geometry = super._buildGeometry(path, attributes, isSkinned)
    const fields: unknown = Reflect.get(Object(Reflect.get(this.specsByPath, path)), 'fields')
    // USD ignores the colours of a mesh that has a material.
    if (this._getMaterialPath(path, fields)) return geometry
    const colors = this.#getColors(attributes, geometry)
    if (colors) geometry.setAttribute('color', new BufferAttribute(colors, 3))
    return geometry
  }

  #getColors(
    attributes: Record<string, unknown>,
    geometry: BufferGeometry,
  ): Float32Array<ArrayBuffer> | undefined {
    const list = (name: string) => toNumbers(Reflect.get(attributes, name))
    const colors = list('primvars:displayColor')
    const [points, indices, counts] = [
      list('points'),
      list('faceVertexIndices'),
      list('faceVertexCounts'),
    ]
    if (colors.length < 6 || counts.length === 0) return undefined
    const holes = this._buildHoleMap(attributes['primvars:arnold:polygon_holes'])
    const cut = this._triangulateIndicesWithPattern(indices, counts, points, holes)
    const lookup = list('primvars:displayColor:indices')
    const length = lookup.length > 0 ? lookup.length : colors.length / 3
    const places = getPlaces({ length, points: points.length / 3, corners: indices.length, counts })
    const vertices = geometry.getAttribute('position')?.count ?? 0
    if (!places || cut.pattern.length !== vertices) return undefined
    const made = new Float32Array(vertices * 3)
    cut.pattern.forEach((corner, vertex) => {
      const place = places === 'points' ? (cut.indices[vertex] ?? 0) : (places[corner] ?? corner)
      const color = lookup.length > 0 ? (lookup[place] ?? 0) : place
      for (let channel = 0; channel < 3; channel++) {
        made[vertex * 3 + channel] = colors[color * 3 + channel] ?? 1
      }
    })
    return made
  }
}

type Layout = {
  readonly length: number
  readonly points: number
  readonly corners: number
  readonly counts: readonly number[]
}

/** Finds out from the number of colours whether they belong to points, corners or faces. */
function getPlaces({ length, points, corners, counts }: Layout): 'points' | number[] | undefined {
  if (length === points) return 'points'
  if (length === corners) return []
  if (length !== counts.length) return undefined
  return counts.flatMap((count, face) => Array.from({ length: count }, () => face))
}

function toNumbers(value: unknown): number[] {
  return toNumberList(value) ?? []
}
