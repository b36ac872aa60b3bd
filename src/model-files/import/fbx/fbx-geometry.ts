import { UnworkableModelError } from '../../unworkable-model-error.ts'
import { trianglesMax } from '../../triangles-max.ts'
import { toLinear } from '../to-linear.ts'
import { triangulate } from '../triangulate.ts'
import { findChild, type FbxNode, getNumbers, getText } from './fbx-node.ts'

export type FbxSurface = {
  readonly slot: number
  readonly positions: Float32Array<ArrayBuffer>
  readonly indices: Uint32Array<ArrayBuffer>
  readonly points: Uint32Array<ArrayBuffer>
  readonly normals?: Float32Array<ArrayBuffer>
  readonly uvs: readonly Float32Array<ArrayBuffer>[]
  readonly colors?: Float32Array<ArrayBuffer>
}

export type FbxGeometry = {
  readonly surfaces: readonly FbxSurface[]
  readonly lines: Float32Array<ArrayBuffer>
  readonly pointCount: number
  readonly brokenFaces: number
}

const uvSetsMax = 2

export function readFbxGeometry(node: FbxNode): FbxGeometry {
  const points = getNumbers(findChild(node, 'Vertices'))
  const list = getNumbers(findChild(node, 'PolygonVertexIndex'))
  const pointCount = Math.floor(points.length / 3)
  const layers = getFbxLayers(node)
  const slots = getFbxSlots(node)
  const builders = new Map<number, SurfaceBuilder>()
  const lines: number[] = []
  let polygon = 0
  let brokenFaces = 0
  let triangles = 0
  let start = 0
  for (let at = 0; at < list.length; at++) {
    if ((list[at] ?? 0) >= 0 && at < list.length - 1) continue
    const corners: number[] = []
    for (let corner = start; corner <= at; corner++) {
      const stated = list[corner] ?? 0
      corners.push(stated < 0 ? -stated - 1 : stated)
    }
    if (corners.some((point) => point >= pointCount)) brokenFaces++
    else if (corners.length === 2)
      for (const point of corners) lines.push(...getPoint(points, point))
    else {
      const slot = slots(polygon)
      const builder = builders.get(slot) ?? new SurfaceBuilder(points, layers)
      builders.set(slot, builder)
      const cut = triangulate(corners, points)
      triangles += cut.length / 3
      if (triangles > trianglesMax) {
        throw new UnworkableModelError('This FBX has too many triangles for a browser.')
      }
      for (const place of cut) {
        builder.add({ corner: start + place, point: corners[place] ?? 0, polygon })
      }
    }
    start = at + 1
    polygon++
  }
  const surfaces = [...builders]
    .toSorted(([a], [b]) => a - b)
    .map(([slot, builder]) => builder.build(slot))
    .filter(({ indices }) => indices.length > 0)
  return { surfaces, lines: Float32Array.from(lines), pointCount, brokenFaces }
}

const getPoint = (points: ArrayLike<number>, point: number): number[] =>
  [0, 1, 2].map((axis) => points[point * 3 + axis] ?? 0)

type Corner = { readonly corner: number; readonly point: number; readonly polygon: number }

type Layer = {
  readonly values: ArrayLike<number>
  readonly size: number
  readonly find: (at: Corner) => number
}

type Layers = {
  readonly normals: Layer | undefined
  readonly uvs: readonly Layer[]
  readonly colors: Layer | undefined
}

export function getFbxLayers(node: FbxNode): Layers {
  const all = (name: string) => node.children.filter((child) => child.name === name)
  const [normals] = all('LayerElementNormal').flatMap(
    (layer) =>
      toLayer(layer, { values: 'Normals', indices: ['NormalsIndex', 'NormalIndex'], size: 3 }) ??
      [],
  )
  const [colors] = all('LayerElementColor').flatMap(
    (layer) =>
      toLayer(layer, { values: 'Colors', indices: ['ColorIndex', 'ColorsIndex'], size: 4 }) ?? [],
  )
  const uvs = all('LayerElementUV')
    .flatMap((layer) => toLayer(layer, { values: 'UV', indices: ['UVIndex'], size: 2 }) ?? [])
    .slice(0, uvSetsMax)
  return { normals, uvs, colors }
}

type LayerNames = {
  readonly values: string
  readonly indices: readonly string[]
  readonly size: number
}

/** Returns undefined for an empty layer and for an unknown mapping. */
function toLayer(
  node: FbxNode,
  { values: name, indices: names, size }: LayerNames,
): Layer | undefined {
  const values = getNumbers(findChild(node, name))
  if (values.length < size) return undefined
  const mapping = getText(findChild(node, 'MappingInformationType'))
  const reference = getText(findChild(node, 'ReferenceInformationType'))
  const indexNode = names.map((one) => findChild(node, one)).find(Boolean)
  const indices = reference === 'Direct' ? undefined : getNumbers(indexNode)
  const place = getPlace(mapping)
  if (!place) return undefined
  return {
    values,
    size,
    find: (at) => {
      const raw = place(at)
      return (indices && indices.length > 0 ? (indices[raw] ?? 0) : raw) * size
    },
  }
}

function getPlace(mapping: string): ((at: Corner) => number) | undefined {
  if (mapping === 'ByPolygonVertex') return ({ corner }) => corner
  if (/^ByVert(?:ex|ice)$/.test(mapping)) return ({ point }) => point
  if (mapping === 'ByPolygon') return ({ polygon }) => polygon
  return mapping === 'AllSame' ? () => 0 : undefined
}

export function getFbxSlots(node: FbxNode): (polygon: number) => number {
  const layer = findChild(node, 'LayerElementMaterial')
  const list = getNumbers(findChild(layer, 'Materials'))
  const isWhole = getText(findChild(layer, 'MappingInformationType')) !== 'ByPolygon'
  return (polygon) => Math.max(0, list[isWhole ? 0 : polygon] ?? 0)
}

class SurfaceBuilder {
  readonly #points: ArrayLike<number>
  readonly #layers: Layers
  readonly #vertices: { points: number[]; normals: number[]; uvs: number[][]; colors: number[] }
  readonly #indices: number[] = []
  /**
   * Linked list: `#last` is the last vertex of each point, `#before` the previous vertex of the
   * same point for each vertex.
   */
  readonly #last = new Map<number, number>()
  readonly #before: number[] = []

  constructor(points: ArrayLike<number>, layers: Layers) {
    this.#points = points
    this.#layers = layers
    this.#vertices = { points: [], normals: [], uvs: layers.uvs.map(() => []), colors: [] }
  }

  add(at: Corner): void {
    const { normals, uvs, colors } = this.#layers
    const last = this.#last.get(at.point)
    const lists = [
      [normals, this.#vertices.normals] as const,
      [colors, this.#vertices.colors] as const,
      ...uvs.map((layer, set) => [layer, this.#vertices.uvs[set] ?? []] as const),
    ]
    for (let vertex = last ?? -1; vertex >= 0; vertex = this.#before[vertex] ?? -1) {
      if (lists.every(([layer, list]) => !layer || isSame(layer, layer.find(at), list, vertex))) {
        this.#indices.push(vertex)
        return
      }
    }
    const made = this.#vertices.points.push(at.point) - 1
    for (const [layer, list] of lists) {
      if (!layer) continue
      const place = layer.find(at)
      for (let part = 0; part < layer.size; part++) list.push(layer.values[place + part] ?? 0)
    }
    this.#before.push(last ?? -1)
    this.#last.set(at.point, made)
    this.#indices.push(made)
  }

  build(slot: number): FbxSurface {
    const { points, normals, uvs, colors } = this.#vertices
    const positions = new Float32Array(points.length * 3)
    points.forEach((point, at) => {
      for (let axis = 0; axis < 3; axis++)
        positions[at * 3 + axis] = this.#points[point * 3 + axis] ?? 0
    })
    return {
      slot,
      positions,
      indices: Uint32Array.from(this.#indices),
      points: Uint32Array.from(points),
      ...(normals.length > 0 && { normals: toUnitVectors(normals) }),
      uvs: uvs.map((list) =>
        Float32Array.from(list, (value, at) => (at % 2 === 1 ? 1 - value : value)),
      ),
      ...(colors.length > 0 && {
        colors: Float32Array.from(colors, (value, at) =>
          at % 4 === 3 ? clamp(value) : toLinear(value),
        ),
      }),
    }
  }
}

// oxlint-disable-next-line max-params -- for each corner
function isSame(layer: Layer, place: number, list: readonly number[], vertex: number): boolean {
  const at = vertex * layer.size
  for (let part = 0; part < layer.size; part++) {
    if ((layer.values[place + part] ?? 0) !== list[at + part]) return false
  }
  return true
}

/** Normals of length 0 become upward normals, because glTF requires length 1. */
function toUnitVectors(list: readonly number[]): Float32Array<ArrayBuffer> {
  const vectors = Float32Array.from(list)
  for (let at = 0; at < vectors.length; at += 3) {
    const length = Math.hypot(vectors[at] ?? 0, vectors[at + 1] ?? 0, vectors[at + 2] ?? 0)
    const isValid = length > 0 && Number.isFinite(length)
    for (let axis = 0; axis < 3; axis++) {
      vectors[at + axis] = isValid ? (vectors[at + axis] ?? 0) / length : axis === 1 ? 1 : 0
    }
  }
  return vectors
}

const clamp = (value: number): number => (value >= 0 ? Math.min(1, value) : 0)
