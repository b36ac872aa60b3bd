import { type LightFaces, drawLight } from './studio-light.ts'
import { serveWorker } from '#model-files/worker/serve-worker.ts'
import { type PanoramaPicture, readPanorama } from './panorama.ts'

export type DrawnPanorama = { faces: LightFaces; picture: PanoramaPicture }

serveWorker(
  async ({ bytes }: { bytes: ArrayBuffer }): Promise<DrawnPanorama> => {
    const { lightFor, picture } = readPanorama(bytes)
    return { faces: drawLight(lightFor), picture: picture() }
  },
  ({ faces, picture }) => [...faces.flat(), picture.pixels].map(({ buffer }) => buffer),
)
