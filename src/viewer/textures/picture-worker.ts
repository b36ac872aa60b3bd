import { serveWorker } from '#model-files/worker/serve-worker.ts'
import { decodePicture, shrinkStepwise } from './decode-picture.ts'

export type PictureQuestion = {
  /** Its place in the GLB's list of images. */
  image: number
  file: Blob
  /** Whether smaller copies are wanted. */
  isColoured: boolean
}

const unpack = async ({ file, isColoured }: PictureQuestion) => {
  const picture = await decodePicture(file)
  return isColoured ? shrinkStepwise(picture) : [picture]
}

// Nothing for a picture that cannot be read: the others count all the same.
serveWorker(
  (pictures: readonly PictureQuestion[]) =>
    Promise.all(pictures.map((one) => unpack(one).catch(() => undefined))),
  (unpacked) => unpacked.flatMap((levels) => levels ?? []),
)
