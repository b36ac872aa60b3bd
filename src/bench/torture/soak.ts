import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '#engine/random.ts'
import { startServerProcess, type ServerProcess } from '../server-process.ts'
import { signInByLink } from '../sign-in.ts'
import { startTortureGateway } from './gateway.ts'
import { noneAcknowledged, workUntil } from './load.ts'
import { calculateSlope, watchMemory } from './memory.ts'

/** Fraction of the duration that is not measured, while the caches and database buffers fill. */
const warmUpFraction = 0.3
const sampleMs = 5_000
const reads = [
  '/api/assets?limit=48',
  '/api/assets/summary',
  '/api/conversations?limit=100',
  '/api/search?q=question',
  '/api/tasks?limit=50',
  '/api/models',
  '/openapi.json',
  '/metrics',
  '/api/library/archive',
]

export async function soak(
  minutes: number,
  { seed, model, say }: { seed: number; model: Uint8Array; say: (line: string) => void },
) {
  const random = createRandom(seed)
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-soak-'))
  const gateway = await startTortureGateway(random, model)
  try {
    const server = await startServerProcess(folder, 'direct', {
      BOZZETTO_GATEWAY_URL: gateway.url,
      BOZZETTO_GATEWAY_KEY: 'sa-of-the-torture',
      BOZZETTO_LOG: 'silent',
    })
    const stop = new AbortController()
    const memory = watchMemory(server.pid, sampleMs)
    const done = noneAcknowledged()
    const read = { count: 0, faults: 0 }
    try {
      const work = [
        workUntil(server.url, { done, random, signal: stop.signal }),
        readUntil(server, read, stop.signal),
      ]
      for (let minute = 1; minute <= minutes; minute++) {
        await wait(60_000)
        const mib = memory.samples.at(-1)?.mib ?? Number.NaN
        const made = done.tasks.size + done.files.size + done.questions.size
        say(
          `minute ${minute}: ${Math.round(mib)} MiB, ${made} things made, ${read.count} read, ${read.faults} faults`,
        )
      }
      stop.abort()
      await Promise.all(work)
    } finally {
      memory.end()
      await server.end('SIGTERM')
    }
    const warm = memory.samples.filter(({ minute }) => minute > minutes * warmUpFraction)
    return {
      soak_minutes: minutes,
      soak_things_made: done.tasks.size + done.files.size + done.questions.size,
      soak_reads: read.count,
      soak_faults: read.faults,
      soak_mib_after_warm_up: Math.round(warm[0]?.mib ?? Number.NaN),
      soak_mib_at_end: Math.round(warm.at(-1)?.mib ?? Number.NaN),
      soak_mib_per_minute: Math.round(calculateSlope(warm) * 100) / 100,
    }
  } finally {
    gateway.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function readUntil(
  { url, link }: ServerProcess,
  counts: { count: number; faults: number },
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; !signal.aborted; at++) {
    try {
      const response = await fetch(url + reads[at % reads.length], { signal })
      await response.arrayBuffer()
      counts.count++
      if (response.status >= 500) counts.faults++
      // An export requires a sign-in within the last ten minutes.
      if (response.status === 403) await signInByLink(link)
    } catch {
      // A request may only fail at the end of the test. Otherwise the server has ended, which
      // counts as a fault.
      if (!signal.aborted) counts.faults++
    }
    await wait(50)
  }
}
