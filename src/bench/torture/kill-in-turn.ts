import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '#lib/id.ts'
import { createRandom } from '#engine/random.ts'
import { isTaskOver, taskSchema } from '#contract/tasks.ts'
import { tinyGlb } from '#server/generation/tasks.fixture.ts'
import type { Random } from '#server/testing/fuzz/json-from-schema.ts'
import type { ServerProcess } from '../server-process.ts'
import { startTortureGateway } from './gateway.ts'
import { followAnswer, type Followed } from './follow-answer.ts'
import { openGround } from '../replicas/ground.ts'

const settleTimeoutMs = 150_000
const requestTimeoutMs = 10_000
const wholeText = Array.from({ length: 60 }, (_, at) => `word${at} `).join('')

type Asked = {
  conversationId: string
  runId: string
  owner: number
  askedAt: number
  followed: Promise<Followed & { endedAt: number }>
}

type Load = {
  alive: (ServerProcess | undefined)[]
  asked: Asked[]
  tasks: Set<string>
  tasksMax: number
  random: Random
  giveUp: AbortSignal
}

/**
 * Kills two servers in turn while answers stream, tasks run and purchases are made. Each answer is
 * read at the server that does not generate it.
 */
export async function killInTurn(
  kills: number,
  { seed, say }: { seed: number; say: (line: string) => void },
): Promise<Record<string, number>> {
  const random = createRandom(seed)
  const gateway = await startTortureGateway(random, tinyGlb())
  const ground = await openGround({
    BOZZETTO_GATEWAY_URL: gateway.url,
    BOZZETTO_GATEWAY_KEY: 'sa-of-the-torture',
  })
  const giveUp = new AbortController()
  const load: Load = {
    alive: [undefined, undefined],
    asked: [],
    tasks: new Set(),
    tasksMax: kills * 8,
    random,
    giveUp: giveUp.signal,
  }
  const { alive, asked, tasks } = load
  const killedAt: { place: number; atMs: number }[] = []
  const stop = new AbortController()
  try {
    for (const place of [0, 1]) alive[place] = await ground.start(place)
    const working = [0, 1].flatMap((place) => [
      repeat(() => ask(load, place), stop.signal),
      repeat(() => order(load, place), stop.signal),
    ])
    for (let round = 0; round < kills; round++) {
      const place = round % 2
      await wait(500 + random() * 1_500)
      const victim = alive[place]
      alive[place] = undefined
      await victim?.end('SIGKILL')
      killedAt.push({ place, atMs: performance.now() })
      alive[place] = await ground.start(place)
      if (round % 10 === 9) say(`${round + 1} kills, ${asked.length} answers, ${tasks.size} tasks`)
    }
    stop.abort()
    await Promise.all(working)
    setTimeout(() => giveUp.abort(), settleTimeoutMs).unref()
    const ends = await Promise.all(asked.map(async (one) => ({ ...one, ...(await one.followed) })))
    const url = alive[0]?.url ?? ''
    const stuck = await countStuck(url, tasks)
    return {
      kills,
      answers: asked.length,
      answers_cut: ends.filter(({ status }) => status === 'interrupted').length,
      answers_stuck: ends.filter(({ status }) => status === undefined).length,
      words_lost: await countLost(url, ends, say),
      tasks: tasks.size,
      tasks_stuck: stuck,
      tasks_lost: await countLostTasks(url, tasks),
      bought_twice: [...gateway.purchases.values()].filter((count) => count > 1).length,
      failover_s: Math.round(failover(ends, killedAt) / 100) / 10,
    }
  } finally {
    stop.abort()
    giveUp.abort()
    await ground.close()
    gateway.close()
  }
}

async function ask(load: Load, place: number): Promise<void> {
  const { alive, asked, random } = load
  const server = alive[place]
  if (!server || asked.length >= 2_000) return wait(50)
  const [conversationId, runId] = [newId(), newId()]
  const response = await post(`${server.url}/api/conversations/${conversationId}/runs`, {
    runId,
    answerId: newId(),
    modelId: 'gateway/writer',
    question: { id: newId(), text: `Question ${runId}` },
  })
  if (!response.ok) return wait(100)
  await response.body?.cancel()
  const elsewhere = () => alive[1 - place]?.url
  const followed = followAnswer(runId, elsewhere, { signal: load.giveUp })
  asked.push({
    conversationId,
    runId,
    owner: place,
    askedAt: performance.now(),
    followed: followed.then((seen) => ({ ...seen, endedAt: performance.now() })),
  })
  await wait(random() * 150)
}

async function order(load: Load, place: number): Promise<void> {
  const { alive, tasks, tasksMax, random } = load
  const server = alive[place]
  if (!server || tasks.size >= tasksMax) return wait(50)
  const id = newId()
  const body = { id, modelId: 'gateway/quick_3d', params: { prompt: `Task ${id}` } }
  const response = await post(`${server.url}/api/tasks`, body)
  if (response.status === 201) tasks.add(id)
  else await wait(300)
  await response.text()
  await wait(random() * 300)
}

async function repeat(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work().catch(() => wait(50))
  }
}

const post = (url: string, body: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(requestTimeoutMs),
  })

const get = (url: string) => fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs) })

async function countStuck(url: string, tasks: ReadonlySet<string>): Promise<number> {
  const open = new Set(tasks)
  const giveUpAt = performance.now() + settleTimeoutMs
  while (open.size > 0 && performance.now() < giveUpAt) {
    for (const id of open) {
      const response = await get(`${url}/api/tasks/${id}`)
      const task = response.ok ? taskSchema.parse(await response.json()) : undefined
      if (task && isTaskOver(task.status)) open.delete(id)
    }
    await wait(200)
  }
  return open.size
}

async function countLostTasks(url: string, tasks: ReadonlySet<string>): Promise<number> {
  let lost = 0
  for (const id of tasks) {
    const response = await get(`${url}/api/tasks/${id}`)
    const task = response.ok ? taskSchema.parse(await response.json()) : undefined
    const isWithoutModel = task?.status === 'completed' && !task.asset
    const file = task?.asset ? await get(url + task.asset.url) : undefined
    const bytes = file?.ok ? (await file.arrayBuffer()).byteLength : 0
    const isCut = task?.asset !== undefined && task.asset !== null && bytes !== task.asset.sizeBytes
    if (!task || isWithoutModel || isCut) lost++
  }
  return lost
}

type Ended = Asked & Followed & { endedAt: number }

async function countLost(
  url: string,
  ends: readonly Ended[],
  say: (line: string) => void,
): Promise<number> {
  let lost = 0
  for (const { conversationId, runId, text, status, gaps } of ends) {
    const response = await get(`${url}/api/conversations/${conversationId}`)
    const { messages } = (await response.json()) as { messages?: { role: string; text: string }[] }
    const kept = messages?.find(({ role }) => role === 'assistant')?.text ?? ''
    const expected = status === 'completed' ? wholeText : kept
    const isWhole = kept === expected && text === kept && gaps === 0
    if (isWhole) continue
    const missing = Math.max(1, Math.abs(expected.split(' ').length - text.split(' ').length))
    say(`${runId} ${status}: ${text.length} characters seen, ${kept.length} kept, ${gaps} gaps`)
    lost += missing
  }
  return lost
}

/**
 * Returns the longest time in milliseconds between the end of a server and the end of an answer
 * that this server was generating.
 */
function failover(
  ends: readonly Ended[],
  killedAt: readonly { place: number; atMs: number }[],
): number {
  const cut = ends.filter(({ status }) => status === 'interrupted')
  const times = cut.map(({ owner, askedAt, endedAt }) => {
    const kill = killedAt.find(({ place, atMs }) => place === owner && atMs > askedAt)
    return kill ? endedAt - kill.atMs : 0
  })
  return Math.max(0, ...times)
}
