import { componentBytes, componentCounts } from '#lib/gltf/gltf-accessor.ts'
import type { EngineModelStats } from '../messages.ts'
import { readGltfJson } from './read-gltf-json.ts'
import { sanitiseGltf } from './sanitise-gltf.ts'

/** A thumbnail of a model with more triangles would take too much time and memory. */
const trianglesMax = 4_000_000
/** Maximum number of vertices: three for each triangle. */
const verticesMax = 12_000_000
/**
 * Every file may declare this many bytes, however small it is. Accessors without data are
 * zero-filled, so they declare more than the file holds.
 */
const declaredBytesMin = 64 * 1024 * 1024
/**
 * Larger files may declare at most this many times their size. Well-compressed models unpack to
 * about thirty times their size.
 */
const unpackedMax = 32

/**
 * Checks, by its document alone, whether a model is too large to validate or draw: a file of a few
 * hundred bytes can declare gigabytes.
 * @returns a sentence, or `undefined` if the model is small enough.
 */
export function findExcess(glb: Uint8Array, stats: EngineModelStats): string | undefined {
  if (stats.triangles > trianglesMax || stats.vertices > verticesMax) {
    return 'It has too many triangles for a preview.'
  }
  const { accessors = [], bufferViews = [] } = sanitiseGltf(readGltfJson(glb).json)
  const declared = accessors.reduce(
    (sum, { count, componentType = 0, type = '' }) =>
      sum + count * (componentCounts[type] ?? 16) * (componentBytes[componentType] ?? 4),
    // The buffer view of compressed data states the unpacked length.
    bufferViews.reduce((sum, { byteLength }) => sum + byteLength, 0),
  )
  if (declared > Math.max(declaredBytesMin, glb.byteLength * unpackedMax)) {
    return 'It declares far more data than is in the file, and was not looked into further.'
  }
  return undefined
}
