import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import { newId } from '#lib/id.ts'
import { startServerProcess } from '../server-process.ts'
import { median } from '../table.ts'
import { openGround } from './ground.ts'

const conversations = 200
const looks = 300
const idleMs = 8_000
const loadMs = 6_000
const hands = 16

/** Lists on Postgres beside the embedded database, memory at rest, and what a second server adds. */
export async function compareStores(): Promise<Record<string, number>> {
  const ground = await openGround({})
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-embedded-'))
  const embedded = await startServerProcess(folder, 'direct', { BOZZETTO_LOG: 'error' })
  try {
    const one = await ground.start(0)
    await wait(idleMs)
    const rssMib = await residentMib(one.pid)
    for (const { url } of [one, embedded]) await fill(url)
    const onPostgres = await lookAt(one.url)
    const onEmbedded = await lookAt(embedded.url)
    await embedded.stop()
    const alone = await requestsIn([one.url])
    const two = await ground.start(1)
    const together = await requestsIn([one.url, two.url])
    return {
      postgres_vs_pglite_api_p50: rounded(onPostgres / onEmbedded),
      postgres_api_p50_ms: rounded(onPostgres),
      pglite_api_p50_ms: rounded(onEmbedded),
      rss_idle_with_postgres_mib: Math.round(rssMib),
      throughput_2_vs_1: rounded(together / alone),
    }
  } finally {
    await embedded.end('SIGKILL')
    await ground.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const rounded = (value: number) => Math.round(value * 100) / 100

async function fill(url: string): Promise<void> {
  // The guide writes at the pace of a reader.
  const inTurn = pLimit(hands)
  await Promise.all(
    Array.from({ length: conversations }, (_, at) => inTurn(() => ask(url, `Question ${at}`))),
  )
}

async function ask(url: string, text: string): Promise<void> {
  const response = await fetch(`${url}/api/conversations/${newId()}/runs`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      runId: newId(),
      answerId: newId(),
      modelId: 'bozzetto/guide',
      question: { id: newId(), text },
    }),
  })
  if (!response.ok) throw new Error(`A chat could not be made: ${await response.text()}`)
  await response.text()
}

/** Milliseconds that a list takes, in the middle. */
async function lookAt(url: string): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < looks; at++) {
    const start = performance.now()
    await (await fetch(`${url}/api/conversations`)).text()
    times.push(performance.now() - start)
  }
  return median(times)
}

/** How many lists all servers answer together in a while. */
async function requestsIn(urls: readonly string[]): Promise<number> {
  const endAt = performance.now() + loadMs
  let answered = 0
  const work = async (url: string) => {
    while (performance.now() < endAt) {
      await (await fetch(`${url}/api/conversations`)).text()
      answered++
    }
  }
  await Promise.all(urls.flatMap((url) => Array.from({ length: hands }, () => work(url))))
  return answered
}

async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}
