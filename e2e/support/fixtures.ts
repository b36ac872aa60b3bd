import { isTaskOver, taskListSchema } from '#contract/tasks.ts'
import { signInByLink } from '#testing/sign-in.ts'
import { test as base, expect, type Page, type Request } from '@playwright/test'
import { ChatPage } from '../pages/chat.ts'
import { ScriptedChatUpstream } from './chat-upstream.ts'
import type { Server } from './server.ts'
import { Servers } from './servers.ts'
import { started } from './started.ts'

type WorkerFixtures = { upstream: ScriptedChatUpstream; servers: Servers }
type TestFixtures = {
  server: Server
  isFaulty: boolean
  /** Requests that the page has sent to other hosts. A test with such requests fails. */
  strayRequests: Request[]
  upstreamReset: void
  /** A new chat with a model of the fake service, which answers without delay. */
  chat: ChatPage
  /** Cancels tasks that a test has not ended, so that the studio is idle in the next test. */
  tasksEnded: void
}

/** Makes the viewer smaller, which is drawn faster without a graphics card. */
export const smallWindow = { viewport: { width: 1000, height: 620 } }

/**
 * Base of tests that start all their servers themselves. Worker fixtures must be defined here,
 * because Playwright runs tests with different worker fixtures in separate workers, and each worker
 * starts a browser.
 */
export const plainTest = base.extend<object, WorkerFixtures>({
  upstream: [started(() => ScriptedChatUpstream.start()), { scope: 'worker' }],
  servers: [started(() => Promise.resolve(new Servers())), { scope: 'worker', timeout: 120_000 }],
})

/** A test with a server and a fake chat service. The page may only send requests to this server. */
export const test = plainTest.extend<TestFixtures>({
  server: [
    async ({ servers, upstream }, use) => {
      const env = { BOZZETTO_OPENAI_URL: upstream.url, BOZZETTO_API_KEYS: apiKey }
      await use(await servers.shared(env))
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  context: async ({ context, server }, use) => {
    // Each test has a new session, because some actions require a recent sign-in.
    const cookie = await signInByLink(server.link)
    if (cookie) await context.addCookies([cookie])
    await use(context)
  },
  isFaulty: [false, { option: true }],
  strayRequests: [
    async ({ page, server, isFaulty }, use) => {
      const stray: Request[] = []
      if (isFaulty) return await use(stray)
      page.on('request', (request) => {
        const url = new URL(request.url())
        if (url.protocol.startsWith('http') && url.origin !== server.url) stray.push(request)
      })
      const problems = watchConsole(page)
      await use(stray)
      expect(stray.map((request) => request.url())).toEqual([])
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
  upstreamReset: [
    async ({ upstream }, use) => {
      upstream.reset()
      await use()
    },
    { auto: true },
  ],
  chat: async ({ page, upstream }, use) => {
    upstream.wordDelayMs = 0
    const chat = new ChatPage(page)
    await chat.open()
    await use(chat)
  },
  tasksEnded: [
    async ({ server }, use) => {
      await use()
      await cancelTasks(server.url)
    },
    { auto: true },
  ],
})

type OwnServer = [
  (given: WorkerFixtures, use: (server: Server) => Promise<void>) => Promise<void>,
  { scope: 'test'; timeout: number },
]

/** Creates the fixture of a separate server without connections, for the tests of one file. */
export const ownServer = (file: string, env: Record<string, string> = {}): OwnServer => [
  async ({ servers }, use) => use(await servers.own(file, env)),
  { scope: 'test', timeout: 120_000 },
]

/**
 * Creates the fixture of a separate server with the fake chat service. Tests that change settings
 * of the person use it, because these settings would affect the other tests of the worker.
 */
export const ownChatServer = (file: string, env: Record<string, string> = {}): OwnServer => [
  async ({ servers, upstream }, use) =>
    use(await servers.own(file, { BOZZETTO_OPENAI_URL: upstream.url, ...env })),
  { scope: 'test', timeout: 120_000 },
]

export { expect }

async function cancelTasks(url: string): Promise<void> {
  for (let round = 0; round < 50; round++) {
    const answer = await fetch(`${url}/api/tasks`).catch(() => undefined)
    if (!answer?.ok) return
    const live = taskListSchema
      .parse(await answer.json())
      .tasks.filter(({ status }) => !isTaskOver(status))
    if (live.length === 0) return
    for (const { id } of live) await fetch(`${url}/api/tasks/${id}/cancel`, { method: 'POST' })
  }
}

export const apiKey = 'sa-e2e-0123456789'

/**
 * Collects errors in the console of the page. Ignores responses with a status of 4xx, which tests
 * cause.
 */
function watchConsole(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    const text = message.text()
    const isExpected = /Failed to load resource|net::ERR_|GPU stall|GL Driver Message/.test(text)
    if (message.type() === 'error' && !isExpected) problems.push(text)
  })
  return problems
}
