import { coefficientCounts, type Degree } from './harmonics.ts'
import { damagedPly, placeOf, type PlyTable, type PlyType } from './ply-header.ts'
import type { Splats } from './splats.ts'

/** The degree of what changes with the view, by how many coefficients `table` has of it. */
export function plyDegreeOf({ places }: PlyTable, type: PlyType): Degree {
  let rest = 0
  while (places.has(`${type} f_rest_${rest}`)) rest++
  const degree = coefficientCounts.findIndex((coefficients) => coefficients * 3 === rest)
  if (degree < 0) throw damagedPly('its colours have an unknown format')
  return degree as Degree
}

type PlyHarmonics = {
  readonly table: PlyTable
  /** Of each number. */
  readonly type: PlyType
  /** Gives the number that lies so many bytes after the table's beginning. */
  readonly read: (at: number) => number
}

/** Fills in what changes with the view, of which a PLY has all of red before green and blue. */
export function readPlyHarmonics(
  { count, harmonics, fullDegree }: Splats,
  { table, type, read }: PlyHarmonics,
): void {
  harmonics.forEach((list, coefficient) => {
    for (let channel = 0; channel < 3; channel++) {
      const column = channel * coefficientCounts[fullDegree] + coefficient
      const place = placeOf(table, type, `f_rest_${column}`)
      for (let splat = 0; splat < count; splat++) {
        list[splat * 3 + channel] = read(splat * table.rowBytes + place)
      }
    }
  })
}
