import { UnworkableModelError } from '../unworkable-model-error.ts'

const headerMaxBytes = 64 * 1024

/** Size in bytes of a number in a binary PLY, by type name. */
export const plyTypeBytes: Readonly<Record<string, number>> = {
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

const aliases: Readonly<Record<string, PlyType>> = {
  float32: 'float',
  uint32: 'uint',
  uint8: 'uchar',
}

/** A table of a PLY: consecutive rows of the same layout. */
export type PlyTable = {
  name: string
  count: number
  rowBytes: number
  start: number
  places: ReadonlyMap<string, number>
}

export const damagedPly = (reason: string): UnworkableModelError =>
  new UnworkableModelError(`This PLY is damaged: ${reason}.`)

export function readPlyHeader(bytes: Uint8Array): string | undefined {
  // In Latin-1, each byte is one character, so positions in text and bytes agree.
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, headerMaxBytes))
  return /^ply\r?\n[\s\S]*?\nend_header\r?\n/.exec(start)?.[0]
}

/**
 * Reads the tables of a binary PLY.
 * @throws {UnworkableModelError} if the file is truncated, or its rows differ in length.
 */
export function readPlyTables(bytes: Uint8Array): PlyTable[] {
  const header = readPlyHeader(bytes)
  if (header === undefined) throw damagedPly('its header cannot be read')
  if (!/^format binary_little_endian /m.test(header)) {
    throw new UnworkableModelError(
      'Splats are supported in binary PLY only: save the file as binary PLY.',
    )
  }
  let start = header.length
  return header
    .split(/^element /m)
    .slice(1)
    .map((text) => {
      const [first = '', ...lines] = text.split(/\r?\n/)
      const [name = '', written] = first.trim().split(/\s+/)
      const count = Number(written)
      if (!Number.isSafeInteger(count) || count < 0) {
        throw damagedPly('its header states no element count')
      }
      const { places, rowBytes } = getLayout(lines)
      const table = { name, count, rowBytes, start, places }
      start += count * rowBytes
      if (start > bytes.byteLength) throw damagedPly('it ends too early')
      return table
    })
}

/** Number types that the splat readers use. Columns of other types are skipped. */
export type PlyType = 'float' | 'uint' | 'uchar'

/**
 * Returns the byte position of a property in a row.
 * @throws {UnworkableModelError} if the table has no such property of this type.
 */
export function getPlyOffset({ places }: PlyTable, type: PlyType, name: string): number {
  const place = places.get(`${type} ${name}`)
  if (place === undefined) throw damagedPly(`its splats have no ${name}`)
  return place
}

function getLayout(lines: readonly string[]) {
  const places = new Map<string, number>()
  let rowBytes = 0
  for (const line of lines) {
    const [word, type = '', name = ''] = line.trim().split(/\s+/)
    if (word !== 'property') continue
    const size = plyTypeBytes[type]
    if (size === undefined) throw damagedPly('its rows have an unknown layout')
    places.set(`${aliases[type] ?? type} ${name}`, rowBytes)
    rowBytes += size
  }
  return { places, rowBytes }
}
