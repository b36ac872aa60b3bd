import { afterEach, describe, expect, it, vi } from 'vitest'
import { writeGlb } from '#lib/gltf/glb.ts'
import { downloadModel } from './download.ts'
import { preloadModel, takeDownload } from './preload.ts'

const file = writeGlb({ asset: { version: '2.0' }, extras: 'x'.repeat(5_000) })

afterEach(() => vi.unstubAllGlobals())

type Answer = {
  status?: number
  headers?: Record<string, string>
  size?: number
  /** Number of bytes after which the server sends nothing more but keeps the response open. */
  stallAt?: number
}

function serve(
  bytes: Uint8Array,
  { status = 200, headers = {}, size = 500, stallAt }: Answer = {},
) {
  const fetched = vi.fn<(url: string, init: { signal: AbortSignal }) => Promise<Response>>(
    async (_url, { signal }) => {
      let at = 0
      const body = new ReadableStream<Uint8Array>({
        start: (controller) =>
          signal.addEventListener('abort', () => controller.error(signal.reason)),
        pull(controller) {
          if (stallAt !== undefined && at >= stallAt) return
          if (at >= bytes.length) return controller.close()
          controller.enqueue(bytes.slice(at, (at += size)))
        },
      })
      return new Response(body, { status, headers })
    },
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}

describe('downloadModel', () => {
  it.each([1, 7, 500, 100_000])('concatenates chunks of %i bytes', async (size) => {
    serve(file, { size })
    expect(await downloadModel('/a.glb').bytes).toEqual(file)
  })

  it('reports progress from 0 to 1', async () => {
    serve(file)
    const fractions: number[] = []
    const download = downloadModel('/a.glb')
    download.watch((fraction) => fractions.push(fraction))
    await download.bytes
    expect(fractions[0]).toBe(0)
    expect(fractions).toContain(1_000 / file.length)
    expect(fractions.at(-1)).toBe(1)
  })

  it.each([
    ['a length that is too small', { 'content-length': '100' }],
    ['a length of the compressed answer', { 'content-length': '60', 'content-encoding': 'gzip' }],
  ])('downloads the whole file despite %s', async (_name, headers) => {
    serve(file, { headers })
    expect(await downloadModel('/a.glb').bytes).toEqual(file)
  })

  it('stops at the first bytes of a file that is not a GLB', async () => {
    const fetched = serve(new TextEncoder().encode('<!doctype html>'.repeat(9_999)))
    await expect(downloadModel('/a.glb').bytes).rejects.toThrow('not a GLB')
    expect(fetched.mock.calls[0]?.[1].signal.aborted).toBe(true)
  })

  it('reports the server’s error response', async () => {
    serve(file, { status: 404 })
    await expect(downloadModel('/a.glb').bytes).rejects.toThrow('status 404')
  })

  it('reports a failed connection', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(downloadModel('/a.glb').bytes).rejects.toThrow('connection failed')
  })

  it('times out if no more data arrives', async () => {
    serve(file, { stallAt: 1_000 })
    await expect(downloadModel('/a.glb', { idleMs: 20 }).bytes).rejects.toThrow('no data for')
  })

  it.each([
    ['by its claim', { 'content-length': '5000000' }],
    ['by what comes', {}],
  ])('rejects a file that is too large (%s)', async (_name, headers) => {
    serve(file, { headers })
    const { bytes } = downloadModel('/a.glb', { maxBytes: 2_000 })
    await expect(bytes).rejects.toThrow('larger than')
  })

  it('rejects with an AbortError when cancelled', async () => {
    const fetched = serve(file, { stallAt: 1_000 })
    const download = downloadModel('/a.glb')
    download.cancel()
    await expect(download.bytes).rejects.toMatchObject({ name: 'AbortError' })
    expect(fetched.mock.calls[0]?.[1].signal.aborted).toBe(true)
  })
})

describe('preloadModel', () => {
  it('gives a started download to the first caller only', async () => {
    const fetched = serve(file)
    preloadModel('/early.glb')
    preloadModel('/early.glb')
    expect(await takeDownload('/early.glb').bytes).toEqual(file)
    expect(fetched).toHaveBeenCalledOnce()
    await takeDownload('/early.glb').bytes
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('keeps at most two downloads without a caller', () => {
    const fetched = serve(file, { stallAt: 100 })
    for (const name of ['a', 'b', 'c']) preloadModel(`/${name}.glb`)
    const isStopped = fetched.mock.calls.map(([, { signal }]) => signal.aborted)
    expect(isStopped).toEqual([true, false, false])
    takeDownload('/b.glb').cancel()
    takeDownload('/c.glb').cancel()
  })

  it('starts a new download if a preload has failed', async () => {
    serve(file, { status: 503 })
    preloadModel('/later.glb')
    await vi.waitFor(async () => {
      serve(file)
      expect(await takeDownload('/later.glb').bytes).toEqual(file)
    })
  })
})
