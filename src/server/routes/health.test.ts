import { defaultKeyLimits, type CreatedKey, type KeyScope } from '#contract/access/keys.ts'
import { appBuild, appVersion } from '#lib/app-version.ts'
import { newId } from '#lib/id.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestAccess } from '../access/access.fixture.ts'
import { createTestAudit } from '../audit/audit.fixture.ts'
import { createKeyCheck } from '../access/keys/api-keys.ts'
import { createKeyService } from '../access/keys/key-service.ts'
import { createApp } from '../app.ts'
import type { Services } from '../services.ts'
import { asOwner } from '../store/owner-scope.ts'
import { users } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { createReadiness } from '../observability/readiness.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const password = 'correct horse battery'

async function open(options: { password?: string; proxies?: string[] } = {}) {
  const apiKeys = createKeyService(store)
  const access = await openTestAccess(store, options)
  const readiness = createReadiness({
    store,
    isQueueOpen: () => Promise.resolve(true),
    checkFiles: () => Promise.resolve(),
    dataFolder: process.cwd(),
  })
  const services = {
    access,
    audit: createTestAudit(),
    keyCheck: createKeyCheck(['sa-0123456789'], { issued: apiKeys }),
    readiness: readiness.look,
  }
  const app = createApp(services as unknown as Services)
  const get = (path: string, headers: Record<string, string> = {}, from = '127.0.0.1') =>
    app.request(
      `http://127.0.0.1${path}`,
      { headers: { host: '127.0.0.1', ...headers } },
      { incoming: { socket: { remoteAddress: from } } },
    )
  return { get, readiness, access, apiKeys }
}

const bearer = ({ secret }: CreatedKey) => ({ authorization: `Bearer ${secret}` })

describe('/metrics', () => {
  it('requires a session or a key', async () => {
    const { get, access } = await open({ password })
    const far = '8.8.8.8'
    expect((await get('/metrics')).status).toBe(401)
    expect((await get('/metrics', {}, far)).status).toBe(401)
    expect((await get('/metrics', { 'x-forwarded-for': '8.8.8.8' })).status).toBe(401)
    expect((await get('/metrics', { authorization: 'Bearer sa-wrong-key' }, far)).status).toBe(401)
    const keyed = await get('/metrics', { authorization: 'Bearer sa-0123456789' }, far)
    expect(keyed.status).toBe(200)
    expect(keyed.headers.get('content-type')).toContain('version=0.0.4')
    expect(await keyed.text()).toContain('# TYPE process_resident_memory_bytes gauge')
    const token = await access.signInFlow.signIn({ password }, { address: far, userAgent: '' })
    const cookie = `${access.cookieName}=${token}`
    expect((await get('/metrics', { cookie }, far)).status).toBe(200)
  })

  it('requires the key scope “metrics” and an admin as the key’s owner', async () => {
    const { get, access, apiKeys } = await open({ password })
    const create = (ownerId: string, scopes?: KeyScope[]) =>
      asOwner(ownerId, () =>
        apiKeys.create({ name: 'x', limits: defaultKeyLimits, ...(scopes && { scopes }) }),
      )
    const usual = await create('owner')
    expect((await get('/metrics', bearer(usual))).status).toBe(403)
    const reading = await create('owner', ['metrics'])
    expect((await get('/metrics', bearer(reading))).status).toBe(200)

    await access.people.begin({ name: 'Ada', email: 'ada@example.com' })
    const [member] = await store.db
      .insert(users)
      .values({ id: newId(), name: 'Bob', email: 'bob@example.com', role: 'member' })
      .returning()
    await access.readAgain()
    const ofMember = await create(member!.id, ['metrics'])
    expect((await get('/metrics', bearer(ofMember))).status).toBe(403)
    const proxy = { address: '8.8.8.8', userAgent: '' }
    const token = await access.signInFlow.letIn(proxy, { userId: member!.id, kind: 'passkey' })
    expect((await get('/metrics', { cookie: `${access.cookieName}=${token}` })).status).toBe(403)
    await store.db.delete(users)
  })

  it('rejects requests that a local proxy forwards without a key, although they come from this machine', async () => {
    const { get } = await open({ password, proxies: ['127.0.0.1'] })
    expect((await get('/metrics')).status).toBe(401)
  })
})

describe('/healthz and /readyz', () => {
  it('need no key and return only status and version', async () => {
    const { get } = await open({ password })
    expect(await (await get('/healthz', {}, '8.8.8.8')).json()).toEqual({
      status: 'ok',
      version: appVersion,
      build: appBuild,
    })
    const ready = await get('/readyz', {}, '8.8.8.8')
    expect(ready.status).toBe(200)
    expect(await ready.json()).toEqual({
      status: 'ready',
      checks: { store: 'ok', queue: 'ok', files: 'ok', disk: 'ok' },
    })
  })

  it('/readyz returns 503 while the server shuts down', async () => {
    const { get, readiness } = await open()
    readiness.close()
    expect((await get('/readyz')).status).toBe(503)
    expect((await get('/healthz')).status).toBe(200)
  })

  it('/readyz contains the name of the check that fails', async () => {
    const { look } = createReadiness({
      store: { ...store, executeSql: () => Promise.reject(new Error('gone')) },
      isQueueOpen: () => Promise.resolve(false),
      checkFiles: () => Promise.reject(new Error('no bucket')),
      dataFolder: '/nowhere/at/all',
    })
    expect(await look()).toEqual({
      isReady: false,
      checks: { store: 'failing', queue: 'failing', files: 'failing', disk: 'failing' },
    })
  })
})
