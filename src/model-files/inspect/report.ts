import type { Topology } from '../mesh/topology.ts'
import { formatCount } from '#lib/format.ts'

export type FileIssue = {
  severity: 'error' | 'warning' | 'hint'
  code: string
  sentence: string
  count: number
  pointer?: string
}

export type ModelReport = {
  issues: FileIssue[]
  isCut: boolean
  topology: Topology
}

export type Finding = {
  tone: 'good' | 'note' | 'bad'
  title: string
  detail?: string
}

const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** Describes a surface for users who want to print or use the model. */
export function describeTopology(seen: Topology): Finding[] {
  const { boundaryEdges, nonManifoldEdges, inconsistentEdges, degenerate, shells, isClosed } = seen
  const findings: Finding[] = []
  const insideOut = shells.filter(
    (shell) => shell.isClosed && shell.volume < 0 && !shell.isCavity,
  ).length
  const cavities = shells.filter(({ isCavity }) => isCavity).length
  const pieces = shells.length - cavities
  if (isClosed) {
    findings.push({
      tone: 'good',
      title: 'Watertight',
      detail: 'No holes or non-manifold edges.',
    })
  }
  if (boundaryEdges > 0) {
    findings.push({
      tone: 'bad',
      title: plural(boundaryEdges, 'boundary edge'),
      detail: 'The surface has holes there. 3D printing needs a closed surface.',
    })
  }
  if (nonManifoldEdges > 0) {
    findings.push({
      tone: 'bad',
      title: plural(nonManifoldEdges, 'non-manifold edge'),
      detail: 'More than two faces meet there, so inside and outside are ambiguous.',
    })
  }
  if (inconsistentEdges > 0) {
    findings.push({
      tone: 'bad',
      title: `${plural(inconsistentEdges, 'edge')} with inconsistent winding`,
      detail: 'Some faces may be invisible from the outside. “Face orientation” shows them in red.',
    })
  }
  if (insideOut > 0) {
    findings.push({
      tone: 'bad',
      title: `${plural(insideOut, 'shell is', 'shells are')} inside out`,
      detail: 'All of its faces point inwards.',
    })
  }
  findings.push(
    pieces === 1
      ? { tone: 'good', title: 'In one piece', detail: 'All parts of the model are joined.' }
      : {
          tone: 'note',
          title: plural(pieces, 'separate shell'),
          detail: `The largest has ${plural(shells[0]?.triangles ?? 0, 'triangle')}.`,
        },
  )
  if (cavities > 0) {
    findings.push({
      tone: 'note',
      title: plural(cavities, 'internal cavity', 'internal cavities'),
      detail: 'A closed shell inside another: a print leaves that space empty.',
    })
  }
  if (degenerate > 0) {
    findings.push({
      tone: 'note',
      title: plural(degenerate, 'degenerate triangle'),
      detail: 'They have no area and only add to the file size.',
    })
  }
  return findings
}
