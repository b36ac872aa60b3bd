import { readFileSync } from 'node:fs'
import { checkGlb } from '../inspect/check-glb.ts'
import { measureExtent } from '../mesh/extent.ts'
import { sumTriangles } from '../mesh/parts.ts'
import { readGlbDocument, readGlbParts } from '../mesh/read-glb-parts.ts'
import { importFiles } from './import-files.ts'
import type { NamedFile } from './named-file.ts'

/** Returns a file from the folder `cases`, written by another program. */
export const readCase = (name: string): NamedFile => ({
  name,
  bytes: new Uint8Array(readFileSync(new URL(`cases/${name}`, import.meta.url))),
})

/** Opens files in the same way as the page. Files without a unit are in metres. */
export async function openCase(...files: readonly NamedFile[]) {
  const units = { obj: 'm', ply: 'm', stl: 'm' } as const
  const { glb, report } = await importFiles(files, { units })
  checkGlb(glb)
  const { parts, materials } = await readGlbParts(glb)
  const { low, high } = measureExtent(parts)
  return {
    parts,
    materials,
    losses: report.losses,
    missing: report.missing,
    triangles: sumTriangles({ parts }),
    area: parts.reduce((sum, part) => sum + getArea(part), 0),
    size: high.map((value, axis) => value - (low[axis] ?? 0)),
    low,
    document: await readGlbDocument(glb),
  }
}

function getArea({
  positions,
  indices,
}: {
  positions: Float32Array
  indices: Uint32Array
}): number {
  let area = 0
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => {
      const from = (indices[at + corner] ?? 0) * 3
      return positions.subarray(from, from + 3)
    })
    const [ux = 0, uy = 0, uz = 0] = [0, 1, 2].map((axis) => (b?.[axis] ?? 0) - (a?.[axis] ?? 0))
    const [vx = 0, vy = 0, vz = 0] = [0, 1, 2].map((axis) => (c?.[axis] ?? 0) - (a?.[axis] ?? 0))
    area += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2
  }
  return area
}
