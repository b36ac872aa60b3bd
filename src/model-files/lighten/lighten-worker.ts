import './no-written-code.ts'
import { fetchModel, serveWorker } from '../worker/serve-worker.ts'
import { lightenGlb } from './lighten.ts'
import { resizePicture } from './resize-picture.ts'
import type { LightenQuestion } from './wish.ts'

serveWorker(
  async ({ url, wish }: LightenQuestion, onProgress) =>
    lightenGlb(await fetchModel(url), wish, resizePicture, onProgress),
  ({ glb }) => [glb.buffer],
)
