import { type ColorMesh, measureEdge, measureTriangleArea, toEdgeKey } from './color-mesh.ts'

/** Maximum number of searches. Removing a small patch may create another small patch. */
const roundsMax = 12

/**
 * Gives patches smaller than `areaMin` the colour of the neighbour with the longest common border,
 * by changing `labels`. Keeps small shells of one colour.
 */
export function removeIslands(mesh: ColorMesh, labels: Uint8Array, areaMin: number): void {
  const neighbours = listNeighbours(mesh)
  const areas = Float64Array.from(labels, (_, triangle) => measureTriangleArea(mesh, triangle))
  for (let round = 0; round < roundsMax; round++) {
    const small = listPatches(labels, neighbours, areas)
      .filter(({ area }) => area < areaMin)
      .toSorted((one, other) => one.area - other.area)
    let changed = 0
    for (const { triangles } of small) {
      const label = findBorderLabel(mesh, labels, { triangles, neighbours })
      if (label === undefined) continue
      for (const triangle of triangles) labels[triangle] = label
      changed++
    }
    if (changed === 0) return
  }
}

function listNeighbours({ corners }: ColorMesh): Int32Array {
  const neighbours = new Int32Array(corners.length).fill(-1)
  const waiting = new Map<number, number>()
  for (let at = 0; at < corners.length; at++) {
    const next = at % 3 === 2 ? at - 2 : at + 1
    const key = toEdgeKey(corners[at] ?? 0, corners[next] ?? 0)
    const other = waiting.get(key)
    if (other === undefined) {
      waiting.set(key, at)
      continue
    }
    waiting.delete(key)
    neighbours[at] = Math.floor(other / 3)
    neighbours[other] = Math.floor(at / 3)
  }
  return neighbours
}

type Patch = { triangles: number[]; area: number }

function listPatches(labels: Uint8Array, neighbours: Int32Array, areas: Float64Array): Patch[] {
  const patches: Patch[] = []
  const isDone = new Uint8Array(labels.length)
  for (let first = 0; first < labels.length; first++) {
    if (isDone[first]) continue
    isDone[first] = 1
    const triangles = [first]
    let area = 0
    for (const triangle of triangles) {
      area += areas[triangle] ?? 0
      for (const next of neighbours.subarray(triangle * 3, triangle * 3 + 3)) {
        if (next < 0 || isDone[next] || labels[next] !== labels[first]) continue
        isDone[next] = 1
        triangles.push(next)
      }
    }
    patches.push({ triangles, area })
  }
  return patches
}

type Border = { triangles: readonly number[]; neighbours: Int32Array }

function findBorderLabel(
  mesh: ColorMesh,
  labels: Uint8Array,
  { triangles, neighbours }: Border,
): number | undefined {
  const lengths = new Map<number, number>()
  for (const triangle of triangles) {
    for (let corner = 0; corner < 3; corner++) {
      const next = neighbours[triangle * 3 + corner] ?? -1
      const label = next < 0 ? undefined : labels[next]
      if (label === undefined || label === labels[triangle]) continue
      lengths.set(label, (lengths.get(label) ?? 0) + measureEdge(mesh, triangle, corner))
    }
  }
  return [...lengths].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}
