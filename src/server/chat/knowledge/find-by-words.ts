import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Store } from '../../store/store.ts'
import { listIndexes, readPostings, type DocumentIndex } from './document-index.ts'
import { isGrammar, listTermParts } from './list-terms.ts'
import type { PassageKey } from './passage-vectors.ts'

/**
 * Parameters of the ranking function BM25: the gain of a repeated term, and the influence of a
 * passage's length. Source: Robertson and Zaragoza, “The Probabilistic Relevance Framework: BM25
 * and Beyond”, 2009.
 */
const saturation = 1.2
const lengthInfluence = 0.75
/** Weight of the whole document's score in the score of its passages. */
const documentInfluence = 0.4
/**
 * Exponent of a term's rarity. A value above 1 gives rare terms more weight than plain BM25 does.
 */
const rarityPower = 1.3
/** Weight of a part of a word, or of Japanese grammar, relative to a whole word. */
const weakWeight = 0.3
/** Number of best passages whose average is the score of a document. */
const averagedMax = 3

/**
 * Returns the passages that best match the terms of a question by the ranking function BM25, best
 * first.
 * @param options.terms with their weights.
 */
export async function findByWords(
  store: Store,
  documentIds: readonly string[],
  { foundMax, ...query }: { terms: ReadonlyMap<string, number>; foundMax: number },
): Promise<PassageKey[]> {
  if (query.terms.size === 0) return []
  const terms = withParts(query.terms)
  const indexes = await listIndexes(store, documentIds)
  const byTerm = await readAll(store, indexes, new Set(terms.keys()))
  const lengths = new Map(indexes.map((index) => [index.documentId, index.lengths]))
  const all = indexes.flatMap((index) => index.lengths)
  const average = all.reduce((sum, length) => sum + length, 0) / Math.max(1, all.length) || 1
  const scores = new Map<string, Map<number, number>>()
  for (const [term, found] of byTerm) {
    const frequency = found.reduce((sum, { postings }) => sum + postings.length / 2, 0)
    const rarity = Math.log(1 + (all.length - frequency + 0.5) / (frequency + 0.5))
    const weight = rarity ** rarityPower * (terms.get(term) ?? 0)
    for (const { documentId, postings } of found) {
      const own = scores.get(documentId) ?? new Map<number, number>()
      scores.set(documentId, own)
      for (let at = 0; at < postings.length; at += 2) {
        const [position = 0, count = 0] = [postings[at], postings[at + 1]]
        const length = (lengths.get(documentId)?.[position] ?? average) / average
        const damping = saturation * (1 - lengthInfluence + lengthInfluence * length)
        const score = (weight * count * (saturation + 1)) / (count + damping)
        own.set(position, (own.get(position) ?? 0) + score)
      }
    }
    await othersTurn()
  }
  return Array.from(scores, ([documentId, own]) => {
    const best = [...own.values()].toSorted((a, b) => b - a).slice(0, averagedMax)
    const ofDocument = best.reduce((sum, score) => sum + score, 0) / averagedMax
    return Array.from(own, ([position, score]) => ({
      documentId,
      position,
      score: score + documentInfluence * ofDocument,
    }))
  })
    .flat()
    .toSorted((a, b) => b.score - a.score)
    .slice(0, foundMax)
}

function withParts(terms: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const all = new Map<string, number>()
  for (const [term, weight] of terms) {
    all.set(term, isGrammar(term) ? weight * weakWeight : weight)
    for (const part of listTermParts(term)) if (!all.has(part)) all.set(part, weight * weakWeight)
  }
  return all
}

type Found = { documentId: string; postings: readonly number[] }

/** Documents per query. A query of this size blocks the embedded database for some milliseconds. */
const readAtOnce = 10

async function readAll(
  store: Store,
  indexes: readonly DocumentIndex[],
  terms: ReadonlySet<string>,
): Promise<Map<string, Found[]>> {
  const byTerm = new Map<string, Found[]>()
  for (const group of toGroups(indexes)) {
    for await (const { term, ...found } of readPostings(store, group, terms)) {
      const known = byTerm.get(term)
      if (known) known.push(found)
      else byTerm.set(term, [found])
    }
    await othersTurn()
  }
  return byTerm
}

function toGroups(indexes: readonly DocumentIndex[]): DocumentIndex[][] {
  const groups: DocumentIndex[][] = []
  for (const index of indexes.toSorted((a, b) => a.buckets - b.buckets)) {
    const group = groups.at(-1)
    if (group && group.length < readAtOnce && group[0]?.buckets === index.buckets) group.push(index)
    else groups.push([index])
  }
  return groups
}
