import { Hono, type Context } from 'hono'
import { appBuild, appVersion } from '#lib/app-version.ts'
import type { Access } from '../access/access.ts'
import { requireScope, type ApiClientEnv } from '../access/keys/api-keys.ts'
import { findSession } from '../access/guards.ts'
import { HttpError } from '../errors/http-error.ts'
import type { Readiness } from '../observability/readiness.ts'
import { ownerIdHere } from '../store/owner-scope.ts'
import { metrics } from '../observability/server-metrics.ts'
import type { MiddlewareHandler } from 'hono'

type HealthOptions = {
  access: Access
  keyCheck: MiddlewareHandler<ApiClientEnv>
  readiness: () => Promise<Readiness>
}

/**
 * Creates the routes of `/healthz` (the process runs), `/readyz` (its dependencies work) and
 * `/metrics` (Prometheus). `/metrics` requires an admin, or a key of an admin with the scope
 * `metrics`.
 */
export const healthRoutes = ({ access, keyCheck, readiness }: HealthOptions) =>
  new Hono<ApiClientEnv>()
    .get('/healthz', (c) => c.json({ status: 'ok', version: appVersion, build: appBuild }))
    .get('/readyz', async (c) => {
      const { isReady, checks } = await readiness()
      c.header('Cache-Control', 'no-store')
      return c.json({ status: isReady ? 'ready' : 'not ready', checks }, isReady ? 200 : 503)
    })
    .get('/metrics', async (c) => {
      const session = await findSession(c, access)
      if (session) {
        refuseMembers(access, session.userId)
        return sendMetrics(c)
      }
      return keyCheck(c, () =>
        Promise.resolve(
          requireMetrics(c, async () => {
            refuseMembers(access, ownerIdHere())
            c.res = await sendMetrics(c)
          }),
        ).then(() => {}),
      )
    })

const requireMetrics = requireScope('metrics')

function refuseMembers({ people }: Access, userId: string): void {
  if (people.caller(userId)?.role !== 'admin') {
    throw new HttpError('forbidden', 'Only an admin of this server can read its metrics.')
  }
}

async function sendMetrics(c: Context): Promise<Response> {
  c.header('Cache-Control', 'no-store')
  c.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  return c.body(await metrics.render())
}
