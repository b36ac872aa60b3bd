/** Adds up what many small trees of questions say, each of them three questions deep. */
export type Trees = {
  readonly start: number
  /** Seven questions a tree, in the order of a heap: which clue, and below what it goes to the left. */
  readonly clues: readonly number[]
  readonly thresholds: readonly number[]
  /** Eight answers a tree. */
  readonly answers: readonly number[]
}

const questions = 7

/** The sum of what all trees answer for these clues. */
export function askTrees(trees: Trees, clues: readonly number[]): number {
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
