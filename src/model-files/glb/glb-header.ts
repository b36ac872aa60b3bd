import { asTexts, isRecord } from '#lib/fields.ts'
import {
  countTriangles,
  GlbError,
  readGlbChunks,
  readGlbJsonEnd as jsonEndOf,
  readGlbLength as lengthOf,
} from '#lib/gltf/glb.ts'
import { BrokenModelError, damagedGlb } from '../errors.ts'
import { type Json, at, toCount, toIndices, toObjectList, toObject } from './glb-json.ts'
import { readImageSize } from '../image-size.ts'

/**
 * A picture in a GLB. Its size in pixels is undefined if the format is unknown or the data is
 * incomplete.
 */
export type GlbTexture = {
  mimeType: string
  sizeBytes: number
  widthPx?: number
  heightPx?: number
}

export type GlbHeader = {
  lengthBytes: number
  triangles: number
  vertices: number
  splats: number
  materials: number
  textures: GlbTexture[]
  extensionsUsed: string[]
  externalUris: string[]
}

/**
 * Returns the length in bytes that a GLB's header states.
 * @throws {BrokenModelError} if the bytes are no GLB.
 */
export const readModelLength = (bytes: Uint8Array): number => asBroken(() => lengthOf(bytes))

/**
 * Returns the byte position after the JSON chunk.
 * @throws {BrokenModelError} if the bytes are no GLB.
 */
export const readModelJsonEnd = (bytes: Uint8Array): number => asBroken(() => jsonEndOf(bytes))

function asBroken<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof GlbError)) throw error
    throw new BrokenModelError(error.message, { cause: error.cause })
  }
}

/**
 * Reads facts of a GLB (glTF 2.0, section 4.4) without decoding geometry or pictures.
 * @param bytes the file, or its start up to the end of the JSON chunk. The sizes of pictures need
 * further bytes.
 * @throws {BrokenModelError} with a sentence about the defect.
 */
export const readGlbHeader = (bytes: Uint8Array): GlbHeader => readGlb(bytes).header

type Glb = {
  header: GlbHeader
  root: Json
  binary: Uint8Array
  binaryBytes: number
}

/** Reads facts like `readGlbHeader`, and the JSON and binary chunk. */
export function readGlb(bytes: Uint8Array): Glb {
  const { lengthBytes, json: root, binary, binaryBytes } = asBroken(() => readGlbChunks(bytes))
  const { triangles, vertices, splats } = countDrawn(root)
  const header = {
    lengthBytes,
    triangles,
    vertices,
    splats,
    materials: toObjectList(root['materials']).length,
    textures: readTextures(root, binary),
    extensionsUsed: asTexts(root['extensionsUsed']),
    externalUris: [...toObjectList(root['buffers']), ...toObjectList(root['images'])]
      .map(({ uri }) => uri)
      .filter((uri) => typeof uri === 'string')
      .filter((uri) => !uri.startsWith('data:')),
  }
  return { header, root, binary, binaryBytes }
}

function countDrawn(root: Json): { triangles: number; vertices: number; splats: number } {
  const accessors = toObjectList(root['accessors'])
  const perMesh = toObjectList(root['meshes']).map((mesh) => {
    let triangles = 0
    let vertices = 0
    let splats = 0
    for (const primitive of toObjectList(mesh['primitives'])) {
      const corners = toCount(at(accessors, toObject(primitive['attributes'])['POSITION'])['count'])
      const indices =
        primitive['indices'] === undefined
          ? corners
          : toCount(at(accessors, primitive['indices'])['count'])
      vertices += corners
      if (isRecord(toObject(primitive['extensions'])['KHR_gaussian_splatting'])) splats += corners
      triangles += countTriangles(primitive['mode'] ?? 4, indices)
    }
    return { triangles, vertices, splats }
  })

  let triangles = 0
  let vertices = 0
  let splats = 0
  for (const { mesh, times } of drawnMeshes(root)) {
    triangles += (perMesh[mesh]?.triangles ?? 0) * times
    vertices += (perMesh[mesh]?.vertices ?? 0) * times
    splats += (perMesh[mesh]?.splats ?? 0) * times
  }
  return { triangles, vertices, splats }
}

function drawnMeshes(root: Json): { mesh: number; times: number }[] {
  const nodes = toObjectList(root['nodes'])
  const scene = at(toObjectList(root['scenes']), root['scene'] ?? 0)
  const meshes: { mesh: number; times: number }[] = []
  const seen = new Set<number>()
  const waiting = toIndices(scene['nodes'])
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    // glTF allows only trees, and a cycle of nodes would make readers loop endlessly.
    if (seen.has(index)) throw damagedGlb('its nodes form a cycle')
    seen.add(index)
    const node = at(nodes, index)
    if (typeof node['mesh'] === 'number') {
      meshes.push({ mesh: node['mesh'], times: getInstances(node, root) })
    }
    for (const child of toIndices(node['children'])) waiting.push(child)
  }
  return meshes
}

/** Returns the number of instances of a node (EXT_mesh_gpu_instancing), 1 by default. */
function getInstances(node: Json, root: Json): number {
  const instancing = toObject(node['extensions'])['EXT_mesh_gpu_instancing']
  if (!isRecord(instancing)) return 1
  const [first] = Object.values(toObject(instancing['attributes']))
  return first === undefined ? 1 : toCount(at(toObjectList(root['accessors']), first)['count'])
}

function readTextures(root: Json, binary: Uint8Array): GlbTexture[] {
  const views = toObjectList(root['bufferViews'])
  return toObjectList(root['images']).map((image) => {
    const view = at(views, image['bufferView'])
    const start = toCount(view['byteOffset'])
    const sizeBytes = toCount(view['byteLength'])
    const mimeType = typeof image['mimeType'] === 'string' ? image['mimeType'] : ''
    return { mimeType, sizeBytes, ...readImageSize(binary.subarray(start, start + sizeBytes)) }
  })
}
