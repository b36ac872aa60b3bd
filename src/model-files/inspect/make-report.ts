import { validateBytes } from 'gltf-validator'
import { readGlbParts } from '../mesh/read-glb-parts.ts'
import { analyzeTopology } from '../mesh/topology.ts'
import { describeIssues } from './describe-issue.ts'
import type { ModelReport } from './report.ts'

const issuesMax = 2_000

/** Validates a GLB and analyses its surface. */
export async function makeReport(
  glb: Uint8Array<ArrayBuffer>,
  onProgress: (fraction: number) => void = () => {},
): Promise<ModelReport> {
  const { issues } = await validateBytes(glb, { maxIssues: issuesMax, writeTimestamp: false })
  onProgress(0.4)
  const { parts } = await readGlbParts(glb)
  onProgress(0.6)
  return {
    issues: describeIssues(issues.messages),
    isCut: issues.truncated,
    topology: analyzeTopology(parts),
  }
}
