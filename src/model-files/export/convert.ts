import { type Document, WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { zipSync } from 'fflate'
import type { ExportFormat } from '#lib/export-formats.ts'
import type { MeshPart, Parts, EmbeddedPicture } from '../mesh/parts.ts'
import { measureExtent } from '../mesh/extent.ts'
import { type PartSource, readParts, readGlbDocument } from '../mesh/read-glb-parts.ts'
import { applyVariant } from '../mesh/apply-variant.ts'
import { applyPose } from '../mesh/pose/apply-pose.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { type ExportTarget, getExportFrame } from './export-frame.ts'
import type { ConvertQuestion } from './convert-question.ts'
import { sharePictures, withKnownPictures } from './known-pictures.ts'
import { splitPictures } from './obj-maps.ts'
import type { Placement } from './placement.ts'
import { type DecodePicture, withVertexColors } from './vertex-colors.ts'
import { write3mf } from './write-3mf.ts'
import { writeObjZip } from './write-obj.ts'
import { writePly } from './write-ply.ts'
import { writeStl } from './write-stl.ts'
import { writeUsdz } from './write-usdz.ts'
import { type FaceCount, withQuads } from './quads/with-quads.ts'

/** Functions that convert pictures, which differ between browser and server. */
export type Pictures = {
  decode: DecodePicture
  toPng: (picture: EmbeddedPicture) => Promise<EmbeddedPicture>
}

export const noKtx2 =
  'This model has KTX2 textures, which cannot be converted here. Export it as glTF, OBJ or STL instead.'

export type Converted = {
  bytes: Uint8Array<ArrayBuffer>
  faces?: FaceCount
}

type ConvertTools = {
  readonly pictures: Pictures
  readonly onProgress?: (fraction: number) => void
}

/**
 * Converts a GLB to another format.
 * @throws {UnworkableModelError} if the GLB has no triangles.
 */
export async function convertGlb(
  glb: Uint8Array,
  {
    format,
    printScale,
    hasQuads = false,
    target,
    version = {},
    pose = {},
    name,
  }: Omit<ConvertQuestion, 'url'>,
  { pictures, onProgress = () => {} }: ConvertTools,
): Promise<Converted> {
  const document = await readGlbDocument(glb)
  if (format === 'gltf') return { bytes: await writeGltfZip(document, name) }
  applyVariant(document, version)
  applyPose(document, pose)
  const sources = new Map<MeshPart, PartSource>()
  const model = sharePictures(readParts(document, sources))
  if (model.parts.length === 0) {
    throw new UnworkableModelError('This model has no triangles to export.')
  }
  onProgress(0.4)
  return writers[format]({
    model,
    document,
    sources,
    name,
    hasQuads,
    clip: pose.clip,
    pictures,
    onProgress,
    metres: { scale: 1, upAxis: 'y' },
    millimetres: placeOnPlate(model, printScale),
    target,
  })
}

type WriteJob = {
  model: Parts
  document: Awaited<ReturnType<typeof readGlbDocument>>
  sources: ReadonlyMap<MeshPart, PartSource>
  name: string
  hasQuads: boolean
  clip: number | undefined
  pictures: Pictures
  onProgress: (ratio: number) => void
  metres: Placement
  millimetres: Placement
  target: ExportTarget | undefined
}

const unitScales = { metres: 1, centimetres: 100, millimetres: 1000 } as const

function placeFor(format: 'obj' | 'stl', { target, metres, millimetres }: WriteJob): Placement {
  if (target === undefined) return format === 'stl' ? millimetres : metres
  const frame = getExportFrame(target, format)
  return target === 'print'
    ? { ...millimetres, unit: frame.unit }
    : { ...frame, scale: unitScales[frame.unit] }
}

const writers: Record<
  Exclude<ExportFormat, 'gltf'>,
  (job: WriteJob) => Converted | Promise<Converted>
> = {
  stl: (job) => ({ bytes: writeStl(job.model, placeFor('stl', job)) }),
  '3mf': async ({ model, pictures, millimetres }) => ({
    bytes: write3mf(await withVertexColors(model, pictures.decode), millimetres),
  }),
  ply: async ({ model, pictures, metres }) => ({
    bytes: writePly(await withVertexColors(model, pictures.decode), metres),
  }),
  obj: async (job) => {
    const { model, name, hasQuads, pictures, onProgress } = job
    const placement = placeFor('obj', job)
    const known = await withKnownPictures(model, {
      isKnown: isKnownToObj,
      toPng: pictures.toPng,
      uses: ['picture', 'normalPicture', 'emissivePicture'],
    })
    const maps = await splitPictures(model, pictures.decode)
    if (!hasQuads) return { bytes: writeObjZip({ ...known, maps }, placement, name) }
    const paired = withQuads(known, (ratio) => onProgress(0.4 + 0.3 * ratio))
    return { bytes: writeObjZip({ ...paired, maps }, placement, name), faces: paired.count }
  },
  usdz: async ({ model, document, sources, clip, pictures }) => {
    const rules = { isKnown: isKnownToApple, toPng: pictures.toPng }
    const { readMotion } = await import('./usd-motion.ts')
    const motion = readMotion(document, sources, clip)
    return { bytes: writeUsdz(await withKnownPictures(model, rules), motion) }
  },
}

const isKnownToApple = (mimeType: string): boolean => /png|jpeg/.test(mimeType)

/**
 * Few OBJ readers support WebP. KTX2 pictures stay unchanged, because this module cannot convert
 * KTX2.
 */
const isKnownToObj = (mimeType: string): boolean => /png|jpeg|ktx2/.test(mimeType)

/** Returns the transform for slicers: millimetres, z up, centred, lowest point at z = 0. */
function placeOnPlate({ parts }: Parts, printScale = 1): Placement {
  const { low, high } = measureExtent(parts)
  return {
    scale: 1000 * printScale,
    upAxis: 'z',
    origin: [(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2],
  }
}

/** Writes a document as a zip of a glTF with separate data and picture files. */
async function writeGltfZip(document: Document, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
  const { json, resources } = await io.writeJSON(document, { basename: name })
  const text = new TextEncoder().encode(JSON.stringify(json, undefined, 1))
  return zipSync({ [`${name}.gltf`]: text, ...resources }, { level: 1 })
}
