import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultKeyLimits } from '#contract/access/keys.ts'
import { newId } from '#lib/id.ts'
import {
  beginStream,
  createChunk,
  startUpstream,
  type Upstream,
} from '../providers/openai/upstream.fixture.ts'
import { asOwner } from '../store/owner-scope.ts'
import { assets } from '../store/schema.ts'
import { openPeopleApp, type PeopleApp, type SignedIn } from './people-app.fixture.ts'

let app: PeopleApp
let upstream: Upstream
let writing: ServerResponse | undefined
beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    if (request.url?.endsWith('/models')) {
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'writer', object: 'model' }] }))
      return
    }
    beginStream(response).write(createChunk({ role: 'assistant', content: 'Once' }))
    writing = response
  })
  app = await openPeopleApp({ BOZZETTO_OPENAI_URL: `${upstream.url}/v1` })
})
afterAll(async () => {
  await app.close()
  await upstream.close()
})
beforeEach(() => {
  writing = undefined
})

const change = (who: SignedIn, body: object) =>
  app.call(app.owner, `PATCH /api/people/${who.userId}`, body)
const getStatus = async (who: SignedIn | undefined, route: string, body?: unknown) =>
  (await app.call(who, route, body)).status

async function joinAsAdmin(name: string): Promise<SignedIn> {
  const person = await app.join(name)
  await change(person, { role: 'admin' })
  return person
}

async function invite(by: SignedIn, role = 'admin'): Promise<string> {
  const invited = await app.call(by, 'POST /api/people/invitations', { name: 'Mallory', role })
  return ((await invited.json()) as { token: string }).token
}

const accept = (token: string) =>
  getStatus(undefined, 'POST /api/invitation/accept', {
    token,
    name: 'Mallory',
    email: `${newId()}@example.com`,
    password: 'correct horse battery staple too',
  })

async function ask(who: SignedIn): Promise<{ chat: string; run: string }> {
  const [chat, run] = [newId(), newId()]
  const question = { id: newId(), text: 'Tell a story' }
  const body = { runId: run, answerId: newId(), modelId: 'openai/writer', question }
  const response = await app.call(who, `POST /api/conversations/${chat}/runs`, body)
  await vi.waitFor(() => expect(writing).toBeDefined())
  await response.body?.cancel()
  return { chat, run }
}

async function follow(who: SignedIn, run: string) {
  const response = await app.call(who, `GET /api/runs/${run}/events`)
  expect(response.status).toBe(200)
  const seen = { text: '', isOpen: true }
  const decoder = new TextDecoder()
  void (async () => {
    for await (const piece of response.body ?? []) seen.text += decoder.decode(piece)
    seen.isOpen = false
  })()
  await vi.waitFor(() => expect(seen.text).toContain('Once'))
  return seen
}

const closed = { interval: 10 }

describe('invitation', () => {
  it.each([
    ['turned off', { isOff: true }],
    ['an admin no longer', { role: 'member' }],
  ])('ends permanently when its issuer is %s', async (_, body) => {
    const eve = await joinAsAdmin(`Eve${newId()}`)
    const token = await invite(eve)
    expect(await getStatus(undefined, 'POST /api/invitation', { token })).toBe(200)
    await change(eve, body)
    expect(await getStatus(undefined, 'POST /api/invitation', { token })).toBe(404)
    expect(await accept(token)).toBe(404)
    await change(eve, { isOff: false, role: 'admin' })
    expect(await accept(token)).toBe(404)
  })

  it('ends when its issuer is deleted, and is not listed', async () => {
    const eve = await joinAsAdmin(`Eve${newId()}`)
    const token = await invite(eve)
    await app.call(app.owner, `POST /api/people/${eve.userId}/delete`)
    const { invitations } = (await (await app.call(app.owner, 'GET /api/people')).json()) as {
      invitations: unknown[]
    }
    expect(invitations).toEqual([])
    await app.call(app.owner, `POST /api/people/${eve.userId}/keep`)
    expect(await accept(token)).toBe(404)
  })
})

describe('share links and grants of a person', () => {
  it('stop working while the person’s account is disabled or scheduled for deletion', async () => {
    const [ann, bob] = [await app.join(`Ann${newId()}`), await app.join(`Bob${newId()}`)]
    const { chat } = await ask(ann)
    writing?.end(`${createChunk({}, 'stop')}data: [DONE]\n\n`)
    const asset = newId()
    const blobKey = await app.services.blobs.put(new Uint8Array([1, 2, 3]))
    const file = { mimeType: 'model/gltf-binary', sizeBytes: 3, sha256: 'x', blobKey }
    const key = await asOwner(ann.userId, async () => {
      await app.store.db.insert(assets).values({ id: asset, name: 'Vase', ...file })
      return app.services.apiKeys.create({ name: 'x', limits: defaultKeyLimits })
    })
    const shared = await app.call(ann, `PUT /api/assets/${asset}/share`)
    const model = ((await shared.json()) as { token: string }).token
    await app.call(ann, `PUT /api/assets/${asset}/access`, { userId: bob.userId, role: 'viewer' })
    const link = (await (
      await app.call(ann, `PUT /api/conversations/${chat}/share`, {
        withFiles: false,
        canContinue: true,
      })
    ).json()) as { token: string }
    const grant = { userId: bob.userId, role: 'viewer' }
    await app.call(ann, `PUT /api/conversations/${chat}/access`, grant)
    const look = async () => [
      await getStatus(undefined, `GET /api/shared-chats/${link.token}`),
      await getStatus(bob, `GET /api/conversations/${chat}`),
      await getStatus(undefined, `GET /api/share/${model}`),
      await getStatus(undefined, `GET /api/share/${model}/model`),
      await getStatus(bob, `GET /api/assets/${asset}`),
    ]
    const [open, ended] = [Array(5).fill(200), Array(5).fill(404)]
    expect(await look()).toEqual(open)
    expect(await app.services.isIssuer(key.key.id)).toBe(true)
    await change(ann, { isOff: true })
    expect(await look()).toEqual(ended)
    // File URLs that were signed for the API key are not valid any more.
    expect(await app.services.isIssuer(key.key.id)).toBe(false)
    expect(await (await app.call(bob, 'GET /api/shared')).text()).not.toContain(chat)
    await change(ann, { isOff: false })
    expect(await look()).toEqual(open)
    await app.call(app.owner, `POST /api/people/${ann.userId}/delete`)
    expect(await look()).toEqual(ended)
    await app.call(app.owner, `POST /api/people/${ann.userId}/keep`)
    expect(await look()).toEqual(open)
  })
})

describe('event stream of a guest', () => {
  const endings: Record<
    string,
    (chat: string, guest: SignedIn, owner: SignedIn) => Promise<unknown>
  > = {
    'the chat is shared with them no longer': async (chat, _, owner) => {
      const list = await app.call(owner, `GET /api/conversations/${chat}/access`)
      const { grants } = (await list.json()) as { grants: { id: string }[] }
      return app.call(owner, `DELETE /api/conversations/${chat}/access/${grants[0]?.id}`)
    },
    'who shares it is turned off': (_, __, owner) => change(owner, { isOff: true }),
    'they are turned off': (_, guest) => change(guest, { isOff: true }),
  }

  it.each(Object.entries(endings))('closes within a second when %s', async (_, end) => {
    const [ann, bob] = [await app.join(`Ann${newId()}`), await app.join(`Bob${newId()}`)]
    const { chat, run } = await ask(ann)
    const grant = { userId: bob.userId, role: 'viewer' }
    expect(await getStatus(ann, `PUT /api/conversations/${chat}/access`, grant)).toBe(200)
    const seen = await follow(bob, run)
    await end(chat, bob, ann)
    await vi.waitFor(() => expect(seen.isOpen).toBe(false), closed)
    writing?.end(
      `${createChunk({ content: ' a secret' })}${createChunk({}, 'stop')}data: [DONE]\n\n`,
    )
    await app.services.store.executeSql('select 1')
    expect(seen.text).not.toContain('secret')
  })

  it('closes when the guest leaves the team, and stays open for other members', async () => {
    const [ann, bob, cy] = [
      await app.join(`Ann${newId()}`),
      await app.join(`Bob${newId()}`),
      await app.join(`Cy${newId()}`),
    ]
    const made = await app.call(app.owner, 'POST /api/teams', { name: `Team ${newId()}` })
    const team = ((await made.json()) as { id: string }).id
    for (const { userId } of [ann, bob, cy]) {
      await app.call(app.owner, `PUT /api/teams/${team}/members/${userId}`, { role: 'viewer' })
    }
    const { chat, run } = await ask(ann)
    const grant = { teamId: team, role: 'viewer' }
    expect(await getStatus(ann, `PUT /api/conversations/${chat}/access`, grant)).toBe(200)
    const [bobs, cys] = [await follow(bob, run), await follow(cy, run)]
    await app.call(app.owner, `DELETE /api/teams/${team}/members/${bob.userId}`)
    await vi.waitFor(() => expect(bobs.isOpen).toBe(false), closed)
    writing?.end(
      `${createChunk({ content: ' upon a time' })}${createChunk({}, 'stop')}data: [DONE]\n\n`,
    )
    await vi.waitFor(() => expect(cys.text).toContain('upon'), closed)
    expect(bobs.text).not.toContain('upon')
  })
})
