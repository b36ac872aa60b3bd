import { constants } from 'node:fs'
import { access as accessFile, statfs } from 'node:fs/promises'
import { Hono, type Context } from 'hono'
import type { Access } from '../access/access.ts'
import type { ApiClientEnv } from '../access/api-keys.ts'
import { sessionOf } from '../access/guards.ts'
import { metrics } from '../seeing/metrics-of-bozzetto.ts'
import type { Store } from '../store/store.ts'
import type { MiddlewareHandler } from 'hono'

const checkTimeoutMs = 3_000
/** With less, the next result may find no room. */
const freeBytesMin = 64 * 1024 * 1024

type HealthOptions = {
  access: Access
  keyCheck: MiddlewareHandler<ApiClientEnv>
  readiness: () => Promise<Readiness>
}

/** What is fit for work, and what is not. */
export type Readiness = { isReady: boolean; checks: Record<string, 'ok' | 'failing'> }

/**
 * `/healthz`: whether the process answers. `/readyz`: whether it can work. `/metrics`: numbers for
 * Prometheus, for who is signed in or has a key.
 */
export const healthRoutes = ({ access, keyCheck, readiness }: HealthOptions) =>
  new Hono<ApiClientEnv>()
    .get('/healthz', (c) => c.text('ok'))
    .get('/readyz', async (c) => {
      const { isReady, checks } = await readiness()
      c.header('Cache-Control', 'no-store')
      return c.json({ status: isReady ? 'ready' : 'not ready', checks }, isReady ? 200 : 503)
    })
    .get('/metrics', async (c) => {
      return (await isSignedIn(c, access))
        ? sendMetrics(c)
        : keyCheck(c, async () => void (c.res = await sendMetrics(c)))
    })

const isSignedIn = async (c: Context, access: Access): Promise<boolean> =>
  (await sessionOf(c, access)) !== undefined

async function sendMetrics(c: Context): Promise<Response> {
  c.header('Cache-Control', 'no-store')
  c.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  return c.body(await metrics.render())
}

type ReadinessOptions = {
  store: Store
  /** Whether the queue takes and gives jobs. */
  isQueueOpen: () => Promise<boolean>
  dataFolder: string
}

/** @returns looks at store, queue and disk; says no as soon as `close` was called. */
export function createReadiness({ store, isQueueOpen, dataFolder }: ReadinessOptions) {
  let isClosing = false
  const checks: Record<string, () => Promise<boolean>> = {
    store: async () => (await store.executeSql('select 1')).rows.length === 1,
    queue: isQueueOpen,
    disk: () => hasRoom(dataFolder),
  }
  return {
    close: () => {
      isClosing = true
    },
    look: async (): Promise<Readiness> => {
      const outcomes = await Promise.all(
        Object.entries(checks).map(
          async ([name, check]) => [name, await isTrueInTime(check)] as const,
        ),
      )
      return {
        isReady: !isClosing && outcomes.every(([, isFine]) => isFine),
        checks: Object.fromEntries(
          outcomes.map(([name, isFine]) => [name, isFine ? 'ok' : 'failing'] as const),
        ),
      }
    },
  }
}

async function hasRoom(folder: string): Promise<boolean> {
  await accessFile(folder, constants.W_OK)
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= freeBytesMin
}

/** Whatever goes wrong with a check is its answer. */
async function isTrueInTime(check: () => Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), checkTimeoutMs)
  })
  try {
    return await Promise.race([check(), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
