import { coefficientCounts, toDegree, type Degree } from './harmonics.ts'
import { damagedPly, getPlyOffset, type PlyTable, type PlyType } from './ply-header.ts'
import type { Splats } from './splats.ts'

/** Returns the degree of view-dependent colour from the number of coefficients in a PLY table. */
export function getPlyDegree({ places }: PlyTable, type: PlyType): Degree {
  let rest = 0
  while (places.has(`${type} f_rest_${rest}`)) rest++
  const degree = coefficientCounts.findIndex((coefficients) => coefficients * 3 === rest)
  if (degree < 0) throw damagedPly('its colours have an unknown format')
  return toDegree(degree)
}

type PlyHarmonics = {
  readonly table: PlyTable
  readonly type: PlyType
  readonly read: (at: number) => number
}

/** Reads the coefficients of a PLY, which stores all red values before green and blue. */
export function readPlyHarmonics(
  { count, harmonics, fullDegree }: Splats,
  { table, type, read }: PlyHarmonics,
): void {
  harmonics.forEach((list, coefficient) => {
    for (let channel = 0; channel < 3; channel++) {
      const column = channel * coefficientCounts[fullDegree] + coefficient
      const place = getPlyOffset(table, type, `f_rest_${column}`)
      for (let splat = 0; splat < count; splat++) {
        list[splat * 3 + channel] = read(splat * table.rowBytes + place)
      }
    }
  })
}
