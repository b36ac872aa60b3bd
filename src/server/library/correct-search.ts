import { desc, isNull } from 'drizzle-orm'
import { nearNames } from '../reading/near-names.ts'
import { assets } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** The newest models, whose words are known. */
const rowsMax = 2_000
/** One letter in four may be wrong, and none in words of three. */
const likeEnough = 0.7

/**
 * A search that found nothing with each word that no model holds replaced by the likeliest that one does.
 *
 * @returns `undefined` where no such words are known.
 */
export async function correctSearch({ db }: Store, search: string): Promise<string | undefined> {
  const rows = await db
    .select({ name: assets.name, folder: assets.folder, tags: assets.tags })
    .from(assets)
    .where(isNull(assets.deletedAt))
    .orderBy(desc(assets.id))
    .limit(rowsMax)
  const known = new Set(
    rows.flatMap(({ name, folder, tags }) => wordsOf([name, folder ?? '', ...tags].join(' '))),
  )
  const words = wordsOf(search)
  const corrected = words.map((word) => nearest(word, known))
  if (corrected.some((word) => word === undefined)) return undefined
  const text = corrected.join(' ')
  return text === words.join(' ') ? undefined : text
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

function nearest(word: string, known: ReadonlySet<string>): string | undefined {
  const alike = [...known].filter(({ length }) => Math.abs(length - word.length) <= 2)
  if (alike.includes(word) || [...known].some((one) => one.includes(word))) return word
  return nearNames(word, alike, likeEnough)[0]
}
