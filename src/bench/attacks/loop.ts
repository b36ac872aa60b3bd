import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  conversationDetailSchema,
  conversationListSchema,
  type Conversation,
} from '#contract/chat/chat.ts'
import { createdKeySchema } from '#contract/access/keys.ts'
import { createRandom } from '#engine/random.ts'
import { createApp } from '#server/app.ts'
import { largeFiles } from '#server/testing/fuzz/large-files.ts'
import { largeJson, shapes, type LargeRequest } from '#server/testing/fuzz/large-bodies.ts'
import {
  largeChats,
  createRunRead,
  listConversationReads,
  allReads,
  titlesToRead,
} from '#server/testing/fuzz/large-reads.ts'
import { largeStreams } from '#server/testing/fuzz/large-streams.ts'
import { measureSlowness } from '#server/testing/fuzz/loop-watch.mjs'
import { startTalkingThread } from '#server/testing/fuzz/talking-thread.ts'
import { fuzz } from '#server/testing/fuzz/fuzz-run.ts'
import { fuzzRoutes, type FuzzRoute } from '#server/testing/fuzz/fuzz-routes.ts'
import { withHarmlessPassword } from '#server/testing/fuzz/keep-signed-in.ts'
import { png, tinyGlb } from '#server/generation/tasks.fixture.ts'
import type { Services } from '#server/services.ts'
import { startServerProcess } from '../server-process.ts'
import { bombs } from './bombs.ts'
import { startTalker } from './talker.ts'

const preload = fileURLToPath(
  new URL('../../server/testing/fuzz/loop-watch-preload.mjs', import.meta.url),
)
const only = new RegExp(process.env['BOZZETTO_LOOP'] ?? '', 'i')
const stallMs = 50
/** Milliseconds for which the server may continue to work after its response. */
const afterMs = 60
const answerTimeoutMs = 180_000
const warmingRequests = 600
/**
 * Sizes of request bodies in bytes. The server just accepts the largest size, and parses the
 * smaller sizes synchronously.
 */
const sizes = [31 * 2 ** 20, 6 * 2 ** 20, 500_000, 60_000, 8_000, 3_500]
const smallBytes = 250_000

type World = { url: string; secret: string; log: string; ids: string[]; models: string[] }
type Say = (line: string) => void

/**
 * Sends the largest requests to a server, and measures the CPU time of each turn of its event loop.
 * Counts the requests with a turn of more than 50 ms, and returns the longest turn.
 */
export async function attackLoop(say: Say): Promise<Record<string, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-loop-'))
  const log = path.join(folder, 'loop.jsonl')
  await writeFile(log, '')
  const talker = await startTalker()
  const writer = await startTalkingThread()
  const server = await startServerProcess(path.join(folder, 'data'), 'direct', {
    BOZZETTO_LOG: 'error',
    BOZZETTO_LOOP_LOG: log,
    BOZZETTO_GATEWAY_URL: talker.url,
    BOZZETTO_OPENAI_URL: writer.url,
    BOZZETTO_GATEWAY_KEY: 'sa-of-the-talker',
    NODE_OPTIONS: `--import ${preload}`,
  })
  try {
    const secret = await makeKey(server.url)
    const models = writer.models.map((model) => `openai/${model}`)
    const world = { url: server.url, secret, log, ids: [], models }
    const routes = fuzzRoutes(createApp({ access: {} } as unknown as Services).routes)
    await warm(world, routes)
    const figures = { requests: 0, over: 0, longest: 0 }
    for await (const request of requestsFor(world, routes)) {
      if (!only.test(request.name)) continue
      const { statuses, longestMs } = await watched(world, request)
      figures.requests += request.times ?? 1
      figures.longest = Math.max(figures.longest, longestMs)
      if (longestMs <= stallMs) continue
      figures.over++
      say(`${request.name}: ${longestMs} ms; ${statuses.join(' ')}`)
    }
    return {
      requests_over_50ms_loop: figures.over,
      loop_requests: figures.requests,
      longest_turn_ms: figures.longest,
    }
  } finally {
    await server.end('SIGKILL')
    talker.close()
    await writer.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeKey(url: string): Promise<string> {
  const response = await fetch(`${url}/api/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Loop',
      limits: { requestsPerMinute: 10_000, streams: 100, monthlySpendUsd: 1_000 },
    }),
  })
  const { secret } = createdKeySchema.parse(await response.json())
  return secret
}

async function warm({ url, secret, ids }: World, routes: readonly FuzzRoute[]): Promise<void> {
  await fuzz({
    routes,
    count: warmingRequests,
    random: createRandom(1),
    world: {
      ids,
      models: ['bozzetto/guide', 'local/image-to-3d', 'no/such'],
      picture: new Uint8Array(await png()),
      model: new Uint8Array(tinyGlb()),
      zip: new Uint8Array(Buffer.from('PK\u0005\u0006'.padEnd(22, '\0'), 'latin1')),
      tame: withHarmlessPassword,
    },
    send: ({ method, target, headers, body }, signal) =>
      // Replaces each DELETE request, which could end the session or delete the key.
      fetch(url + (method === 'DELETE' ? '/healthz' : target), {
        method: method === 'DELETE' ? 'GET' : method,
        headers: { authorization: `Bearer ${secret}`, ...headers },
        signal,
        ...(body !== undefined && method !== 'DELETE' && { body }),
      }),
  })
}

async function* requestsFor(
  world: World,
  routes: readonly FuzzRoute[],
): AsyncGenerator<LargeRequest> {
  for (const { name, path: target, body, times = 1 } of bombs) {
    yield { name, method: 'POST', target, body, times }
  }
  yield* largeStreams(world.models)
  yield* largeFiles
  yield* largeReads(world)
  for (const route of routes) yield* largeJsonTo(route, world)
}

async function* largeReads(world: World): AsyncGenerator<LargeRequest> {
  yield largeChats
  const url = `${world.url}/api/conversations`
  const large: Conversation[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page = await fetch(`${url}?limit=500${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    const { conversations, nextCursor } = conversationListSchema.parse(await page.json())
    large.push(...conversations.filter(({ title }) => titlesToRead.has(title)))
    cursor = nextCursor
  }
  for (const conversation of large) {
    yield* listConversationReads(conversation)
    const detail = await fetch(`${url}/${conversation.id}`)
    const { messages } = conversationDetailSchema.parse(await detail.json())
    const run = messages.find((message) => message.run)?.run
    if (run) yield createRunRead(run.id)
  }
  yield* allReads
}

async function* largeJsonTo(route: FuzzRoute, world: World): AsyncGenerator<LargeRequest> {
  const { method, path: pattern, body } = route
  if (typeof body === 'string') return
  const random = createRandom(7)
  const [id = 'aaaaaaaaaaaaaaaaaaaa'] = world.ids
  const target = pattern.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, (_, name: string) =>
    name === 'model' ? 'local/image-to-3d' : name === 'index' ? '0' : id,
  )
  const known = (name: string): unknown =>
    name === 'model'
      ? target.startsWith('/llm')
        ? 'bozzetto/guide'
        : 'local/image-to-3d'
      : undefined
  const make = (shape: string, bytes: number): LargeRequest => ({
    name: `${method} ${pattern}: ${shape}, ${bytes} bytes`,
    method,
    target,
    type: 'application/json',
    body: () => largeJson({ ...route, body }, { shape, bytes, random, known }),
  })
  const largest = await largestTaken(world, (bytes) => make('spaces', bytes))
  for (const bytes of [largest, smallBytes]) {
    if (bytes > largest) continue
    for (const shape of Object.keys(shapes)) yield make(shape, bytes)
  }
}

async function largestTaken(world: World, make: (bytes: number) => LargeRequest): Promise<number> {
  for (const bytes of sizes) {
    const [status] = await send(world, make(bytes))
    if (status !== '413') return bytes
  }
  return sizes.at(-1) ?? 0
}

async function watched(world: World, request: LargeRequest) {
  const body = new Uint8Array(await request.body())
  await writeFile(world.log, '')
  const statuses = await send(world, { ...request, body: () => body })
  await sleep(afterMs)
  // The server writes log entries in order. After these two responses, the log contains the entries
  // of all earlier requests.
  for (let at = 0; at < 2; at++) await fetch(`${world.url}/healthz`)
  const lines = (await readFile(world.log, 'utf8')).split('\n').filter(Boolean)
  const turns = lines.map((line) => (JSON.parse(line) as { cpuMs: number }).cpuMs)
  const longestMs = Math.max(0, ...turns)
  // Divides a long turn by the current slowness of the machine, because other programs slow down
  // this thread as well.
  const slowness = longestMs > stallMs ? measureSlowness() : 1
  return { statuses: [...new Set(statuses)], longestMs: Math.round(longestMs / slowness) }
}

async function send({ url, secret }: World, request: LargeRequest): Promise<string[]> {
  const { method, target, type, times = 1 } = request
  const body = new Uint8Array(await request.body())
  const one = async (): Promise<string> => {
    try {
      const response = await fetch(url + target, {
        method,
        ...(body.length > 0 && { body }),
        headers: {
          origin: url,
          authorization: `Bearer ${secret}`,
          ...((type ?? target.startsWith('/llm')) && {
            'content-type': type ?? 'application/json',
          }),
        },
        signal: AbortSignal.timeout(answerTimeoutMs),
      })
      await response.arrayBuffer()
      return String(response.status)
    } catch {
      return 'none'
    }
  }
  return Promise.all(Array.from({ length: times }, one))
}
