import '../optimize/block-code-generation.ts'
import { fetchModel, serveWorker } from '../worker/serve-worker.ts'
import { editGlb } from './edit-glb.ts'
import type { EditQuestion } from './edit-steps.ts'

serveWorker(
  async ({ url, step }: EditQuestion) => editGlb(await fetchModel(url), step),
  ({ glb }) => [glb.buffer],
)
