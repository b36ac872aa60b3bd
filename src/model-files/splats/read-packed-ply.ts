import { sh0 } from './harmonics.ts'
import { getPlyDegree, readPlyHarmonics } from './ply-harmonics.ts'
import { damagedPly, getPlyOffset, type PlyTable } from './ply-header.ts'
import { makeSplats, putRotation, type Splats } from './splats.ts'

const splatsABlock = 256

/** Columns with a block's minimum and maximum, between which values are quantised. */
const ranges = {
  position: ['min_x', 'min_y', 'min_z', 'max_x', 'max_y', 'max_z'],
  scale: ['min_scale_x', 'min_scale_y', 'min_scale_z', 'max_scale_x', 'max_scale_y', 'max_scale_z'],
  color: ['min_r', 'min_g', 'min_b', 'max_r', 'max_g', 'max_b'],
} as const

/**
 * Reads PlayCanvas' compressed PLY: blocks of 256 splats with 16 bytes each. Positions and scales
 * have 11, 10 and 11 bits within the block's bounds.
 * @throws {UnworkableModelError} if a table or column is missing.
 */
export function readPackedPly(bytes: Uint8Array, tables: readonly PlyTable[]): Splats {
  const [blocks, rows, rest] = ['chunk', 'vertex', 'sh'].map((name) =>
    tables.find((table) => table.name === name),
  )
  if (!blocks || !rows) throw damagedPly('it has no splats')
  const { count } = rows
  if (blocks.count < Math.ceil(count / splatsABlock) || (rest && rest.count < count)) {
    throw damagedPly('it ends too early')
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const splats = makeSplats(count, true, rest ? getPlyDegree(rest, 'uchar') : 0)
  const { positions, scales, rotations, opacities, colors } = splats

  const getBounds = (names: readonly string[]) => {
    const places = names.map((name) => getPlyOffset(blocks, 'float', name))
    return (splat: number, part: number, fraction: number) => {
      const block = blocks.start + Math.floor(splat / splatsABlock) * blocks.rowBytes
      const low = view.getFloat32(block + (places[part] ?? 0), true)
      const high = view.getFloat32(block + (places[part + 3] ?? 0), true)
      return low + (high - low) * fraction
    }
  }
  const toPosition = getBounds(ranges.position)
  const toScale = getBounds(ranges.scale)
  // Older files have no bounds for colours.
  const hasColorBounds = blocks.places.has('float min_r')
  const toColor = hasColorBounds
    ? getBounds(ranges.color)
    : (_: number, __: number, own: number) => own
  const [packedPosition, packedRotation, packedScale, packedColor] = [
    'packed_position',
    'packed_rotation',
    'packed_scale',
    'packed_color',
  ].map((name) => getPlyOffset(rows, 'uint', name))

  for (let splat = 0; splat < count; splat++) {
    const row = rows.start + splat * rows.rowBytes
    const word = (place = 0) => view.getUint32(row + place, true)
    const [place, size, paint] = [word(packedPosition), word(packedScale), word(packedColor)]
    for (let part = 0; part < 3; part++) {
      const at = splat * 3 + part
      positions[at] = toPosition(splat, part, threeIn(place, part))
      scales[at] = Math.exp(toScale(splat, part, threeIn(size, part)))
      colors[at] = (toColor(splat, part, byteIn(paint, part)) - 0.5) / sh0
    }
    opacities[splat] = byteIn(paint, 3)
    putLargestLeftOut(rotations, splat, word(packedRotation))
  }
  // Each coefficient is a byte for −4 to 4.
  if (rest) {
    const { start } = rest
    readPlyHarmonics(splats, {
      table: rest,
      type: 'uchar',
      read: (at) => (view.getUint8(start + at) * 8) / 255 - 4,
    })
  }
  return splats
}

/**
 * Reads one of three numbers in a 32-bit word, with 11, 10 and 11 bits from the highest bit down.
 * @returns the number as a fraction from 0 to 1.
 */
const threeIn = (word: number, part: number): number =>
  part === 0
    ? (word >>> 21) / 2047
    : part === 1
      ? ((word >>> 11) & 1023) / 1023
      : (word & 2047) / 2047

/**
 * Reads one of the four bytes of a word, the highest byte first.
 * @returns the byte as a fraction from 0 to 1.
 */
const byteIn = (word: number, part: number): number => ((word >>> (24 - part * 8)) & 255) / 255

/**
 * Unpacks a rotation. The largest of w, x, y, z is positive and omitted, and the two highest bits
 * are its index.
 */
function putLargestLeftOut(into: Float32Array, splat: number, word: number): void {
  const largest = word >>> 30
  const parts = [0, 0, 0, 0]
  let squares = 0
  let shift = 20
  for (let part = 0; part < 4; part++) {
    if (part === largest) continue
    const value = (((word >>> shift) & 1023) / 1023 - 0.5) * Math.SQRT2
    parts[part] = value
    squares += value * value
    shift -= 10
  }
  parts[largest] = Math.sqrt(Math.max(0, 1 - squares))
  const [w = 1, x = 0, y = 0, z = 0] = parts
  putRotation(into, splat, x, y, z, w)
}
