import { UnworkableModelError } from '../mesh/unworkable-model-error.ts'
import { makeSplats, putRotation, type Splats, SPLATS_MAX } from './splats.ts'

const MAGIC = 0x5053474e
const HEADER_BYTES = 16
/** Colour coefficients are stored in this part of their range. */
const COLOR_RANGE = 0.15
/** How many coefficients of higher degrees each splat has, by the highest degree. */
const HIGHER_COEFFICIENTS = [0, 3, 8, 15] as const
/** Of a splat with all that it can have. */
const ROW_MAX_BYTES = 65

/**
 * Reads an SPZ (nianticlabs/spz) of version 2 or 3: columns of bytes, y up, in a gzip. Colours that
 * change with the view are left out.
 *
 * @throws {UnworkableModelError} if it is damaged, of another version, or would unpack too large.
 */
export async function readSpz(packed: Uint8Array<ArrayBuffer>): Promise<Splats> {
  const bytes = await unpack(packed)
  if (bytes.byteLength < HEADER_BYTES) throw damaged('it ends too early')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0, true) !== MAGIC) throw damaged('it does not start like one')
  const version = view.getUint32(4, true)
  if (version !== 2 && version !== 3) throw unknownVersion(version)
  const higher = HIGHER_COEFFICIENTS[view.getUint8(12)]
  if (higher === undefined) throw damaged('its colours are of an unknown kind')
  const splats = makeSplats(view.getUint32(8, true), false)
  const { count, positions, scales, rotations, opacities, colors } = splats
  const rotationBytes = version === 3 ? 4 : 3
  const rowBytes = 9 + 1 + 3 + 3 + rotationBytes + higher * 3
  if (bytes.byteLength < HEADER_BYTES + count * rowBytes) throw damaged('it ends too early')

  const step = 2 ** -view.getUint8(13)
  const alphas = HEADER_BYTES + count * 9
  const paint = alphas + count
  const sizes = paint + count * 3
  const turns = sizes + count * 3
  for (let at = 0; at < count * 3; at += 1) {
    const place = HEADER_BYTES + at * 3
    const high = view.getInt8(place + 2)
    positions[at] = ((high << 16) | view.getUint16(place, true)) * step
    colors[at] = (view.getUint8(paint + at) / 255 - 0.5) / COLOR_RANGE
    scales[at] = Math.exp(view.getUint8(sizes + at) / 16 - 10)
  }
  for (let splat = 0; splat < count; splat += 1) {
    opacities[splat] = view.getUint8(alphas + splat) / 255
    const place = turns + splat * rotationBytes
    if (version === 3) putSmallestThree(rotations, splat, view.getUint32(place, true))
    else putFirstThree(rotations, splat, bytes.subarray(place, place + 3))
  }
  return splats
}

const damaged = (what: string) => new UnworkableModelError(`This SPZ is damaged: ${what}.`)
const unknownVersion = (version: number) =>
  new UnworkableModelError(`This is an SPZ of version ${version}; only 2 and 3 can be shown.`)

/** Version 2: x, y and z in a byte each; w is what is missing to a length of one. */
function putFirstThree(into: Float32Array, splat: number, bytes: Uint8Array): void {
  const [x = 0, y = 0, z = 0] = Array.from(bytes, (value) => value / 127.5 - 1)
  putRotation(into, splat, x, y, z, Math.sqrt(Math.max(0, 1 - x * x - y * y - z * z)))
}

/** Version 3: which part is the largest, and the three others with sign and nine bits each. */
function putSmallestThree(into: Float32Array, splat: number, word: number): void {
  const largest = word >>> 30
  const parts = [0, 0, 0, 0]
  let rest = word
  let squares = 0
  for (let part = 3; part >= 0; part -= 1) {
    if (part === largest) continue
    const value = Math.SQRT1_2 * ((rest & 511) / 511) * ((rest & 512) === 0 ? 1 : -1)
    rest >>>= 10
    parts[part] = value
    squares += value * value
  }
  parts[largest] = Math.sqrt(Math.max(0, 1 - squares))
  const [x = 0, y = 0, z = 0, w = 0] = parts
  putRotation(into, splat, x, y, z, w)
}

async function unpack(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const start = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  // From version 4 on the header stands before what is packed.
  if (packed.byteLength >= 8 && start.getUint32(0, true) === MAGIC) {
    throw unknownVersion(start.getUint32(4, true))
  }
  const pieces: Uint8Array[] = []
  let length = 0
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      length += read.value.byteLength
      pieces.push(read.value)
      if (length > lengthMax(pieces[0])) {
        throw new UnworkableModelError('This SPZ would become too large when it is unpacked.')
      }
    }
  } catch (cause) {
    void reader.cancel().catch(() => undefined) // It has failed already.
    if (cause instanceof UnworkableModelError) throw cause
    throw new UnworkableModelError('This is not an SPZ, or it is damaged.', { cause })
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}

/** By what its beginning says that it holds: a few bytes of gzip can become gigabytes. */
function lengthMax(start: Uint8Array = new Uint8Array()): number {
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength)
  const count = start.byteLength < HEADER_BYTES ? SPLATS_MAX : view.getUint32(8, true)
  // More than is allowed, or less than it goes on for, is refused by those who read on.
  return HEADER_BYTES + Math.max(1, Math.min(count, SPLATS_MAX)) * ROW_MAX_BYTES + 2 ** 20
}
