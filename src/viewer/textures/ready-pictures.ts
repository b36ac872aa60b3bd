import { BrokenModelError } from '#model-files/errors.ts'
import { isDrawnInSoftware } from '../gpu/gl-canvas.ts'
import { glbJsonStart } from '#lib/gltf/glb.ts'
import { readGlb, readModelJsonEnd } from '#model-files/glb/glb-header.ts'
import { at, toCount, type Json, toObjectList, toObject } from '#model-files/glb/glb-json.ts'
import { toBlob } from '#model-files/to-blob.ts'
import { createSpare } from '../gpu/spare.ts'
import { askWorker } from '#model-files/worker/ask-worker.ts'
import { decodeTexture } from './decode-picture.ts'
import type { PictureQuestion } from './picture-worker.ts'

export type ReadyPictures = ReadonlyMap<number, Promise<ImageBitmap>>

const kinds = new Set(['image/jpeg', 'image/png', 'image/webp'])
const sideMax = 4096
/** Maximum number of pixels of all pictures, equal to four of the largest pictures. */
const pixelsMax = 4 * sideMax ** 2
const jsonBytesMax = 2 ** 20

const spare = createSpare<Worker>((worker) => worker.terminate())
const begun = new WeakMap<Uint8Array, ReadyPictures>()
const copies = new WeakMap<ImageBitmap, ImageBitmap[]>()

/**
 * Starts to decode the pictures of a GLB in parallel, before the file is checked and parsed.
 * @param bytes the whole file. A broken file counts as a file without pictures.
 */
export function readyPictures(bytes: Uint8Array<ArrayBuffer>): ReadyPictures {
  const pictures = begun.get(bytes) ?? begin(bytes)
  begun.set(bytes, pictures)
  return pictures
}

/** Starts the picture worker for software renderers before there is a file. */
export function startPictureWorker(): void {
  if (!spare.isThere()) spare.keep(startWorker())
}

/** Ends the picture worker if there is a GPU, because only software renderers need it. */
export function endPictureWorker(): void {
  if (!isDrawnInSoftware()) spare.take()?.terminate()
}

export const getMipmaps = (picture: ImageBitmap): ImageBitmap[] | undefined => copies.get(picture)

function begin(bytes: Uint8Array<ArrayBuffer>): ReadyPictures {
  const questions = listPictures(bytes)
  if (questions.length === 0) return new Map()
  // A worker makes mipmaps for software renderers, because the page would block for a quarter of a
  // second per picture of 2048 × 2048 pixels.
  if (isDrawnInSoftware()) return beginInWorker(questions)
  return new Map(questions.map(({ image, file }) => [image, quietly(decodeTexture(file))]))
}

function beginInWorker(questions: readonly PictureQuestion[]): ReadyPictures {
  const worker = spare.take() ?? startWorker()
  const asked = askWorker<(ImageBitmap[] | undefined)[]>(worker, questions)
  const receive = async ({ file }: PictureQuestion, place: number) => {
    // Pictures that fail in the worker are decoded again on the page, which reports the error.
    const levels = (await asked.catch(() => []))[place] ?? []
    const picture = levels[0] ?? (await decodeTexture(file))
    if (levels.length > 1) copies.set(picture, levels)
    return picture
  }
  return new Map(questions.map((one, place) => [one.image, quietly(receive(one, place))]))
}

const startWorker = () =>
  new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })

/** Prevents an unhandled rejection. Later callers still get the error. */
function quietly<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined)
  return promise
}

function listPictures(bytes: Uint8Array<ArrayBuffer>): PictureQuestion[] {
  try {
    // Skips a large document, which would be parsed twice, here and by GLTFLoader.
    if (readModelJsonEnd(bytes) - glbJsonStart > jsonBytesMax) return []
    const { header, root, binary } = readGlb(bytes)
    const coloured = colouredImages(root)
    const views = toObjectList(root['bufferViews'])
    let pixels = 0
    return toObjectList(root['images']).flatMap(({ bufferView, mimeType }, image) => {
      const { widthPx = 0, heightPx = 0 } = header.textures[image] ?? {}
      pixels += widthPx * heightPx
      const isModest = Math.max(widthPx, heightPx) <= sideMax && pixels <= pixelsMax
      if (widthPx * heightPx === 0 || !isModest || !kinds.has(String(mimeType))) return []
      const { byteOffset, byteLength } = at(views, bufferView)
      const start = toCount(byteOffset)
      const part = binary.subarray(start, start + toCount(byteLength))
      const file = toBlob(part, String(mimeType))
      return [{ image, file, isColoured: coloured.has(image) }]
    })
  } catch (error) {
    if (error instanceof BrokenModelError) return []
    throw error
  }
}

function colouredImages(root: Json): ReadonlySet<unknown> {
  const textures = toObjectList(root['textures'])
  const images = new Set<unknown>()
  for (const material of toObjectList(root['materials'])) {
    const shown = toObject(material['pbrMetallicRoughness'])['baseColorTexture']
    for (const used of [shown, material['emissiveTexture']]) {
      const texture = at(textures, toObject(used)['index'])
      const webp = toObject(toObject(texture['extensions'])['EXT_texture_webp'])
      images.add(webp['source'] ?? texture['source'])
    }
  }
  return images
}
