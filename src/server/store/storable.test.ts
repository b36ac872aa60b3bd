import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { assets, conversations, tasks } from './schema.ts'
import { storableJson } from './storable.ts'
import { openTestStore } from './store.fixture.ts'
import type { Store } from './store.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const hostile = ['a\u0000b', 'half \ud83d', '\ude00 half', '\\u0000', '\\\u0000', '😀 whole']
const kept = ['a\uFFFDb', 'half \uFFFD', '\uFFFD half', '\\u0000', '\\\uFFFD', '😀 whole']

describe('rows of the database', () => {
  it('store any text, in a value, an array and a query', async () => {
    for (const [at, text] of hostile.entries()) {
      const id = newId()
      await store.db.insert(conversations).values({ id, title: text })
      const found = await store.db.select().from(conversations).where(eq(conversations.title, text))
      expect(found.map((row) => [row.id, row.title])).toEqual([[id, kept[at]]])
      const like = await store.db.execute(sql`select 1 from conversations where title = ${text}`)
      expect(like.rows).toHaveLength(1)
    }
    const id = newId()
    await store.db.insert(assets).values({
      id,
      name: '',
      mimeType: '',
      sizeBytes: 1,
      sha256: '',
      blobKey: '',
      tags: hostile,
    })
    const [asset] = await store.db.select().from(assets).where(eq(assets.id, id))
    expect(asset?.tags).toEqual(kept)
  })

  it('store any JSON, including hostile field names', async () => {
    const id = newId()
    const params = { list: hostile, 'na\u0000me\ud83d': { deep: hostile } }
    await store.db
      .insert(tasks)
      .values({ id, modelId: 'a/b', provider: 'a', params, status: 'queued' })
    const [task] = await store.db.select().from(tasks).where(eq(tasks.id, id))
    expect(task?.params).toEqual({ list: kept, 'na\uFFFDme\uFFFD': { deep: kept } })
  })
})

describe('storableJson', () => {
  it('keeps text that only looks like an escape sequence', () => {
    for (const text of ['\\u0000', '\\\\ud83d', '\\', '\n', '\u0001', '\\\\u0000\u0000']) {
      expect(JSON.parse(storableJson({ text }))).toEqual({
        text: text.replaceAll('\u0000', '\uFFFD'),
      })
    }
  })
})
