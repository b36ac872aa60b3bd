import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBoundedPool, ProcessEndedError } from './bounded-pool.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-pool-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0
function getPool(code: string, options: Partial<Parameters<typeof createBoundedPool>[0]> = {}) {
  const entry = path.join(folder, `${++files}.mjs`)
  writeFileSync(
    entry,
    `let bytes, jobs = 0
const answer = (answer, megabytes = 50) => process.send({ type: 'answer', answer, megabytes })
process.on('message', (job) => {
  if (job.type === 'piece') {
    if (job.at === 0) bytes = new Uint8Array(job.total)
    bytes.set(job.piece, job.at)
    return
  }
  jobs++
  ${code}
})`,
  )
  return createBoundedPool<string, { pid: number; jobs: number; sum?: number }>({
    entry,
    memoryMegabytesMax: 300,
    keptMegabytesMax: 100,
    idleMs: 60_000,
    timeoutMs: 20_000,
    ...options,
  })
}
const own = 'pid: process.pid, jobs'
const some = new Uint8Array(3)

describe('createBoundedPool', () => {
  it('sends and receives bytes of any size', async () => {
    const pool = getPool(
      `process.send({ type: 'piece', at: 0, total: 2, piece: bytes.slice(-2) })
answer({ ${own}, sum: bytes.length })`,
    )
    const { answer, bytes } = await pool('', new Uint8Array(3_000_001).fill(7))
    expect(answer.sum).toBe(3_000_001)
    expect(bytes).toEqual(Uint8Array.of(7, 7))
  })

  it('reuses the process for the next job, unless its memory has grown', async () => {
    const kept = getPool(`answer({ ${own} })`)
    expect((await kept('', some)).answer.jobs).toBe(1)
    expect((await kept('', some)).answer.jobs).toBe(2)
    const grown = getPool(`answer({ ${own} }, 101)`)
    await grown('', some)
    expect((await grown('', some)).answer.jobs).toBe(1)
  })

  it('ends an idle process', async () => {
    const pool = getPool(`answer({ ${own} })`, { idleMs: 10 })
    const { pid } = (await pool('', some)).answer
    await expect
      .poll(() => {
        try {
          return process.kill(pid, 0)
        } catch {
          return false
        }
      })
      .toBe(false)
  })

  it('reports the error of a job in the process, and reuses the process', async () => {
    const pool = getPool(
      `job.request === 'bad' ? process.send({ type: 'failed', code: 'bad_picture', message: 'No.', megabytes: 1 }) : answer({ ${own} })`,
    )
    await expect(pool('bad', some)).rejects.toMatchObject({ code: 'bad_picture', message: 'No.' })
    expect((await pool('', some)).answer.jobs).toBe(2)
  })

  it.each([
    ['ends', 'process.exit(0)', {}],
    ['takes too much memory', 'const all = []; for (;;) all.push(new Uint8Array(2e7).fill(1))', {}],
    // The timeout is long enough for the next process to start on a busy machine.
    ['never answers', '', { timeoutMs: 2_000 }],
  ])('starts a new process after a process that %s', async (_case, code, options) => {
    const pool = getPool(`if (job.request === 'bad') { ${code} } else answer({ ${own} })`, options)
    await expect(pool('bad', some)).rejects.toBeInstanceOf(ProcessEndedError)
    expect((await pool('', some)).answer.jobs).toBe(1)
  })
})
