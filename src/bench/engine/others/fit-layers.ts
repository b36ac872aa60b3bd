import { leak, type Layers } from '#engine/fields/hull/guess-inside.ts'
import { createRandom } from '#engine/random.ts'

export type Examples = {
  readonly clueCount: number
  readonly clues: Float32Array
  /** Correct answer per example, 1 or 0. */
  readonly answers: Float32Array
  readonly counts: Float32Array
}

const setting = {
  hidden: [24, 16],
  rounds: 8,
  batch: 2048,
  rate: 0.003,
  decay: 1e-3,
  /** Adam's decay rates of gradients and their squares. */
  memory: [0.9, 0.99],
} as const

type Layer = {
  readonly inputs: number
  readonly outputs: number
  readonly weights: Float32Array
  readonly biases: Float32Array
}

/**
 * Fits a small neural network for logistic regression with Adam (D. Kingma and J. Ba, 2015) and a
 * cosine learning rate.
 */
export function fitLayers({ clueCount, clues, answers, counts }: Examples): Layers {
  const random = createRandom(7)
  const { means, deviations, scaled } = scale(clues, clueCount)
  const sizes = [clueCount, ...setting.hidden, 1]
  const layers = sizes.slice(1).map((outputs, n): Layer => {
    const inputs = sizes[n]
    const weights = Float32Array.from(
      { length: inputs * outputs },
      () => normal(random) * Math.sqrt(2 / inputs),
    )
    return { inputs, outputs, weights, biases: new Float32Array(outputs) }
  })
  const step = stepper(layers)
  const order = Uint32Array.from({ length: answers.length }, (_, k) => k)
  const batches = Math.floor(order.length / setting.batch)
  for (let round = 0; round < setting.rounds; round++) {
    shuffle(order, random)
    for (let n = 0; n < batches; n++) {
      const chosen = order.subarray(n * setting.batch, (n + 1) * setting.batch)
      const done = (round * batches + n) / (setting.rounds * batches)
      step({ scaled, answers, counts, chosen }, (setting.rate * (1 + Math.cos(Math.PI * done))) / 2)
    }
  }
  return {
    means,
    deviations,
    layers: layers.map(({ weights, biases }) => ({ weights: [...weights], biases: [...biases] })),
  }
}

function scale(clues: Float32Array, count: number) {
  const rows = clues.length / count
  const means = Array.from({ length: count }, () => 0)
  const deviations = Array.from({ length: count }, () => 0)
  for (let i = 0; i < clues.length; i++) means[i % count] += clues[i] / rows
  for (let i = 0; i < clues.length; i++) {
    deviations[i % count] += (clues[i] - means[i % count]) ** 2 / rows
  }
  for (let k = 0; k < count; k++) deviations[k] = Math.sqrt(deviations[k]) + 1e-6
  const scaled = clues.map((value, i) => (value - means[i % count]) / deviations[i % count])
  return { means, deviations, scaled }
}

type Batch = {
  readonly scaled: Float32Array
  readonly answers: Float32Array
  readonly counts: Float32Array
  readonly chosen: Uint32Array
}

/** Creates a function that updates all layers with the gradient of a batch. */
function stepper(layers: readonly Layer[]) {
  const room = layers.map(({ weights, biases, outputs }) => ({
    weights: adam(weights),
    biases: adam(biases),
    values: new Float32Array(setting.batch * outputs),
    errors: new Float32Array(setting.batch * outputs),
  }))
  const { inputs } = layers[0]
  const first = new Float32Array(setting.batch * inputs)
  let steps = 0
  return ({ scaled, answers, counts, chosen }: Batch, rate: number) => {
    chosen.forEach((row, k) => {
      first.set(scaled.subarray(row * inputs, (row + 1) * inputs), k * inputs)
    })
    layers.forEach((layer, n) => {
      forward(layer, n === 0 ? first : room[n - 1].values, room[n].values)
      if (n + 1 < layers.length) bendAll(room[n].values)
    })
    const last = room[layers.length - 1]
    chosen.forEach((row, k) => {
      const likely = 1 / (1 + Math.exp(-last.values[k]))
      last.errors[k] = ((likely - answers[row]) * counts[row]) / setting.batch
    })
    steps++
    for (let n = layers.length - 1; n >= 0; n--) {
      const below = n === 0 ? first : room[n - 1].values
      gather(layers[n], { below, errors: room[n].errors }, room[n])
      if (n > 0) pass(layers[n], { below, errors: room[n].errors }, room[n - 1].errors)
      room[n].weights.move(rate, steps)
      room[n].biases.move(rate, steps)
    }
  }
}

function forward(
  { inputs, outputs, weights, biases }: Layer,
  from: Float32Array,
  to: Float32Array,
): void {
  for (let k = 0; k < setting.batch; k++) {
    const at = k * outputs
    to.set(biases, at)
    for (let a = 0, w = 0; a < inputs; a++) {
      const value = from[k * inputs + a]
      for (let b = 0; b < outputs; b++, w++) to[at + b] += value * weights[w]
    }
  }
}

function bendAll(values: Float32Array): void {
  for (let k = 0; k < values.length; k++) if (values[k] < 0) values[k] *= leak
}

type Flow = { readonly below: Float32Array; readonly errors: Float32Array }
type Slopes = {
  readonly weights: { slopes: Float32Array }
  readonly biases: { slopes: Float32Array }
}

function gather({ inputs, outputs, weights }: Layer, { below, errors }: Flow, to: Slopes): void {
  const [slopes, biases] = [to.weights.slopes, to.biases.slopes]
  for (let w = 0; w < weights.length; w++) slopes[w] = setting.decay * weights[w]
  biases.fill(0)
  for (let k = 0; k < setting.batch; k++) {
    for (let a = 0, w = 0; a < inputs; a++) {
      const value = below[k * inputs + a]
      for (let b = 0; b < outputs; b++, w++) slopes[w] += value * errors[k * outputs + b]
    }
    for (let b = 0; b < outputs; b++) biases[b] += errors[k * outputs + b]
  }
}

function pass(
  { inputs, outputs, weights }: Layer,
  { below, errors }: Flow,
  to: Float32Array,
): void {
  for (let k = 0; k < setting.batch; k++) {
    for (let a = 0, w = 0; a < inputs; a++) {
      let sum = 0
      for (let b = 0; b < outputs; b++, w++) sum += weights[w] * errors[k * outputs + b]
      to[k * inputs + a] = below[k * inputs + a] > 0 ? sum : sum * leak
    }
  }
}

function adam(values: Float32Array) {
  const [first, second] = [new Float32Array(values.length), new Float32Array(values.length)]
  const slopes = new Float32Array(values.length)
  const [a, b] = setting.memory
  return {
    slopes,
    move(rate: number, steps: number): void {
      const [fullA, fullB] = [1 - a ** steps, 1 - b ** steps]
      for (let k = 0; k < values.length; k++) {
        first[k] = a * first[k] + (1 - a) * slopes[k]
        second[k] = b * second[k] + (1 - b) * slopes[k] ** 2
        values[k] -= (rate * first[k]) / fullA / (Math.sqrt(second[k] / fullB) + 1e-8)
      }
    },
  }
}

const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

function shuffle(order: Uint32Array, random: () => number): void {
  for (let k = order.length - 1; k > 0; k--) {
    const n = Math.floor(random() * (k + 1))
    ;[order[k], order[n]] = [order[n], order[k]]
  }
}
