import { readVariant } from '../glb/variant-address.ts'
import type { ModelPose } from '../mesh/pose/model-pose.ts'
import { fetchModel, serveWorker } from '../worker/serve-worker.ts'
import { makeReport } from './make-report.ts'

serveWorker(
  async ({ url, pose }: { url: string; pose?: ModelPose }, onProgress) =>
    makeReport(await fetchModel(url), { pose, version: readVariant(url), onProgress }),
  ({ topology }) => [topology.openLines.buffer, topology.nonManifoldLines.buffer],
)
