import { gzipSync } from 'fflate'
import { sh0 } from './harmonics.ts'

/** A splat with linear scale, colour and opacity from 0 to 1, and rotation as x, y, z, w. */
export type MadeSplat = {
  at: readonly [number, number, number]
  scale: readonly [number, number, number]
  color: readonly [number, number, number]
  opacity: number
  turn: readonly [number, number, number, number]
  /**
   * Red, green, blue of each coefficient from degree 1 on. All splats must have the same number of
   * coefficients.
   */
  harmonics?: readonly (readonly [number, number, number])[]
}

const channels = [0, 1, 2] as const

const columns =
  'x y z nx ny nz f_dc_0 f_dc_1 f_dc_2 opacity scale_0 scale_1 scale_2 rot_0 rot_1 rot_2 rot_3'.split(
    ' ',
  )

export function splatPly(
  splats: readonly MadeSplat[],
  without: readonly string[] = [],
  format = 'binary_little_endian',
): Uint8Array<ArrayBuffer> {
  const rest = splats[0]?.harmonics?.length ?? 0
  const names = [
    ...columns.filter((name) => !without.includes(name)),
    ...Array.from({ length: rest * 3 }, (_, column) => `f_rest_${column}`),
  ]
  const header = [
    'ply',
    `format ${format} 1.0`,
    `element vertex ${splats.length}`,
    ...names.map((name) => `property float ${name}`),
    'end_header\n',
  ].join('\n')
  const text = new TextEncoder().encode(header)
  const bytes = new Uint8Array(text.length + splats.length * names.length * 4)
  bytes.set(text)
  const view = new DataView(bytes.buffer, text.length)
  splats.forEach(({ at, scale, color, opacity, turn: [x, y, z, w], harmonics = [] }, row) => {
    const painted = color.map((value) => (value - 0.5) / sh0)
    const shaped = [Math.log(opacity / (1 - opacity)), ...scale.map(Math.log), w, x, y, z]
    const values = [...at, 0, 0, 0, ...painted, ...shaped].filter(
      (_, column) => !without.includes(columns[column] ?? ''),
    )
    const changing = channels.flatMap((channel) => harmonics.map((one) => one[channel]))
    ;[...values, ...changing].forEach((value, column) =>
      view.setFloat32((row * names.length + column) * 4, value, true),
    )
  })
  return bytes
}

export function splatRows(splats: readonly MadeSplat[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(splats.length * 32))
  splats.forEach(({ at, scale, color, opacity, turn: [x, y, z, w] }, row) => {
    const start = row * 32
    ;[...at, ...scale].forEach((value, part) => view.setFloat32(start + part * 4, value, true))
    const bytes = [...color, opacity].map((value) => value * 255)
    const turned = [w, x, y, z].map((value) => Math.min(255, 128 + value * 128))
    ;[...bytes, ...turned].forEach((value, part) =>
      view.setUint8(start + 24 + part, Math.round(value)),
    )
  })
  return new Uint8Array(view.buffer)
}

export function spzBytes(
  splats: readonly MadeSplat[],
  version: number,
  count = splats.length,
): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(16))
  ;[0x5053474e, version, count].forEach((word, at) => header.setUint32(at * 4, word, true))
  const coefficients = splats[0]?.harmonics?.length ?? 0
  header.setUint8(12, Math.sqrt(coefficients + 1) - 1)
  header.setUint8(13, 12)
  const streamColumns = [
    splats.flatMap(({ at }) => at.flatMap(fixed)),
    splats.map(({ opacity }) => byte(opacity * 255)),
    splats.flatMap(({ color }) =>
      color.map((value) => byte((((value - 0.5) / sh0) * 0.15 + 0.5) * 255)),
    ),
    splats.flatMap(({ scale }) => scale.map((value) => byte((Math.log(value) + 10) * 16))),
    splats.flatMap(({ turn }) => (version > 2 ? smallestThree(turn) : firstThree(turn))),
    splats.flatMap(({ harmonics = [] }) =>
      harmonics.flat().map((value) => byte(value * 128 + 128)),
    ),
  ]
  if (version === 4) return streams(new Uint8Array(header.buffer), streamColumns)
  const body = streamColumns.flat()
  return gzipSync(Uint8Array.from([...new Uint8Array(header.buffer), ...body])).slice()
}

/** Writes each column as an uncompressed Zstandard frame (RFC 8878, section 3.1.1). */
function streams(header: Uint8Array, all: readonly number[][]): Uint8Array<ArrayBuffer> {
  const frames = all
    .filter(({ length }) => length > 0)
    .map((column) => {
      const frame = new Uint8Array(12 + column.length)
      const view = new DataView(frame.buffer)
      view.setUint32(0, 0xfd2fb528, true)
      view.setUint8(4, 0xa0) // Frame header: a single segment with a four-byte length.
      view.setUint32(5, column.length, true)
      view.setUint16(9, column.length * 8 + 1, true) // Block header: the last block, uncompressed.
      frame.set(column, 12)
      return frame
    })
  const start = 32
  const file = new Uint8Array(start + frames.reduce((sum, { length }) => sum + 16 + length, 0))
  file.set(header)
  const view = new DataView(file.buffer)
  view.setUint8(15, frames.length)
  view.setUint32(16, start, true)
  let at = start + frames.length * 16
  frames.forEach((frame, place) => {
    view.setUint32(start + place * 16, frame.length, true)
    file.set(frame, at)
    at += frame.length
  })
  return file
}

/**
 * Writes PlayCanvas' compressed layout with one block, with positions from −4 to 4 and scales from
 * e⁻⁸ to e⁰.
 */
export function packedPly(splats: readonly MadeSplat[]): Uint8Array<ArrayBuffer> {
  const rest = (splats[0]?.harmonics?.length ?? 0) * 3
  const bounds = [
    ...['min_x', 'min_y', 'min_z'].map((name) => [name, -4] as const),
    ...['max_x', 'max_y', 'max_z'].map((name) => [name, 4] as const),
    ...['min_scale_x', 'min_scale_y', 'min_scale_z'].map((name) => [name, -8] as const),
    ...['max_scale_x', 'max_scale_y', 'max_scale_z'].map((name) => [name, 0] as const),
    ...['min_r', 'min_g', 'min_b'].map((name) => [name, -1] as const),
    ...['max_r', 'max_g', 'max_b'].map((name) => [name, 2] as const),
  ]
  const words = ['packed_position', 'packed_rotation', 'packed_scale', 'packed_color']
  const header = [
    'ply',
    'format binary_little_endian 1.0',
    'element chunk 1',
    ...bounds.map(([name]) => `property float ${name}`),
    `element vertex ${splats.length}`,
    ...words.map((name) => `property uint ${name}`),
    ...(rest > 0 ? [`element sh ${splats.length}`] : []),
    ...Array.from({ length: rest }, (_, column) => `property uchar f_rest_${column}`),
    'end_header\n',
  ].join('\n')
  const text = new TextEncoder().encode(header)
  const tableBytes = bounds.length * 4 + splats.length * (16 + rest)
  const file = new Uint8Array(text.length + tableBytes)
  file.set(text)
  const view = new DataView(file.buffer, text.length)
  bounds.forEach(([, value], column) => view.setFloat32(column * 4, value, true))
  const rows = bounds.length * 4
  splats.forEach(({ at, scale, color, opacity, turn: [x, y, z, w], harmonics = [] }, row) => {
    const packed = [
      threeBits(at.map((value) => (value + 4) / 8)),
      largestLeftOut([w, x, y, z]),
      threeBits(scale.map((value) => (Math.log(value) + 8) / 8)),
      [...color.map((value) => (value + 1) / 3), opacity].reduce(
        (word, value) => word * 256 + byte(value * 255),
        0,
      ),
    ]
    packed.forEach((word, column) => view.setUint32(rows + row * 16 + column * 4, word, true))
    const changing = channels.flatMap((channel) => harmonics.map((one) => one[channel]))
    changing.forEach((value, column) =>
      view.setUint8(rows + splats.length * 16 + row * rest + column, byte(((value + 4) / 8) * 255)),
    )
  })
  return file
}

const threeBits = ([x = 0, y = 0, z = 0]: readonly number[]) =>
  Math.round(x * 2047) * 2 ** 21 + Math.round(y * 1023) * 2 ** 11 + Math.round(z * 2047)

function largestLeftOut(turn: readonly number[]): number {
  const largest = turn.findIndex(
    (value) => Math.abs(value) === Math.max(...turn.map((part) => Math.abs(part))),
  )
  const sign = Math.sign(turn[largest] ?? 1)
  return turn.reduce(
    (word, value, part) =>
      part === largest
        ? word
        : word * 1024 + Math.round(((value * sign) / Math.SQRT2 + 0.5) * 1023),
    largest,
  )
}

const fixed = (value: number) => {
  const whole = Math.round(value * 4096)
  return [whole & 255, (whole >> 8) & 255, (whole >> 16) & 255]
}
const byte = (value: number) => Math.min(255, Math.max(0, Math.round(value)))

const firstThree = (turn: MadeSplat['turn']) =>
  turn.slice(0, 3).map((value) => Math.round((value + 1) * 127.5))

function smallestThree(turn: MadeSplat['turn']): number[] {
  const largest = turn.findIndex(
    (value) => Math.abs(value) === Math.max(...turn.map((part) => Math.abs(part))),
  )
  const sign = Math.sign(turn[largest] ?? 1)
  let word = largest
  turn.forEach((value, part) => {
    if (part === largest) return
    const size = Math.min(511, Math.round(Math.abs(value) * Math.SQRT2 * 511))
    word = word * 1024 + (value * sign < 0 ? 512 : 0) + size
  })
  return [0, 8, 16, 24].map((shift) => Math.floor(word / 2 ** shift) % 256)
}
