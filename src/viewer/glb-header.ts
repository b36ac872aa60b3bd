import { BrokenModelError } from './errors.ts'
import { readImageSize } from './image-size.ts'

/** A picture inside a GLB. Sizes in pixels are absent where the format is unknown or cut off. */
type GlbTexture = {
  mimeType: string
  sizeBytes: number
  widthPx?: number
  heightPx?: number
}

/** What a GLB says about itself before anything in it is decoded. */
export type GlbHeader = {
  /** The whole file's length, as the file itself claims. */
  lengthBytes: number
  /** As drawn: a mesh that the scene uses twice counts twice. */
  triangles: number
  vertices: number
  materials: number
  textures: GlbTexture[]
  extensionsUsed: string[]
  /** The longest list of numbers that the file makes a reader allocate. */
  elementsMax: number
  /** Addresses outside the file that a reader would have to fetch. */
  externalUris: string[]
}

const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BINARY_CHUNK = 0x004e4942
/** Magic, version, length: what every GLB starts with. */
export const GLB_PREFIX_BYTES = 12

/**
 * Reads the fixed start of a GLB.
 *
 * @param bytes at least {@link GLB_PREFIX_BYTES} of the file, unless it is shorter.
 * @returns the file's own claim of its length, in bytes.
 * @throws {BrokenModelError} if this is not a GLB of version 2.
 */
export function readGlbLength(bytes: Uint8Array): number {
  const view = viewOf(bytes)
  if (view.byteLength < 4 || view.getUint32(0, true) !== MAGIC) {
    throw new BrokenModelError('This file is not a GLB model: it does not start like one.')
  }
  if (view.byteLength < GLB_PREFIX_BYTES) throw endsTooEarly()
  const version = view.getUint32(4, true)
  if (version !== 2) {
    throw new BrokenModelError(`This is a GLB of version ${version}; only version 2 can be shown.`)
  }
  return view.getUint32(8, true)
}

/**
 * Reads what a GLB says about itself (glTF 2.0, section 4.4), without three.js and
 * without decoding geometry or pictures.
 *
 * @param bytes the file, or its start up to the end of the JSON chunk; pictures'
 *   pixel sizes need the bytes that hold them.
 * @throws {BrokenModelError} with a sentence that says what is wrong.
 */
export function readGlbHeader(bytes: Uint8Array): GlbHeader {
  const lengthBytes = readGlbLength(bytes)
  const view = viewOf(bytes)
  const jsonStart = GLB_PREFIX_BYTES + 8
  if (view.byteLength < jsonStart) throw endsTooEarly()
  const jsonEnd = jsonStart + view.getUint32(GLB_PREFIX_BYTES, true)
  if (view.getUint32(GLB_PREFIX_BYTES + 4, true) !== JSON_CHUNK) {
    throw new BrokenModelError('This GLB is damaged: its description does not come first.')
  }
  if (view.byteLength < jsonEnd) throw endsTooEarly()

  const root = parseJson(bytes.subarray(jsonStart, jsonEnd))
  const { triangles, vertices } = countDrawn(root)
  return {
    lengthBytes,
    triangles,
    vertices,
    materials: listOf(root['materials']).length,
    textures: readTextures(root, binaryChunk(bytes, jsonEnd)),
    extensionsUsed: wordsOf(root['extensionsUsed']),
    elementsMax: listOf(root['accessors']).reduce(
      (most, { count }) => Math.max(most, countOf(count)),
      0,
    ),
    externalUris: [...listOf(root['buffers']), ...listOf(root['images'])]
      .map(({ uri }) => uri)
      .filter((uri) => typeof uri === 'string')
      .filter((uri) => !uri.startsWith('data:')),
  }
}

type Json = Readonly<Record<string, unknown>>

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const endsTooEarly = () =>
  new BrokenModelError('The file ends too early: a part of the model is missing.')

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectOf = (value: unknown): Json => (isObject(value) ? value : {})
/** Keeps the places of odd entries, because glTF refers to entries by index. */
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : [])
const wordsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((word) => typeof word === 'string') : []
const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
const indicesOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((index) => Number.isSafeInteger(index)) : []
const at = (list: readonly Json[], index: unknown): Json =>
  objectOf(typeof index === 'number' ? list[index] : undefined)

function parseJson(bytes: Uint8Array): Json {
  let root: unknown
  try {
    root = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new BrokenModelError('This GLB is damaged: its description cannot be read.', { cause })
  }
  if (!isObject(root)) {
    throw new BrokenModelError('This GLB is damaged: its description is empty.')
  }
  return root
}

function binaryChunk(bytes: Uint8Array, start: number): Uint8Array {
  const view = viewOf(bytes)
  if (view.byteLength < start + 8 || view.getUint32(start + 4, true) !== BINARY_CHUNK) {
    return new Uint8Array()
  }
  return bytes.subarray(start + 8, start + 8 + view.getUint32(start, true))
}

function countDrawn(root: Json): { triangles: number; vertices: number } {
  const accessors = listOf(root['accessors'])
  const perMesh = listOf(root['meshes']).map((mesh) => {
    let triangles = 0
    let vertices = 0
    for (const primitive of listOf(mesh['primitives'])) {
      const corners = countOf(at(accessors, objectOf(primitive['attributes'])['POSITION'])['count'])
      const indices =
        primitive['indices'] === undefined
          ? corners
          : countOf(at(accessors, primitive['indices'])['count'])
      vertices += corners
      triangles += trianglesOf(primitive['mode'] ?? 4, indices)
    }
    return { triangles, vertices }
  })

  let triangles = 0
  let vertices = 0
  for (const index of drawnMeshes(root)) {
    triangles += perMesh[index]?.triangles ?? 0
    vertices += perMesh[index]?.vertices ?? 0
  }
  return { triangles, vertices }
}

/** glTF 2.0, section 3.7.2.1: 4 is a list of triangles, 5 a strip, 6 a fan. */
function trianglesOf(mode: unknown, indices: number): number {
  if (mode === 4) return Math.floor(indices / 3)
  if (mode === 5 || mode === 6) return Math.max(0, indices - 2)
  return 0
}

/** The mesh of each node under the scene that is shown, once per node. */
function drawnMeshes(root: Json): number[] {
  const nodes = listOf(root['nodes'])
  const scene = at(listOf(root['scenes']), root['scene'] ?? 0)
  const meshes: number[] = []
  const seen = new Set<number>()
  const waiting = indicesOf(scene['nodes'])
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    // glTF allows only trees. A loop would keep every reader busy for ever.
    if (seen.has(index)) {
      throw new BrokenModelError('This GLB is damaged: its parts contain each other.')
    }
    seen.add(index)
    const node = at(nodes, index)
    if (typeof node['mesh'] === 'number') meshes.push(node['mesh'])
    for (const child of indicesOf(node['children'])) waiting.push(child)
  }
  return meshes
}

function readTextures(root: Json, binary: Uint8Array): GlbTexture[] {
  const views = listOf(root['bufferViews'])
  return listOf(root['images']).map((image) => {
    const view = at(views, image['bufferView'])
    const start = countOf(view['byteOffset'])
    const sizeBytes = countOf(view['byteLength'])
    const mimeType = typeof image['mimeType'] === 'string' ? image['mimeType'] : ''
    return { mimeType, sizeBytes, ...readImageSize(binary.subarray(start, start + sizeBytes)) }
  })
}
