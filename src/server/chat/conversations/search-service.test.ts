import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { conversations, messages } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { createSearchService } from './search-service.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
  const conversationId = newId()
  await store.db.insert(conversations).values({ id: conversationId, title: 'Long' })
  const rows = Array.from({ length: count }, (_, at) => ({
    id: `${at}`.padStart(20, '0'),
    conversationId,
    role: 'user' as const,
    text: toText(at),
    // Three messages of each moment, so that steps and pages also end between these.
    createdAt: new Date(1_700_000_000_000 + Math.floor(at / 3)),
  }))
  await store.db.insert(messages).values(rows)
})
afterAll(() => store.close())

const count = 2_000
/** Message 0 is the oldest. Messages of which the number is a multiple of 7 have the phrase. */
const toText = (at: number) =>
  `${at % 7 === 0 ? 'a red–Fox' : 'a fox, not red'} n${at} ${at < 20 ? 'lantern' : 'stone'}`

/** Returns the numbers of the messages found, page by page. */
async function searchAll(q: string, { limit = 30, clock = (): number => 0 } = {}) {
  const { search } = createSearchService({ store, clock })
  const pages: number[][] = []
  let cursor: string | undefined
  do {
    const page = await search({ q, limit, cursor })
    pages.push(
      page.hits.flatMap(({ snippet }) => {
        const text = snippet.map((part) => part.text).join('')
        return Number(/n(\d+)/.exec(text)?.[1])
      }),
    )
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return pages
}

const newestFirst = (isFound: (at: number) => boolean) =>
  Array.from({ length: count }, (_, at) => count - 1 - at).filter(isFound)

it('returns each match once, newest first, in pages across all steps', async () => {
  const pages = await searchAll('"red fox"', { limit: 60 })
  expect(pages.flat()).toEqual(newestFirst((at) => at % 7 === 0))
  expect(pages.slice(0, -1).map(({ length }) => length)).toEqual([60, 60, 60, 60])
})

it('finds a frequent phrase and a word of only the oldest messages in one page', async () => {
  expect(await searchAll('lantern')).toEqual([newestFirst((at) => at < 20)])
  expect(await searchAll('lantern "not red"')).toEqual([
    newestFirst((at) => at < 20 && at % 7 !== 0),
  ])
  expect(await searchAll('lantern -"not red"')).toEqual([
    newestFirst((at) => at < 20 && at % 7 === 0),
  ])
})

it('continues on the next page after a step that took the time of a search', async () => {
  let now = 0
  const pages = await searchAll('lantern', { clock: () => (now += 1_000) })
  expect(pages).toHaveLength(count / 250 + 1)
  expect(pages.slice(0, -2).flat()).toEqual([])
  expect(pages.flat()).toEqual(newestFirst((at) => at < 20))
})

it('finds phrases with characters that no word has', async () => {
  for (const q of ['"red–fox"', '"RED … fox"', '"a red - fóx"']) {
    expect((await searchAll(q, { limit: 100 })).flat()).toHaveLength(Math.ceil(count / 7))
  }
})
