import { isTaskOver, taskListSchema } from '#contract/tasks.ts'
import { signInByLink } from '#bench/sign-in.ts'
import { test as base, expect, type Page, type Request } from '@playwright/test'
import { ChatUpstream } from './chat-upstream.ts'
import type { Server } from './server.ts'
import { Servers } from './servers.ts'
import { started } from './started.ts'

type WorkerFixtures = { upstream: ChatUpstream; servers: Servers }
type TestFixtures = {
  server: Server
  /** The test has a page that does what no other may: nothing is said of it. */
  isFaulty: boolean
  /** Requests of the page that went anywhere but to its own server. Must stay empty. */
  strayRequests: Request[]
  /** What the last test has set of the chat service is forgotten. */
  upstreamReset: void
  /** Ends what a test has left running, so that the next one finds the studio at rest. */
  tasksEnded: void
}

/**
 * For tests that start all they need by themselves. No file has worker fixtures of its own: tests with others
 * need another worker, which starts a browser again.
 */
export const plainTest = base.extend<object, WorkerFixtures>({
  upstream: [started(() => ChatUpstream.start()), { scope: 'worker' }],
  servers: [started(() => Promise.resolve(new Servers())), { scope: 'worker', timeout: 60_000 }],
})

/** A test with a running server, a chat service behind it, and a page that may talk to nobody else. */
export const test = plainTest.extend<TestFixtures>({
  server: [
    async ({ servers, upstream }, use) => {
      const env = { BOZZETTO_OPENAI_URL: upstream.url, BOZZETTO_API_KEYS: apiKey }
      await use(await servers.shared(env))
    },
    { timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  context: async ({ context, server }, use) => {
    // Anew for each test: what is asked for again after a while is not asked for in the middle of one.
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

/** A server for the tests of one file, in place of the one that others share; nothing is connected to it. */
export const ownServer = (file: string, env: Record<string, string> = {}): OwnServer => [
  async ({ servers }, use) => use(await servers.own(file, env)),
  { scope: 'test', timeout: 60_000 },
]

export { expect }

async function cancelTasks(url: string): Promise<void> {
  for (let round = 0; round < 50; round++) {
    const answer = await fetch(`${url}/api/tasks`).catch(() => undefined)
    // A test may have ended the server.
    if (!answer?.ok) return
    const live = taskListSchema
      .parse(await answer.json())
      .tasks.filter(({ status }) => !isTaskOver(status))
    if (live.length === 0) return
    for (const { id } of live) await fetch(`${url}/api/tasks/${id}/cancel`, { method: 'POST' })
  }
}

export const apiKey = 'sa-e2e-0123456789'

/** Errors in the page's console; answers of 4xx, which the tests provoke, are not among them. */
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
