import { BlobReader, ZipReader } from '@zip.js/zip.js'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  assetPageSchema,
  assetSchema,
  librarySummarySchema,
  type AssetPage,
} from '#contract/assets.ts'
import { pictureFileSchema } from '#contract/files.ts'
import { taskEventSchema, taskListSchema, taskSchema } from '#contract/tasks.ts'
import { newId } from '#lib/id.ts'
import { toHttpError } from '../../errors/http-error.ts'
import {
  fakeProvider,
  noStats,
  openTaskWorld,
  png,
  tinyGlb,
  untilOver,
  untilStopped,
  type World,
} from '../../generation/tasks.fixture.ts'
import { createChangeAsset } from '../../library/change-asset.ts'
import { findVersions } from '../../library/find-versions.ts'
import { createImportModel } from '../../library/import-model.ts'
import { assets as assetRows, files as fileRows, tasks as taskRows } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { assetRoutes } from './assets.ts'
import { fileRoutes } from './files.ts'
import { taskRoutes } from './tasks.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

let world: World
let app: Hono
const inspect = () => Promise.resolve({ stats: noStats, issues: [] })
const work = () => Promise.resolve({ answer: { sentences: [] }, bytes: tinyGlb('changed') })
async function open(own: Parameters<typeof openTaskWorld>[1] = {}) {
  world = await openTaskWorld(store, own)
  const importModel = createImportModel({ store, blobs: world.blobs, inspect })
  const changeAsset = createChangeAsset({ blobs: world.blobs, workshop: { work }, importModel })
  app = new Hono()
    .route('/api/files', fileRoutes(world))
    .route('/api/tasks', taskRoutes(world.tasks))
    .route('/api/assets', assetRoutes({ ...world, store, importModel, changeAsset }))
  app.onError((thrown, c) => {
    const error = toHttpError(thrown)
    return c.json(error.toBody(), error.status)
  })
}
afterEach(async () => {
  await world.close()
  await store.db.delete(assetRows)
  await store.db.delete(taskRows)
  await store.db.delete(fileRows)
})

const upload = (body: string | Uint8Array<ArrayBuffer>) =>
  app.request('/api/files?name=a.png', { method: 'POST', body })
const read = async (query: string) =>
  (await (await app.request(`/api/assets?${query}`)).json()) as AssetPage
const json = (method: string, body: unknown) => ({ method, body: JSON.stringify(body) })
async function makeAsset() {
  const { id } = await world.tasks.create(world.request())
  return (await untilOver(world.tasks, id)).asset!
}

describe('/api/files', () => {
  it('stores a picture and returns it', async () => {
    await open()
    const bytes = await png('#abcdef')
    const response = await app.request('/api/files?name=b%C3%A4r.png', {
      method: 'POST',
      body: bytes,
    })
    expect(response.status).toBe(201)
    const file = pictureFileSchema.parse(await response.json())
    expect(file.name).toBe('bär.png')
    expect(await (await app.request(`/api/files/${file.id}`)).json()).toEqual(file)

    const content = await app.request(file.url)
    expect(content.headers.get('content-type')).toBe('image/png')
    expect(content.headers.get('x-content-type-options')).toBe('nosniff')
    expect(content.headers.get('content-security-policy')).toContain('sandbox')
    expect(content.headers.get('cache-control')).toContain('immutable')
    expect(content.headers.get('content-disposition')).toBe(
      `inline; filename="b_r.png"; filename*=UTF-8''b%C3%A4r.png`,
    )
  })

  it('rejects an invalid picture, a body that is too large and an unknown id', async () => {
    await open()
    expect(await (await upload('hello')).json()).toMatchObject({ code: 'bad_picture' })
    const large = await upload(Buffer.alloc(33 * 1024 * 1024))
    expect(large.status).toBe(413)
    for (const path of ['', '/content']) {
      expect((await app.request(`/api/files/${newId()}${path}`)).status).toBe(404)
    }
  })
})

const corrupt = (id: string, values: Partial<typeof assetRows.$inferInsert>) =>
  store.db.update(assetRows).set(values).where(eq(assetRows.id, id))

describe('lists of assets and tasks', () => {
  it('contain all entries even if a row has unexpected values', async () => {
    await open()
    const odd = {
      triangles: -5,
      textures: [{ name: 5 }],
      boundsMax: [Infinity, 1, 1],
      extensions: [42, ...Array.from({ length: 100_000 }, (_, k) => `EXT_${k}`)],
    } as unknown as typeof noStats
    const first = await makeAsset()
    await corrupt(first.id, { stats: odd })
    const second = await makeAsset()
    const recipe = { modelId: 'fake/model', params: {}, inputSha256: [] }
    await corrupt(second.id, { recipe: { ...recipe, seed: 1.5 } })
    const text = await (await app.request('/api/assets')).text()
    expect(text.length).toBeLessThan(20_000)
    const { assets } = assetPageSchema.parse(JSON.parse(text))
    expect(assets.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(assets[0]?.recipe).toEqual(recipe)
    expect(assets[1]?.stats?.triangles).toBe(0)
    const tasks = await (await app.request('/api/tasks')).json()
    expect(taskListSchema.parse(tasks).tasks).toHaveLength(2)
  })

  it('leave out a model whose row is damaged beyond repair', async () => {
    await open()
    const bad = await makeAsset()
    const good = await makeAsset()
    await corrupt(bad.id, { sha256: 'short' })
    const page = assetPageSchema.parse(await (await app.request('/api/assets')).json())
    expect(page.assets.map(({ id }) => id)).toEqual([good.id])
    const list = taskListSchema.parse(await (await app.request('/api/tasks')).json())
    expect(list.tasks.map(({ asset }) => asset?.id)).toEqual([good.id])
  })
})

describe('/api/tasks', () => {
  it('creates a task, lists it and returns it by id', async () => {
    await open({ isStarted: false })
    const request = world.request()
    const response = await app.request('/api/tasks', json('POST', request))
    expect(response.status).toBe(201)
    const task = taskSchema.parse(await response.json())
    expect(task).toMatchObject({ id: request.id, status: 'queued', queuePosition: 0 })
    const again = await app.request('/api/tasks', json('POST', request))
    expect(await again.json()).toEqual(task)
    const list = taskListSchema.parse(await (await app.request('/api/tasks?limit=5')).json())
    expect(list.tasks).toEqual([task])
    expect(await (await app.request(`/api/tasks/${task.id}`)).json()).toEqual(task)
  })

  it('cancels a task', async () => {
    await open({ provider: fakeProvider({ produce: untilStopped }) })
    const { id } = await world.tasks.create(world.request())
    const response = await app.request(`/api/tasks/${id}/cancel`, { method: 'POST' })
    expect(taskSchema.parse(await response.json())).toMatchObject({ status: 'cancelled' })
  })

  it('streams every status change with an increasing id and resumes after the last received id', async () => {
    await open()
    const { id } = await world.tasks.create(world.request())
    const response = await app.request(`/api/tasks/${id}/events`)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const frames = getFrames(await response.text())
    expect(frames[0]).toMatchObject({ event: { type: 'task-state' } })
    expect(frames.at(-1)).toMatchObject({ event: { type: 'task-end' } })
    const ids = frames.map((frame) => frame.id)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))

    const last = ids.at(-2)!
    const resumed = await app.request(`/api/tasks/${id}/events`, {
      headers: { 'last-event-id': String(last) },
    })
    const rest = getFrames(await resumed.text())
    expect(rest.map((frame) => frame.id)).toEqual(ids.slice(-2))
    expect(rest[0]).toMatchObject({ event: { type: 'task-state' } })
  })

  it.each([
    ['an id of another form', { id: 'x', modelId: 'fake/model', params: {} }, 'bad_request'],
    ['no params', { id: newId(), modelId: 'fake/model' }, 'bad_request'],
    ['wrong params', { id: newId(), modelId: 'fake/model', params: {} }, 'invalid_params'],
    ['an unknown model', { id: newId(), modelId: 'fake/x', params: {} }, 'unknown_model'],
    [
      'too much',
      { id: newId(), modelId: 'fake/model', params: { a: 'x'.repeat(80_000) } },
      'too_large',
    ],
  ])('rejects a task with %s', async (_case, body, code) => {
    await open({ isStarted: false })
    const response = await app.request('/api/tasks', json('POST', body))
    expect(await response.json()).toMatchObject({ code })
  })

  it.each(['', '/events'])('returns 404 for an unknown task at /:id%s', async (path) => {
    await open({ isStarted: false })
    expect((await app.request(`/api/tasks/${newId()}${path}`)).status).toBe(404)
    const cancelled = await app.request(`/api/tasks/${newId()}/cancel`, { method: 'POST' })
    expect(cancelled.status).toBe(404)
    expect((await app.request('/api/tasks?limit=0')).status).toBe(400)
  })
})

const sendModel = (query: string) =>
  app.request(`/api/assets?${query}`, { method: 'POST', body: tinyGlb('edited') })

describe('/api/assets', () => {
  it('lists pages, newest first, without deleted models', async () => {
    await open()
    const made = []
    for (let i = 0; i < 5; i++) made.push((await makeAsset()).id)
    const deleted = await app.request(`/api/assets/${made[2]}`, { method: 'DELETE' })
    expect(deleted.status).toBe(204)
    const seen: string[] = []
    let before: string | undefined
    do {
      const query = before === undefined ? '' : `&before=${before}`
      const page = assetPageSchema.parse(
        await (await app.request(`/api/assets?limit=2${query}`)).json(),
      )
      expect(page.assets.length).toBeLessThanOrEqual(2)
      seen.push(...page.assets.map(({ id }) => id))
      before = page.nextBefore
    } while (before !== undefined)
    expect(seen).toEqual([made[4], made[3], made[1], made[0]])
  })

  it('moves deleted models to the trash, restores them, and deletes them permanently', async () => {
    await open()
    const { id } = await makeAsset()
    const remove = async () => (await app.request(`/api/assets/${id}`, { method: 'DELETE' })).status
    const list = async (query = '') =>
      assetPageSchema.parse(await (await app.request(`/api/assets${query}`)).json()).assets
    expect(await remove()).toBe(204)
    expect(await list()).toEqual([])
    const [trashed] = await list('?trash=true')
    expect(trashed).toMatchObject({ id, deletedAt: expect.any(String) })

    const restore = await app.request(`/api/assets/${id}/restore`, { method: 'POST' })
    expect(assetSchema.parse(await restore.json())).not.toHaveProperty('deletedAt')
    expect((await app.request(`/api/assets/${id}/restore`, { method: 'POST' })).status).toBe(404)
    expect(await list()).toHaveLength(1)

    expect([await remove(), await remove(), await remove()]).toEqual([204, 204, 404])
    expect((await app.request(`/api/assets/${id}`)).status).toBe(404)
    expect((await app.request(`/api/assets/${id}/model`)).status).toBe(404)

    // The picture is deleted with the model, because no other model was made from it.
    expect((await app.request(`/api/files/${world.picture}`)).status).toBe(404)

    const { id: picture } = await world.files.upload(await png('#112233'), 'b.png')
    const task = await world.tasks.create(
      world.request({ file: { type: 'png', file_token: picture } }),
    )
    await untilOver(world.tasks, task.id)
    await world.assets.remove((await list())[0]?.id ?? '')
    const emptied = await app.request('/api/assets/trash', { method: 'DELETE' })
    expect(await emptied.json()).toEqual({ count: 1 })
  })

  it('filters the list of models and counts the matches', async () => {
    await open()
    const [first, second, third] = [await makeAsset(), await makeAsset(), await makeAsset()]
    const patch = (id: string, body: unknown) =>
      app.request(`/api/assets/${id}`, json('PATCH', body))
    await patch(first.id, { name: '100% clay', isStarred: true, tags: ['toy', 'toy', 'print'] })
    await patch(second.id, { folder: 'Chess set', tags: ['toy'] })
    const getIds = async (query: string) =>
      assetPageSchema
        .parse(await (await app.request(`/api/assets?${query}`)).json())
        .assets.map(({ id }) => id)
    expect(await getIds('starred=true')).toEqual([first.id])
    expect(await getIds('tag=toy')).toEqual([second.id, first.id])
    expect(await getIds('folder=Chess%20set')).toEqual([second.id])
    expect(await getIds('modelId=fake/model')).toEqual([third.id, second.id, first.id])
    expect(await getIds('search=CLAY%20100%25')).toEqual([first.id])
    expect(await getIds('search=chess%20toy')).toEqual([second.id])
    expect(await getIds('search=_')).toEqual([third.id, second.id, first.id])
    expect(await getIds('search=1_0')).toEqual([])

    await patch(second.id, { folder: null })
    await world.assets.remove(third.id)
    const summary = await (await app.request('/api/assets/summary')).json()
    const picture = await world.files.find(world.picture)
    expect(librarySummarySchema.parse(summary)).toEqual({
      count: 2,
      trashCount: 1,
      storedBytes: first.sizeBytes + (picture?.file.sizeBytes ?? 0),
      models: [{ name: 'fake/model', count: 2 }],
      tags: [
        { name: 'toy', count: 2 },
        { name: 'print', count: 1 },
      ],
      folders: [],
    })
  })

  it('imports a model file and rejects invalid ones', async () => {
    await open()
    const add = (body: Uint8Array<ArrayBuffer>) =>
      app.request('/api/assets?name=My%20cup', { method: 'POST', body })
    const answer = await add(Buffer.from(tinyGlb('elsewhere')))
    expect(answer.status).toBe(201)
    const asset = assetSchema.parse(await answer.json())
    expect(asset).toMatchObject({ name: 'My cup', tags: [], isStarred: false })
    expect(asset).not.toHaveProperty('recipe')
    expect((await app.request(asset.url)).status).toBe(200)
    const cut = await add(Buffer.from(tinyGlb().subarray(0, 20)))
    expect(await cut.json()).toMatchObject({
      code: 'bad_model',
      message: 'The model in this file is incomplete.',
    })
    expect(await (await add(Buffer.alloc(0))).json()).toMatchObject({ code: 'bad_model' })
  })

  it('stores an edited model as a version of its source', async () => {
    await open()
    const first = assetSchema.parse(await (await sendModel('name=Mug')).json())
    const edit = await sendModel(`name=Mug&versionOf=${first.id}&step=Hollowed`)
    const { id, recipe } = assetSchema.parse(await edit.json())
    expect(recipe?.source).toEqual({ assetId: first.id, name: 'Mug', step: 'Hollowed' })
    expect((await findVersions(store, first.id)).map((one) => one.id)).toEqual([first.id, id])
    expect((await sendModel(`name=Mug&versionOf=${newId()}`)).status).toBe(404)
  })

  it('stores notes that are attached to a model', async () => {
    await open()
    const { id } = await makeAsset()
    const notes = [{ id: 1, at: [0, 0.1, 0], text: 'Crack', line: [[0, 0, 0]] }]
    const answer = await app.request(`/api/assets/${id}`, json('PATCH', { notes }))
    expect(assetSchema.parse(await answer.json())).toMatchObject({ notes })
    const tooMany = Array.from({ length: 51 }, () => notes[0])
    const refused = await app.request(`/api/assets/${id}`, json('PATCH', { notes: tooMany }))
    expect(refused.status).toBe(400)
    const emptied = await app.request(`/api/assets/${id}`, json('PATCH', { notes: [] }))
    expect(await emptied.json()).not.toHaveProperty('notes')
  })

  it('creates a changed copy once and stores the id of its source', async () => {
    await open()
    const { id } = await makeAsset()
    const wish = { id: newId(), steps: [{ kind: 'lighten', triangles: 500 }] }
    const change = (more = {}) =>
      app.request(`/api/assets/${id}/versions`, json('POST', { ...wish, ...more }))
    const answer = await change()
    expect(answer.status).toBe(201)
    const source = { assetId: id, step: 'Lighter' }
    expect(assetSchema.parse(await answer.json())).toMatchObject({
      id: wish.id,
      recipe: { source },
    })
    expect((await change()).status).toBe(200)
    expect((await read('')).assets).toHaveLength(2)
    const steps = [{ kind: 'convert', format: 'usdz' }]
    const saved = await change({ id: newId(), steps })
    const { id: savedId, mimeType } = assetSchema.parse(await saved.json())
    expect(mimeType).toBe('model/vnd.usdz+zip')
    const again = json('POST', { id: newId(), steps })
    expect((await app.request(`/api/assets/${savedId}/versions`, again)).status).toBe(400)
    expect((await change({ id: newId(), steps: [] })).status).toBe(400)
  })

  it('finds models by misspelt words, in pages', async () => {
    await open()
    for (const name of ['Desk lamp', 'Floor lamp', 'Teapot']) {
      const { id } = await makeAsset()
      await app.request(`/api/assets/${id}`, json('PATCH', { name }))
    }
    const first = await read('search=desk+lmap')
    expect(first).toMatchObject({ corrected: 'desk lamp', assets: [{ name: 'Desk lamp' }] })
    const page = await read('search=lapm&limit=1')
    expect(page).toMatchObject({ corrected: 'lamp', assets: [{ name: 'Floor lamp' }] })
    const rest = await read(`search=lapm&limit=1&before=${page.nextBefore}`)
    expect(rest.assets.map(({ name }) => name)).toEqual(['Desk lamp'])
    expect(await read('search=lamp')).not.toHaveProperty('corrected')
    expect(await read('search=submarine')).toEqual({ assets: [] })
  })

  it('returns several models as one archive, with files named after the models', async () => {
    await open()
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push((await makeAsset()).id)
    for (const id of ids) await app.request(`/api/assets/${id}`, json('PATCH', { name: 'A/B' }))
    await app.request(`/api/assets/${ids[2]}`, { method: 'DELETE' })
    const answer = await app.request(`/api/assets/download?ids=${ids.join(',')}`)
    expect(answer.headers.get('content-disposition')).toContain('bozzetto-models-')
    const zip = new ZipReader(new BlobReader(await answer.blob()))
    const names = (await zip.getEntries()).map(({ filename }) => filename)
    expect(names).toEqual(['A-B.glb', 'A-B (2).glb'])
    expect((await app.request('/api/assets/download?ids=')).status).toBe(400)
  })

  it('renames a model', async () => {
    await open()
    const asset = await makeAsset()
    const rename = (name: unknown) =>
      app.request(`/api/assets/${asset.id}`, json('PATCH', { name }))
    expect(assetSchema.parse(await (await rename(' Bear \u0000')).json())).toEqual({
      ...asset,
      name: 'Bear \uFFFD',
    })
    expect((await rename('  ')).status).toBe(400)
  })

  it('returns a model’s file completely, in ranges, or with 304 if it has not changed', async () => {
    await open()
    const asset = await makeAsset()
    const glb = Buffer.from(tinyGlb())
    const get = (headers: Record<string, string> = {}, query = '') =>
      app.request(`${asset.url}${query}`, { headers })

    const whole = await get()
    expect(whole.headers.get('content-type')).toBe('model/gltf-binary')
    expect(whole.headers.get('content-length')).toBe(String(glb.length))
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(glb)
    const etag = whole.headers.get('etag') ?? ''
    expect((await get({ 'if-none-match': etag })).status).toBe(304)

    for (const [range, start, end] of [
      ['bytes=0-3', 0, 4],
      ['bytes=8-', 8, glb.length],
      ['bytes=-4', glb.length - 4, glb.length],
      ['bytes=4-99999', 4, glb.length],
    ] as const) {
      const part = await get({ range })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${glb.length}`)
      expect(Buffer.from(await part.arrayBuffer())).toEqual(glb.subarray(start, end))
    }
    expect((await get({ range: 'bytes=99999-' })).status).toBe(416)
    expect((await get({ range: 'bytes=0-3', 'if-range': '"older"' })).status).toBe(200)
    expect((await get({ range: 'lines=1-2' })).status).toBe(200)

    const download = await get({}, '?download=1')
    expect(download.headers.get('content-disposition')).toContain(
      'attachment; filename="Teddy.glb"',
    )
    const head = await app.request(asset.url, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(glb.length))
    expect(await head.text()).toBe('')
  })

  it('returns an error if a model has no preview', async () => {
    await open()
    const asset = await makeAsset()
    expect(asset).not.toHaveProperty('thumbnailUrl')
    expect((await app.request(`/api/assets/${asset.id}/thumbnail`)).status).toBe(404)
  })
})

const getFrames = (text: string) =>
  text
    .split('\n\n')
    .filter((frame) => frame.includes('data: '))
    .map((frame) => ({
      id: Number(/^id: (.*)$/m.exec(frame)?.[1]),
      event: taskEventSchema.parse(JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '')),
    }))
