import { BrokenModelError } from '../errors.ts'
import {
  type Json,
  at,
  countOf,
  indicesOf,
  isObject,
  listOf,
  objectOf,
  wordsOf,
} from './glb-json.ts'
import { readImageSize } from '../image-size.ts'

/** A picture inside a GLB. Sizes in pixels are absent where the format is unknown or cut off. */
export type GlbTexture = {
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
  /** Gaussian splats, which are among the vertices. */
  splats: number
  materials: number
  textures: GlbTexture[]
  extensionsUsed: string[]
  /** Addresses outside the file that a reader would have to fetch. */
  externalUris: string[]
}

const glbMagic = 0x46546c67
const jsonChunk = 0x4e4f534a
const binaryChunk = 0x004e4942
/** Magic, version, length: what every GLB starts with. */
export const glbPrefixBytes = 12

/**
 * Reads the fixed start of a GLB.
 *
 * @param bytes at least {@link glbPrefixBytes} of the file, unless it is shorter.
 * @returns the file's own claim of its length, in bytes.
 * @throws {BrokenModelError} if this is not a GLB of version 2.
 */
export function readGlbLength(bytes: Uint8Array): number {
  const view = viewOf(bytes)
  if (view.byteLength < 4 || view.getUint32(0, true) !== glbMagic) {
    throw new BrokenModelError('This file is not a GLB model.')
  }
  if (view.byteLength < glbPrefixBytes) throw endsTooEarly()
  const version = view.getUint32(4, true)
  if (version !== 2) {
    throw new BrokenModelError(`This is a version ${version} GLB; only version 2 is supported.`)
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
export const readGlbHeader = (bytes: Uint8Array): GlbHeader => readGlb(bytes).header

/** A GLB in its parts: what it says about itself, and the bytes that it speaks of. */
type Glb = {
  header: GlbHeader
  root: Json
  /** As much of it as is here. */
  binary: Uint8Array
  /** How long the file says that it is. */
  binaryBytes: number
}

/** As `readGlbHeader`, with the description and the data themselves. */
export function readGlb(bytes: Uint8Array): Glb {
  const lengthBytes = readGlbLength(bytes)
  const view = viewOf(bytes)
  const jsonStart = glbPrefixBytes + 8
  const jsonEnd = jsonStart + readJsonLength(bytes)
  if (view.getUint32(glbPrefixBytes + 4, true) !== jsonChunk) {
    throw new BrokenModelError('This GLB is damaged: its first chunk is not JSON.')
  }
  if (view.byteLength < jsonEnd) throw endsTooEarly()

  const root = parseJson(bytes.subarray(jsonStart, jsonEnd))
  const { triangles, vertices, splats } = countDrawn(root)
  const binaryBytes = binaryLength(bytes, jsonEnd)
  const binary = bytes.subarray(jsonEnd + 8, jsonEnd + 8 + binaryBytes)
  const header = {
    lengthBytes,
    triangles,
    vertices,
    splats,
    materials: listOf(root['materials']).length,
    textures: readTextures(root, binary),
    extensionsUsed: wordsOf(root['extensionsUsed']),
    externalUris: [...listOf(root['buffers']), ...listOf(root['images'])]
      .map(({ uri }) => uri)
      .filter((uri) => typeof uri === 'string')
      .filter((uri) => !uri.startsWith('data:')),
  }
  return { header, root, binary, binaryBytes }
}

/**
 * How long the description says that it is, in bytes.
 *
 * @throws {BrokenModelError} if the file ends before it begins.
 */
export function readJsonLength(bytes: Uint8Array): number {
  const view = viewOf(bytes)
  if (view.byteLength < glbPrefixBytes + 8) throw endsTooEarly()
  return view.getUint32(glbPrefixBytes, true)
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const endsTooEarly = () => new BrokenModelError('The file is incomplete: it ends too early.')

function parseJson(bytes: Uint8Array): Json {
  let root: unknown
  try {
    root = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new BrokenModelError('This GLB is damaged: its JSON cannot be read.', { cause })
  }
  if (!isObject(root)) {
    throw new BrokenModelError('This GLB is damaged: its JSON is empty.')
  }
  return root
}

function binaryLength(bytes: Uint8Array, start: number): number {
  const view = viewOf(bytes)
  const isThere = view.byteLength >= start + 8 && view.getUint32(start + 4, true) === binaryChunk
  return isThere ? view.getUint32(start, true) : 0
}

function countDrawn(root: Json): { triangles: number; vertices: number; splats: number } {
  const accessors = listOf(root['accessors'])
  const perMesh = listOf(root['meshes']).map((mesh) => {
    let triangles = 0
    let vertices = 0
    let splats = 0
    for (const primitive of listOf(mesh['primitives'])) {
      const corners = countOf(at(accessors, objectOf(primitive['attributes'])['POSITION'])['count'])
      const indices =
        primitive['indices'] === undefined
          ? corners
          : countOf(at(accessors, primitive['indices'])['count'])
      vertices += corners
      if (isObject(objectOf(primitive['extensions'])['KHR_gaussian_splatting'])) splats += corners
      triangles += trianglesOf(primitive['mode'] ?? 4, indices)
    }
    return { triangles, vertices, splats }
  })

  let triangles = 0
  let vertices = 0
  let splats = 0
  for (const index of drawnMeshes(root)) {
    triangles += perMesh[index]?.triangles ?? 0
    vertices += perMesh[index]?.vertices ?? 0
    splats += perMesh[index]?.splats ?? 0
  }
  return { triangles, vertices, splats }
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
      throw new BrokenModelError('This GLB is damaged: its nodes form a cycle.')
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
