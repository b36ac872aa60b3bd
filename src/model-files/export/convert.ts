import type { Part, Parts, Picture } from '../mesh/parts.ts'
import { type PartSource, partsOf, readDocument } from '../mesh/read-glb-parts.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import type { ConvertQuestion } from './formats.ts'
import { sharePictures, withKnownPictures } from './known-pictures.ts'
import type { Placement } from './placement.ts'
import { type DecodePicture, withVertexColors } from './vertex-colors.ts'
import { applyVariant } from './apply-variant.ts'
import { write3mf } from './write-3mf.ts'
import { writeGltfZip } from './write-gltf.ts'
import { writeObjZip } from './write-obj.ts'
import { writePly } from './write-ply.ts'
import { writeStl } from './write-stl.ts'
import { writeUsdz } from './write-usdz.ts'
import { type FaceCount, withQuads } from './quads/with-quads.ts'

/** What is needed of the surroundings to read and write pictures. */
export type Pictures = {
  decode: DecodePicture
  /** The same picture as a PNG. */
  toPng: (picture: Picture) => Promise<Picture>
}

/** Nothing here unpacks these pictures. */
export const noKtx2 =
  'This model has KTX2 textures, which cannot be converted here. Export it as glTF, OBJ or STL instead.'

export type Converted = {
  bytes: Uint8Array<ArrayBuffer>
  /** What came out where quads were asked for. */
  faces?: FaceCount
}

type ConvertTools = {
  /** How pictures are decoded and encoded here. */
  readonly pictures: Pictures
  /** Hears the share that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/**
 * Writes a GLB in another format.
 *
 * @throws {UnworkableModelError} if it has no triangles.
 */
export async function convertGlb(
  glb: Uint8Array,
  { format, heightMm, hasQuads = false, version = {}, name }: Omit<ConvertQuestion, 'url'>,
  { pictures, onProgress = () => {} }: ConvertTools,
): Promise<Converted> {
  const document = await readDocument(glb)
  // It has room for all scenes and materials, as the file itself.
  if (format === 'gltf') return { bytes: await writeGltfZip(document, name) }
  applyVariant(document, version)
  const sources = new Map<Part, PartSource>()
  const model = sharePictures(partsOf(document, sources))
  if (model.parts.length === 0) {
    throw new UnworkableModelError('This model has no triangles to export.')
  }
  onProgress(0.4)
  const metres: Placement = { scale: 1, upAxis: 'y' }
  const millimetres: Placement = { scale: scaleFor(model, heightMm), upAxis: 'z' }
  switch (format) {
    case 'stl':
      return { bytes: writeStl(model, millimetres) }
    case '3mf':
      return { bytes: write3mf(await withVertexColors(model, pictures.decode), millimetres) }
    case 'ply':
      return { bytes: writePly(await withVertexColors(model, pictures.decode), metres) }
    case 'obj': {
      const known = await withKnownPictures(model, {
        isKnown: isKnownToObj,
        toPng: pictures.toPng,
        uses: ['picture'],
      })
      if (!hasQuads) return { bytes: writeObjZip(known, metres, name) }
      const paired = withQuads(known, (share) => onProgress(0.4 + 0.3 * share))
      return { bytes: writeObjZip(paired, metres, name), faces: paired.count }
    }
    case 'usdz': {
      const rules = { isKnown: isKnownToApple, toPng: pictures.toPng }
      const { readMotion } = await import('./usd-motion.ts')
      const motion = readMotion(document, sources)
      return { bytes: writeUsdz(await withKnownPictures(model, rules), motion) }
    }
  }
}

const isKnownToApple = (mimeType: string): boolean => /png|jpeg/.test(mimeType)

/** Few programs that read OBJ know WebP. Nothing here unpacks KTX2; the shape is worth saving all the same. */
const isKnownToObj = (mimeType: string): boolean => /png|jpeg|ktx2/.test(mimeType)

/** From metres to millimetres, so that the model gets this height. */
function scaleFor({ parts }: Parts, heightMm: number | undefined): number {
  if (heightMm === undefined) return 1000
  let low = Infinity
  let high = -Infinity
  for (const { positions } of parts) {
    for (let at = 1; at < positions.length; at += 3) {
      low = Math.min(low, positions[at] ?? low)
      high = Math.max(high, positions[at] ?? high)
    }
  }
  return high > low ? heightMm / (high - low) : 1000
}
