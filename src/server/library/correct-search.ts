import { desc, isNull } from 'drizzle-orm'
import { toFolded } from '#lib/fold-text.ts'
import { nearNames } from '../reading/near-names.ts'
import { assets } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

const rowsMax = 2_000
/** Minimum similarity of words, from 0 to 1. It allows one wrong letter in four. */
const likeEnough = 0.7

/**
 * Replaces each unknown word of a search without results by the most similar known word.
 * @returns `undefined` if no known word is similar.
 */
export async function correctSearch({ db }: Store, search: string): Promise<string | undefined> {
  const rows = await db
    .select({ name: assets.name, folder: assets.folder, tags: assets.tags })
    .from(assets)
    .where(isNull(assets.deletedAt))
    .orderBy(desc(assets.id))
    .limit(rowsMax)
  const known = new Set(
    rows.flatMap(({ name, folder, tags }) => splitWords([name, folder ?? '', ...tags].join(' '))),
  )
  const words = splitWords(search)
  const corrected = words.map((word) => nearest(word, known))
  if (corrected.some((word) => word === undefined)) return undefined
  const text = corrected.join(' ')
  return text === words.join(' ') ? undefined : text
}

const splitWords = (text: string): string[] => toFolded(text).match(/[\p{L}\p{N}]+/gu) ?? []

function nearest(word: string, known: ReadonlySet<string>): string | undefined {
  const alike = [...known].filter(({ length }) => Math.abs(length - word.length) <= 2)
  if (alike.includes(word) || [...known].some((one) => one.includes(word))) return word
  return nearNames(word, alike, likeEnough)[0]
}
