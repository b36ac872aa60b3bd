import type { Trees } from '#engine/fields/body/trees.ts'
import { createRandom } from '#engine/random.ts'

export type Row = { readonly clues: readonly number[]; readonly value: number }

/**
 * Parameters of gradient boosting, found by cross-validation with an eighth of the models. Deeper
 * or more trees overfit.
 */
const boosting = { trees: 120, rate: 0.07, rows: 0.7, clues: 0.4, leafMin: 12, shrink: 4 } as const
const inner = 7

export function fitTrees(rows: readonly Row[]): Trees {
  const random = createRandom(1)
  const start = rows.reduce((sum, { value }) => sum + value, 0) / rows.length
  const rest = rows.map(({ value }) => value - start)
  const trees = {
    start,
    clues: [] as number[],
    thresholds: [] as number[],
    answers: [] as number[],
  }
  for (let number = 0; number < boosting.trees; number++) {
    const chosen = rows.map((_, k) => k).filter(() => random() < boosting.rows)
    const asked = rows[0].clues.map((_, k) => k).filter(() => random() < boosting.clues)
    const questions = new Map<number, { clue: number; threshold: number }>()
    const parts = new Map<number, number[]>([[0, chosen]])
    for (let at = 0; at < inner; at++) {
      const part = parts.get(at) ?? []
      const question = ask(rows, rest, { part, asked })
      questions.set(at, question)
      parts.set(
        2 * at + 1,
        part.filter((k) => rows[k].clues[question.clue] < question.threshold),
      )
      parts.set(
        2 * at + 2,
        part.filter((k) => !(rows[k].clues[question.clue] < question.threshold)),
      )
    }
    const answers = Array.from({ length: inner + 1 }, (_, k) => {
      const part = parts.get(inner + k) ?? []
      const sum = part.reduce((all, row) => all + rest[row], 0)
      return (boosting.rate * sum) / (part.length + boosting.shrink)
    })
    rows.forEach(({ clues }, k) => {
      let at = 0
      while (at < inner) {
        const { clue, threshold } = questions.get(at) ?? { clue: 0, threshold: 0 }
        at = 2 * at + (clues[clue] < threshold ? 1 : 2)
      }
      rest[k] -= answers[at - inner]
    })
    for (let at = 0; at < inner; at++) {
      trees.clues.push(questions.get(at)?.clue ?? 0)
      trees.thresholds.push(questions.get(at)?.threshold ?? 0)
    }
    trees.answers.push(...answers)
  }
  return trees
}

type Choice = {
  readonly part: readonly number[]
  readonly asked: readonly number[]
}

/**
 * Returns the best split of the rows. Without a useful split, returns a split that puts all rows on
 * one side.
 */
function ask(rows: readonly Row[], rest: readonly number[], { part, asked }: Choice) {
  const { leafMin, shrink } = boosting
  const all = part.reduce((sum, k) => sum + rest[k], 0)
  let best = { gain: 0, clue: 0, threshold: 1e9 }
  for (const clue of asked) {
    const sorted = part.toSorted((a, b) => rows[a].clues[clue] - rows[b].clues[clue])
    let left = 0
    for (let n = 1; n < sorted.length; n++) {
      left += rest[sorted[n - 1]]
      const [below, above] = [rows[sorted[n - 1]].clues[clue], rows[sorted[n]].clues[clue]]
      if (n < leafMin || sorted.length - n < leafMin || above - below < 1e-9) continue
      const right = all - left
      const gain =
        left ** 2 / (n + shrink) +
        right ** 2 / (sorted.length - n + shrink) -
        all ** 2 / (sorted.length + shrink)
      if (gain > best.gain) best = { gain, clue, threshold: (below + above) / 2 }
    }
  }
  return best
}
