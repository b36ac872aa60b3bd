import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pushStateSchema } from '#contract/push.ts'
import { newId } from '#lib/id.ts'
import { createApp } from '../app.ts'
import { resealAll } from '../connections/reseal-all.ts'
import { readEnv } from '../env.ts'
import { createServicesOn, type Services } from '../services.ts'
import { pushKeys, pushSubscriptions, sessions } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { openVault } from '../vault/vault.ts'
import { createBrowserKeys, startPushReceiver, verifyVapid } from './push-receiver.fixture.ts'

const origin = 'http://127.0.0.1:5500'

let folder: string
let store: Store
let services: Services
let app: ReturnType<typeof createApp>
let receiver: Awaited<ReturnType<typeof startPushReceiver>>
let cookie = ''
const browser = createBrowserKeys()

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-push-'))
  store = await openTestStore()
  const env = readEnv({ BOZZETTO_DATA: folder, BOZZETTO_FETCH_HOSTS: '127.0.0.1' })
  services = await createServicesOn(store, env)
  app = createApp(services)
})
afterAll(async () => {
  await services.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  receiver = await startPushReceiver()
  cookie = await signIn()
})
afterEach(async () => {
  receiver.close()
  await store.db.delete(sessions)
})

const call = async (method: string, target: string, body?: unknown, as = cookie) =>
  app.request(origin + target, {
    method,
    headers: { host: '127.0.0.1:5500', origin, cookie: as },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

async function signIn(): Promise<string> {
  const opened = await app.request(services.addressToOpen(origin), {
    headers: { host: '127.0.0.1:5500' },
  })
  return opened.headers.get('set-cookie')?.split(';')[0] ?? ''
}

const subscribe = (endpoint = `${receiver.origin}/browser-1`) =>
  call('PUT', '/api/push/subscription', { endpoint, keys: browser.keys })

const readState = async () => pushStateSchema.parse(await (await call('GET', '/api/push')).json())

async function ask(): Promise<string> {
  const id = newId()
  const response = await call('POST', `/api/conversations/${id}/runs`, {
    runId: newId(),
    answerId: newId(),
    modelId: 'bozzetto/guide',
    question: { id: newId(), text: 'What is a secret canary?' },
  })
  await response.text()
  return id
}

describe('push', () => {
  it('sends a subscribed browser a signed and encrypted notice that an answer is ready, without the answer’s text', async () => {
    expect((await readState()).isOn).toBe(false)
    expect((await subscribe()).status).toBe(204)
    const { isOn, publicKey } = await readState()
    expect(isOn).toBe(true)

    const id = await ask()
    await expect.poll(() => receiver.received.length).toBe(1)
    const [sent] = receiver.received
    if (!sent) throw new Error('Nothing was received.')
    expect(sent).toMatchObject({
      path: '/browser-1',
      headers: { 'content-encoding': 'aes128gcm', ttl: '3600', urgency: 'normal' },
    })
    const verified = await verifyVapid(sent)
    expect(verified.publicKey).toBe(publicKey)
    expect(verified.payload).toMatchObject({ aud: receiver.origin, sub: origin })
    expect(browser.decrypt(sent.body)).toEqual({ kind: 'answer', id })
  })

  it.each([404, 410])('deletes the subscription if the push service answers %i', async (status) => {
    await subscribe()
    receiver.answer.status = status
    await ask()
    await expect.poll(async () => (await readState()).isOn).toBe(false)
  })

  it('keeps the subscription if the push service fails', async () => {
    await subscribe()
    receiver.answer.status = 500
    await ask()
    await expect.poll(() => receiver.received.length).toBe(1)
    await services.push.close()
    expect((await readState()).isOn).toBe(true)
  })

  it('ends with the session', async () => {
    await subscribe()
    await call('DELETE', '/api/session')
    expect(await store.db.select().from(pushSubscriptions)).toEqual([])
    cookie = await signIn()
    await ask()
    await services.push.close()
    expect(receiver.received).toEqual([])
  })

  it('ends when the person turns it off', async () => {
    await subscribe()
    expect((await call('DELETE', '/api/push/subscription')).status).toBe(204)
    await ask()
    await services.push.close()
    expect(receiver.received).toEqual([])
  })

  it.each(['http://push.example/a', 'https://10.0.0.1/a', 'https://localhost/a', 'nothing'])(
    'refuses the endpoint %s',
    async (endpoint) => {
      const refused = await subscribe(endpoint)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ message: expect.stringContaining('endpoint:') })
    },
  )

  it('stores its key encrypted, and keeps the key when secrets are encrypted again', async () => {
    const { publicKey } = await readState()
    const read = async () => (await store.db.select().from(pushKeys))[0]?.sealedKey ?? ''
    const before = await read()
    expect(before).toMatch(/^v2\./)
    const vault = await openVault(store, 'a master key of a test, long enough')
    expect(vault.open(before, 'push_keys/vapid')).toBeUndefined()
    await expect(vault.rotate(resealAll)).rejects.toThrow('master key')
    expect((await readState()).publicKey).toBe(publicKey)
  })
})
