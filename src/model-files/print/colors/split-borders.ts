import { findNearest } from './choose-palette.ts'
import {
  type ColorMesh,
  getWeights,
  measureEdge,
  measureTriangleArea,
  splitEdges,
  toEdgeKey,
} from './color-mesh.ts'
import type { ColorSampler, Weights } from './color-sampler.ts'
import type { Lab } from './oklab.ts'

/** Maximum number of rounds. Each round halves edges, so a triangle shrinks up to 4096 times. */
const roundsMax = 12
const stepsMax = 32
/** Minimum length of an edge to split, as a fraction of the triangle's longest edge. */
const longEdgeRatio = 0.6

type Finding = { label: number; isMixed: boolean }

type Borders = {
  sampler: ColorSampler
  palette: readonly Lab[]
  detail: number
  trianglesMax: number
}

/**
 * Splits triangles that contain several colours, and returns the colour of each triangle.
 * Neighbours split a common edge together, so that a closed surface stays closed.
 */
export function splitBorders(mesh: ColorMesh, borders: Borders): Uint8Array {
  for (let round = 0; ; round++) {
    const labels = new Uint8Array(mesh.origins.length)
    const marked = new Set<number>()
    for (let triangle = 0; triangle < labels.length; triangle++) {
      const { label, isMixed } = findColor(mesh, triangle, borders)
      labels[triangle] = label
      if (isMixed) markEdges(mesh, triangle, { detail: borders.detail, marked })
    }
    // Each split edge adds about one triangle on both sides.
    const isTooMany = labels.length + marked.size * 2 > borders.trianglesMax
    if (round === roundsMax || marked.size === 0 || isTooMany) return labels
    splitEdges(mesh, marked)
  }
}

function findColor(mesh: ColorMesh, triangle: number, borders: Borders): Finding {
  const { sampler, palette, detail } = borders
  const origin = mesh.origins[triangle] ?? 0
  const at = (weights: Weights) => findNearest(palette, sampler.sample(origin, weights))
  const corners = [0, 1, 2].map((corner) => getWeights(mesh, triangle, corner))
  if (sampler.isPlain(origin)) return { label: at(toPlace(corners, [1, 1, 1])), isMixed: false }
  const longest = Math.max(...[0, 1, 2].map((corner) => measureEdge(mesh, triangle, corner)))
  const steps = Math.min(stepsMax, Math.max(2, Math.ceil(longest / detail)))
  const votes = new Uint32Array(palette.length)
  for (const place of listSamples(steps)) {
    const label = at(toPlace(corners, place))
    votes[label] = (votes[label] ?? 0) + 1
  }
  const label = votes.indexOf(Math.max(...votes))
  return { label, isMixed: votes.filter((count) => count > 0).length > 1 }
}

const samplesBySteps = new Map<number, Weights[]>()

/** Returns the middles of the small triangles into which a triangle can be divided. */
export function listSamples(steps: number): readonly Weights[] {
  const known = samplesBySteps.get(steps)
  if (known) return known
  const made: Weights[] = []
  for (let a = 0; a < steps; a++) {
    for (let b = 0; a + b < steps; b++) made.push([a + 1 / 3, b + 1 / 3, steps - a - b - 2 / 3])
  }
  samplesBySteps.set(steps, made)
  return made
}

function toPlace(corners: readonly Weights[], [a, b, c]: Weights): Weights {
  const sum = a + b + c
  const [p = [0, 0, 0], q = [0, 0, 0], r = [0, 0, 0]] = corners
  const mix = (at: 0 | 1 | 2) => (p[at] * a + q[at] * b + r[at] * c) / sum
  return [mix(0), mix(1), mix(2)]
}

type Marking = { detail: number; marked: Set<number> }

function markEdges(mesh: ColorMesh, triangle: number, { detail, marked }: Marking): void {
  const lengths = [0, 1, 2].map((corner) => measureEdge(mesh, triangle, corner))
  const longest = Math.max(...lengths)
  if (longest <= detail || measureTriangleArea(mesh, triangle) === 0) return
  lengths.forEach((length, corner) => {
    if (length < longest * longEdgeRatio) return
    const from = mesh.corners[triangle * 3 + corner] ?? 0
    marked.add(toEdgeKey(from, mesh.corners[triangle * 3 + ((corner + 1) % 3)] ?? 0))
  })
}
