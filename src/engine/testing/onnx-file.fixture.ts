/**
 * A field of a protocol buffer, for encoding small ONNX networks. Field numbers are those of
 * onnx.proto in ONNX 1.13.
 */

export type ProtoField = readonly [number: number, value: number | string | Uint8Array]

export const message = (...fields: ProtoField[]): Buffer =>
  Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(number << 3), ...varint(value)])
      const bytes = Buffer.from(value)
      return Buffer.concat([
        Buffer.from([...varint((number << 3) | 2), ...varint(bytes.length)]),
        bytes,
      ])
    }),
  )

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(Math.floor(value / 128))]
}

const elements = { float32: 1, int64: 7 } as const

type Shape = readonly (number | string)[]
type Described = { name: string; shape: Shape; type?: keyof typeof elements }

export type OnnxNode = {
  op: string
  inputs: readonly string[]
  outputs: readonly string[]
  attributes?: Readonly<Record<string, number | readonly number[] | { f: number }>>
}

export type OnnxGraph = {
  inputs: readonly Described[]
  outputs: readonly Described[]
  nodes: readonly OnnxNode[]
  constants?: Readonly<
    Record<string, { shape: readonly number[]; data: ArrayLike<number> | BigInt64Array }>
  >
}

/** Returns the bytes of an ONNX file, opset 17. */
export function onnxFile({ inputs, outputs, nodes, constants = {} }: OnnxGraph): Uint8Array {
  const graph = message(
    ...nodes.map((node): ProtoField => [1, writeNode(node)]),
    [2, 'graph'],
    ...Object.entries(constants).map(([name, { shape, data }]): ProtoField => {
      const isWhole = data instanceof BigInt64Array
      const values = isWhole ? data : Float32Array.from(data)
      return [
        5,
        message(
          ...shape.map((side): ProtoField => [1, side]),
          [2, isWhole ? elements.int64 : elements.float32],
          [8, name],
          [9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)],
        ),
      ]
    }),
    ...inputs.map((input): ProtoField => [11, describe(input)]),
    ...outputs.map((output): ProtoField => [12, describe(output)]),
  )
  return message([1, 8], [7, graph], [8, message([2, 17])])
}

function describe({ name, shape, type = 'float32' }: Described): Buffer {
  const sides = shape.map((side): ProtoField => [
    1,
    typeof side === 'number' ? message([1, side]) : message([2, side]),
  ])
  return message([1, name], [2, message([1, message([1, elements[type]], [2, message(...sides)])])])
}

function writeNode({ op, inputs, outputs, attributes = {} }: OnnxNode): Buffer {
  return message(
    ...inputs.map((name): ProtoField => [1, name]),
    ...outputs.map((name): ProtoField => [2, name]),
    [4, op],
    ...Object.entries(attributes).map(([name, value]): ProtoField => {
      if (typeof value === 'number') return [5, message([1, name], [3, value], [20, 2])]
      if ('f' in value)
        return [5, Buffer.concat([message([1, name]), fraction(value.f), message([20, 1])])]
      return [5, message([1, name], ...value.map((one): ProtoField => [8, one]), [20, 7])]
    }),
  )
}

function fraction(value: number): Buffer {
  const bytes = Buffer.alloc(5)
  bytes[0] = (2 << 3) | 5
  bytes.writeFloatLE(value, 1)
  return bytes
}
