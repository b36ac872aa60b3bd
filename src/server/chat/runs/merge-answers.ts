import { and, eq, inArray } from 'drizzle-orm'
import type { Source } from '#contract/chat/chat.ts'
import { replaceOutsideCode } from '#lib/replace-outside-code.ts'
import { HttpError } from '../../errors/http-error.ts'
import { messages, runs } from '../../store/schema.ts'
import type { Database } from '../../store/store.ts'

/** Text for the model that merges answers, and the sources that it may cite. */
export type MergedAnswers = { prompt: string; sources: Source[] }

const instruction =
  'The answers above are from several models to the same question. Merge them into one answer to that question. Keep what is correct and useful in each of them, resolve contradictions or name them, and repeat nothing. Keep citations such as [1] with the statements that they support. Do not mention that there were several answers. Write in the language of the question.'

/** @throws {HttpError} `bad_request` unless all ids are answers with text to the question. */
export async function readMergedAnswers(
  db: Database,
  questionId: string,
  ids: readonly string[],
): Promise<MergedAnswers> {
  const rows = await db
    .select({ id: messages.id, text: messages.text, status: runs.status, sources: runs.sources })
    .from(messages)
    .innerJoin(runs, eq(runs.id, messages.runId))
    .where(and(eq(messages.parentId, questionId), inArray(messages.id, [...ids])))
  const sources: Source[] = []
  const texts = ids.map((id, at) => {
    const row = rows.find((one) => one.id === id)
    if (!row || row.text.trim() === '' || row.status === 'running' || row.status === 'waiting') {
      throw new HttpError(
        'bad_request',
        'Only finished answers to the same question can be merged.',
      )
    }
    const text = renumber(row.text, row.sources ?? [], sources)
    return `<answer number="${at + 1}">\n${text}\n</answer>`
  })
  return { prompt: `${texts.join('\n\n')}\n\n${instruction}`, sources }
}

/**
 * Adds the sources of an answer to `all`, and returns the answer's text with the new numbers of the
 * sources.
 */
function renumber(text: string, own: readonly Source[], all: Source[]): string {
  const numbers = own.map((source) => {
    const known = all.findIndex((one) => isSameSource(one, source))
    return known >= 0 ? known + 1 : all.push(source)
  })
  return replaceOutsideCode(text, (piece) =>
    piece.replaceAll(/\[(\d{1,3})\](?!\()/g, (cited, number: string) => {
      const next = numbers[Number(number) - 1]
      return next === undefined ? cited : `[${next}]`
    }),
  )
}

const isSameSource = (one: Source, other: Source): boolean =>
  one.documentId === other.documentId &&
  one.at === other.at &&
  one.url === other.url &&
  one.quote === other.quote
