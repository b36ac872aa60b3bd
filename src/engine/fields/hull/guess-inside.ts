import { clueCount, describeCell, type Pair } from './inside-clues.ts'

/** Weights of a small fully connected network with three layers. */
export type Layers = {
  /** Mean of each clue in the training models. */
  readonly means: readonly number[]
  /** Standard deviation of each clue in the training models. */
  readonly deviations: readonly number[]
  readonly layers: readonly {
    /** Row-major, one row per input. */
    readonly weights: readonly number[]
    readonly biases: readonly number[]
  }[]
}

/** Slope of the leaky ReLU for negative values. */
export const leak = 0.05

/**
 * Cells with higher log odds are filled. The value was fitted by four-fold cross-validation. It is
 * below zero because one filled cell is enough to explain a line of sight.
 */
const filledFrom = -0.75

export const outside = Number.NEGATIVE_INFINITY

/**
 * Returns the log odds that the object fills each cell between the outlines of front and side. The
 * outlines alone cannot distinguish a square post from a round one, or two legs from four.
 * @returns one value per cell; columns vary fastest, then rows, then layers from the back to the
 * front.
 */
export function guessInside(pair: Pair, network: Layers): Float32Array {
  const { front, side } = pair
  const [width, height, depth] = [front.width, front.height, side.width]
  const guesses = new Float32Array(width * height * depth).fill(outside)
  const ask = asking(network)
  for (let z = 0, i = 0; z < depth; z++) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        if (!front.inside[y * width + x] || !side.inside[y * depth + z]) continue
        describeCell(pair, x, y, z, ask.clues, 0)
        guesses[i] = ask.answer() - filledFrom
      }
    }
  }
  return guesses
}

function asking({ means, deviations, layers }: Layers) {
  const clues = new Float32Array(clueCount)
  const [mean, deviation] = [Float32Array.from(means), Float32Array.from(deviations)]
  const weights = layers.map((layer) => Float32Array.from(layer.weights))
  const biases = layers.map((layer) => Float32Array.from(layer.biases))
  const values = [
    new Float32Array(clueCount),
    ...biases.map(({ length }) => new Float32Array(length)),
  ]
  return {
    clues,
    answer(): number {
      for (let k = 0; k < clueCount; k++) values[0][k] = (clues[k] - mean[k]) / deviation[k]
      for (let n = 0; n < weights.length; n++) {
        addUp(values[n], weights[n], biases[n], values[n + 1])
        if (n + 1 < weights.length) bend(values[n + 1])
      }
      return values[values.length - 1][0]
    },
  }
}

// oxlint-disable-next-line max-params -- for each cell
function addUp(
  from: Float32Array,
  weights: Float32Array,
  biases: Float32Array,
  to: Float32Array,
): void {
  const count = to.length
  to.set(biases)
  for (let a = 0, k = 0; a < from.length; a++) {
    const value = from[a]
    for (let b = 0; b < count; b++, k++) to[b] += value * weights[k]
  }
}

function bend(values: Float32Array): void {
  for (let k = 0; k < values.length; k++) if (values[k] < 0) values[k] *= leak
}
