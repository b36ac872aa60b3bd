import { clueCount, describeCell, type Pair } from './inside-clues.ts'

/** A small fully connected network: sums of what is known, bent, three times over. */
export type Layers = {
  /** Of each clue in the models that it was fitted to. */
  readonly means: readonly number[]
  readonly deviations: readonly number[]
  readonly layers: readonly {
    /** Row by row, one row for each number that comes in. */
    readonly weights: readonly number[]
    readonly biases: readonly number[]
  }[]
}

/** What is left of a negative sum between layers. */
export const leak = 0.05

/**
 * From these odds on a cell is filled: fitted by leaving a quarter of the models out. It is below even, as a line of
 * sight is filled by any of its cells.
 */
const filledFrom = -0.75

/** Cells that the outlines leave out. */
export const outside = Number.NEGATIVE_INFINITY

/**
 * How likely it is that the object fills each cell that its outlines leave, as the logarithm of the odds.
 * Outlines alone leave a square post of a round one, and of two legs before two others four.
 *
 * @returns columns fastest, then rows, then from the back to the front.
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

/** One place for the clues and for what the layers make of them, for all cells. */
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
