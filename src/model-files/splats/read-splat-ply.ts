import { getPlyDegree, readPlyHarmonics } from './ply-harmonics.ts'
import { damagedPly, getPlyOffset, readPlyHeader, readPlyTables } from './ply-header.ts'
import { readPackedPly } from './read-packed-ply.ts'
import { makeSplats, putRotation, type Splats } from './splats.ts'

const wanted = [
  ['x', 'y', 'z'],
  ['f_dc_0', 'f_dc_1', 'f_dc_2'],
  ['scale_0', 'scale_1', 'scale_2'],
  ['rot_0', 'rot_1', 'rot_2', 'rot_3'],
  ['opacity'],
] as const

/** Returns whether a PLY holds Gaussian splats, by properties that surfaces do not have. */
export function isSplatPly(bytes: Uint8Array): boolean {
  const header = readPlyHeader(bytes)
  return header !== undefined && /^property \S+ (f_dc_0|packed_position)\s*$/m.test(header)
}

/**
 * Reads a PLY in the layout of the original Gaussian splatting code (logarithmic scales, opacity
 * before the sigmoid, rotations with w first) or the compressed layout.
 * @throws {UnworkableModelError} if the file is truncated or has another layout.
 */
export function readSplatPly(bytes: Uint8Array): Splats {
  const tables = readPlyTables(bytes)
  const table = tables.find(({ name }) => name === 'vertex')
  if (!table) throw damagedPly('it has no splats')
  if (table.places.has('uint packed_position')) return readPackedPly(bytes, tables)

  const { count, rowBytes, start } = table
  const rows = new DataView(bytes.buffer, bytes.byteOffset + start)
  const splats = makeSplats(count, true, getPlyDegree(table, 'float'))
  const [position, color, scale, rotation, opacity] = wanted.map((names) =>
    names.map((name) => getPlyOffset(table, 'float', name)),
  )
  for (let splat = 0; splat < count; splat++) {
    const row = splat * rowBytes
    const read = (list: readonly number[] = [], part: number) =>
      rows.getFloat32(row + (list[part] ?? 0), true)
    for (let part = 0; part < 3; part++) {
      splats.positions[splat * 3 + part] = read(position, part)
      splats.colors[splat * 3 + part] = read(color, part)
      splats.scales[splat * 3 + part] = Math.exp(read(scale, part))
    }
    const [w, x, y, z] = [0, 1, 2, 3].map((part) => read(rotation, part))
    putRotation(splats.rotations, splat, x ?? 0, y ?? 0, z ?? 0, w ?? 1)
    splats.opacities[splat] = 1 / (1 + Math.exp(-read(opacity, 0)))
  }
  readPlyHarmonics(splats, { table, type: 'float', read: (at) => rows.getFloat32(at, true) })
  return splats
}
