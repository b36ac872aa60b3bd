import { validateBytes } from 'gltf-validator'
import type { ModelVariant } from '../glb/variant-address.ts'
import { readGlbParts } from '../mesh/read-glb-parts.ts'
import type { ModelPose } from '../mesh/pose/model-pose.ts'
import { analyzeTopology } from '../mesh/topology.ts'
import { describeIssues } from './describe-issue.ts'
import type { ModelReport } from './report.ts'

const issuesMax = 2_000

type ReportOptions = {
  readonly pose?: ModelPose | undefined
  readonly version?: ModelVariant
  readonly onProgress?: (fraction: number) => void
}

/** Validates a GLB and analyses its surface in a pose. */
export async function makeReport(
  glb: Uint8Array<ArrayBuffer>,
  { pose, version, onProgress = () => {} }: ReportOptions = {},
): Promise<ModelReport> {
  const { issues } = await validateBytes(glb, { maxIssues: issuesMax, writeTimestamp: false })
  onProgress(0.4)
  const { parts } = await readGlbParts(glb, pose, version)
  onProgress(0.6)
  return {
    issues: describeIssues(issues.messages),
    isCut: issues.truncated,
    topology: analyzeTopology(parts),
  }
}
