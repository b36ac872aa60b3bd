import { Hono, type Context } from 'hono'
import type { Access } from '../access/access.ts'
import type { ApiClientEnv } from '../access/keys/api-keys.ts'
import { sessionOf } from '../access/guards.ts'
import type { Readiness } from '../observability/readiness.ts'
import { metrics } from '../observability/server-metrics.ts'
import type { MiddlewareHandler } from 'hono'

type HealthOptions = {
  access: Access
  keyCheck: MiddlewareHandler<ApiClientEnv>
  readiness: () => Promise<Readiness>
}

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
