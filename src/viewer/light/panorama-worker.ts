import { drawLight } from './studio-light.ts'
import { serveWorker } from '#model-files/worker/serve-worker.ts'
import { readPanorama } from './panorama.ts'

serveWorker(
  async ({ bytes }: { bytes: ArrayBuffer }) => drawLight(readPanorama(bytes)),
  (faces) => faces.flat().map(({ buffer }) => buffer),
)
