import { isOwnKey } from '#lib/own-value.ts'
import { toOwnBytes } from '#lib/own-bytes.ts'
import type { GlbChunks } from '#lib/gltf/glb.ts'
import { componentCounts } from '#lib/gltf/gltf-accessor.ts'
import { asList, asNumber, asRecord, asText, type Fields } from '#lib/fields.ts'
import { identity, multiply, type Matrix } from '#lib/geometry/matrix.ts'
import { nodeMatrix } from './matrix.ts'

export type Numbers = {
  data: Float32Array | Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array
  size: number
  isNormalized: boolean
}

export type PlainShape = {
  matrix: Matrix
  positions: Numbers
  normals: Numbers | undefined
  uvs: Numbers | undefined
  colours: Numbers | undefined
  indices: Numbers | undefined
  colour: readonly number[]
  metalness: number
  roughness: number
  picture: ShapePicture | undefined
  isTwoSided: boolean
  isUnlit: boolean
  alphaCutoff: number
}

export type ShapePicture = {
  image: number
  bytes: Uint8Array<ArrayBuffer>
  mimeType: string
  /** Transform of texture coordinates, 3 × 3, column-major (KHR_texture_transform). */
  uvMatrix: readonly number[]
  sampler: { wrapS?: number; wrapT?: number; magFilter?: number; minFilter?: number }
}

const nodesMax = 20_000

/**
 * Reads the parts of a GLB that can be drawn without three.js: triangles with one colour, one
 * texture, vertex colours.
 * @throws {Error} for compression that needs a decoder.
 */
export function readPlainShapes({
  json,
  binary,
}: Pick<GlbChunks, 'json' | 'binary'>): PlainShape[] {
  const packed = asList(json['extensionsRequired']).filter((name) => packings.has(String(name)))
  if (packed.length > 0) throw new Error('This model is compressed. Open it in Bozzetto.')
  const file = { json, binary, read: new Map<unknown, Numbers | undefined>() }
  const scene = asRecord(asList(json['scenes'])[asNumber(json['scene']) ?? 0])
  const nodes = asList(json['nodes']).map(asRecord)
  const shapes: PlainShape[] = []
  const waiting = asList(scene['nodes']).map((at) => ({ at: Number(at), above: identity }))
  for (let count = 0; count < nodesMax; count++) {
    const next = waiting.pop()
    if (!next) break
    const node = nodes[next.at]
    if (!node) continue
    const matrix = multiply(next.above, nodeMatrix(node))
    shapes.push(...getShapes(file, node, matrix))
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

type File = {
  json: Fields
  binary: Uint8Array
  read: Map<unknown, Numbers | undefined>
}

function getShapes(file: File, node: Fields, matrix: Matrix): PlainShape[] {
  const mesh = asNumber(node['mesh'])
  if (mesh === undefined) return []
  const primitives = asList(asRecord(asList(file.json['meshes'])[mesh])['primitives'])
  return primitives.map(asRecord).flatMap((primitive) => {
    const attributes = asRecord(primitive['attributes'])
    const positions = numbersAt(file, attributes['POSITION'])
    // Only lists of triangles (mode 4) are drawn, because strips and fans are rare.
    if (!positions || (primitive['mode'] ?? 4) !== 4) return []
    const material = asRecord(asList(file.json['materials'])[Number(primitive['material'])])
    return {
      matrix,
      positions,
      normals: numbersAt(file, attributes['NORMAL']),
      uvs: numbersAt(file, attributes[`TEXCOORD_${getColourTexture(material).uvSet}`]),
      colours: numbersAt(file, attributes['COLOR_0']),
      indices: numbersAt(file, primitive['indices']),
      ...getLook(file, material),
    }
  })
}

function getLook(file: File, material: Fields) {
  const metal = asRecord(material['pbrMetallicRoughness'])
  const colour = asList(metal['baseColorFactor']).map(Number)
  return {
    colour: colour.length === 4 ? colour : [1, 1, 1, 1],
    metalness: asNumber(metal['metallicFactor']) ?? (metal['metallicRoughnessTexture'] ? 0 : 1),
    roughness: asNumber(metal['roughnessFactor']) ?? 1,
    picture: getPicture(file, material),
    isTwoSided: material['doubleSided'] === true,
    isUnlit: asRecord(material['extensions'])['KHR_materials_unlit'] !== undefined,
    alphaCutoff: material['alphaMode'] === 'MASK' ? (asNumber(material['alphaCutoff']) ?? 0.5) : 0,
  }
}

function getColourTexture(material: Fields) {
  const texture = asRecord(asRecord(material['pbrMetallicRoughness'])['baseColorTexture'])
  const transform = asRecord(asRecord(texture['extensions'])['KHR_texture_transform'])
  return {
    place: asNumber(texture['index']),
    transform,
    uvSet: asNumber(transform['texCoord']) ?? asNumber(texture['texCoord']) ?? 0,
  }
}

function getPicture({ json, binary }: File, material: Fields): ShapePicture | undefined {
  const { place, transform } = getColourTexture(material)
  if (place === undefined) return undefined
  const { source, extensions, sampler } = asRecord(asList(json['textures'])[place])
  const webp = asRecord(asRecord(extensions)['EXT_texture_webp'])['source']
  const image = asNumber(webp ?? source)
  const { bufferView, mimeType } = asRecord(asList(json['images'])[image ?? -1])
  const bytes = getBytes(json, binary, bufferView)
  if (image === undefined || !bytes) return undefined
  return {
    image,
    bytes: toOwnBytes(bytes),
    mimeType: asText(mimeType) ?? 'image/png',
    uvMatrix: getUvMatrix(transform),
    sampler: asRecord(asList(json['samplers'])[asNumber(sampler) ?? -1]),
  }
}

/** Returns the matrix of KHR_texture_transform: scale, then rotation, then offset. */
function getUvMatrix({ offset, rotation, scale }: Fields): number[] {
  const [u = 0, v = 0] = asList(offset).map(Number)
  const [width = 1, height = 1] = asList(scale).map(Number)
  const angle = asNumber(rotation) ?? 0
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [width * cos, -width * sin, 0, height * sin, height * cos, 0, u, v, 1]
}

function getBytes(json: Fields, binary: Uint8Array, at: unknown): Uint8Array | undefined {
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

function numbersAt(file: File, at: unknown): Numbers | undefined {
  if (!file.read.has(at)) file.read.set(at, readNumbers(file, at))
  return file.read.get(at)
}

function readNumbers({ json, binary }: File, at: unknown): Numbers | undefined {
  const found = asList(json['accessors'])[Number(at)]
  if (at === undefined || found === undefined) return undefined
  const { bufferView, byteOffset = 0, componentType, count, type, normalized } = asRecord(found)
  const Kind =
    typeof componentType === 'number' && isOwnKey(kinds, componentType)
      ? kinds[componentType]
      : undefined
  const size = componentCounts[asText(type) ?? ''] ?? 0
  const rows = Number(count)
  if (!Kind || size === 0 || !Number.isSafeInteger(rows)) return undefined
  const isNormalized = normalized === true
  const bytes = getBytes(json, binary, bufferView)?.subarray(Number(byteOffset))
  if (!bytes) return { data: new Kind(rows * size), size, isNormalized }
  const { byteStride } = asRecord(asList(json['bufferViews'])[Number(bufferView)])
  const rowBytes = size * Kind.BYTES_PER_ELEMENT
  const stride = asNumber(byteStride) ?? rowBytes
  const part = stride === rowBytes ? bytes.subarray(0, rows * rowBytes) : new Uint8Array(0)
  if (part.length === rows * rowBytes && part.byteOffset % Kind.BYTES_PER_ELEMENT === 0) {
    const { buffer, byteOffset: start } = toOwnBytes(part)
    return {
      data: new Kind(buffer, start, rows * size),
      size,
      isNormalized,
    }
  }
  const data = new Kind(rows * size)
  const raw = new Uint8Array(data.buffer)
  for (let row = 0; row < rows; row++) {
    const from = row * stride
    for (let byte = 0; byte < rowBytes; byte++) raw[row * rowBytes + byte] = bytes[from + byte] ?? 0
  }
  return { data, size, isNormalized }
}
