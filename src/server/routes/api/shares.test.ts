import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type ChangeAssetShare,
  sharedAssetSchema,
  shareSchema,
  shareStateSchema,
} from '#contract/sharing/shares.ts'
import { newId } from '#lib/id.ts'
import { toHttpError } from '../../errors/http-error.ts'
import { createTestAudit } from '../../audit/audit.fixture.ts'
import { noStats, openTaskWorld, tinyGlb, type World } from '../../generation/tasks.fixture.ts'
import { createShareService } from '../../library/share-service.ts'
import { createTurntables } from '../../library/turntables.ts'
import { sweepBlobs } from '../../library/sweep.ts'
import { assets as assetRows, files as fileRows, shares as shareRows } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { assetShareRoutes, sharedRoutes } from './shares.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

let world: World
let app: Hono
let drawn: number
beforeEach(async () => {
  world = await openTaskWorld(store, { isStarted: false })
  drawn = 0
  const turntables = createTurntables({
    store,
    blobs: world.blobs,
    inspect: () => {
      drawn++
      return Promise.resolve({
        type: 'inspected',
        stats: noStats,
        issues: { errors: 0, warnings: 0, messages: [] },
        turntable: Buffer.from('many pictures'),
      })
    },
  })
  const services = {
    shares: createShareService(store),
    blobs: world.blobs,
    turntables,
    audit: createTestAudit(),
  }
  app = new Hono()
    .route('/api/assets', assetShareRoutes(services))
    .route('/api/share', sharedRoutes(services))
  app.onError((thrown, c) => {
    const error = toHttpError(thrown)
    return c.json(error.toBody(), error.status)
  })
})
afterEach(async () => {
  await world.close()
  await store.db.delete(assetRows)
  await store.db.delete(fileRows)
})

async function makeAsset(name = 'Bear'): Promise<string> {
  const bytes = tinyGlb(name)
  const key = await world.blobs.put(bytes)
  const id = newId()
  await store.db.insert(assetRows).values({
    id,
    name,
    mimeType: 'model/gltf-binary',
    sizeBytes: bytes.byteLength,
    sha256: key,
    blobKey: key,
    thumbnailKey: await world.blobs.put(Buffer.from(`picture of ${name}`)),
    recipe: { modelId: 'fake/model', params: { prompt: 'my secret idea' }, inputSha256: [] },
  })
  return id
}
const share = async (id: string) =>
  shareSchema.parse(await (await app.request(`/api/assets/${id}/share`, { method: 'PUT' })).json())
const getStatus = async (path: string) => (await app.request(path)).status

describe('the share link of an asset', () => {
  it('does not exist until somebody creates the link', async () => {
    const id = await makeAsset()
    const state = await (await app.request(`/api/assets/${id}/share`)).json()
    expect(shareStateSchema.parse(state)).toEqual({})
    expect(await store.db.select().from(shareRows)).toEqual([])
  })

  it('shows the model, but not its generation params, to everybody who has the link', async () => {
    const id = await makeAsset()
    const { token, path } = await share(id)
    expect(path).toBe(`/share/${token}`)
    expect((await share(id)).token).toBe(token)

    const answer = await app.request(`/api/share/${token}`)
    expect(answer.headers.get('x-robots-tag')).toContain('noindex')
    const text = await answer.text()
    expect(text).not.toContain('secret idea')
    expect(text).not.toContain(id)
    const shared = sharedAssetSchema.parse(JSON.parse(text))
    expect(shared.name).toBe('Bear')

    const model = await app.request(shared.url)
    expect(Buffer.from(await model.arrayBuffer())).toEqual(Buffer.from(tinyGlb('Bear')))
    expect(model.headers.get('cache-control')).toBe('private, no-cache')
    expect(model.headers.get('x-robots-tag')).toContain('noindex')
    expect(await (await app.request(shared.thumbnailUrl ?? '')).text()).toBe('picture of Bear')
  })

  it('returns 404 after it is revoked, and a new link has another token', async () => {
    const id = await makeAsset()
    const { token } = await share(id)
    expect((await app.request(`/api/assets/${id}/share`, { method: 'DELETE' })).status).toBe(204)
    for (const part of ['', '/model', '/thumbnail']) {
      expect(await getStatus(`/api/share/${token}${part}`)).toBe(404)
    }
    expect((await share(id)).token).not.toBe(token)
    expect(await getStatus(`/api/share/${token}`)).toBe(404)
  })

  it('keeps its options until it is revoked', async () => {
    const id = await makeAsset()
    const change = async (options: ChangeAssetShare) => {
      const answer = await app.request(`/api/assets/${id}/share`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(options),
      })
      return { status: answer.status, body: await answer.json() }
    }
    expect((await change({ canDownload: false })).status).toBe(404)
    const { token } = await share(id)
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const options = { canDownload: false, altText: 'A brown bear that sits', expiresAt }
    expect((await change(options)).body).toMatchObject({ token, ...options })
    const shared = sharedAssetSchema.parse(await (await app.request(`/api/share/${token}`)).json())
    expect(shared).toMatchObject({ canDownload: false, altText: 'A brown bear that sits' })

    const { body } = await change({ altText: null, expiresAt: null })
    expect(body).toMatchObject({ token, canDownload: false })
    expect(body).not.toHaveProperty('altText')
    expect(body).not.toHaveProperty('expiresAt')
    expect((await change({ altText: 'x'.repeat(501) })).status).toBe(400)
  })

  it('has its options from the start, and a second request does not change them', async () => {
    const id = await makeAsset()
    const create = async (options: ChangeAssetShare) => {
      const answer = await app.request(`/api/assets/${id}/share`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(options),
      })
      return { status: answer.status, body: await answer.json() }
    }
    expect((await create({ altText: 'x'.repeat(501) })).status).toBe(400)
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const options = { canDownload: false, altText: 'A brown bear', expiresAt }
    const { body } = await create(options)
    expect(body).toMatchObject(options)
    expect((await create({ canDownload: true })).body).toEqual(body)
  })

  it('ends at the chosen time, and can be extended', async () => {
    const id = await makeAsset()
    const { token } = await share(id)
    const endAt = (ms: number) =>
      app.request(`/api/assets/${id}/share`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ expiresAt: new Date(Date.now() + ms).toISOString() }),
      })
    await endAt(-1000)
    for (const part of ['', '/model', '/thumbnail']) {
      expect(await getStatus(`/api/share/${token}${part}`)).toBe(404)
    }
    await endAt(60_000)
    expect(await getStatus(`/api/share/${token}`)).toBe(200)
  })

  it('returns 404 for a wrong token, and for a model that is in the trash or deleted', async () => {
    const id = await makeAsset()
    const other = await makeAsset('Lion')
    const { token } = await share(id)
    expect(await getStatus(`/api/share/${id}`)).toBe(404)
    expect(await getStatus(`/api/share/${'x'.repeat(32)}`)).toBe(404)
    expect(await getStatus(`/api/share/${token.slice(0, -1)}`)).toBe(404)
    expect(await getStatus(`/api/share/${other}/model`)).toBe(404)

    await world.assets.remove(id)
    expect(await getStatus(`/api/share/${token}/model`)).toBe(404)
    await world.assets.forget(id)
    expect(await store.db.select().from(shareRows)).toEqual([])
    const refused = await app.request(`/api/assets/${id}/share`, { method: 'PUT' })
    expect(refused.status).toBe(404)
  })
})

describe('turntable animation of a shared model', () => {
  it('is rendered once for concurrent requests, and is kept when unused files are deleted', async () => {
    const id = await makeAsset()
    const path = `/api/assets/${id}/turntable`
    const answers = await Promise.all([app.request(path), app.request(path)])
    for (const answer of answers) expect(await answer.text()).toBe('many pictures')
    expect(await (await app.request(path)).text()).toBe('many pictures')
    expect(drawn).toBe(1)
    expect(await sweepBlobs(store, world.blobs, Date.now() + 7 * 3_600_000)).toBe(0)
    expect(await getStatus(path)).toBe(200)
  })

  it('returns 404 for an unknown model and for a file type that cannot be rendered', async () => {
    const id = await makeAsset()
    await store.db.update(assetRows).set({ mimeType: 'model/stl' }).where(eq(assetRows.id, id))
    expect(await getStatus(`/api/assets/${id}/turntable`)).toBe(404)
    expect(await getStatus(`/api/assets/${newId()}/turntable`)).toBe(404)
    expect(drawn).toBe(0)
  })
})
