/** Kinds of protocol-buffer fields that are needed here. */
type Field = readonly [number: number, value: number | string | Uint8Array]

/**
 * An ONNX network of one node that gives the mean of a picture's three planes: bright is near, or
 * is the object.
 *
 * See onnx.proto of ONNX 1.13 for the numbers.
 */
export function brightnessNetwork(sidePx: number): Uint8Array {
  const dimension = (size: number) => message([1, size])
  const tensor = (name: string, shape: number[]) => {
    const dimensions = shape.map((size): Field => [1, dimension(size)])
    const type = message([1, 1], [2, message(...dimensions)])
    return message([1, name], [2, message([1, type])])
  }
  const axes = message([1, 'axes'], [8, 1], [20, 7])
  const node = message([1, 'picture'], [2, 'mean'], [4, 'ReduceMean'], [5, axes])
  const graph = message(
    [1, node],
    [2, 'brightness'],
    [11, tensor('picture', [1, 3, sidePx, sidePx])],
    [12, tensor('mean', [1, 1, sidePx, sidePx])],
  )
  return message([1, 8], [7, graph], [8, message([2, 13])])
}

function message(...fields: Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(number << 3), ...varint(value)])
      const bytes = Buffer.from(value)
      return Buffer.concat([
        Buffer.from([...varint((number << 3) | 2), ...varint(bytes.length)]),
        bytes,
      ])
    }),
  )
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)]
}
