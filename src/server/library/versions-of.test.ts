import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { assets } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { findVersions } from './find-versions.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

// Each model gets another millisecond, because ids of the same millisecond have a random order.
let nextMs = Date.now()

async function put(name: string, source?: string) {
  const id = newId(nextMs++)
  await store.db.insert(assets).values({
    id,
    name,
    mimeType: 'model/gltf-binary',
    sizeBytes: 1,
    sha256: 'a'.repeat(64),
    blobKey: id,
    recipe: {
      modelId: 'a/b',
      params: {},
      inputSha256: [],
      ...(source !== undefined && { source: { assetId: source, name: 'x', step: 'Rig' } }),
    },
  })
  return id
}
const getNames = async (id: string) => (await findVersions(store, id)).map(({ name }) => name)

it('findVersions returns the sources and all derived models for each of these models', async () => {
  const whole = await put('Whole')
  const light = await put('Light', whole)
  const rigged = await put('Rigged', light)
  const other = await put('Textured', whole)
  await put('Another')
  for (const id of [whole, light, rigged, other]) {
    expect(await getNames(id)).toEqual(['Whole', 'Light', 'Rigged', 'Textured'])
  }
  await store.db.update(assets).set({ deletedAt: new Date() }).where(eq(assets.id, light))
  expect(await getNames(rigged)).toEqual(['Whole', 'Rigged', 'Textured'])
  expect(await getNames(newId())).toEqual([])
})

it('findVersions ends even if sources form a cycle', async () => {
  const [one, two] = [await put('One'), await put('Two')]
  for (const [id, source] of [
    [one, two],
    [two, one],
  ] as const) {
    await store.db
      .update(assets)
      .set({
        recipe: sql`jsonb_set(${assets.recipe}, '{source}', ${JSON.stringify({ assetId: source, name: 'x', step: 'y' })}::jsonb)`,
      })
      .where(eq(assets.id, id))
  }
  expect((await getNames(one)).toSorted()).toEqual(['One', 'Two'])
})
