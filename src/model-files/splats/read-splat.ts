import { UnworkableModelError } from '../unworkable-model-error.ts'
import { sh0 } from './harmonics.ts'
import { makeSplats, putRotation, type Splats } from './splats.ts'

/** Bytes per splat: centre and scales as floats, four bytes of colour and four of rotation. */
const rowBytes = 32

/**
 * Reads a SPLAT file (antimatter15/splat), rows without a header, with w first in rotations.
 * @throws {UnworkableModelError} unless the length is a multiple of the row's length.
 */
export function readSplat(bytes: Uint8Array): Splats {
  if (bytes.byteLength % rowBytes !== 0) {
    throw new UnworkableModelError('This SPLAT file is damaged: it ends in the middle of a splat.')
  }
  const count = bytes.byteLength / rowBytes
  const splats = makeSplats(count, true)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let splat = 0; splat < count; splat++) {
    const row = splat * rowBytes
    for (let part = 0; part < 3; part++) {
      splats.positions[splat * 3 + part] = view.getFloat32(row + part * 4, true)
      splats.scales[splat * 3 + part] = Math.abs(view.getFloat32(row + 12 + part * 4, true))
      splats.colors[splat * 3 + part] = (view.getUint8(row + 24 + part) / 255 - 0.5) / sh0
    }
    splats.opacities[splat] = view.getUint8(row + 27) / 255
    const turn = (part: number) => (view.getUint8(row + 28 + part) - 128) / 128
    putRotation(splats.rotations, splat, turn(1), turn(2), turn(3), turn(0))
  }
  return splats
}
