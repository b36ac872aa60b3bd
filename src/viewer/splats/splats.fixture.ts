import { gzipSync } from 'fflate'
import { SH_0 } from './splats.ts'

/** A splat as a test wishes it: linear scale, colour and opacity from 0 to 1, x, y, z, w. */
export type MadeSplat = {
  at: readonly [number, number, number]
  scale: readonly [number, number, number]
  color: readonly [number, number, number]
  opacity: number
  turn: readonly [number, number, number, number]
}

const columns =
  'x y z nx ny nz f_dc_0 f_dc_1 f_dc_2 opacity scale_0 scale_1 scale_2 rot_0 rot_1 rot_2 rot_3'.split(
    ' ',
  )

/** As the authors of gaussian splatting write it. */
export function splatPly(
  splats: readonly MadeSplat[],
  without: readonly string[] = [],
  format = 'binary_little_endian',
): Uint8Array<ArrayBuffer> {
  const names = columns.filter((name) => !without.includes(name))
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
  splats.forEach(({ at, scale, color, opacity, turn: [x, y, z, w] }, row) => {
    const painted = color.map((value) => (value - 0.5) / SH_0)
    const shaped = [Math.log(opacity / (1 - opacity)), ...scale.map(Math.log), w, x, y, z]
    const values = [...at, 0, 0, 0, ...painted, ...shaped].filter(
      (_, column) => !without.includes(columns[column] ?? ''),
    )
    values.forEach((value, column) =>
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

/** With 12 bits behind the point. `count` may promise more than there is. */
export function spzBytes(
  splats: readonly MadeSplat[],
  version: number,
  count = splats.length,
): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(16))
  ;[0x5053474e, version, count].forEach((word, at) => header.setUint32(at * 4, word, true))
  header.setUint8(13, 12)
  const columnsOf = [
    splats.flatMap(({ at }) => at.flatMap(fixed)),
    splats.map(({ opacity }) => byte(opacity * 255)),
    splats.flatMap(({ color }) =>
      color.map((value) => byte((((value - 0.5) / SH_0) * 0.15 + 0.5) * 255)),
    ),
    splats.flatMap(({ scale }) => scale.map((value) => byte((Math.log(value) + 10) * 16))),
    splats.flatMap(({ turn }) => (version === 3 ? smallestThree(turn) : firstThree(turn))),
  ]
  const body = columnsOf.flat()
  return gzipSync(Uint8Array.from([...new Uint8Array(header.buffer), ...body])).slice()
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
