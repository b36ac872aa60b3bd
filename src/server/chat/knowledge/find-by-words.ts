import { setImmediate as othersTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { ownedBy } from '../../store/owned-queries.ts'
import type { Store } from '../../store/store.ts'

export type FoundPassage = { documentId: string; position: number; start: number; text: string }
type Candidate = FoundPassage & { rank: number }

/**
 * Returns the passages of these documents that contain the rarest words of a question, best first.
 * Searches document by document, because a frequent word in a large folder takes the database
 * seconds.
 * @param foundMax number of candidates with the best rank in the database; they are re-ranked by
 * the rarity of their words.
 */
export async function findByWords(
  { db }: Store,
  documentIds: readonly string[],
  { words, foundMax }: { words: readonly string[]; foundMax: number },
): Promise<FoundPassage[]> {
  if (words.length === 0) return []
  const query = words.map((word) => `'${word}'`).join(' | ')
  const found: Candidate[] = []
  for (const documentId of documentIds) {
    const { rows } = await db.execute<Candidate>(sql`
      select p.document_id as "documentId", p.position, p.start, p.text,
        ts_rank_cd(p.words, to_tsquery('simple', ${query}), 1)::float8 as rank
      from document_passages p
      where ${ownedBy('p')} and p.document_id = ${documentId}
        and p.words @@ to_tsquery('simple', ${query})
      order by rank desc, p.position limit ${foundMax}`)
    found.push(...rows)
    await othersTurn()
  }
  return byRareWords(found.toSorted((a, b) => b.rank - a.rank).slice(0, foundMax), words)
}

function byRareWords(rows: readonly Candidate[], words: readonly string[]): FoundPassage[] {
  const texts = rows.map(({ text }) => text.toLowerCase())
  const weights = words.map((word) => {
    const having = texts.filter((text) => text.includes(word)).length
    return having === 0 ? 0 : Math.log(1 + rows.length / having)
  })
  const score = (index: number) =>
    words.reduce(
      (sum, word, at) => sum + (texts[index]?.includes(word) ? (weights[at] ?? 0) : 0),
      0,
    )
  return rows
    .map((row, index) => ({ row, score: score(index) }))
    .toSorted((a, b) => b.score - a.score || b.row.rank - a.row.rank)
    .map(({ row }) => row)
}
