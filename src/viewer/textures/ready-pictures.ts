import { BrokenModelError } from '#model-files/errors.ts'
import { isDrawnInSoftware } from '../gpu/gl-canvas.ts'
import { glbJsonStart } from '#lib/gltf/glb.ts'
import { readGlb, readGlbJsonEnd } from '#model-files/glb/glb-header.ts'
import { at, countOf, type Json, listOf, objectOf } from '#model-files/glb/glb-json.ts'
import { createSpare } from '../gpu/spare.ts'
import { askWorker } from '#model-files/worker/ask-worker.ts'
import { decodePicture } from './decode-picture.ts'
import type { PictureQuestion } from './picture-worker.ts'

/** The pictures of a GLB that are being unpacked, by their place in its list of images. */
export type ReadyPictures = ReadonlyMap<number, Promise<ImageBitmap>>

/** Whatever else a GLB may hold is left to who reads it whole, after it has been checked. */
const kinds = new Set(['image/jpeg', 'image/png', 'image/webp'])
const sideMax = 4096
/** Of all of them, as many as four of the largest have. */
const pixelsMax = 4 * sideMax ** 2
const jsonBytesMax = 2 ** 20

const spare = createSpare<Worker>((worker) => worker.terminate())
const begun = new WeakMap<Uint8Array, ReadyPictures>()
const copies = new WeakMap<ImageBitmap, ImageBitmap[]>()

/**
 * Begins to unpack the pictures of a GLB, at once and beside everything else: before it is checked
 * and parsed, and before the code for that has arrived. Asked again, it tells of the same ones. A
 * picture that cannot be read rejects.
 *
 * @param bytes the whole file. One that is broken has no pictures; who opens it says why.
 */
export function readyPictures(bytes: Uint8Array<ArrayBuffer>): ReadyPictures {
  const pictures = begun.get(bytes) ?? begin(bytes)
  begun.set(bytes, pictures)
  return pictures
}

/** Starts, before there is a file, what will unpack its pictures where the processor draws. */
export function warmPictures(): void {
  if (!spare.isThere()) spare.keep(startWorker())
}

/** Ends it again where a graphics chip draws, which could not be known before. */
export function coolPictures(): void {
  if (!isDrawnInSoftware()) spare.take()?.terminate()
}

/** A picture, its half, the half of that, down to one pixel, where these were made beforehand. */
export const copiesOf = (picture: ImageBitmap): ImageBitmap[] | undefined => copies.get(picture)

function begin(bytes: Uint8Array<ArrayBuffer>): ReadyPictures {
  const questions = listPictures(bytes)
  if (questions.length === 0) return new Map()
  // Drivers that draw in software take a quarter of a second for the smaller copies of a picture
  // of 2048 × 2048 in sRGB; a worker takes a fifth of that, and keeps nobody waiting.
  if (isDrawnInSoftware()) return beginInWorker(questions)
  return new Map(questions.map(({ image, file }) => [image, quietly(decodePicture(file))]))
}

function beginInWorker(questions: readonly PictureQuestion[]): ReadyPictures {
  const worker = spare.take() ?? startWorker()
  const asked = askWorker<(ImageBitmap[] | undefined)[]>(worker, questions)
  const receive = async ({ file }: PictureQuestion, place: number) => {
    // What the worker could not do, the page tries once more, and fails of the picture's own fault.
    const levels = (await asked.catch(() => []))[place] ?? []
    const picture = levels[0] ?? (await decodePicture(file))
    if (levels.length > 1) copies.set(picture, levels)
    return picture
  }
  return new Map(questions.map((one, place) => [one.image, quietly(receive(one, place))]))
}

const startWorker = () =>
  new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })

/** Nobody may be waiting yet when it fails; who waits later is still told. */
function quietly<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined)
  return promise
}

function listPictures(bytes: Uint8Array<ArrayBuffer>): PictureQuestion[] {
  try {
    // It will be read again by who opens it, and takes long where it is large.
    if (readGlbJsonEnd(bytes) - glbJsonStart > jsonBytesMax) return []
    const { header, root, binary } = readGlb(bytes)
    const coloured = colouredImages(root)
    const views = listOf(root['bufferViews'])
    let pixels = 0
    return listOf(root['images']).flatMap(({ bufferView, mimeType }, image) => {
      const { widthPx = 0, heightPx = 0 } = header.textures[image] ?? {}
      pixels += widthPx * heightPx
      const isModest = Math.max(widthPx, heightPx) <= sideMax && pixels <= pixelsMax
      if (widthPx * heightPx === 0 || !isModest || !kinds.has(String(mimeType))) return []
      const { byteOffset, byteLength } = at(views, bufferView)
      const start = countOf(byteOffset)
      const part = binary.subarray(start, start + countOf(byteLength))
      const file = new Blob([part as Uint8Array<ArrayBuffer>], { type: String(mimeType) })
      return [{ image, file, isColoured: coloured.has(image) }]
    })
  } catch (error) {
    if (error instanceof BrokenModelError) return []
    throw error
  }
}

/** The places of the images that materials take colours from, which are in sRGB. */
function colouredImages(root: Json): ReadonlySet<unknown> {
  const textures = listOf(root['textures'])
  const images = new Set<unknown>()
  for (const material of listOf(root['materials'])) {
    const shown = objectOf(material['pbrMetallicRoughness'])['baseColorTexture']
    for (const used of [shown, material['emissiveTexture']]) {
      const texture = at(textures, objectOf(used)['index'])
      const webp = objectOf(objectOf(texture['extensions'])['EXT_texture_webp'])
      images.add(webp['source'] ?? texture['source'])
    }
  }
  return images
}
