import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { png, untilOver } from '../../generation/tasks.fixture.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { openModelServer, origin, type ModelServer } from './model-routes.fixture.ts'

const heicFixture = new URL('../../files/pictures/rotated.fixture.heic', import.meta.url)
const hourMs = 60 * 60 * 1000

let store: Store
let server: ModelServer
beforeAll(async () => {
  store = await openTestStore()
  server = await openModelServer(store)
})
afterAll(async () => {
  await server.close()
  await store.close()
})

async function form(name: string, colour: string): Promise<FormData> {
  const made = new FormData()
  made.set('purpose', 'a field that nobody knows')
  made.set(name, new File([new Uint8Array(await png(colour))], 'Owl.png', { type: 'image/png' }))
  return made
}

describe.each(['/model/v1/files', '/api/v1/storage/files'])('POST %s', (path) => {
  it('stores a picture and returns each kind of reference that params accept', async () => {
    const { status, body } = await server.call(path, { body: await form('file', '#123456') })
    expect(status).toBe(200)
    expect(body).toEqual({
      file_token: expect.stringMatching(/^[0-9a-z]{20}$/),
      url: expect.stringContaining(`${origin}/model/v1/files/${body.file_token}.png?`),
      object: { bucket: 'bozzetto', key: body.file_token },
      type: 'png',
    })
    const { file_token, url, object } = body
    for (const file of [{ file_token }, { url, type: 'png' }, { object }]) {
      const made = await server.call('/model/v1/generation', { body: server.wanted({ file }) })
      const task = await server.world.tasks.find(made.body.id)
      expect(task?.params).toMatchObject({ file: { file_token } })
    }
    const shown = await server.fetch(url, { headers: { authorization: '' } })
    expect(shown.headers.get('content-type')).toBe('image/png')
  })

  it('stores a HEIC picture as an upright JPEG', async () => {
    const { status, body } = await server.call(`${path}?name=IMG_1.HEIC`, {
      body: await readFile(heicFixture),
    })
    expect({ status, type: body.type }).toEqual({ status: 200, type: 'jpg' })
    expect(await server.world.files.find(body.file_token)).toMatchObject({
      file: { mimeType: 'image/jpeg', widthPx: 40, heightPx: 64 },
    })
  })

  it('accepts a picture as raw bytes', async () => {
    const { status, body } = await server.call(`${path}?name=Bare.png`, {
      body: await png('#654321'),
    })
    expect(status).toBe(200)
    expect(await server.world.files.find(body.file_token)).toMatchObject({
      file: { name: 'Bare.png' },
    })
  })

  it.each<[string, () => Promise<FormData | string>, Record<string, string>]>([
    ['a form without a file', async () => form('picture', '#111111'), {}],
    ['half a form', async () => '--x\r\n', { 'content-type': 'multipart/form-data; boundary=x' }],
  ])('rejects an upload of %s', async (_case, body, headers) => {
    const answer = await server.call(path, { method: 'POST', body: await body(), headers })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST' } } })
  })

  it('rejects a file that is not a picture, and a request without a key', async () => {
    const body = 'Not a picture.'
    expect(await server.call(path, { method: 'POST', body })).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_PICTURE' } },
    })
    const headers = { authorization: '' }
    expect((await server.call(path, { method: 'POST', body, headers })).status).toBe(401)
  })
})

async function finished(): Promise<{ id: string; url: string }> {
  const { id } = (await server.call('/model/v1/generation', { body: server.wanted() })).body
  await untilOver(server.world.tasks, id)
  return { id, url: await getAddress(id) }
}
const getAddress = async (id: string): Promise<string> =>
  (await server.call(`/model/v1/generation/task/${id}`)).body.output[0].content[0].url
const getStatus = async (url: string) => (await server.fetch(url)).status

describe('GET /model/v1/files/{name}', () => {
  it('allows pages of other origins to embed and read a file', async () => {
    const { url } = await finished()
    const { headers } = await server.fetch(url)
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })

  it('rejects a signed URL that was changed', async () => {
    const { url } = await finished()
    for (const change of [
      (copy: URL) => copy.searchParams.delete('signature'),
      (copy: URL) => copy.searchParams.set('expires', '99999999999'),
      (copy: URL) => (copy.pathname = `/model/v1/files/${newId()}.glb`),
    ]) {
      const copy = new URL(url)
      change(copy)
      const answer = await server.call(copy.href)
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
    }
  })

  it('reports that the model of a signed URL was deleted', async () => {
    const { url } = await finished()
    const [, id = ''] = /files\/(\w+)\.glb/.exec(url) ?? []
    await server.world.assets.remove(id)
    expect(await getStatus(url)).toBe(404)
  })

  it('rejects a signed URL after a day, while reading the task signs a new URL', async () => {
    const { id, url } = await finished()
    server.passTime(23 * hourMs)
    expect(await getStatus(url)).toBe(200)
    server.passTime(2 * hourMs)
    expect(await getStatus(url)).toBe(403)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * hourMs })
    try {
      const renewed = await getAddress(id)
      expect(renewed).not.toBe(url)
      server.passTime(-25 * hourMs)
      expect(await getStatus(renewed)).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })
})
