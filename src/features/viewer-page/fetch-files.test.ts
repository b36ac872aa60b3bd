// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { askedFiles, getUrlFileName } from './asked-files.ts'
import { fetchFiles } from './fetch-files.ts'

afterEach(() => vi.unstubAllGlobals())

const fetchAll = (...addresses: string[]) =>
  fetchFiles(
    addresses.map((address) => new URL(address)),
    { signal: new AbortController().signal, onProgress: () => {} },
  )

describe('askedFiles', () => {
  it('returns the URLs of all url params', () => {
    const asked = askedFiles('?url=https://a.example/bear.obj&url=https://a.example/bear.mtl')
    expect(asked.map(String)).toEqual(['https://a.example/bear.obj', 'https://a.example/bear.mtl'])
    expect(askedFiles('')).toEqual([])
  })

  it.each(['javascript:alert(1)', 'data:model/gltf-binary,x', 'file:///etc/passwd', '/bear.glb'])(
    'refuses the address %s',
    (address) => {
      expect(() => askedFiles(`?url=${encodeURIComponent(address)}`)).toThrow('https://')
    },
  )
})

it.each([
  ['https://a.example/models/Teddy%20bear.glb?x=1.obj', 'Teddy bear.glb'],
  ['https://a.example/download/17', '17.glb'],
  ['https://a.example/', 'Model.glb'],
  ['https://a.example/%E0%A4%A.stl', '%E0%A4%A.stl'],
])('getUrlFileName returns the file name of %s', (address, name) => {
  expect(getUrlFileName(new URL(address))).toBe(name)
})

describe('fetchFiles', () => {
  it('loads files one by one', async () => {
    vi.stubGlobal('fetch', (url: string) => Promise.resolve(new Response(url)))
    const files = await fetchAll('https://a.example/a.obj', 'https://a.example/b.mtl')
    expect(files.map(({ name }) => name)).toEqual(['a.obj', 'b.mtl'])
    expect(files.map(({ size }) => size)).toEqual([23, 23])
  })

  it('names the site that does not allow other sites to load its files', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(fetchAll('https://a.example/a.glb')).rejects.toThrow(
      'a.example cannot be reached, or does not let other sites load its files (CORS).',
    )
  })

  it('explains what the server’s owner can do if the content security policy blocks the address', async () => {
    vi.stubGlobal('fetch', () => {
      const breach = new Event('securitypolicyviolation')
      document.dispatchEvent(Object.assign(breach, { blockedURI: 'https://a.example/a.glb' }))
      return Promise.reject(new TypeError('Failed to fetch'))
    })
    await expect(fetchAll('https://a.example/a.glb')).rejects.toThrow(
      'BOZZETTO_VIEW_ORIGINS=https://a.example.',
    )
  })

  it('includes the status of a missing file', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })))
    await expect(fetchAll('https://a.example/a.glb')).rejects.toThrow('status 404')
  })
})
