import { onnxFile } from './onnx-file.fixture.ts'

const side = 64
const channels = 40

/**
 * Returns an encoder like TripoSR's that ignores the picture. The first two channels hold the
 * squared position of each sample.
 */
export function tinyEncoder(): Uint8Array {
  const planes = planesOfPlaces()
  return onnxFile({
    inputs: [{ name: 'image', shape: [1, 3, 512, 512] }],
    outputs: [{ name: 'scene_codes', shape: [1, 3, channels, side, side] }],
    nodes: [
      { op: 'ReduceSum', inputs: ['image'], outputs: ['sum'], attributes: { keepdims: 0 } },
      { op: 'Mul', inputs: ['sum', 'nothing'], outputs: ['none'] },
      { op: 'Add', inputs: ['planes', 'none'], outputs: ['scene_codes'] },
    ],
    constants: {
      planes: { shape: [1, 3, channels, side, side], data: planes },
      nothing: { shape: [1], data: [0] },
    },
  })
}

export function planesOfPlaces(): Float32Array {
  const planes = new Float32Array(3 * channels * side * side)
  for (let plane = 0; plane < 3; plane++) {
    for (let i = 0; i < side * side; i++) {
      const at = plane * channels * side * side + i
      planes[at] = ((2 * (i % side) + 1) / side - 1) ** 2
      planes[at + side * side] = ((2 * Math.floor(i / side) + 1) / side - 1) ** 2
    }
  }
  return planes
}

type Halves = { depth: number; width: number; height: number }

const radius = 0.87

/**
 * Returns a decoder like TripoSR's that outputs an ellipsoid. A `points` decoder takes planes and
 * points and returns densities. A `features` decoder takes features at points and returns raw
 * values.
 */
export function tinyDecoder(kind: 'points' | 'features', halves: Halves): Uint8Array {
  const { depth, width, height } = halves
  const [x, y, z] = [1 / depth ** 2, 1 / width ** 2, 1 / height ** 2]
  const last = [
    { op: 'Sub', inputs: ['one', 'square'], outputs: ['inside'] },
    { op: 'Mul', inputs: ['inside', 'steep'], outputs: ['scaled'] },
  ]
  const shared = { one: { shape: [1], data: [1] }, steep: { shape: [1], data: [6] } }
  if (kind === 'points') {
    return onnxFile({
      inputs: [
        { name: 'scene_codes', shape: [1, 3, channels, side, side] },
        { name: 'points', shape: [1, 'P', 3] },
      ],
      outputs: [
        { name: 'density', shape: [1, 'P', 1] },
        { name: 'color', shape: [1, 'P', 3] },
      ],
      nodes: [
        { op: 'Mul', inputs: ['points', 'points'], outputs: ['squares'] },
        { op: 'MatMul', inputs: ['squares', 'weights'], outputs: ['square'] },
        ...last,
        { op: 'Exp', inputs: ['scaled'], outputs: ['grown'] },
        { op: 'Mul', inputs: ['grown', 'level'], outputs: ['density'] },
        { op: 'Sigmoid', inputs: ['points'], outputs: ['color'] },
      ],
      constants: {
        ...shared,
        weights: { shape: [3, 1], data: [x, y, z] },
        level: { shape: [1], data: [25] },
      },
    })
  }
  const matrix = new Float32Array(3 * channels)
  matrix[0] = x * radius ** 2
  matrix[1] = y * radius ** 2
  matrix[channels + 1] = z * radius ** 2
  const colour = new Float32Array(3 * channels * 3)
  colour[0] = 4
  return onnxFile({
    inputs: [{ name: 'features', shape: ['N', 3 * channels] }],
    outputs: [
      { name: 'density', shape: ['N', 1] },
      { name: 'color', shape: ['N', 3] },
    ],
    nodes: [
      { op: 'MatMul', inputs: ['features', 'weights'], outputs: ['square'] },
      ...last,
      { op: 'Add', inputs: ['scaled', 'raw'], outputs: ['density'] },
      { op: 'MatMul', inputs: ['features', 'colours'], outputs: ['color'] },
    ],
    constants: {
      ...shared,
      weights: { shape: [3 * channels, 1], data: matrix },
      raw: { shape: [1], data: [1 + Math.log(25)] },
      colours: { shape: [3 * channels, 3], data: colour },
    },
  })
}
