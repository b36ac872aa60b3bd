import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Cutout } from '../../crop.ts'
import { createRandom } from '../../random.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import { loadPrior, createPrior, type ShapePrior } from './create-prior.ts'
import { completeShape } from './complete-shape.ts'
import { convolve, enlarge, fold, stack, type Convolution, type Planes } from './layers.ts'
import { runPriorNetwork, priorCellsAcross, priorCellsDeep, readNetwork } from './network.ts'
import { computeFraming, priorPicture, priorSide } from './picture.ts'
import { weightsPath } from '../../testing/weights-path.fixture.ts'

const random = createRandom(5)
const noise = (length: number) => Float32Array.from({ length }, () => random() - 0.5)

function plainly(input: Planes, layer: Convolution, stride: number): Float32Array {
  const side = input.side / stride
  const reach = (layer.kernel - 1) / 2
  return Float32Array.from({ length: layer.outputs * side * side }, (_, i) => {
    const [o, y, x] = [Math.floor(i / side / side), Math.floor(i / side) % side, i % side]
    let sum = layer.biases[o]
    for (let c = 0; c < layer.inputs; c++) {
      for (let dy = -reach; dy <= reach; dy++) {
        for (let dx = -reach; dx <= reach; dx++) {
          const [py, px] = [y * stride + dy, x * stride + dx]
          if (py < 0 || px < 0 || py >= input.side || px >= input.side) continue
          const w = ((o * layer.inputs + c) * layer.kernel + dy + reach) * layer.kernel + dx + reach
          sum += layer.weights[w] * input.data[(c * input.side + py) * input.side + px]
        }
      }
    }
    return sum
  })
}

test.each([
  [1, 1],
  [3, 1],
  [3, 2],
] as const)(
  'convolve matches the definition of a convolution, %i wide with a stride of %i',
  (kernel, stride) => {
    const input = { channels: 3, side: 6, data: noise(3 * 36) }
    const layer = {
      inputs: 3,
      outputs: 2,
      kernel,
      weights: noise(6 * kernel * kernel),
      biases: noise(2),
    }
    const made = convolve(input, layer, { stride, isLast: true })
    const wanted = plainly(input, layer, stride)
    expect(made.side).toBe(6 / stride)
    made.data.forEach((value, i) => expect(value).toBeCloseTo(wanted[i], 5))
    const positive = convolve(input, layer, { stride }).data
    positive.forEach((value, i) => expect(value).toBeCloseTo(Math.max(0, wanted[i]), 5))
  },
)

test('fold, enlarge and stack rearrange planes', () => {
  const four = { channels: 1, side: 2, data: Float32Array.of(1, 2, 3, 4) }
  expect([...fold(four).data]).toEqual([1, 2, 3, 4])
  expect(fold(four)).toMatchObject({ channels: 4, side: 1 })
  expect(Array.from(enlarge(four).data.subarray(0, 8))).toEqual([1, 1, 2, 2, 1, 1, 2, 2])
  expect(stack(four, four)).toMatchObject({ channels: 2, side: 2 })
})

function boxPicture(left: number, top: number) {
  const [width, height] = [40, 30]
  const planes = [0, 1, 2, 3].map(() => new Float32Array(width * height))
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 14; x++) {
      for (const [c, plane] of planes.entries()) {
        plane[(top + y) * width + left + x] = c === 0 ? 1 : 0.25
      }
    }
  }
  const [alpha, ...linear] = planes
  return { width, height, alpha, linear: [linear[0], linear[1], linear[2]] as const }
}

test('computeFraming frames the object equally wherever it is in the picture', () => {
  const framed = [boxPicture(0, 0), boxPicture(20, 17)].map((each, k) =>
    priorPicture(
      each,
      computeFraming(
        k === 0
          ? { left: 0, top: 0, right: 14, bottom: 8 }
          : { left: 20, top: 17, right: 34, bottom: 25 },
      ),
    ),
  )
  expect(framed[0]).toEqual(framed[1])
  const middle = (priorSide / 2) * (priorSide + 1)
  const area = priorSide ** 2
  expect([0, 1, 4].map((c) => framed[0][c * area + middle])).toEqual([1, 0.5, 1])
})

function discGrid(): GeometryGrid {
  const side = 110
  const phi = createPlane(side, side)
  const inside = new Uint8Array(side * side)
  for (let i = 0; i < inside.length; i++) {
    const [x, y] = [(i % side) - side / 2 + 0.5, Math.floor(i / side) - side / 2 + 0.5]
    phi.data[i] = 50 - Math.hypot(x, y)
    if (phi.data[i] > 0) inside[i] = 1
  }
  const isBeyond = new Uint8Array(side * side)
  return { width: side, height: side, cellsPerPixel: 1, phi, inside, isBeyond, radius: 50 }
}

function slab(from: number, to: number): ShapePrior {
  const cells = new Float32Array(priorCellsDeep * priorCellsAcross ** 2)
  cells.fill(1, from * priorCellsAcross ** 2, to * priorCellsAcross ** 2)
  return { cells, framing: computeFraming({ left: 5, top: 5, right: 105, bottom: 105 }) }
}

const flat = (grid: GeometryGrid, height: number): Plane => ({
  width: grid.width,
  height: grid.height,
  data: Float32Array.from(grid.inside, (is) => is * height),
})

const middleNode = 55 * 110 + 55
const even = { symmetry: 1, thickness: 1 }
const uneven = { symmetry: 0.5, thickness: 1 }

test('completeShape returns the geometric mean of rule-based and predicted depth, centred in depth, if the prediction is confident', () => {
  const grid = discGrid()
  const rules = { front: flat(grid, 30), back: flat(grid, 10) }
  const made = completeShape(() => slab(16, 32), rules, { grid, ...uneven })
  // The network fills 16 of 48 layers, which span two long sides of 100 cells: a depth of 66.7
  // cells. The rule-based depth is 40.
  const wanted = Math.sqrt((40 * 200 * 16) / 48)
  expect(made.front.data[middleNode] + made.back.data[middleNode]).toBeCloseTo(wanted, 0)
  expect(made.front.data[middleNode]).toBeCloseTo(made.back.data[middleNode], 1)
  const thin = completeShape(() => slab(16, 32), rules, { grid, symmetry: 0.5, thickness: 0.5 })
  const depth = thin.front.data[middleNode] + thin.back.data[middleNode]
  // The rule-based depth of 40 includes the thickness factor of 0.5, and is 80 without the factor.
  expect(depth).toBeCloseTo(Math.sqrt((80 * 200 * 16) / 48) / 2, 0)
})

test('completeShape bends the object towards the viewer where the network predicts it nearer', () => {
  const grid = discGrid()
  const rules = { front: flat(grid, 20), back: flat(grid, 20) }
  const cells = new Float32Array(priorCellsDeep * priorCellsAcross ** 2)
  for (let k = 0; k < priorCellsAcross ** 2; k++) {
    const first = 14 + Math.round((6 * (k % priorCellsAcross)) / priorCellsAcross)
    for (let z = first; z < first + 14; z++) cells[z * priorCellsAcross ** 2 + k] = 1
  }
  const prior = { ...slab(0, 0), cells }
  const bent = completeShape(() => prior, rules, { grid, ...uneven })
  const at = (x: number) => bent.front.data[55 * 110 + x] - bent.back.data[55 * 110 + x]
  expect(at(20)).toBeGreaterThan(at(55) + 5)
  expect(at(55)).toBeGreaterThan(at(90) + 5)
})

test('completeShape keeps the rule-based shape for symmetric outlines and uncertain predictions', () => {
  const grid = discGrid()
  const rules = { front: flat(grid, 20), back: flat(grid, 10) }
  const prior = vi.fn<() => ShapePrior>()
  expect(completeShape(prior, rules, { grid, ...even })).toBe(rules)
  expect(prior).not.toHaveBeenCalled()
  expect(completeShape(() => slab(0, 0), rules, { grid, ...uneven })).toBe(rules)
})

test('loadPrior loads a network that fills the middle of a box and not the space far behind the box', async () => {
  const network = await loadPrior(weightsPath)
  if (!network) throw new Error('The file is missing.')
  const picture = boxPicture(20, 17)
  const seen = priorPicture(picture, computeFraming({ left: 20, top: 17, right: 34, bottom: 25 }))
  const cells = runPriorNetwork(network, seen)
  expect(cells).toHaveLength(priorCellsDeep * priorCellsAcross ** 2)
  expect(cells.every((value) => value >= 0 && value <= 1)).toBe(true)
  const at = (z: number) => cells[(z * priorCellsAcross + 16) * priorCellsAcross + 16]
  expect(at(24)).toBeGreaterThan(0.3)
  expect(at(24)).toBeGreaterThan(5 * at(46))
})

test('createPrior runs the network once, on first use', async () => {
  const network = await loadPrior(weightsPath)
  if (!network) throw new Error('The file is missing.')
  const { width, height, alpha, linear } = boxPicture(20, 17)
  const planes = [alpha, ...linear].map((data) => ({ width, height, data }))
  const asked = vi.fn<() => Plane>(() => planes[0])
  const cutout = {
    width,
    height,
    get alpha() {
      return asked()
    },
    linear: planes.slice(1),
  } as unknown as Cutout
  const prior = createPrior(network, cutout)
  expect(asked).not.toHaveBeenCalled()
  expect(prior()).toBe(prior())
  expect(prior().cells).toHaveLength(priorCellsDeep * priorCellsAcross ** 2)
})

test('loadPrior returns undefined for a missing file and rejects a damaged one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prior-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  expect(() => readNetwork(Uint8Array.of(1, 2, 3))).toThrow(RangeError)
  expect(await loadPrior(join(folder, 'mask.onnx'))).toBeUndefined()
  await mkdir(join(folder, 'damaged'))
  await writeFile(join(folder, 'damaged/shape-prior.bin'), 'nothing')
  await expect(loadPrior(join(folder, 'damaged/mask.onnx'))).rejects.toThrow(RangeError)
})
