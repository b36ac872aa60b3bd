import { strToU8 } from 'fflate'

export const create3dsChunk = (id: number, ...content: (readonly number[])[]): number[] => {
  const body = content.flat()
  const head = new DataView(new ArrayBuffer(6))
  head.setUint16(0, id, true)
  head.setUint32(2, body.length + 6, true)
  return [...new Uint8Array(head.buffer), ...body]
}
export const words = (...values: number[]) => [...new Uint8Array(new Uint16Array(values).buffer)]
export const floats = (...values: number[]) => [...new Uint8Array(new Float32Array(values).buffer)]
export const text = (value: string) => [...strToU8(value), 0]

type Made3ds = { readonly matrix?: readonly number[]; readonly keyframes?: readonly number[] }

/** Returns a 3DS with one red triangle of 200 × 100 units in the plane of the ground. */
export function make3ds({
  matrix = [],
  keyframes = create3dsChunk(0xb008, words(0, 0)),
}: Made3ds = {}): Uint8Array<ArrayBuffer> {
  const material = create3dsChunk(
    0xafff,
    create3dsChunk(0xa000, text('Red')),
    create3dsChunk(0xa020, create3dsChunk(0x0011, [255, 0, 0])),
  )
  const mesh = create3dsChunk(
    0x4100,
    create3dsChunk(0x4110, words(3), floats(0, 0, 0, 200, 0, 0, 0, 100, 0)),
    matrix,
    create3dsChunk(0x4120, words(1, 0, 1, 2, 7), create3dsChunk(0x4130, text('Red'), words(1, 0))),
  )
  const object = create3dsChunk(0x4000, text('Tile'), mesh)
  return new Uint8Array(
    create3dsChunk(
      0x4d4d,
      create3dsChunk(0x3d3d, material, object),
      create3dsChunk(0xb000, keyframes),
    ),
  )
}
