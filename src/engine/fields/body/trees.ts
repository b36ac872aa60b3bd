/** Gradient-boosted regression trees of depth three. */
export type Trees = {
  readonly start: number
  /**
   * Index of the input value that each inner node of a tree compares. Each tree has seven inner
   * nodes in heap order.
   */
  readonly clues: readonly number[]
  readonly thresholds: readonly number[]
  readonly answers: readonly number[]
}

const questions = 7

export function evaluateTrees(trees: Trees, clues: readonly number[]): number {
  let sum = trees.start
  for (let tree = 0; tree * questions < trees.clues.length; tree++) {
    let at = 0
    while (at < questions) {
      const question = tree * questions + at
      at = 2 * at + (clues[trees.clues[question]] < trees.thresholds[question] ? 1 : 2)
    }
    sum += trees.answers[tree * (questions + 1) + at - questions]
  }
  return sum
}
