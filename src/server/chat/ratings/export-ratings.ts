import { asc, eq, gt, inArray } from 'drizzle-orm'
import { csvLine } from '#lib/csv.ts'
import { createYield } from '../../process/yield-loop.ts'
import { answerRatings, comparisonVotes, messages } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

const rowsAtOnce = 20

type RatedRow =
  | {
      kind: 'rating'
      at: string
      modelId: string
      rating: 'good' | 'bad'
      reason: string
      question: string
      answer: string
    }
  | { kind: 'vote'; at: string; modelIds: string[]; winner: string | null; question: string }

/** Yields all ratings and then all votes, with the rated texts. */
async function* everyRated({ db }: Store): AsyncGenerator<RatedRow> {
  const yieldLoop = createYield()
  const readTexts = async (ids: readonly string[]) => {
    const { id, text } = messages
    const rows = await db
      .select({ id, text })
      .from(messages)
      .where(inArray(id, [...ids]))
    return new Map(rows.map((row) => [row.id, row.text]))
  }
  for (let after = ''; ; await yieldLoop()) {
    const rows = await db
      .select({ row: answerRatings, answer: messages.text, questionId: messages.parentId })
      .from(answerRatings)
      .innerJoin(messages, eq(messages.id, answerRatings.id))
      .where(gt(answerRatings.id, after))
      .orderBy(asc(answerRatings.id))
      .limit(rowsAtOnce)
    const texts = await readTexts(rows.map(({ questionId }) => questionId ?? ''))
    for (const { row, answer, questionId } of rows) {
      yield {
        kind: 'rating',
        at: row.createdAt.toISOString(),
        modelId: row.modelId,
        rating: row.isGood ? 'good' : 'bad',
        reason: row.reason,
        question: texts.get(questionId ?? '') ?? '',
        answer,
      }
    }
    if (rows.length < rowsAtOnce) break
    after = rows.at(-1)?.row.id ?? ''
  }
  for (let after = ''; ; await yieldLoop()) {
    const rows = await db
      .select()
      .from(comparisonVotes)
      .where(gt(comparisonVotes.id, after))
      .orderBy(asc(comparisonVotes.id))
      .limit(rowsAtOnce)
    const texts = await readTexts(rows.map(({ id }) => id))
    for (const row of rows) {
      yield {
        kind: 'vote',
        at: row.createdAt.toISOString(),
        modelIds: row.modelIds,
        winner: row.winnerModelId,
        question: texts.get(row.id) ?? '',
      }
    }
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)?.id ?? ''
  }
}

export async function* exportRatingsJsonl(store: Store): AsyncGenerator<string> {
  for await (const row of everyRated(store)) yield `${JSON.stringify(row)}\n`
}

/** Yields the ratings as CSV. In the rows of votes, `rating` is the winning model or `tie`. */
export async function* exportRatingsCsv(store: Store): AsyncGenerator<string> {
  yield csvLine(['kind', 'at', 'model', 'rating', 'reason', 'question', 'answer'])
  for await (const row of everyRated(store)) {
    yield row.kind === 'rating'
      ? csvLine([row.kind, row.at, row.modelId, row.rating, row.reason, row.question, row.answer])
      : csvLine([
          row.kind,
          row.at,
          row.modelIds.join(' '),
          row.winner ?? 'tie',
          '',
          row.question,
          '',
        ])
  }
}
