import { asList, asNumber, asRecord, asTexts, type Fields } from '#lib/fields.ts'
import { plainExtensions } from '#lib/gltf/extensions.ts'
import { readGlbChunks } from '#lib/gltf/glb.ts'
import type { Room } from '../camera/standing.ts'
import { getMipmaps, readyPictures } from '../textures/ready-pictures.ts'
import { readPlainShapes, type PlainShape } from '../plain/read-shapes.ts'
import { measureShapes } from '../plain/shape-bounds.ts'

export type PlainModel = {
  shapes: readonly PlainShape[]
  bounds: Room
  /** Pictures by image index. `isCopy` marks a smaller copy that the file contains. */
  pictures: ReadonlyMap<number, { bitmap: ImageBitmap; isCopy: boolean }>
}

/**
 * Maximum number of shapes. Larger models get no preview, because drawing takes as long as with
 * three.js.
 */
const shapesMax = 300
const cornersMax = 3_000_000
const pictureSideMax = 512

const known = new Set<string>(plainExtensions)

/**
 * Reads a checked GLB if it can be drawn without three.js.
 * @returns undefined if the model is compressed, skinned, transparent, or very large.
 */
export async function readPlainModel(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<PlainModel | undefined> {
  const chunks = readGlbChunks(bytes)
  if (!isPlain(chunks.json)) return undefined
  const shapes = readPlainShapes(chunks)
  const corners = shapes.reduce((sum, { positions }) => sum + positions.data.length / 3, 0)
  if (shapes.length === 0 || shapes.length > shapesMax || corners > cornersMax) return undefined
  const bounds = measureShapes(shapes)
  if (!bounds) return undefined
  const pictures: [number, { bitmap: ImageBitmap; isCopy: boolean }][] = []
  const ready = readyPictures(bytes)
  for (const image of new Set(shapes.flatMap(({ picture }) => picture?.image ?? []))) {
    const bitmap = await ready.get(image)?.catch(() => undefined)
    if (!bitmap) return undefined
    pictures.push([image, smallest(bitmap)])
  }
  return { shapes, bounds, pictures: new Map(pictures) }
}

const isSmall = ({ width, height }: ImageBitmap) => Math.max(width, height) <= pictureSideMax

function smallest(bitmap: ImageBitmap): { bitmap: ImageBitmap; isCopy: boolean } {
  const copy = isSmall(bitmap) ? undefined : getMipmaps(bitmap)?.find(isSmall)
  return { bitmap: copy ?? bitmap, isCopy: copy !== undefined }
}

const moves = ({ weights }: Fields) => asList(weights).some((weight) => weight !== 0)

function isPlain(json: Fields): boolean {
  const records = (name: string) => asList(json[name]).map(asRecord)
  return (
    asTexts(json['extensionsUsed']).every((name) => known.has(name)) &&
    records('accessors').every(({ sparse }) => sparse === undefined) &&
    records('materials').every(({ alphaMode }) => alphaMode !== 'BLEND') &&
    records('nodes').every((node) => node['skin'] === undefined && !moves(node)) &&
    records('meshes').every(
      (mesh) =>
        !moves(mesh) &&
        asList(mesh['primitives']).every((one) => (asNumber(asRecord(one)['mode']) ?? 4) === 4),
    )
  )
}
