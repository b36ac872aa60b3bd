import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slicerFileSchema } from '#contract/sharing/slicer-files.ts'
import { toHttpError } from '../../errors/http-error.ts'
import { openTaskWorld, type World } from '../../generation/tasks.fixture.ts'
import { createSlicerFiles } from '../../library/slicer-files.ts'
import { sweepBlobs } from '../../library/sweep.ts'
import { asOwner } from '../../store/owner-scope.ts'
import { slicerFiles as rows, users } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { openSlicerFileRoutes, slicerFileRoutes } from './slicer-files.ts'

const minute = 60_000
const threeMf = new Uint8Array([
  0x50,
  0x4b,
  0x03,
  0x04,
  ...Array.from({ length: 400_000 }, () => 7),
])

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

let world: World
let app: Hono
let nowMs: number
beforeEach(async () => {
  world = await openTaskWorld(store, { isStarted: false })
  nowMs = Date.now()
  const slicerFiles = createSlicerFiles({ store, blobs: world.blobs, now: () => nowMs })
  const services = { slicerFiles, blobs: world.blobs }
  app = new Hono()
    .route('/api/slicer-files', slicerFileRoutes(services))
    .route('/api/slicer-files', openSlicerFileRoutes(services))
  app.onError((thrown, c) => {
    const error = toHttpError(thrown)
    return c.json(error.toBody(), error.status)
  })
})
afterEach(async () => {
  await world.close()
  await store.db.delete(rows)
})

const send = (bytes: Uint8Array<ArrayBuffer>, name = 'bear.3mf') =>
  app.request(`/api/slicer-files?name=${encodeURIComponent(name)}`, { method: 'POST', body: bytes })
const provide = async (bytes = threeMf, name?: string) =>
  slicerFileSchema.parse(await (await send(bytes, name)).json())
const getStatus = async (path: string, method = 'GET') =>
  (await app.request(path, { method })).status

describe('file for a slicer', () => {
  it('is downloaded once, with the name at the end of a path without a query', async () => {
    const { path } = await provide()
    expect(path).toMatch(/^\/api\/slicer-files\/[\w-]{43}\/bear\.3mf$/)
    const response = await app.request(path)
    expect(response.status).toBe(200)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(threeMf)
    expect(response.headers.get('content-length')).toBe(String(threeMf.byteLength))
    expect(await getStatus(path)).toBe(404)
    expect(await getStatus(path, 'HEAD')).toBe(404)
  })

  it('stays available after HEAD, which some slicers send first', async () => {
    const { path } = await provide()
    const head = await app.request(path, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(threeMf.byteLength))
    expect(await head.text()).toBe('')
    expect(await getStatus(path, 'HEAD')).toBe(200)
    expect(await getStatus(path)).toBe(200)
  })

  it('is sent to only one of many concurrent downloads', async () => {
    const { path } = await provide()
    const statuses = await Promise.all(Array.from({ length: 20 }, () => getStatus(path)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  it('expires after ten minutes', async () => {
    const { path, expiresAt } = await provide()
    expect(Date.parse(expiresAt) - nowMs).toBe(10 * minute)
    nowMs += 10 * minute
    expect(await getStatus(path)).toBe(404)
  })

  it('returns 404 for another token or name, and stays available afterwards', async () => {
    const { path } = await provide()
    const [, , , token = ''] = path.split('/')
    const other = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
    expect(await getStatus(path.replace(token, other))).toBe(404)
    expect(await getStatus(path.replace('bear', 'cat'))).toBe(404)
    expect(await getStatus(path)).toBe(200)
  })

  it('is not available while the account of its owner is disabled', async () => {
    await store.db.insert(users).values({
      id: 'ben',
      name: 'Ben',
      email: 'ben@example.com',
      role: 'member',
      passwordHash: 'x',
    })
    const { path } = await asOwner('ben', () => provide())
    await store.db.update(users).set({ isOff: true })
    expect(await getStatus(path)).toBe(404)
    await store.db.update(users).set({ isOff: false })
    expect(await getStatus(path)).toBe(200)
    await store.db.delete(users)
  })

  it('stores no token, only its hash', async () => {
    const { path } = await provide()
    const stored = JSON.stringify(await store.db.select().from(rows))
    expect(stored).not.toContain(path.split('/')[3])
  })

  it('cannot be shown as a page, cached or found by search engines', async () => {
    const { path } = await provide(new TextEncoder().encode('<script>alert(1)</script>'), 'a.stl')
    const { headers } = await app.request(path)
    expect(headers.get('content-type')).toBe('model/stl')
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(headers.get('set-cookie')).toBeNull()
  })

  it.each([
    'bear.html',
    'bear',
    '../bear.3mf',
    'a/b.3mf',
    'bear.3mf?x=.3mf',
    '.3mf',
    `${'a'.repeat(200)}.3mf`,
    'bär.3mf',
  ])('is refused with the name %s', async (name) => {
    expect((await send(threeMf, name)).status).toBe(400)
  })

  it('is refused if it is empty, or a 3MF that is no ZIP', async () => {
    expect((await send(new Uint8Array(), 'a.stl')).status).toBe(400)
    expect((await send(new Uint8Array([1, 2, 3, 4]))).status).toBe(400)
  })

  it('is refused when the person has provided a gigabyte within an hour', async () => {
    const count = { digest: 'x', name: 'a.stl', blobKey: 'y', sizeBytes: 1024 ** 3 - 10 }
    await store.db.insert(rows).values({ ...count, expiresAt: new Date(nowMs) })
    const refused = await send(threeMf)
    expect(refused.status).toBe(429)
    expect(await refused.text()).toContain('Save the file')
    nowMs += 61 * minute
    expect((await send(threeMf)).status).toBe(201)
  })

  it('is deleted by the sweep an hour later', async () => {
    await provide()
    expect(await sweepBlobs(store, world.blobs, nowMs + 30 * minute)).toBe(0)
    const [row] = await store.db.select().from(rows)
    expect(await world.blobs.sizeOf(row?.blobKey ?? '')).toBe(threeMf.byteLength)
  })
})
