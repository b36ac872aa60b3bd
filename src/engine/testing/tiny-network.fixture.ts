import { onnxFile } from './onnx-file.fixture.ts'

/**
 * Returns an ONNX network of one node that averages the three colour planes, so that bright pixels
 * count as near or as the object.
 */
export const brightnessNetwork = (sidePx: number): Uint8Array =>
  onnxFile({
    inputs: [{ name: 'picture', shape: [1, 3, sidePx, sidePx] }],
    outputs: [{ name: 'mean', shape: [1, 1, sidePx, sidePx] }],
    nodes: [
      { op: 'ReduceMean', inputs: ['picture'], outputs: ['mean'], attributes: { axes: [1] } },
    ],
  })

/** Returns a mask network with BiRefNet's output (logits) under another name. */
export const logitNetwork = (sidePx: number): Uint8Array =>
  onnxFile({
    inputs: [{ name: 'input_image', shape: [1, 3, sidePx, sidePx] }],
    outputs: [{ name: 'output_image', shape: [1, 1, sidePx, sidePx] }],
    nodes: [
      { op: 'ReduceMean', inputs: ['input_image'], outputs: ['mean'], attributes: { axes: [1] } },
      { op: 'Mul', inputs: ['mean', 'steep'], outputs: ['output_image'] },
    ],
    constants: { steep: { shape: [1], data: [8] } },
  })

export type PointScene = {
  sidePx: number
  /** Radius of a ball in front of the camera, in the network's own unit. */
  radius: number
  /** Distance of the ball's centre from the camera, in the network's own unit. */
  distance: number
  focal: number
  shift: number
  tokens?: 'number' | 'list'
}

/** Returns a point-map network like MoGe-2 that always outputs a ball in front of a wall. */
export function pointNetwork(scene: PointScene): Uint8Array {
  const { sidePx, radius, distance, focal, shift, tokens } = scene
  const points = new Float32Array(3 * sidePx * sidePx)
  const mask = new Float32Array(sidePx * sidePx)
  for (let i = 0; i < mask.length; i++) {
    const u = (2 * (i % sidePx) + 1 - sidePx) / (sidePx * Math.SQRT2)
    const v = (2 * Math.floor(i / sidePx) + 1 - sidePx) / (sidePx * Math.SQRT2)
    const square = u * u + v * v + focal * focal
    const middle = (focal * distance) / square
    const inside = middle * middle - (distance * distance - radius * radius) / square
    const isBall = inside > 0
    const along = isBall ? middle - Math.sqrt(inside) : (distance + 2 * radius) / focal
    points.set([u * along, v * along, focal * along - shift], 3 * i)
    mask[i] = 1
  }
  const shape = [1, sidePx, sidePx, 3]
  const kept = { points: { shape, data: points }, seen: { shape: shape.slice(0, 3), data: mask } }
  return onnxFile({
    inputs: [
      { name: 'image', shape: [1, 3, sidePx, sidePx] },
      ...(tokens === undefined
        ? []
        : [
            {
              name: 'num_tokens',
              shape: tokens === 'number' ? [] : [1],
              type: 'int64' as const,
            },
          ]),
    ],
    outputs: [
      { name: 'points', shape },
      { name: 'mask', shape: shape.slice(0, 3) },
    ],
    nodes: [
      { op: 'ReduceSum', inputs: ['image'], outputs: ['sum'], attributes: { keepdims: 0 } },
      { op: 'Mul', inputs: ['sum', 'nothing'], outputs: ['none'] },
      { op: 'Add', inputs: ['constantPoints', 'none'], outputs: ['points'] },
      { op: 'Add', inputs: ['seen', 'none'], outputs: ['mask'] },
    ],
    constants: {
      constantPoints: kept.points,
      seen: kept.seen,
      nothing: { shape: [1], data: [0] },
    },
  })
}
