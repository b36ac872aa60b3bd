import { fetchModel, serveWorker } from '../worker/serve-worker.ts'
import { makeReport } from './make-report.ts'

serveWorker(
  async ({ url }: { url: string }, onProgress) => makeReport(await fetchModel(url), onProgress),
  ({ topology }) => [topology.openLines.buffer, topology.nonManifoldLines.buffer],
)
