import { serveWorker } from '#model-files/worker/serve-worker.ts'
import { decodeTexture, shrinkStepwise } from './decode-picture.ts'

export type PictureQuestion = {
  /** Index in the GLB's list of images. */
  image: number
  file: Blob
  /** True if mipmaps are needed. */
  isColoured: boolean
}

const unpack = async ({ file, isColoured }: PictureQuestion) => {
  const picture = await decodeTexture(file)
  return isColoured ? shrinkStepwise(picture) : [picture]
}

// Returns undefined for a picture that cannot be read, so that the others succeed.
serveWorker(
  (pictures: readonly PictureQuestion[]) =>
    Promise.all(pictures.map((one) => unpack(one).catch(() => undefined))),
  (unpacked) => unpacked.flatMap((levels) => levels ?? []),
)
