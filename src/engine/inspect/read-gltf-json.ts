import { EngineError } from '../errors.ts'

/** The parts of a glTF document that counting needs; everything may be missing in a foreign file. */
export type GltfJson = {
  scene?: number
  scenes?: { nodes?: number[] }[]
  nodes?: GltfNode[]
  meshes?: { primitives?: GltfPrimitive[] }[]
  materials?: unknown[]
  accessors?: GltfAccessor[]
  images?: { name?: string; mimeType?: string; bufferView?: number; uri?: string }[]
  bufferViews?: { byteOffset?: number; byteLength: number }[]
  extensionsUsed?: string[]
}

export type GltfNode = {
  children?: number[]
  mesh?: number
  matrix?: number[]
  translation?: number[]
  rotation?: number[]
  scale?: number[]
}

export type GltfPrimitive = { attributes?: Record<string, number>; indices?: number; mode?: number }

export type GltfAccessor = {
  count: number
  componentType?: number
  type?: string
  normalized?: boolean
  min?: number[]
  max?: number[]
}

const magic = 0x46_54_6c_67
const jsonChunk = 0x4e_4f_53_4a

/**
 * Splits a GLB into its document and its binary chunk without reading any geometry.
 *
 * @throws {EngineError} `model_unreadable` if the bytes are no GLB of version 2.
 */
export function readGltfJson(glb: Uint8Array): { json: GltfJson; binary: Uint8Array } {
  const view = new DataView(glb.buffer, glb.byteOffset, glb.byteLength)
  const isGlb =
    glb.byteLength >= 20 &&
    view.getUint32(0, true) === magic &&
    view.getUint32(4, true) === 2 &&
    view.getUint32(16, true) === jsonChunk
  const jsonEnd = isGlb ? 20 + view.getUint32(12, true) : Infinity
  if (jsonEnd > glb.byteLength) throw unreadable()
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(glb.subarray(20, jsonEnd)))
    if (typeof json !== 'object' || json === null) throw unreadable()
    return { json, binary: glb.subarray(Math.min(glb.byteLength, jsonEnd + 8)) }
  } catch (cause) {
    throw unreadable(cause)
  }
}

const unreadable = (cause?: unknown) =>
  new EngineError('model_unreadable', 'The model is not a readable GLB file.', { cause })
