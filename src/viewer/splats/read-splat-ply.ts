import { UnworkableModelError } from '../mesh/unworkable-model-error.ts'
import { makeSplats, putRotation, type Splats } from './splats.ts'

const HEADER_MAX_BYTES = 64 * 1024

const sizes: Readonly<Record<string, number>> = {
  char: 1,
  int8: 1,
  uchar: 1,
  uint8: 1,
  short: 2,
  int16: 2,
  ushort: 2,
  uint16: 2,
  int: 4,
  int32: 4,
  uint: 4,
  uint32: 4,
  float: 4,
  float32: 4,
  double: 8,
  float64: 8,
}

const wanted = [
  ['x', 'y', 'z'],
  ['f_dc_0', 'f_dc_1', 'f_dc_2'],
  ['scale_0', 'scale_1', 'scale_2'],
  ['rot_0', 'rot_1', 'rot_2', 'rot_3'],
  ['opacity'],
] as const

/** Whether a PLY holds gaussian splats, not a surface: only these have such properties. */
export function isSplatPly(bytes: Uint8Array): boolean {
  const header = headerOf(bytes)
  return header !== undefined && /^property \S+ (f_dc_0|packed_position)\s*$/m.test(header)
}

/**
 * Reads a PLY as the authors of gaussian splatting write it: scales as logarithms, opacity before
 * its sigmoid, rotations with w first. Colours that change with the view are left out.
 *
 * @throws {UnworkableModelError} if it is cut off, or written in another way.
 */
export function readSplatPly(bytes: Uint8Array): Splats {
  const header = headerOf(bytes)
  if (header === undefined) throw damaged('its beginning cannot be read')
  if (!/^format binary_little_endian /m.test(header)) {
    throw new UnworkableModelError('Splats are read from binary PLY only: save it as such.')
  }
  const { count, places, rowBytes } = layoutOf(header)
  const rows = new DataView(bytes.buffer, bytes.byteOffset + header.length)
  const there = bytes.byteLength - header.length
  if (there < count * rowBytes) throw damaged('it ends too early')
  const splats = makeSplats(count, true)
  const [position, color, scale, rotation, opacity] = wanted.map((names) =>
    names.map((name) => {
      const place = places.get(name)
      if (place === undefined) throw damaged(`its splats have no ${name}`)
      return place
    }),
  )
  for (let splat = 0; splat < count; splat += 1) {
    const row = splat * rowBytes
    const read = (list: readonly number[] = [], part: number) =>
      rows.getFloat32(row + (list[part] ?? 0), true)
    for (let part = 0; part < 3; part += 1) {
      splats.positions[splat * 3 + part] = read(position, part)
      splats.colors[splat * 3 + part] = read(color, part)
      splats.scales[splat * 3 + part] = Math.exp(read(scale, part))
    }
    const [w, x, y, z] = [0, 1, 2, 3].map((part) => read(rotation, part))
    putRotation(splats.rotations, splat, x ?? 0, y ?? 0, z ?? 0, w ?? 1)
    splats.opacities[splat] = 1 / (1 + Math.exp(-read(opacity, 0)))
  }
  return splats
}

const damaged = (what: string) => new UnworkableModelError(`This PLY is damaged: ${what}.`)

/** Up to and with the line that ends it; `undefined` where there is none. */
function headerOf(bytes: Uint8Array): string | undefined {
  // Each byte one character, so that lengths agree.
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, HEADER_MAX_BYTES))
  return /^ply\r?\n[\s\S]*?\nend_header\r?\n/.exec(start)?.[0]
}

/** Where in a row of the first element each property lies. */
function layoutOf(header: string) {
  const [, body = ''] = header.split(/^element vertex /m)
  if (/^element /m.test(header.split(/^element vertex /m)[0] ?? '')) {
    throw new UnworkableModelError('This PLY packs its splats in a way unknown here.')
  }
  const [first = '', ...lines] = (body.split(/^element /m)[0] ?? '').split(/\r?\n/)
  const count = Number(first)
  if (!Number.isSafeInteger(count) || count < 0) throw damaged('it does not say how much it holds')
  const places = new Map<string, number>()
  let rowBytes = 0
  for (const line of lines) {
    const [word, type = '', name = ''] = line.trim().split(/\s+/)
    if (word !== 'property') continue
    const size = sizes[type]
    if (size === undefined) throw damaged('its rows have an unknown shape')
    if (type.startsWith('float') && size === 4) places.set(name, rowBytes)
    rowBytes += size
  }
  return { count, places, rowBytes }
}
