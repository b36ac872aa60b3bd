import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createdKeySchema } from '#contract/access/keys.ts'
import { cpuSeconds, readResidentMib, startProcess } from '../node-process.ts'
import { startServerProcess } from '../server-process.ts'
import { printTable } from '../table.ts'
import { probeFirst, readNumbered, timeAnswers, type Target } from './client.ts'
import { compareLatency } from './compare-latency.ts'

/** `BOZZETTO_BENCH_QUICK=1` runs a short check, whose figures are not representative. */
const isQuick = process.env['BOZZETTO_BENCH_QUICK'] === '1'
const streamCount = isQuick ? 100 : 1_000
const streamSeconds = isQuick ? 8 : 60
const rampMs = isQuick ? 1_000 : 15_000
const probeEveryMs = 40
const connections = [1, 16, 64]
const tokensPerSecond = 50

/**
 * Measures how much time the server adds between a client and a model: the time to the first word
 * under load, and the latency compared with another gateway.
 */
export async function benchProxy(): Promise<Record<string, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-'))
  const upstream = await startProcess([
    '--import',
    'tsx',
    fileURLToPath(new URL('./upstream.ts', import.meta.url)),
  ])
  const direct: Target = { url: upstream.url, model: 'writer' }
  const server = await startServerProcess(folder, 'direct', {
    BOZZETTO_OPENAI_URL: upstream.url,
    BOZZETTO_LOG: 'info',
  })
  try {
    const keys = await makeKeys(server.url, Math.ceil(streamCount / streamsPerKey) + 2)
    const ours = keys.map((key): Target => ({
      url: `${server.url}/llm/v1`,
      model: 'openai/writer',
      headers: { Authorization: `Bearer ${key}` },
    }))
    const latency = await compareLatency(direct, ours, connections)
    const load = await holdStreams(direct, ours, server.pid)
    return { ...load, ...latency }
  } finally {
    await server.stop()
    upstream.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function holdStreams(direct: Target, ours: readonly Target[], pid: number) {
  const [probe] = ours
  if (!probe) throw new Error('There is no key.')
  await timeAnswers(probe, { count: 200, connections: 16 })
  const idleMib = readResidentMib(pid)
  const count = streamSeconds * tokensPerSecond
  const cpuBefore = cpuSeconds(pid)
  const startMs = performance.now()
  const ends = Array.from({ length: streamCount }, async (_, at) => {
    await wait((at / streamCount) * rampMs)
    return readNumbered(ours[1 + Math.floor(at / streamsPerKey)] ?? probe, count)
  })
  await wait(rampMs)
  const firsts = { direct: [] as number[], ours: [] as number[] }
  let peakMib = idleMib
  const endAt = startMs + streamSeconds * 1000 - 1_000
  while (performance.now() < endAt) {
    firsts.direct.push(await probeFirst(direct))
    firsts.ours.push(await probeFirst(probe))
    peakMib = Math.max(peakMib, readResidentMib(pid))
    await wait(probeEveryMs)
  }
  const cpu = (cpuSeconds(pid) - cpuBefore) / ((performance.now() - startMs) / 1000)
  const streams = await Promise.all(ends)
  const figures = {
    added_ttft_p50_ms: round(quantile(firsts.ours, 0.5) - quantile(firsts.direct, 0.5)),
    added_ttft_p99_ms: round(quantile(firsts.ours, 0.99) - quantile(firsts.direct, 0.99)),
    frames_lost_1000_streams: streams.reduce((sum, { lost }) => sum + lost, 0),
    rss_1000_streams_mib: Math.round(peakMib - idleMib),
  }
  const frames = streams.reduce((sum, one) => sum + one.frames, 0)
  console.log(
    `${streamCount} streams for ${streamSeconds} s: ${frames} frames came, ${figures.frames_lost_1000_streams} lost; memory ${Math.round(idleMib)} MiB before, ${Math.round(peakMib)} at most; ${cpu.toFixed(2)} processors in use`,
  )
  printTable([
    [`first word, ${firsts.ours.length} tries`, 'p50 ms', 'p99 ms'],
    ['direct', ...both(firsts.direct)],
    ['through Bozzetto', ...both(firsts.ours)],
  ])
  return figures
}

const both = (times: readonly number[]) => [
  round(quantile(times, 0.5)),
  round(quantile(times, 0.99)),
]

function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}

const round = (value: number) => Math.round(value * 100) / 100

const streamsPerKey = 100

/** Creates API keys whose limits the benchmark does not reach. */
async function makeKeys(url: string, count: number): Promise<string[]> {
  const keys: string[] = []
  for (let at = 0; at < count; at++) {
    const response = await fetch(`${url}/api/keys`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        name: `Bench ${at}`,
        limits: { requestsPerMinute: 10_000, streams: streamsPerKey },
      }),
    })
    keys.push(createdKeySchema.parse(await response.json()).secret)
  }
  return keys
}
