import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ChatExport } from '#contract/chat/transfer.ts'
import { newId } from '#lib/id.ts'
import { readResidentMib } from '../node-process.ts'
import { startServerProcess, type ServerProcess } from '../server-process.ts'
import { median } from '../table.ts'
import { openGround } from './ground.ts'

const conversations = 200
const looks = 300
const idleMs = 8_000
const loadMs = 6_000
const hands = 16

/**
 * Compares lists on Postgres with lists on the embedded database. Also measures the memory of an
 * idle server, and how many more requests two servers answer.
 */
export async function compareStores(): Promise<Record<string, number>> {
  const ground = await openGround({})
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-embedded-'))
  const embedded = await startServerProcess(folder, 'direct', { BOZZETTO_LOG: 'error' })
  try {
    const one = await ground.start(0)
    await wait(idleMs)
    const rssMib = readResidentMib(one.pid)
    for (const { url } of [one, embedded]) await fill(url)
    const onPostgres = await lookAt(one.url)
    const onEmbedded = await lookAt(embedded.url)
    await embedded.stop()
    const alone = await load([one])
    const two = await ground.start(1)
    const together = await load([one, two])
    return {
      postgres_vs_pglite_api_p50: rounded(onPostgres / onEmbedded),
      postgres_api_p50_ms: rounded(onPostgres),
      pglite_api_p50_ms: rounded(onEmbedded),
      rss_idle_with_postgres_mib: Math.round(rssMib),
      throughput_2_vs_1: rounded(together.answered / alone.answered),
      ...hiddenByProcessors(alone, together),
    }
  } finally {
    await embedded.end('SIGKILL')
    await ground.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const rounded = (value: number) => Math.round(value * 100) / 100

/** Creates one chat and copies the chat, because the guide model writes slowly. */
async function fill(url: string): Promise<void> {
  await ask(url, 'What can you do?')
  const exported = await (await fetch(`${url}/api/export`)).json()
  const { conversations: chats, ...rest } = exported as ChatExport
  const [chat] = chats
  if (!chat) throw new Error('There is no chat to copy.')
  const copies = Array.from({ length: conversations - 1 }, () => makeCopy(chat))
  const body = JSON.stringify({ ...rest, conversations: copies })
  const answer = await fetch(`${url}/api/import`, { method: 'POST', body })
  const { conversations: added } = (await answer.json()) as { conversations?: number }
  if (added !== copies.length) throw new Error(`Only ${added} of ${copies.length} were imported.`)
}

type Chat = ChatExport['conversations'][number]

function makeCopy(chat: Chat): Chat {
  const json = JSON.stringify(chat)
  const ids = new Set(
    [...json.matchAll(/"(?:id|runId)":"([0-9a-z]{20})"/g)].map(([, id = '']) => id),
  )
  return JSON.parse([...ids].reduce((text, id) => text.replaceAll(id, newId()), json)) as Chat
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

async function lookAt(url: string): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < looks; at++) {
    const start = performance.now()
    await (await fetch(`${url}/api/conversations`)).text()
    times.push(performance.now() - start)
  }
  return median(times)
}

type Load = { answered: number; serverCpuMs: number; allCpuMs: number }

async function load(servers: readonly ServerProcess[]): Promise<Load> {
  const before = [await getCpuMs(servers), machineCpuMs()] as const
  const endAt = performance.now() + loadMs
  let answered = 0
  const work = async (url: string) => {
    while (performance.now() < endAt) {
      await (await fetch(`${url}/api/conversations`)).text()
      answered++
    }
  }
  await Promise.all(servers.flatMap(({ url }) => Array.from({ length: hands }, () => work(url))))
  return {
    answered,
    serverCpuMs: (await getCpuMs(servers)) - before[0],
    allCpuMs: machineCpuMs() - before[1],
  }
}

/**
 * Estimates from the CPU time per list how many requests two servers would answer on separate
 * machines. In this benchmark, the servers share the processors with Postgres and the clients.
 */
const hiddenByProcessors = (alone: Load, together: Load): Record<string, number> => {
  const perList = ({ answered, serverCpuMs }: Load) => serverCpuMs / answered
  return {
    processors_busy_1: rounded(alone.allCpuMs / loadMs),
    processors_busy_2: rounded(together.allCpuMs / loadMs),
    server_cpu_ms_per_list_1: rounded(perList(alone)),
    server_cpu_ms_per_list_2: rounded(perList(together)),
    throughput_2_vs_1_by_cpu: rounded((2 * perList(alone)) / perList(together)),
  }
}

async function getCpuMs(servers: readonly ServerProcess[]): Promise<number> {
  const times = servers.map(async ({ pid }) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name may contain spaces, so split the fields after the name. They include user and system
    // time in units of 10 ms.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  })
  return (await Promise.all(times)).reduce((sum, ms) => sum + ms, 0)
}

const machineCpuMs = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.sys + times.nice + times.irq, 0)
