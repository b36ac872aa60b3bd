import { componentBytes, componentCounts } from '#lib/gltf/gltf-accessor.ts'
import type { EngineModelStats } from '../messages.ts'
import { readGltfJson } from './read-gltf-json.ts'
import { sanitiseGltf } from './sanitise-gltf.ts'

/**
 * Maximum number of triangles of a model for which a thumbnail is drawn. More triangles take too
 * much time and memory.
 */
const trianglesMax = 4_000_000
const verticesMax = 12_000_000
/**
 * Number of bytes that a file of any size may declare. Accessors without data are zero-filled, so
 * files declare more bytes than they hold.
 */
const declaredBytesMin = 64 * 1024 * 1024
/**
 * Largest ratio of declared bytes to a large file's size. Well-compressed models unpack to about
 * thirty times their size.
 */
const unpackedMax = 32

/**
 * Checks whether a model is too large to validate or draw, without unpacking: a file of a few
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
    bufferViews.reduce((sum, { byteLength }) => sum + byteLength, 0),
  )
  if (declared > Math.max(declaredBytesMin, glb.byteLength * unpackedMax)) {
    return 'It declares far more data than is in the file, and was not looked into further.'
  }
  return undefined
}
