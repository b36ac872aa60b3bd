import { GlbError, readGlbChunks } from '#lib/gltf/glb.ts'
import { EngineError } from '../errors.ts'

/** The parts of a glTF document needed for counting. A foreign file may lack any of these parts. */
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

/**
 * Splits a GLB into its JSON document and its binary chunk without reading geometry.
 * @throws {EngineError} `model_unreadable` if the bytes are no GLB of version 2.
 */
export function readGltfJson(glb: Uint8Array): { json: GltfJson; binary: Uint8Array } {
  try {
    const { json, binary } = readGlbChunks(glb)
    return { json, binary }
  } catch (cause) {
    if (!(cause instanceof GlbError)) throw cause
    throw new EngineError('model_unreadable', 'The model is not a readable GLB file.', { cause })
  }
}
