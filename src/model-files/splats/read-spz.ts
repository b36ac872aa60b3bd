import { toDegree } from './harmonics.ts'
import { makeSplats, putRotation, type Splats } from './splats.ts'
import { spzCoefficients, unpackSpz } from './unpack-spz.ts'

const colorRange = 0.15

/**
 * Reads an SPZ (nianticlabs/spz) of version 2, 3 or 4, y up, with view-dependent colour up to
 * degree 3.
 * @throws {UnworkableModelError} if the file is damaged, of another version, or would unpack too
 * large.
 */
export async function readSpz(file: Uint8Array<ArrayBuffer>): Promise<Splats> {
  const packed = await unpackSpz(file)
  const { version, count } = packed
  const splats = makeSplats(count, false, toDegree(packed.degree))
  const { positions, scales, rotations, opacities, colors } = splats
  const places = getView(packed.positions)
  const step = 2 ** -packed.fractionBits
  for (let at = 0; at < count * 3; at++) {
    const high = places.getInt8(at * 3 + 2)
    positions[at] = ((high << 16) | places.getUint16(at * 3, true)) * step
    colors[at] = ((packed.colors[at] ?? 0) / 255 - 0.5) / colorRange
    scales[at] = Math.exp((packed.scales[at] ?? 0) / 16 - 10)
  }
  const turns = getView(packed.rotations)
  for (let splat = 0; splat < count; splat++) {
    opacities[splat] = (packed.opacities[splat] ?? 0) / 255
    if (version > 2) putSmallestThree(rotations, splat, turns.getUint32(splat * 4, true))
    else putFirstThree(rotations, splat, packed.rotations.subarray(splat * 3, splat * 3 + 3))
  }
  fillHarmonics(splats, packed.harmonics, spzCoefficients[packed.degree] ?? 0)
  return splats
}

function fillHarmonics({ count, harmonics }: Splats, bytes: Uint8Array, coefficients: number) {
  harmonics.forEach((list, coefficient) => {
    for (let splat = 0; splat < count; splat++) {
      const from = (splat * coefficients + coefficient) * 3
      for (let channel = 0; channel < 3; channel++) {
        list[splat * 3 + channel] = ((bytes[from + channel] ?? 128) - 128) / 128
      }
    }
  })
}

const getView = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

/** Unpacks a rotation of version 2: x, y and z in a byte each. w follows from the length of 1. */
function putFirstThree(into: Float32Array, splat: number, bytes: Uint8Array): void {
  const [x = 0, y = 0, z = 0] = Array.from(bytes, (value) => value / 127.5 - 1)
  putRotation(into, splat, x, y, z, Math.sqrt(Math.max(0, 1 - x * x - y * y - z * z)))
}

/**
 * Unpacks a rotation from version 3 on: the index of the largest component, then the other three
 * components with a sign and nine bits each.
 */
function putSmallestThree(into: Float32Array, splat: number, word: number): void {
  const largest = word >>> 30
  const parts = [0, 0, 0, 0]
  let rest = word
  let squares = 0
  for (let part = 3; part >= 0; part--) {
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
