import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sessionListSchema } from '#contract/access/access.ts'
import { createdKeySchema } from '#contract/access/keys.ts'
import { createApp } from '#server/app.ts'
import { fuzz } from '#server/testing/fuzz/fuzz-run.ts'
import { fuzzRoutes } from '#server/testing/fuzz/fuzz-routes.ts'
import type { Random } from '#server/testing/fuzz/json-from-schema.ts'
import { isSignOut, withHarmlessPassword } from '#server/testing/fuzz/keep-signed-in.ts'
import type { Services } from '#server/services.ts'
import { startServerProcess } from '../server-process.ts'

const requestsPerMinute = 10_000
const keyCount = 20

/**
 * Sends requests to the built server over the network: valid, partly random and completely random
 * requests.
 */
export async function fuzzServer(
  count: number,
  random: Random,
  {
    files,
    say,
  }: {
    files: Record<'picture' | 'model', Uint8Array<ArrayBuffer>>
    say: (line: string) => void
  },
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-fuzz-'))
  const server = await startServerProcess(folder, 'direct', { BOZZETTO_LOG: 'silent' })
  try {
    const routes = fuzzRoutes(createApp({ access: {} } as unknown as Services).routes)
    const keys = await Promise.all(Array.from({ length: keyCount }, () => makeKey(server.url)))
    let at = 0
    const offences = await fuzz({
      routes,
      count,
      random,
      world: {
        ids: [],
        sparedIds: [...keys.map(({ key }) => key.id), await ownSessionId(server.url)],
        models: ['bozzetto/guide', 'local/image-to-3d', 'no/such'],
        ...files,
        zip: new Uint8Array(Buffer.from('PK\u0005\u0006'.padEnd(22, '\0'), 'latin1')),
        tame: withHarmlessPassword,
      },
      send: ({ method, target, headers, body }, signal) =>
        fetch(server.url + target, {
          method,
          headers: {
            authorization: `Bearer ${keys[at++ % keyCount]?.secret}`,
            // A sign-out would make all later responses 401.
            ...(isSignOut(method, target) && { cookie: 'none' }),
            ...headers,
          },
          signal,
          ...(body !== undefined && { body }),
        }),
      onProgress: (done) => say(`${done} requests of ${count}`),
    })
    for (const offence of offences.slice(0, 20)) console.error(offence)
    return { fuzz_requests: count, fuzz_offences: offences.length }
  } finally {
    await server.end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
}

async function ownSessionId(url: string): Promise<string> {
  const response = await fetch(`${url}/api/sessions`)
  const { sessions } = sessionListSchema.parse(await response.json())
  return sessions.find(({ isOwn }) => isOwn)?.id ?? ''
}

async function makeKey(url: string) {
  const response = await fetch(`${url}/api/keys`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Fuzz', limits: { requestsPerMinute, streams: 100 } }),
  })
  return createdKeySchema.parse(await response.json())
}
