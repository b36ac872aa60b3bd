import { readGlbChunks } from '#lib/gltf/glb.ts'
import { componentCounts } from '#lib/gltf/gltf-accessor.ts'
import { asList, asNumber, asRecord, asText, type Fields } from '#lib/fields.ts'
import { identity, multiply, type Matrix } from '#lib/geometry/matrix.ts'
import { nodeMatrix } from './matrix.ts'

/** Numbers of a vertex, as WebGL takes them. */
export type Numbers = {
  data: Float32Array | Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array
  /** For each vertex. */
  size: number
  isNormalized: boolean
}

export type Shape = {
  matrix: Matrix
  positions: Numbers
  normals: Numbers | undefined
  uvs: Numbers | undefined
  colours: Numbers | undefined
  indices: Numbers | undefined
  /** Linear, with alpha. */
  colour: readonly number[]
  metalness: number
  roughness: number
  picture: Picture | undefined
  isTwoSided: boolean
  /** Fragments with less alpha are left out; 0 keeps all. */
  alphaCutoff: number
}

/** An encoded picture within the file. */
export type Picture = { bytes: Uint8Array<ArrayBuffer>; mimeType: string }

const nodesMax = 20_000

/**
 * What there is to draw in a plain GLB: triangles with one colour, one picture, colours of their corners.
 *
 * @throws {GlbError} for what is no GLB; {Error} where it is packed in a way that only the studio reads.
 */
export function readModel(bytes: Uint8Array): Shape[] {
  const { json, binary } = readGlbChunks(bytes)
  const packed = asList(json['extensionsRequired']).filter((name) => packings.has(String(name)))
  if (packed.length > 0) throw new Error('This model is compressed. Open it in Bozzetto.')
  const file = { json, binary }
  const scene = asRecord(asList(json['scenes'])[asNumber(json['scene']) ?? 0])
  const nodes = asList(json['nodes']).map(asRecord)
  const shapes: Shape[] = []
  const waiting = asList(scene['nodes']).map((at) => ({ at: Number(at), above: identity }))
  for (let count = 0; count < nodesMax; count++) {
    const next = waiting.pop()
    if (!next) break
    const node = nodes[next.at]
    if (!node) continue
    const matrix = multiply(next.above, nodeMatrix(node))
    shapes.push(...shapesOf(file, node, matrix))
    for (const at of asList(node['children'])) waiting.push({ at: Number(at), above: matrix })
  }
  return shapes
}

const packings = new Set([
  'KHR_draco_mesh_compression',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  'KHR_texture_basisu',
  'KHR_gaussian_splatting',
])

type File = { json: Fields; binary: Uint8Array }

function shapesOf(file: File, node: Fields, matrix: Matrix): Shape[] {
  const mesh = asNumber(node['mesh'])
  if (mesh === undefined) return []
  const primitives = asList(asRecord(asList(file.json['meshes'])[mesh])['primitives'])
  return primitives.map(asRecord).flatMap((primitive) => {
    const { POSITION, NORMAL, TEXCOORD_0, COLOR_0 } = asRecord(primitive['attributes'])
    const positions = numbersAt(file, POSITION)
    // Lines and points are not drawn, strips and fans hardly exist.
    if (!positions || (primitive['mode'] ?? 4) !== 4) return []
    return {
      matrix,
      positions,
      normals: numbersAt(file, NORMAL),
      uvs: numbersAt(file, TEXCOORD_0),
      colours: numbersAt(file, COLOR_0),
      indices: numbersAt(file, primitive['indices']),
      ...lookOf(file, asRecord(asList(file.json['materials'])[Number(primitive['material'])])),
    }
  })
}

function lookOf(file: File, material: Fields) {
  const metal = asRecord(material['pbrMetallicRoughness'])
  const colour = asList(metal['baseColorFactor']).map(Number)
  const texture = asNumber(asRecord(metal['baseColorTexture'])['index'])
  return {
    colour: colour.length === 4 ? colour : [1, 1, 1, 1],
    metalness: asNumber(metal['metallicFactor']) ?? (metal['metallicRoughnessTexture'] ? 0 : 1),
    roughness: asNumber(metal['roughnessFactor']) ?? 1,
    picture: texture === undefined ? undefined : pictureAt(file, texture),
    isTwoSided: material['doubleSided'] === true,
    alphaCutoff: material['alphaMode'] === 'MASK' ? (asNumber(material['alphaCutoff']) ?? 0.5) : 0,
  }
}

function pictureAt({ json, binary }: File, texture: number): Picture | undefined {
  const { source, extensions } = asRecord(asList(json['textures'])[texture])
  const webp = asRecord(asRecord(extensions)['EXT_texture_webp'])['source']
  const { bufferView, mimeType } = asRecord(asList(json['images'])[Number(webp ?? source)])
  const bytes = bytesOf(json, binary, bufferView)
  return bytes && { bytes: new Uint8Array(bytes), mimeType: asText(mimeType) ?? 'image/png' }
}

function bytesOf(json: Fields, binary: Uint8Array, at: unknown): Uint8Array | undefined {
  const view = asList(json['bufferViews'])[Number(at)]
  if (at === undefined || view === undefined) return undefined
  const { byteOffset = 0, byteLength } = asRecord(view)
  return binary.subarray(Number(byteOffset), Number(byteOffset) + Number(byteLength))
}

const kinds = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
} as const

/** The numbers of an accessor, one after the other whatever lies between them in the file. */
function numbersAt({ json, binary }: File, at: unknown): Numbers | undefined {
  const found = asList(json['accessors'])[Number(at)]
  if (at === undefined || found === undefined) return undefined
  const { bufferView, byteOffset = 0, componentType, count, type, normalized } = asRecord(found)
  const Kind = kinds[componentType as keyof typeof kinds]
  const size = componentCounts[asText(type) ?? ''] ?? 0
  const length = Number(count)
  if (!Kind || size === 0 || !Number.isSafeInteger(length)) return undefined
  const bytes = bytesOf(json, binary, bufferView)
  const data = new Kind(length * size)
  const isNormalized = normalized === true
  if (!bytes) return { data, size, isNormalized }
  const { byteStride } = asRecord(asList(json['bufferViews'])[Number(bufferView)])
  const rowBytes = size * Kind.BYTES_PER_ELEMENT
  const stride = asNumber(byteStride) ?? rowBytes
  const raw = new Uint8Array(data.buffer)
  for (let row = 0; row < length; row++) {
    const from = Number(byteOffset) + row * stride
    raw.set(bytes.subarray(from, from + rowBytes), row * rowBytes)
  }
  return { data, size, isNormalized }
}
