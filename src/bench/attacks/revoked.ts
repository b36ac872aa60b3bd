import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultKeyLimits } from '#contract/access/keys.ts'
import { newId } from '#lib/id.ts'
import {
  beginStream,
  createChunk,
  startUpstream,
} from '#server/providers/openai/upstream.fixture.ts'
import { asOwner } from '#server/store/owner-scope.ts'
import { assets } from '#server/store/schema.ts'
import { openPeopleApp, type PeopleApp, type SignedIn } from '#server/testing/people-app.fixture.ts'

/** Milliseconds within which an open stream must close after the revocation. */
const graceMs = 1_000
const rounds = 5
const ends: [name: string, route: (id: string) => string, body?: object][] = [
  ['turned off', (id) => `PATCH /api/people/${id}`, { isOff: true }],
  ['due for deletion', (id) => `POST /api/people/${id}/delete`],
]

/**
 * Creates an object of each kind that gives access, such as an API key or a share link. Revokes the
 * access, and then tries every object.
 * @returns the number of objects that still give access, and the number of objects that gave access
 * before.
 */
export async function attackRevoked(say: (line: string) => void): Promise<Record<string, number>> {
  let writing: ServerResponse | undefined
  const upstream = await startUpstream((request, response) => {
    if (request.url?.endsWith('/models')) {
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'writer', object: 'model' }] }))
      return
    }
    beginStream(response).write(createChunk({ role: 'assistant', content: 'Once' }))
    writing = response
  })
  const app = await openPeopleApp({
    BOZZETTO_OPENAI_URL: `${upstream.url}/v1`,
    BOZZETTO_LOG: 'silent',
  })
  let [alive, tried] = [0, 0]
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [name, route, body] of ends) {
        const issuer = await app.join(`Issuer${newId()}`)
        await app.call(app.owner, `PATCH /api/people/${issuer.userId}`, { role: 'admin' })
        const issued = await issueAll(app, issuer)
        const before = await usable(issued)
        if (before.length < Object.keys(issued).length) {
          throw new Error(`Only these worked at first: ${before.join(', ')}.`)
        }
        await app.call(app.owner, route(issuer.userId), body)
        await sleep(graceMs)
        const after = await usable(issued)
        say(`${name}: ${after.length} of ${before.length} still work. ${after.join(', ')}`)
        alive += after.length
        tried += before.length
        writing?.end(`${createChunk({}, 'stop')}data: [DONE]\n\n`)
      }
    }
    return { revoked_but_alive: alive, revoked_tried: tried }
  } finally {
    await app.close()
    await upstream.close()
  }
}

type Issued = Record<string, () => Promise<boolean>>

async function usable(issued: Issued): Promise<string[]> {
  const found: string[] = []
  for (const [name, works] of Object.entries(issued)) if (await works()) found.push(name)
  return found
}

async function issueAll(app: PeopleApp, issuer: SignedIn): Promise<Issued> {
  const guest = await app.join(`Guest${newId()}`)
  const works = async (who: SignedIn | undefined, route: string, body?: unknown) =>
    (await app.call(who, route, body)).status === 200
  const tokenFrom = async (route: string, body?: object) =>
    ((await (await app.call(issuer, route, body)).json()) as { token: string }).token
  const chat = newId()
  const run = newId()
  const question = { id: newId(), text: 'Tell a story' }
  const asked = { runId: run, answerId: newId(), modelId: 'openai/writer', question }
  const started = await app.call(issuer, `POST /api/conversations/${chat}/runs`, asked)
  await started.body?.cancel()
  const asset = newId()
  const blobKey = await app.services.blobs.put(new Uint8Array([1, 2, 3]))
  const file = { mimeType: 'model/gltf-binary', sizeBytes: 3, sha256: 'x', blobKey }
  const key = await asOwner(issuer.userId, async () => {
    await app.store.db.insert(assets).values({ id: asset, name: 'Vase', ...file })
    return app.services.apiKeys.create({ name: 'x', limits: defaultKeyLimits })
  })
  const grant = { userId: guest.userId, role: 'viewer' }
  await app.call(issuer, `PUT /api/conversations/${chat}/access`, grant)
  await app.call(issuer, `PUT /api/assets/${asset}/access`, grant)
  const invited = { name: 'Mallory', role: 'admin' }
  const token = await tokenFrom('POST /api/people/invitations', invited)
  const options = { withFiles: true, canContinue: true }
  const chatLink = await tokenFrom(`PUT /api/conversations/${chat}/share`, options)
  const modelLink = await tokenFrom(`PUT /api/assets/${asset}/share`)
  const streams = [
    await openStream(app, guest, `/api/runs/${run}/events`),
    await openStream(app, issuer, '/api/changes'),
  ]
  return {
    invitation: () => works(undefined, 'POST /api/invitation', { token }),
    'link to a chat': () => works(undefined, `GET /api/shared-chats/${chatLink}`),
    'link to a model': () => works(undefined, `GET /api/share/${modelLink}`),
    'file of a link': () => works(undefined, `GET /api/share/${modelLink}/model`),
    'shared chat': () => works(guest, `GET /api/conversations/${chat}`),
    'shared model': () => works(guest, `GET /api/assets/${asset}`),
    session: () => works(issuer, 'GET /api/account/identity'),
    'signed address of a key': () => app.services.isIssuer(key.key.id),
    'stream of a guest': () => Promise.resolve(streams[0]?.isOpen ?? false),
    'own stream': () => Promise.resolve(streams[1]?.isOpen ?? false),
  }
}

async function openStream(app: PeopleApp, who: SignedIn, path: string) {
  const response = await app.call(who, `GET ${path}`)
  const stream = { isOpen: response.status === 200 }
  void response.text().finally(() => {
    stream.isOpen = false
  })
  return stream
}
