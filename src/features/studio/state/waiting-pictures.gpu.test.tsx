import { clear, createStore, keys, set } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NetworkError } from '#api/http/errors.ts'
import { PictureError } from '#model-files/pictures/picture-error.ts'
import {
  dropKeptPicture,
  fillKeptPictures,
  keepPicture,
  readKeptFile,
  sendKeptPicture,
} from './waiting-pictures.ts'
import { findWaitingId } from './waiting-url.ts'

const store = createStore('bozzetto-waiting-pictures', 'pictures')
const file = (text = 'bytes') => new Blob([text], { type: 'image/png' })

/** A file that claims a size, so that the browser need not store so many bytes. */
const sizedFile = (size: number) => Object.defineProperty(file(), 'size', { value: size })

async function keep(picture = file(), name = 'vase.png'): Promise<string> {
  const { url } = await keepPicture(picture, name)
  return findWaitingId(url) ?? ''
}

/** Answers uploads as the server does. `isAway` makes them fail. */
const server = { isAway: false, uploads: 0 }

class FakeUpload extends EventTarget {
  readonly upload = new EventTarget()
  readonly status = 201
  responseText = ''
  readonly open = () => {}
  readonly setRequestHeader = () => {}
  send() {
    const isAway = server.isAway
    const id = String(isAway ? 0 : ++server.uploads).padStart(20, '0')
    this.responseText = JSON.stringify({
      id,
      name: 'earlier.png',
      mimeType: 'image/png',
      sizeBytes: 5,
      widthPx: 1,
      heightPx: 1,
      hasAlpha: false,
      sha256: 'a'.repeat(64),
      url: `/api/files/${id}`,
    })
    queueMicrotask(() => this.dispatchEvent(new Event(isAway ? 'error' : 'load')))
  }
}

beforeEach(async () => {
  await clear(store)
  Object.assign(server, { isAway: false, uploads: 0 })
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
})
afterEach(() => vi.unstubAllGlobals())

describe('keepPicture', () => {
  it('stores the file, and returns a picture with an address of this browser', async () => {
    const picture = await keepPicture(file(), 'vase.png')
    expect(picture).toMatchObject({ name: 'vase.png', sizeBytes: 5 })
    const kept = await readKeptFile(findWaitingId(picture.url) ?? '')
    expect(await kept?.text()).toBe('bytes')
  })

  it('refuses the 21st picture that waits, and keeps the 20 others', async () => {
    for (let at = 0; at < 20; at++) await keep()
    await expect(keep()).rejects.toThrow(PictureError)
    expect(await keys(store)).toHaveLength(20)
  })

  it('has room again after a picture was removed', async () => {
    const first = await keep()
    for (let at = 1; at < 20; at++) await keep()
    await dropKeptPicture(first)
    await keep()
    expect(await keys(store)).toHaveLength(20)
  })

  it('refuses a picture with which more than 200 MiB would wait', async () => {
    const bytesMax = 200 * 1024 * 1024
    await keep()
    await expect(keep(sizedFile(bytesMax - 4))).rejects.toThrow(PictureError)
    expect(await keys(store)).toHaveLength(1)
    await keep(sizedFile(bytesMax - 5))
    expect(await keys(store)).toHaveLength(2)
  })

  it('forgets the oldest sent pictures, so that sent pictures need no room', async () => {
    const ids: string[] = []
    for (let at = 0; at < 20; at++) ids.push(await keep())
    await sendKeptPicture(ids[3]!)
    const last = await keep()
    expect(new Set(await keys(store))).toEqual(
      new Set([...ids.filter((id) => id !== ids[3]), last]),
    )
  })

  it.each([null, 'text', 7, [], {}, { name: 'a', keptAtMs: 'x' }, { keptAtMs: 1, file: 'x' }])(
    'deletes a record that is none, %j, and keeps the others',
    async (record) => {
      const first = await keep(file('one'))
      await set('bad', record, store)
      expect(await readKeptFile('bad')).toBeUndefined()
      const second = await keep(file('two'))
      expect(new Set(await keys(store))).toEqual(new Set([first, second]))
      expect(await (await readKeptFile(first))?.text()).toBe('one')
    },
  )
})

describe('sendKeptPicture', () => {
  it('uploads a picture once, also when several callers send it at the same time', async () => {
    const id = await keep()
    const sent = await Promise.all([sendKeptPicture(id), sendKeptPicture(id), sendKeptPicture(id)])
    expect(server.uploads).toBe(1)
    expect(new Set(sent.map(({ url }) => url)).size).toBe(1)
    expect(sent[0]).toMatchObject({ id: '00000000000000000001', name: 'vase.png' })
    expect(await readKeptFile(id)).toBeUndefined()
  })

  it('keeps the file while the server cannot be reached', async () => {
    const id = await keep()
    server.isAway = true
    await expect(sendKeptPicture(id)).rejects.toThrow(NetworkError)
    expect(await (await readKeptFile(id))?.text()).toBe('bytes')
    server.isAway = false
    await sendKeptPicture(id)
    expect(server.uploads).toBe(1)
  })

  it('throws a PictureError for a picture that was removed', async () => {
    const id = await keep()
    await dropKeptPicture(id)
    await expect(sendKeptPicture(id)).rejects.toThrow(PictureError)
    expect(server.uploads).toBe(0)
  })
})

describe('dropKeptPicture', () => {
  it('keeps a picture that was sent, because another tab may still need its address', async () => {
    const id = await keep()
    await sendKeptPicture(id)
    await dropKeptPicture(id)
    expect(await keys(store)).toEqual([id])
  })
})

describe('fillKeptPictures', () => {
  it('replaces all addresses of a waiting picture after one upload', async () => {
    const { url } = await keepPicture(file(), 'vase.png')
    const filled = await fillKeptPictures({
      id: 'a'.repeat(20),
      modelId: 'local/image-to-3d',
      params: { file: { url }, views: [{ ImageUrl: url }, { ImageUrl: '/other' }], seed: 7 },
    })
    const stored = '00000000000000000001'
    expect(filled.params).toEqual({
      file: { file_token: stored },
      views: [{ ImageUrl: `/api/files/${stored}` }, { ImageUrl: '/other' }],
      seed: 7,
    })
    expect(server.uploads).toBe(1)
  })
})
