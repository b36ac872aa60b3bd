import { sql } from 'drizzle-orm'
import type { Source } from '#contract/chat/chat.ts'
import { ownedBy } from '../../store/owned-queries.ts'
import type { Database } from '../../store/store.ts'
import type { EarlierTurn } from './write-query.ts'

/** Maximum number of messages before the question: two answers and their questions. */
const turnsMax = 4
/** Maximum number of sources of earlier answers that are added to a new question. */
const citedMax = 3

export type EarlierMessage = EarlierTurn & { sources: readonly Source[] | null }

/** Returns the question `messageId`, then the messages before it, latest first. */
export async function listTurns(db: Database, messageId: string): Promise<EarlierMessage[]> {
  const { rows } = await db.execute<EarlierMessage>(sql`
    with recursive path as (
      select id, parent_id, role, text, 0 as depth from messages
      where ${ownedBy('messages')} and id = ${messageId}
      union all
      select up.id, up.parent_id, up.role, up.text, path.depth + 1
      from path join messages up on up.id = path.parent_id
      where path.depth < ${turnsMax}
    )
    select role, text,
      (select r.sources from runs r where r.answer_id = path.id order by r.started_at desc limit 1)
        as sources
    from path order by depth`)
  return rows
}

/**
 * Returns the passages that earlier answers cite, latest first, because a follow-up question often
 * refers to them.
 * @param documentIds documents that are still in the folder.
 */
export function listCited(
  earlier: readonly EarlierMessage[],
  documentIds: ReadonlySet<string>,
): Source[] {
  return earlier
    .flatMap(({ role, text, sources }) => {
      if (role !== 'assistant' || !sources) return []
      const numbers = new Set(
        [...text.matchAll(/\[(\d{1,3})\]/g)].map(([, number]) => Number(number)),
      )
      return sources.filter((_, at) => numbers.has(at + 1))
    })
    .filter(({ documentId }) => documentId !== undefined && documentIds.has(documentId))
    .filter((source, at, all) => all.findIndex((other) => overlap(source, other)) === at)
    .slice(0, citedMax)
}

/** Adds earlier sources that do not overlap with the found sources. */
export const addSources = (found: readonly Source[], earlier: readonly Source[]): Source[] => [
  ...found,
  ...earlier.filter((source) => !found.some((other) => overlap(source, other))),
]

const overlap = (a: Source, b: Source): boolean => {
  const [startA, startB] = [a.at ?? 0, b.at ?? 0]
  return (
    a.documentId === b.documentId &&
    startA < startB + b.quote.length &&
    startB < startA + a.quote.length
  )
}
