import { readPlyHeader, plyTypeBytes } from '../splats/ply-header.ts'

type Property = { type: string; countType?: string }
type Element = { name: string; count: number; properties: Property[] }
/** Returns the next number of the file's body. `type` is the number's type in a binary file. */
type Next = (type: string) => number

/**
 * Returns the triangles of a PLY's `tristrips`, which scans use; −1 begins a new strip.
 * @returns `undefined` if there are none.
 */
export function readPlyStrips(bytes: Uint8Array): Uint32Array | undefined {
  const header = readPlyHeader(bytes)
  if (header === undefined || !/\nelement tristrips /.test(header)) return undefined
  const isText = /\nformat ascii/.test(header)
  const next = isText ? textReader(bytes, header.length) : binaryReader(bytes, header)
  const triangles: number[] = []
  for (const { name, count, properties } of getElements(header)) {
    // Rows without properties take no bytes, so a file can state any number of them.
    if (properties.length === 0) continue
    for (let row = 0; row < count; row++) {
      for (const { type, countType } of properties) {
        const length = countType === undefined ? 1 : next(countType)
        const strip = Array.from({ length }, () => next(type))
        if (name === 'tristrips' && countType !== undefined) unroll(strip, triangles)
      }
    }
    if (name === 'tristrips') break
  }
  return Uint32Array.from(triangles)
}

const getElements = (header: string): Element[] =>
  header
    .split(/\nelement /)
    .slice(1)
    .map((text) => {
      const [first = '', ...lines] = text.split(/\r?\n/)
      const [name = '', count] = first.trim().split(/\s+/)
      const properties = lines
        .map((line) => line.trim().split(/\s+/))
        .filter(([word]) => word === 'property')
        .map(([, type = '', a = '', b = '']) =>
          type === 'list' ? { type: b, countType: a } : { type },
        )
      return { name, count: Number(count), properties }
    })

function textReader(bytes: Uint8Array, start: number): Next {
  const words = new TextDecoder().decode(bytes.subarray(start)).split(/\s+/).filter(Boolean)
  let at = 0
  return () => {
    if (at >= words.length) throw new RangeError('The PLY ends too early.')
    at++
    return Number(words[at - 1])
  }
}

/** Creates a reader of a binary body. Reading beyond the end throws a RangeError. */
function binaryReader(bytes: Uint8Array, header: string): Next {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittle = header.includes('binary_little_endian')
  let at = header.length
  return (type) => {
    const place = at
    at += plyTypeBytes[type] ?? 4
    if (/^(float|float32)$/.test(type)) return view.getFloat32(place, isLittle)
    if (/^(double|float64)$/.test(type)) return view.getFloat64(place, isLittle)
    const isUnsigned = type.startsWith('u')
    if (at - place === 1) return isUnsigned ? view.getUint8(place) : view.getInt8(place)
    if (at - place === 2) {
      return isUnsigned ? view.getUint16(place, isLittle) : view.getInt16(place, isLittle)
    }
    return isUnsigned ? view.getUint32(place, isLittle) : view.getInt32(place, isLittle)
  }
}

function unroll(strip: readonly number[], triangles: number[]): void {
  let start = 0
  for (let at = 0; at <= strip.length; at++) {
    if (at < strip.length && (strip[at] ?? -1) >= 0) continue
    for (let corner = start; corner + 2 < at; corner++) {
      const isOdd = (corner - start) % 2 === 1
      const [a = 0, b = 0, c = 0] = strip.slice(corner, corner + 3)
      if (a === b || b === c || c === a) continue
      triangles.push(a, isOdd ? c : b, isOdd ? b : c)
    }
    start = at + 1
  }
}
