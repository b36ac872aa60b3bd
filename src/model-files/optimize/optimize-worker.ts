import './block-code-generation.ts'
import { fetchModel, serveWorker } from '../worker/serve-worker.ts'
import { optimizeGlb } from './optimize.ts'
import { resizePicture } from './resize-picture.ts'
import type { OptimizeRequest } from './optimize-options.ts'

serveWorker(
  async ({ url, wish }: OptimizeRequest, onProgress) =>
    optimizeGlb(await fetchModel(url), wish, { resize: resizePicture, onProgress }),
  ({ glb }) => [glb.buffer],
)
