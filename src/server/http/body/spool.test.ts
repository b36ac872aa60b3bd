import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { spooled } from './spool.ts'

// A separate folder, because other tests use the common temporary folder at the same time.
const folder = mkdtempSync(path.join(tmpdir(), 'bozzetto-spool-'))
beforeEach(() => void vi.stubEnv('TMPDIR', folder))
afterAll(() => rm(folder, { recursive: true, force: true }))

const left = () => readdir(folder)
const failing = () => Promise.reject(new Error('no'))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

describe('spooled', () => {
  it('provides the whole body as a file', async () => {
    const chunks = [Buffer.from('one '), Buffer.alloc(300_000, 'x'), Buffer.from(' end')]
    const read = await spooled(Readable.from(chunks), async (file) => {
      const { size } = await file.stat()
      const { buffer } = await file.read({ buffer: Buffer.alloc(size), position: 0 })
      return buffer
    })
    expect(Buffer.concat(chunks).equals(read)).toBe(true)
  })

  it.runIf(process.platform !== 'win32')('unlinks the file while it is used', async () => {
    const before = await left()
    await spooled(Readable.from([Buffer.from('x')]), async (file) => {
      expect((await file.stat()).nlink).toBe(0)
      expect(await left()).toEqual(before)
    })
  })

  it('deletes the file and rethrows the error if `work` fails', async () => {
    const before = await left()
    await expect(spooled(Readable.from([Buffer.from('x')]), failing)).rejects.toThrow('no')
    expect(await left()).toEqual(before)
  })

  it.each([
    ['before it is read', 0],
    ['after its first bytes', 1],
  ])('throws for a body that breaks off %s', async (_, pieces) => {
    const before = await left()
    let given = 0
    const body = new Readable({
      read() {
        if (given++ < pieces) this.push('x')
        else this.destroy(new Error('gone'))
      },
    })
    if (pieces === 0) body.destroy(new Error('gone'))
    const work = vi.fn<() => Promise<void>>()
    await expect(spooled(body, work)).rejects.toThrow('gone')
    expect(work).not.toHaveBeenCalled()
    expect(await left()).toEqual(before)
  })

  it('throws for a body that stalls for a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const body = new Readable({ read() {} })
    const spooling = spooled(body, () => Promise.resolve())
    spooling.catch(() => {})
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
    body.push('x')
    await vi.advanceTimersByTimeAsync(60_001)
    await expect(spooling).rejects.toMatchObject({ code: 'timed_out' })
  })
})
