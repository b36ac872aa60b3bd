import { serveWorker } from '#model-files/worker/serve-worker.ts'
import { decodeTexture, shrinkStepwise } from './decode-picture.ts'

export type PictureQuestion = {
  image: number
  file: Blob
  isColoured: boolean
}

const unpack = async ({ file, isColoured }: PictureQuestion) => {
  const picture = await decodeTexture(file)
  return isColoured ? shrinkStepwise(picture) : [picture]
}

// Returns undefined for a picture that cannot be read. The other pictures then still succeed.
serveWorker(
  (pictures: readonly PictureQuestion[]) =>
    Promise.all(pictures.map((one) => unpack(one).catch(() => undefined))),
  (unpacked) => unpacked.flatMap((levels) => levels ?? []),
)
