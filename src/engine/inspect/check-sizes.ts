import { componentBytes, componentCounts } from '#lib/gltf/gltf-accessor.ts'
import type { ModelStats } from '../messages.ts'
import { readGltfJson } from './read-gltf-json.ts'
import { sanitiseGltf } from './sanitise-gltf.ts'

/** Beyond this a picture would cost too much time and memory. */
const trianglesMax = 4_000_000
const verticesMax = 12_000_000
/** Of what a small file may say that it holds; what has no bytes of its own is made of zeros. */
const declaredBytesMin = 64 * 1024 * 1024
/** The best packed models are some thirty times as large when they are unpacked. */
const unpackedMax = 32

/**
 * Why a model must be neither validated nor drawn, told from its document alone: a file of a few hundred
 * bytes may ask for gigabytes.
 *
 * @returns a sentence, or `undefined` when there is nothing against it.
 */
export function findExcess(glb: Uint8Array, stats: ModelStats): string | undefined {
  if (stats.triangles > trianglesMax || stats.vertices > verticesMax) {
    return 'It has too many triangles for a preview.'
  }
  const { accessors = [], bufferViews = [] } = sanitiseGltf(readGltfJson(glb).json)
  const declared = accessors.reduce(
    (sum, { count, componentType = 0, type = '' }) =>
      sum + count * (componentCounts[type] ?? 16) * (componentBytes[componentType] ?? 4),
    // Of packed data a view says how long it becomes.
    bufferViews.reduce((sum, { byteLength }) => sum + byteLength, 0),
  )
  if (declared > Math.max(declaredBytesMin, glb.byteLength * unpackedMax)) {
    return 'It declares far more data than is in the file, and was not looked into further.'
  }
  return undefined
}
