import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assetSortSchema, type AssetSort } from '#contract/assets.ts'
import { assets } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { isAssetCursor, toOrderBy, toPageCondition } from './asset-order.ts'
import { toAssetCondition } from './asset-filter.ts'
import { createAssetService, type AssetService } from './asset-service.ts'

const models = [
  { name: 'Écran', sizeBytes: 300 },
  { name: 'amphora', sizeBytes: 200 },
  { name: 'Zebra', sizeBytes: 200 },
  { name: 'Amphora', sizeBytes: 900 },
  { name: 'ﷺ'.repeat(200), sizeBytes: 12_000_000_000 },
  { name: 'boat: a “long” name, \\ and %', sizeBytes: 1 },
].map((model, at) => ({
  ...model,
  id: `asset${String(at).padStart(15, '0')}`,
  mimeType: 'model/gltf-binary',
  sha256: String(at).repeat(64),
  blobKey: `blob${at}`,
  createdAt: new Date(Date.UTC(2026, 0, 1 + at)),
}))

let store: Store
let service: AssetService
beforeAll(async () => {
  store = await openTestStore()
  service = createAssetService(store)
  await store.db.insert(assets).values(models)
})
afterAll(() => store.close())

async function readPages(sort: AssetSort, limit: number): Promise<string[]> {
  const names: string[] = []
  let before: string | undefined
  do {
    const page = await service.list({ before, limit, sort })
    names.push(...page.assets.map(({ name }) => name))
    before = page.nextBefore
    if (before !== undefined && !isAssetCursor(sort, before)) throw new Error(before)
  } while (before !== undefined)
  return names
}

const nameAt = (...positions: number[]) => positions.map((at) => models[at]?.name)

describe('sorted list of 3D models', () => {
  it.each<[AssetSort, number[]]>([
    ['newest', [5, 4, 3, 2, 1, 0]],
    ['oldest', [0, 1, 2, 3, 4, 5]],
    ['name', [1, 3, 5, 0, 2, 4]],
    ['largest', [4, 3, 0, 2, 1, 5]],
    ['smallest', [5, 1, 2, 0, 3, 4]],
  ])('contains each model once, %s', async (sort, expected) => {
    for (const limit of [1, 2, 4, 200]) {
      expect(await readPages(sort, limit)).toEqual(nameAt(...expected))
    }
  })

  it('continues at the right position if the last model of a page was renamed or deleted', async () => {
    const first = await service.list({ limit: 3, sort: 'name' })
    const [, , last] = first.assets
    await service.change(last!.id, { name: 'zz' })
    await service.remove(last!.id)
    const second = await service.list({ limit: 3, sort: 'name', before: first.nextBefore })
    expect(second.assets.map(({ name }) => name)).toEqual(nameAt(0, 2, 4))
    await service.restore(last!.id)
    await service.change(last!.id, { name: last!.name })
  })

  it('counts the models of all pages on the first page', async () => {
    const first = await service.list({ limit: 1, sort: 'name' }, { search: 'amphora' })
    expect(first.total).toBe(2)
    const second = await service.list(
      { limit: 1, sort: 'name', before: first.nextBefore },
      { search: 'amphora' },
    )
    expect(second).not.toHaveProperty('total')
  })

  it('counts in an index, and searches in a column that is folded already', async () => {
    await store.transaction(async ({ executeSql }) => {
      await executeSql('set local enable_seqscan = off')
      // The planner prefers a bitmap while no statistics say that the rows are few.
      await executeSql('set local enable_bitmapscan = off')
      const { rows } = await executeSql(
        'explain select count(*) from assets where deleted_at is null',
      )
      expect(JSON.stringify(rows)).toContain('Index Only Scan using assets_live')
    })
    const { sql: text } = store.db
      .select()
      .from(assets)
      .where(toAssetCondition({ search: 'amphora' }))
      .toSQL()
    expect(text).not.toContain('fold_text')
  })

  it('contains only models made since a given time', async () => {
    const { assets: found } = await service.list(
      { limit: 10 },
      { since: new Date(Date.UTC(2026, 0, 5)).toISOString() },
    )
    expect(found.map(({ name }) => name)).toEqual(nameAt(5, 4))
  })

  it.each(assetSortSchema.options)(
    'is read with an index instead of all models, %s',
    async (sort) => {
      const first = await service.list({ limit: 2, sort })
      const query = store.db
        .select({ id: assets.id })
        .from(assets)
        .where(toPageCondition(sort, first.nextBefore ?? ''))
        .orderBy(...toOrderBy(sort))
        .limit(2)
      // Table scans are disabled, because the planner would scan a table of six rows.
      const plan = await store.db.transaction(async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`)
        return tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`)
      })
      const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(text).toMatch(/Index (Only )?Scan/)
      expect(text).not.toContain('Sort')
    },
  )
})

describe('isAssetCursor', () => {
  const id = models[0]!.id
  it.each<[AssetSort, string]>([
    ['newest', `${id}:1`],
    ['newest', 'short'],
    ['name', id],
    ['name', `${id}:${'x'.repeat(101)}`],
    ['largest', `${id}:ten`],
    ['largest', `${id}:`],
    ['smallest', `${id}:${'9'.repeat(19)}`],
  ])('rejects a cursor of another sort order: %s %s', (sort, cursor) => {
    expect(isAssetCursor(sort, cursor)).toBe(false)
  })
})
