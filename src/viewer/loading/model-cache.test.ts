import { describe, expect, it, vi } from 'vitest'
import { createModelCache } from './model-cache.ts'

type Fake = { url: string; bytes: number }

/** Creates a cache of models whose size is in the address, such as 100 bytes in `a:100`. */
function setUp(maxBytes = 250) {
  const disposed: string[] = []
  const aborted: string[] = []
  const pending = new Map<string, { finish: () => void; fail: (error: Error) => void }>()
  const load = vi.fn<(url: string, signal: AbortSignal) => Promise<Fake>>(
    (url, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted.push(url)
          reject(signal.reason as Error)
        })
        pending.set(url, {
          finish: () => resolve({ url, bytes: Number(url.split(':')[1]) }),
          fail: reject,
        })
      }),
  )
  const cache = createModelCache<Fake>({
    maxBytes,
    load,
    weigh: ({ bytes }) => bytes,
    dispose: ({ url }) => disposed.push(url),
  })
  const open = async (url: string) => {
    const lease = cache.acquire(url)
    pending.get(url)?.finish()
    await lease.ready
    return lease
  }
  return { cache, load, open, pending, disposed, aborted }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('createModelCache', () => {
  it('loads a model once for two concurrent requests', async () => {
    const { cache, load, open } = setUp()
    const first = cache.acquire('a:100')
    const second = await open('a:100')
    expect(await first.ready).toBe(await second.ready)
    expect(load).toHaveBeenCalledOnce()
  })

  it('gives each viewer its own copy of a model that another viewer shows', async () => {
    const { cache, load, open, pending } = setUp()
    const [main, preview] = [Symbol('main'), Symbol('preview')]
    const first = cache.acquire('a:100', { viewer: main })
    pending.get('a:100')?.finish()
    const shown = await first.ready
    const second = cache.acquire('a:100', { viewer: preview })
    pending.get('a:100')?.finish()
    expect(await second.ready).not.toBe(shown)
    expect(await cache.acquire('a:100', { viewer: main }).ready).toBe(shown)
    expect(cache.heldBytes()).toBe(200)
    second.release()
    await settled()
    expect(await cache.acquire('a:100', { viewer: Symbol('later') }).ready).not.toBe(shown)
    expect(load).toHaveBeenCalledTimes(2)
    await open('b:100')
    expect(load).toHaveBeenCalledTimes(3)
  })

  it('keeps unused models while they fit, and reuses them', async () => {
    const { cache, load, open, disposed } = setUp()
    const lease = await open('a:100')
    lease.release()
    await settled()
    await cache.acquire('a:100').ready
    expect(load).toHaveBeenCalledOnce()
    expect(disposed).toEqual([])
  })

  it('frees the least recently used models first, until the remaining models fit', async () => {
    const { cache, open, disposed } = setUp()
    for (const url of ['a:100', 'b:100']) (await open(url)).release()
    ;(await open('a:100')).release()
    ;(await open('c:100')).release()
    await settled()
    expect(disposed).toEqual(['b:100'])
    expect(cache.heldBytes()).toBe(200)
  })

  it('never frees a model that is in use, whatever its size', async () => {
    const { open, disposed } = setUp()
    const large = await open('large:900')
    ;(await open('b:100')).release()
    await settled()
    expect(disposed).toEqual(['b:100'])
    large.release()
    await settled()
    expect(disposed).toEqual(['b:100', 'large:900'])
  })

  it('frees a model once every lease is released, and ignores a second release', async () => {
    const { cache, open, disposed } = setUp(50)
    const first = await open('a:100')
    const second = cache.acquire('a:100')
    first.release()
    first.release()
    await settled()
    expect(disposed).toEqual([])
    second.release()
    await settled()
    expect(disposed).toEqual(['a:100'])
  })

  it('aborts a download that no caller needs any more', async () => {
    const { cache, aborted } = setUp()
    const lease = cache.acquire('a:100')
    lease.release()
    await settled()
    expect(aborted).toEqual(['a:100'])
    await expect(lease.ready).rejects.toThrow('abort')
  })

  it('continues a download if its lease is released and acquired again at once', async () => {
    const { cache, load, open, aborted } = setUp()
    cache.acquire('a:100').release()
    await open('a:100')
    await settled()
    expect(aborted).toEqual([])
    expect(load).toHaveBeenCalledOnce()
  })

  it('frees a model that is loaded after every lease was released', async () => {
    const disposed: string[] = []
    let finish: ((model: string) => void) | undefined
    const cache = createModelCache<string>({
      maxBytes: 10,
      load: () =>
        new Promise((resolve) => {
          finish = resolve
        }),
      weigh: () => 1,
      dispose: (model) => disposed.push(model),
    })
    const lease = cache.acquire('late')
    lease.release()
    await settled()
    finish?.('late')
    await lease.ready
    expect(disposed).toEqual(['late'])
  })

  it('gives the early version of a model to the first request only', async () => {
    const cache = createModelCache<string, string>({
      maxBytes: 10,
      load: async (url, _signal, { onEarly }) => {
        await onEarly?.(`rough ${url}`)
        return url
      },
      weigh: () => 1,
      dispose: () => {},
    })
    let goOn: (() => void) | undefined
    const onEarly = vi.fn<() => Promise<void>>(
      () =>
        new Promise((resolve) => {
          goOn = resolve
        }),
    )
    const late = vi.fn<() => Promise<void>>()
    const lease = cache.acquire('bear', { onEarly })
    const second = cache.acquire('bear', { onEarly: late })
    expect(onEarly).toHaveBeenCalledExactlyOnceWith('rough bear')
    goOn?.()
    expect([await lease.ready, await second.ready]).toEqual(['bear', 'bear'])
    expect(late).not.toHaveBeenCalled()
  })

  it('does not cache a failure, so that the next request tries again', async () => {
    const { cache, load, open, pending } = setUp()
    const lease = cache.acquire('a:100')
    pending.get('a:100')?.fail(new Error('broken'))
    await expect(lease.ready).rejects.toThrow('broken')
    await open('a:100')
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('keeps at most the requested number of models, the most recently used ones', async () => {
    const { cache, open, disposed } = setUp()
    for (const url of ['a:10', 'b:10', 'c:10']) (await open(url)).release()
    await open('d:10')
    await settled()
    cache.trim(250, 2)
    expect(disposed).toEqual(['a:10', 'b:10'])
    cache.trim(250, 0)
    expect(disposed).toEqual(['a:10', 'b:10', 'c:10'])
  })

  it('frees all unused models on request', async () => {
    const { cache, open, disposed } = setUp()
    ;(await open('a:100')).release()
    await open('b:100')
    await settled()
    cache.trim(0)
    expect(disposed).toEqual(['a:100'])
  })
})
