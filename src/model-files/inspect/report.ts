import type { Topology } from '../mesh/topology.ts'
import { sayCount } from '#lib/format.ts'

/** One thing that the validator says, as often as it says it. */
export type FileIssue = {
  severity: 'error' | 'warning' | 'hint'
  code: string
  /** In plain words. */
  sentence: string
  count: number
  /** Where it was first seen, as the file's own path. */
  pointer?: string
}

export type ModelReport = {
  issues: FileIssue[]
  /** There were too many to list all. */
  isCut: boolean
  topology: Topology
}

export type Finding = {
  tone: 'good' | 'note' | 'bad'
  title: string
  /** What it means for the person, and what helps. */
  detail?: string
}

const plural = (count: number, one: string, many = `${one}s`) =>
  `${sayCount(count)} ${count === 1 ? one : many}`

/** What the topology means to somebody who wants to print or use the model. */
export function describeTopology(seen: Topology): Finding[] {
  const { openEdges, crowdedEdges, twistedEdges, degenerate, shells, isClosed } = seen
  const findings: Finding[] = []
  const insideOut = shells.filter(
    (shell) => shell.isClosed && shell.volume < 0 && !shell.isHollow,
  ).length
  const hollows = shells.filter(({ isHollow }) => isHollow).length
  const pieces = shells.length - hollows
  if (isClosed) {
    findings.push({
      tone: 'good',
      title: 'Closed all around',
      detail: 'No holes: a slicer can fill it.',
    })
  }
  if (openEdges > 0) {
    findings.push({
      tone: 'bad',
      title: plural(openEdges, 'open edge'),
      detail: 'The surface has holes or rims there. Printing needs it closed.',
    })
  }
  if (crowdedEdges > 0) {
    findings.push({
      tone: 'bad',
      title: plural(crowdedEdges, 'crowded edge'),
      detail: 'More than two triangles meet there, so inside and outside are unclear.',
    })
  }
  if (twistedEdges > 0) {
    findings.push({
      tone: 'bad',
      title: `${plural(twistedEdges, 'edge')} between faces that look opposite ways`,
      detail: 'Some faces may be invisible from outside. “Face sides” shows them in red.',
    })
  }
  if (insideOut > 0) {
    findings.push({
      tone: 'bad',
      title: `${plural(insideOut, 'piece is', 'pieces are')} inside out`,
      detail: 'All faces of it look inwards.',
    })
  }
  findings.push({
    tone: 'note',
    title: pieces === 1 ? 'One piece' : plural(pieces, 'separate piece'),
    ...(pieces > 1 && {
      detail: `The largest has ${plural(shells[0]?.triangles ?? 0, 'triangle')}.`,
    }),
  })
  if (hollows > 0) {
    findings.push({
      tone: 'note',
      title: plural(hollows, 'hollow'),
      detail: 'A shell inside another: a print leaves that space empty.',
    })
  }
  if (degenerate > 0) {
    findings.push({
      tone: 'note',
      title: `${plural(degenerate, 'triangle')} of no area`,
      detail: 'They do no harm, but weigh.',
    })
  }
  return findings
}
