import { createActivity } from '../../process/activity.ts'
import { openTestAccess } from '../../access/access.fixture.ts'
import { createKeyCheck } from '../../access/keys/api-keys.ts'
import { environmentIssuer } from '../../access/keys/environment-keys.ts'
import { createKeyService, type KeyService } from '../../access/keys/key-service.ts'
import { createTestAudit } from '../../audit/audit.fixture.ts'
import { createApp } from '../../app.ts'
import type { DiskBudget } from '../../files/disk-budget.ts'
import { createSigner } from '../../files/blobs/signer.ts'
import { createIdempotency } from '../../generation/idempotency.ts'
import {
  fakeProvider,
  openTaskWorld,
  testModel,
  type World,
} from '../../generation/tasks.fixture.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import { fixedProviders } from '../../ports/providers.ts'
import type { GenerationProvider } from '../../ports/generation-provider.ts'
import type { InspectModel } from '../../ports/inspect-model.ts'
import type { Services } from '../../services.ts'
import {
  apiKeys,
  assets as assetRows,
  idempotencyKeys,
  tasks as taskRows,
} from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

export const origin = 'http://127.0.0.1:5310'
export const testApiKey = 'sa-0123456789'

export type ModelServerAnswer = {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows the type of its response
  body: any
}

export type ModelServer = {
  world: World
  keys: KeyService
  passTime: (ms: number) => void
  call: (path: string, init?: CallInit) => Promise<ModelServerAnswer>
  fetch: (path: string, init?: CallInit) => Promise<Response>
  wanted: (params?: object) => { model: string; input: { params: object }[] }
  close: () => Promise<void>
}

export type CallInit = { method?: string; body?: unknown; headers?: Record<string, string> }

/** Starts the real routes under `/model` and `/api/v1` on `store`, with a fake provider. */
export async function openModelServer(
  store: Store,
  {
    provider = fakeProvider(),
    waitMs,
    budget = { admit: () => Promise.resolve(), look: () => Promise.resolve() },
    services = () => ({}),
    inspect,
  }: {
    provider?: GenerationProvider
    inspect?: InspectModel
    waitMs?: number
    budget?: DiskBudget
    services?: (world: World) => Partial<Services>
  } = {},
): Promise<ModelServer> {
  const world = await openTaskWorld(store, { provider, ...(inspect && { inspect }) })
  let passedMs = 0
  const keys = createKeyService(store)
  const options = {
    ...world,
    activity: createActivity(),
    access: await openTestAccess(store),
    catalogue: createCatalogue({ providers: fixedProviders({ generation: [provider] }) }),
    idempotency: createIdempotency(store, world.tasks),
    signer: createSigner('a secret of ours', () => Date.now() + passedMs),
    budget,
    isIssuer: async (issuer: string) =>
      issuer === environmentIssuer(testApiKey, '') || keys.isInUse(issuer),
    audit: createTestAudit(),
    keyCheck: createKeyCheck([testApiKey], { limits: { requestsPerMinute: 1000 }, issued: keys }),
    ...(waitMs !== undefined && { waitMs }),
    ...services(world),
  }
  const app = createApp(options as unknown as Services)

  const fetch = async (path: string, { method, body, headers }: CallInit = {}) => {
    const isPlain = typeof body === 'object' && body?.constructor === Object
    return app.request(path.startsWith('http') ? path : `${origin}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { host: new URL(origin).host, authorization: `Bearer ${testApiKey}`, ...headers },
      ...(body !== undefined && { body: isPlain ? JSON.stringify(body) : (body as string) }),
    })
  }
  return {
    world,
    keys,
    passTime: (ms) => (passedMs += ms),
    fetch,
    call: async (path, init) => {
      const response = await fetch(path, init)
      return { status: response.status, headers: response.headers, body: await response.json() }
    },
    wanted: (params = { file: { type: 'png', file_token: world.picture } }) => ({
      model: testModel.id,
      input: [{ params }],
    }),
    close: async () => {
      await world.close()
      await store.db.delete(idempotencyKeys)
      await store.db.delete(apiKeys)
      await store.db.delete(assetRows)
      await store.db.delete(taskRows)
    },
  }
}
