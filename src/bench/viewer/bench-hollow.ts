import { writeStl } from '#model-files/export/write-stl.ts'
import { preparePrint } from '#model-files/print/prepare-print.ts'
import { cutMaterial } from '#model-files/mesh/parts.ts'
import { startSolids } from '#model-files/print/solid.ts'
import { printTable } from '../table.ts'
import { closedModels } from './closed-models.ts'

const wallMm = 2
const drainMm = 4

/** Hollows closed models, saves them as STL files, and counts open edges with a separate reader. */
export async function benchHollow(): Promise<Record<string, number>> {
  const rows: (string | number)[][] = [['hollowed', 'open edges', 'says', 's']]
  let open = 0
  for (const name of closedModels(await startSolids()).keys()) {
    // Each model gets a new instance of the library, as in the app's worker.
    const solids = await startSolids()
    const parts = closedModels(solids).get(name) ?? []
    const start = performance.now()
    const outcome = await preparePrint(
      { parts, materials: [cutMaterial] },
      { kind: 'hollow', wallMm, drainMm },
      { start: async () => solids },
    ).catch((error: unknown) => String(error))
    const edges =
      typeof outcome === 'string'
        ? NaN
        : countOpenEdges(writeStl(outcome.model, { scale: 1000, upAxis: 'z' }))
    if (edges !== 0) open++
    const says = typeof outcome === 'string' ? outcome : outcome.sentence
    rows.push([name, edges, says, ((performance.now() - start) / 1000).toFixed(1)])
  }
  printTable(rows)
  return { hollow_not_closed: open }
}

/**
 * Counts the edges of a binary STL file that do not belong to exactly two triangles in opposite
 * directions.
 */
function countOpenEdges(stl: Uint8Array): number {
  const view = new DataView(stl.buffer, stl.byteOffset, stl.byteLength)
  const edges = new Map<string, { uses: number; balance: number }>()
  const names = new Map<string, number>()
  const pointAt = (at: number) => {
    const key = [0, 4, 8].map((axis) => view.getFloat32(at + axis, true) + 0).join()
    const known = names.get(key) ?? names.size
    names.set(key, known)
    return known
  }
  const count = view.getUint32(80, true)
  for (let triangle = 0; triangle < count; triangle++) {
    const corners = [0, 1, 2].map((corner) => pointAt(84 + triangle * 50 + 12 + corner * 12))
    corners.forEach((from, corner) => {
      const to = corners[(corner + 1) % 3] ?? 0
      const key = from < to ? `${from} ${to}` : `${to} ${from}`
      const edge = edges.get(key) ?? { uses: 0, balance: 0 }
      edge.uses++
      edge.balance += from < to ? 1 : -1
      edges.set(key, edge)
    })
  }
  return [...edges.values()].filter(({ uses, balance }) => uses !== 2 || balance !== 0).length
}
