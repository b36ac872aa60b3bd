import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../app.ts'
import { readEnv } from '../../env.ts'
import { png, tinyGlb } from '../../generation/tasks.fixture.ts'
import { createServicesOn, type Services } from '../../services.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { FuzzRequest, FuzzWorld } from './fuzz-request.ts'
import { fuzz } from './fuzz-run.ts'
import { fuzzRoutes, strayBodies } from './fuzz-routes.ts'
import { isSignOut, withHarmlessPassword } from './keep-signed-in.ts'
import { createRandom } from '#engine/random.ts'

const origin = 'http://127.0.0.1:5310'
const seed = Number(process.env['BOZZETTO_FUZZ_SEED'] ?? 1)
let folder: string
let services: Services
let app: ReturnType<typeof createApp>
let cookie: string
let key: Awaited<ReturnType<Services['apiKeys']['create']>>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-fuzz-'))
  services = await createServicesOn(await openTestStore(), readEnv({ BOZZETTO_DATA: folder }))
  app = createApp(services)
  const opened = await app.request(services.addressToOpen(origin))
  cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const limits = { requestsPerMinute: 10_000, streams: 100 }
  key = await services.apiKeys.create({ name: 'Fuzz', limits })
})
afterAll(async () => {
  await services.close()
  await rm(folder, { recursive: true, force: true })
})

const send = async ({ method, target, headers, body }: FuzzRequest, signal: AbortSignal) =>
  app.request(origin + target, {
    method,
    headers: {
      host: '127.0.0.1:5310',
      authorization: `Bearer ${key.secret}`,
      // A sign-out is sent without the cookie, because all further responses would otherwise be
      // 401.
      ...(!isSignOut(method, target) && { cookie }),
      ...headers,
    },
    signal,
    ...(body !== undefined && { body }),
  })

describe('every route of the server', () => {
  it('answers 2,000 valid, nearly valid and random requests in its format and without internal errors', async () => {
    const routes = fuzzRoutes(app.routes)
    expect(routes.length).toBeGreaterThan(80)
    expect(strayBodies(routes)).toEqual([])
    const upload = await services.files.upload(await png(), 'a.png')
    const [session] = await services.access.sessions.list('owner')
    const world: FuzzWorld = {
      ids: [upload.id],
      sparedIds: [key.key.id, session?.id ?? ''],
      models: ['bozzetto/guide', 'local/image-to-3d', 'no/such'],
      picture: new Uint8Array(await png('#2040c0')),
      model: new Uint8Array(tinyGlb()),
      zip: new Uint8Array(Buffer.from('PK\u0005\u0006'.padEnd(22, '\0'), 'latin1')),
      tame: withHarmlessPassword,
    }
    const offences = await fuzz({ routes, count: 2_000, random: createRandom(seed), world, send })
    expect(offences, `with the seed ${seed}`).toEqual([])
  })
})
