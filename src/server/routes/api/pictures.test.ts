import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureFileSchema, pictureListSchema } from '#contract/files.ts'
import { HttpError, toHttpError } from '../../errors/http-error.ts'
import { createFileService, type FileService } from '../../files/file-service.ts'
import { openFolderBlobs } from '../../files/blobs/folder-blobs.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { fileRoutes } from './files.ts'
import { pictureRoutes } from './pictures.ts'

let folder: string
let store: Store
let files: FileService
let app: Hono
const asked: string[] = []

const png = (colour: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
    .png()
    .toBuffer()

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-pictures-'))
  store = await openTestStore()
  const blobs = await openFolderBlobs(folder)
  files = createFileService({ store, blobs })
  app = new Hono().route('/files', fileRoutes({ files, blobs })).route(
    '/',
    pictureRoutes({
      files,
      cutouts: {
        describe: (id) =>
          Promise.resolve({
            source: 'backdrop',
            confidence: 1,
            missing: [],
            widthPx: 4,
            heightPx: 3,
            maskUrl: `/mask-of/${id}`,
          }),
        maskOf: (id) =>
          id === 'a'
            ? Promise.resolve(new Uint8Array([1, 2, 3]))
            : Promise.reject(new HttpError('not_found', 'Not here.')),
      },
      fetchFromWeb: async (url) => {
        asked.push(url)
        return { bytes: await png('#123456'), name: '/pictures/blue%20vase.png' }
      },
    }),
  )
  app.onError((thrown, c) => {
    const error = toHttpError(thrown)
    return c.json(error.toBody(), error.status)
  })
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const post = (body: unknown) => app.request('/', { method: 'POST', body: JSON.stringify(body) })

const list = async (query: string) =>
  pictureListSchema.parse(await (await app.request(`/?${query}`)).json()).pictures

describe('/api/pictures', () => {
  it('fetches a picture from a URL and keeps its file name', async () => {
    const response = await post({ url: ' https://example.com/pictures/blue%20vase.png ' })
    expect(response.status).toBe(201)
    expect(pictureFileSchema.parse(await response.json())).toMatchObject({
      name: 'blue vase.png',
      widthPx: 40,
    })
    expect(asked).toEqual(['https://example.com/pictures/blue%20vase.png'])
  })

  it('rejects an invalid URL', async () => {
    expect((await post({})).status).toBe(400)
    expect((await post({ url: 'x'.repeat(3000) })).status).toBe(400)
  })

  it('lists the most recently used pictures first', async () => {
    const second = await files.upload(await png('#ff0000'), 'second.png')
    const { pictures } = pictureListSchema.parse(await (await app.request('/?limit=1')).json())
    expect(pictures.map(({ id }) => id)).toEqual([second.id])
    expect((await app.request('/?limit=1000')).status).toBe(400)
  })

  it('lists all pictures whose names begin with a text, also more than 60', async () => {
    const [first] = await Promise.all([
      files.upload(await png('#010101'), 'scan-abc-001.jpg'),
      files.upload(await png('#020202'), 'scan_abc-002.jpg'),
    ])
    for (let blue = 16; blue < 80; blue++) {
      await files.upload(await png(`#0000${blue.toString(16)}`), `scan-abc-0${blue}.jpg`)
    }
    const found = await list('limit=200&name=scan-abc-')
    expect(found).toHaveLength(65)
    expect(found.at(-1)?.id).toBe(first.id)
    expect(await list('name=scan%25')).toEqual([])
  })

  it('returns the mask of a picture as a cacheable PNG', async () => {
    const response = await app.request('/a/mask')
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toContain('private')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
    expect((await app.request('/b/mask')).status).toBe(404)
    expect(await (await app.request('/a/cutout')).json()).toMatchObject({ maskUrl: '/mask-of/a' })
  })
})

describe('DELETE /api/files/:id', () => {
  it('deletes a picture and removes it from all lists, and returns 404 the second time', async () => {
    const { id } = await files.upload(await png('#abcdef'), 'gone.png')
    const call = (method: string, rest = '') => app.request(`/files/${id}${rest}`, { method })
    expect((await call('GET', '/content')).status).toBe(200)
    expect((await call('DELETE')).status).toBe(204)
    expect((await call('DELETE')).status).toBe(404)
    expect((await call('GET', '/content')).status).toBe(404)
    const { pictures } = pictureListSchema.parse(await (await app.request('/')).json())
    expect(pictures.map((picture) => picture.id)).not.toContain(id)
  })
})
