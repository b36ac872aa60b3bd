import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { createApp } from '../../app.ts'
import {
  beginStream,
  createChunk,
  startUpstream,
  type Upstream,
} from '../../providers/openai/upstream.fixture.ts'
import { openSharedBackends, type SharedBackends } from './two-servers.fixture.ts'

const password = 'correct horse battery staple'
let ground: SharedBackends
let upstream: Upstream
let writing: ServerResponse | undefined
let apps: ReturnType<typeof createApp>[]

beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    if (request.url?.endsWith('/models')) {
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'writer', object: 'model' }] }))
      return
    }
    beginStream(response).write(createChunk({ role: 'assistant', content: 'Once' }))
    writing = response
  })
  ground = await openSharedBackends()
  const env = { BOZZETTO_OPENAI_URL: `${upstream.url}/v1`, BOZZETTO_PASSWORD: password }
  apps = [createApp(await ground.open(env)), createApp(await ground.open(env))]
})
afterAll(async () => {
  await ground.close()
  await upstream.close()
})

async function call(at: 0 | 1, cookie: string, route: string, body?: unknown): Promise<Response> {
  const [method = '', target = ''] = route.split(' ')
  const host = '127.0.0.1:5310'
  return apps[at]!.request(
    `http://${host}${target}`,
    {
      method,
      headers: { host, cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
}

const getCookie = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''

it('streams, links and invitations end on both servers when access ends on one of them', async () => {
  const owner = getCookie(await call(0, '', 'POST /api/session', { password }))
  await call(0, owner, 'POST /api/people', { name: 'Owner', email: 'owner@example.com' })
  const invite = async (by: string, role: string) =>
    (await (await call(0, by, 'POST /api/people/invitations', { name: 'x', role })).json()) as {
      token: string
    }
  const join = async (name: string) => {
    const body = { ...(await invite(owner, 'admin')), name, email: `${name}@example.com` }
    const accepted = { token: body.token, name, email: body.email, password: `${password} too` }
    const cookie = getCookie(await call(0, '', 'POST /api/invitation/accept', accepted))
    const list = await call(0, owner, 'GET /api/people')
    const { people } = (await list.json()) as { people: { id: string; name: string }[] }
    return { cookie, id: people.find((one) => one.name === name)?.id ?? '' }
  }
  const [ann, bob] = [await join('ann'), await join('bob')]
  const { token } = await invite(ann.cookie, 'admin')

  const [chat, run] = [newId(), newId()]
  const question = { id: newId(), text: 'Tell a story' }
  const asked = { runId: run, answerId: newId(), modelId: 'openai/writer', question }
  const started = await call(0, ann.cookie, `POST /api/conversations/${chat}/runs`, asked)
  await vi.waitFor(() => expect(writing).toBeDefined())
  await started.body?.cancel()
  const options = { withFiles: false, canContinue: false }
  const shared = await call(0, ann.cookie, `PUT /api/conversations/${chat}/share`, options)
  const link = ((await shared.json()) as { token: string }).token
  const grant = { userId: bob.id, role: 'viewer' }

  for (const end of [
    async () => {
      const list = await call(0, ann.cookie, `GET /api/conversations/${chat}/access`)
      const { grants } = (await list.json()) as { grants: { id: string }[] }
      const at = `/api/conversations/${chat}/access/${grants[0]?.id}`
      return call(0, ann.cookie, `DELETE ${at}`)
    },
    () => call(0, owner, `PATCH /api/people/${ann.id}`, { isOff: true }),
  ]) {
    const put = await call(0, ann.cookie, `PUT /api/conversations/${chat}/access`, grant)
    expect(put.status).toBe(200)
    await vi.waitFor(async () => {
      expect((await call(1, bob.cookie, `GET /api/conversations/${chat}`)).status).toBe(200)
    })
    const stream = await call(1, bob.cookie, `GET /api/runs/${run}/events`)
    const seen = { isOpen: true }
    void stream.text().finally(() => {
      seen.isOpen = false
    })
    expect((await call(1, '', `GET /api/shared-chats/${link}`)).status).toBe(200)
    expect((await end()).ok).toBe(true)
    await vi.waitFor(() => expect(seen.isOpen).toBe(false), { interval: 10 })
  }
  expect((await call(1, '', `GET /api/shared-chats/${link}`)).status).toBe(404)
  expect((await call(1, '', 'POST /api/invitation', { token })).status).toBe(404)
  writing?.end(`${createChunk({}, 'stop')}data: [DONE]\n\n`)
})
