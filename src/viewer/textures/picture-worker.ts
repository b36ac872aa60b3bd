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

// An unreadable picture is undefined, so that the other pictures still succeed.
serveWorker(
  (pictures: readonly PictureQuestion[]) =>
    Promise.all(pictures.map((one) => unpack(one).catch(() => undefined))),
  (unpacked) => unpacked.flatMap((levels) => levels ?? []),
)
