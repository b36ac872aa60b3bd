import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createApp } from '#server/app.ts'
import { readEnv } from '#server/env.ts'
import { createServicesOn } from '#server/services.ts'
import { openStore } from '#server/store/store.ts'
import { median } from '../table.ts'

const origin = 'http://127.0.0.1:5310'
const password = 'a password for this bench'
const rounds = 5_000
const warmUps = 1_000

/**
 * Measures how long the check of permissions takes, as a median in microseconds: the time of a
 * request that passes all checks and finds no route, minus the time of a request without checks.
 */
export async function canCost(): Promise<{ can_cost_us: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-decisions-'))
  const store = await openStore(folder)
  const env = readEnv({ BOZZETTO_DATA: folder, BOZZETTO_PASSWORD: password, BOZZETTO_LOG: 'error' })
  const services = await createServicesOn(store, env)
  const app = createApp(services)
  const call = async (target: string, cookie = '', body?: unknown) =>
    app.request(
      origin + target,
      {
        headers: { host: '127.0.0.1:5310', cookie },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      },
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    )
  const timed = async (target: string, cookie: string) => {
    const start = performance.now()
    await (await call(target, cookie)).text()
    return (performance.now() - start) * 1000
  }
  try {
    const signedIn = await call('/api/session', '', { password })
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    await call('/api/people', cookie, { name: 'Anna', email: 'anna@example.com' })
    const [guarded, open]: [number[], number[]] = [[], []]
    for (let round = -warmUps; round < rounds; round++) {
      const one = await timed('/api/nothing', cookie)
      const other = await timed('/nothing', '')
      if (round < 0) continue
      guarded.push(one)
      open.push(other)
    }
    return { can_cost_us: Math.round((median(guarded) - median(open)) * 10) / 10 }
  } finally {
    await services.close()
    await rm(folder, { recursive: true, force: true })
  }
}
