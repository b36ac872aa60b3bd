import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Run, RunEvent, StartRun } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import { streamFrom } from '../../ports/chat-provider.fixture.ts'
import type { ChatDelta, ChatProvider } from '../../ports/chat-provider.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { openBufferingProxy, openCuttingLine, type Between } from './bad-network.fixture.ts'
import { openChatApp, createQuestion, type ChatApp } from '../chat-app.fixture.ts'

const cutsMin = Number(process.env['BOZZETTO_TEST_CUTS'] ?? 1_000)
const atOnce = 6

type Events = AsyncIterable<{ id: string | undefined; event: RunEvent }>
type Follow = (options: {
  transport: {
    start?: (signal: AbortSignal) => Events
    resume: (id: string | undefined, signal: AbortSignal, isOnce: boolean) => Events
  }
  sink: object
  signal: AbortSignal
  wait: () => Promise<void>
  silenceMs?: number
}) => Promise<void>
type PageApi = {
  startRun: (conversationId: string, request: StartRun, signal: AbortSignal) => Events
  resumeRun: (runId: string, id: string | undefined, signal: AbortSignal, isOnce: boolean) => Events
}

// Imports the page's code by a computed path, because server code must not import it directly.
const pageModule = <T>(path: string) =>
  import(/* @vite-ignore */ new URL(`../../../${path}`, import.meta.url).href) as Promise<T>

let store: Store
let followRun: Follow
let page: PageApi
let app: ChatApp
let way: string
const realFetch = globalThis.fetch

beforeAll(async () => {
  store = await openTestStore()
  ;({ followRun } = await pageModule<{ followRun: Follow }>('features/chat/runs/run-client.ts'))
  page = await pageModule<PageApi>('api/chat/runs.ts')
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    realFetch(path.startsWith('/') ? way + path : path, init),
  )
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await store.close()
})

const betweens: Between[] = []
beforeEach(async () => {
  app = await openChatApp(store)
  way = app.origin
})
afterEach(async () => {
  for (const between of betweens.splice(0)) await between.close()
  await app.close()
})

function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32
}

async function readAsPage(
  conversationId: string,
  request: StartRun,
  options: { isStarter?: boolean; silenceMs?: number; wireChanged?: (wire: string) => void } = {},
) {
  const got = { text: '', reasoning: '', restarts: 0, wires: new Set<string>(), run: {} as Run }
  await followRun({
    transport: {
      ...(options.isStarter !== false && {
        start: (signal: AbortSignal) => page.startRun(conversationId, request, signal),
      }),
      resume: (id, signal, isOnce) => page.resumeRun(request.runId, id, signal, isOnce),
    },
    sink: {
      started: () => {},
      appended: (channel: 'text' | 'reasoning', delta: string) => {
        got[channel] += delta
      },
      restarted: () => Object.assign(got, { text: '', reasoning: '', restarts: got.restarts + 1 }),
      ended: (run: Run) => {
        got.run = run
      },
      wireChanged: (wire: string) => {
        got.wires.add(wire)
        options.wireChanged?.(wire)
      },
    },
    signal: new AbortController().signal,
    wait: () => sleep(2),
    ...(options.silenceMs !== undefined && { silenceMs: options.silenceMs }),
  })
  return got
}

const thought = 'Händler 🧊 zuerst. '.repeat(8)
const sentence = 'Ein „Satz“ 🧊🧊 mit *Marken*,\n\n```ts\nconst a = "\\u0041"\n```\nund mehr. '
const getPieces = (text: string) => text.match(/[\s\S]{1,7}/g) ?? []

class PacedProvider implements ChatProvider {
  readonly id = 'paced'
  asked = 0
  readonly text: string
  readonly beforeEnd: Promise<unknown> | undefined
  constructor(text: string, beforeEnd?: Promise<unknown>) {
    this.text = text
    this.beforeEnd = beforeEnd
  }
  listModels = () => Promise.resolve([])
  streamChat = streamFrom((_request, signal) => this.#answer(signal))

  async *#answer(signal: AbortSignal): AsyncGenerator<ChatDelta> {
    this.asked++
    for (const reasoning of getPieces(thought)) yield { reasoning }
    for (const text of getPieces(this.text)) {
      signal.throwIfAborted()
      yield { text }
      await sleep(1)
    }
    await this.beforeEnd
    yield { finishReason: 'stop' }
  }
}

const withProvider = async (provider: ChatProvider) => {
  await app.close()
  app = await openChatApp(store, { providers: [provider] })
  way = app.origin
}

describe('text of an answer', () => {
  it(
    'is complete after the connection was cut a thousand times at random bytes',
    { timeout: 300_000 },
    async () => {
      const provider = new PacedProvider(sentence.repeat(30))
      await withProvider(provider)
      const random = randomFrom(42)
      const line = await openCuttingLine(app.origin, () => Math.floor(random() * 2_500))
      betweens.push(line)
      way = line.origin
      let runs = 0
      const readOne = async () => {
        while (line.cuts() < cutsMin) {
          runs++
          const id = newId()
          const request = createQuestion('Write!', { modelId: 'paced/writer' })
          const got = await readAsPage(id, request)
          expect(got).toMatchObject({ text: provider.text, reasoning: thought, restarts: 0 })
          expect(got.run.status).toBe('completed')
          const { messages } = await app.chat.getConversation(id)
          expect(messages.map(({ text }) => text)).toEqual(['Write!', provider.text])
        }
      }
      await Promise.all(Array.from({ length: atOnce }, readOne))
      expect(line.cuts()).toBeGreaterThanOrEqual(cutsMin)
      // The page sent some questions repeatedly, but the server called the model once per question.
      expect(provider.asked).toBe(runs)
    },
  )

  it('is complete in a second tab that opens later', async () => {
    const provider = new PacedProvider(sentence.repeat(4))
    await withProvider(provider)
    const id = newId()
    const request = createQuestion('Write!', { modelId: 'paced/writer' })
    const first = readAsPage(id, request)
    await vi.waitFor(async () => {
      expect((await app.chat.getRun(request.runId)).firstTokenMs).toBeDefined()
    })
    const second = readAsPage(id, request, { isStarter: false })
    const after = (await Promise.all([first, second])).map(({ text }) => text)
    expect(after).toEqual([provider.text, provider.text])
    const late = await readAsPage(id, request, { isStarter: false })
    expect(late.text).toBe(provider.text)
    expect([...late.wires]).toContain('finished-elsewhere')
  })

  it('is kept when the server restarts, and the answer can be continued', async () => {
    const id = newId()
    const request = createQuestion('Write!')
    const reading = readAsPage(id, request)
    await vi.waitFor(() => expect(app.provider.requests).toHaveLength(1))
    app.provider.say('Half of ', 'it, 🧊 ')
    const port = Number(new URL(app.origin).port)
    await vi.waitFor(async () => {
      const { messages } = await app.chat.getConversation(id)
      expect(messages[1]?.text).toBe('Half of it, 🧊 ')
    })
    await app.close()
    app = await openChatApp(store, { port })
    await app.chat.recoverRuns()
    const got = await reading
    expect(got).toMatchObject({ text: 'Half of it, 🧊 ', run: { status: 'interrupted' } })
    expect([...got.wires]).toContain('reconnecting')

    const again: StartRun = {
      runId: newId(),
      answerId: request.answerId,
      modelId: request.modelId,
      parentId: request.question!.id,
      isContinuation: true,
    }
    const more = readAsPage(id, again)
    await vi.waitFor(() => expect(app.provider.requests).toHaveLength(1))
    app.provider.say('and the rest.')
    app.provider.finish()
    expect((await more).text).toBe('Half of it, 🧊 and the rest.')
  })

  it('is complete behind a proxy that buffers streams until they end', async () => {
    // Without this wait, a fast answer would end before the page detects that the proxy buffers
    // streams.
    let noticed: (() => void) | undefined
    const beforeEnd = new Promise<void>((resolve) => (noticed = resolve))
    const provider = new PacedProvider(sentence.repeat(6), beforeEnd)
    await withProvider(provider)
    const proxy = await openBufferingProxy(app.origin)
    betweens.push(proxy)
    way = proxy.origin
    const id = newId()
    const request = createQuestion('Write!', { modelId: 'paced/writer' })
    const got = await readAsPage(id, request, {
      silenceMs: 100,
      wireChanged: (wire) => wire === 'buffered' && noticed?.(),
    })
    expect(got).toMatchObject({ text: provider.text, reasoning: thought, restarts: 0 })
    expect([...got.wires]).toContain('buffered')
    expect(provider.asked).toBe(1)
  })

  it('is written only once when the same question is sent twice at the same time', async () => {
    const provider = new PacedProvider(sentence)
    await withProvider(provider)
    const id = newId()
    const request = createQuestion('Write!', { modelId: 'paced/writer' })
    const both = await Promise.all([readAsPage(id, request), readAsPage(id, request)])
    expect(both.map(({ text }) => text)).toEqual([provider.text, provider.text])
    expect(provider.asked).toBe(1)
    expect((await app.chat.getConversation(id)).messages).toHaveLength(2)
  })
})
