import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbeddings } from '../../chat/knowledge/embeddings.fixture.ts'
import { asOwner } from '../../store/owner-scope.ts'
import { refuseUnlisted } from './restricted-catalogue.ts'
import { openPeopleApp, type PeopleApp, type SignedIn } from '../../testing/people-app.fixture.ts'

let upstream: Awaited<ReturnType<typeof startEmbeddings>>
let app: PeopleApp
let member: SignedIn
beforeAll(async () => {
  upstream = await startEmbeddings()
  app = await openPeopleApp({
    BOZZETTO_OPENAI_URL: `${upstream.url}/v1`,
    BOZZETTO_OPENAI_KEY: 'sk-test',
  })
  member = await app.join('Mia')
})
afterAll(async () => {
  await app.close()
  await upstream.close()
})

const model = 'openai/meaning-embed'

const setRule = async (target: string, isForAll: boolean) => {
  const rule = { target, isForAll, userIds: [app.owner.userId], teamIds: [] }
  expect((await app.call(app.owner, 'PUT /api/models/access', rule)).status).toBe(200)
}

const listFor = async (who: SignedIn): Promise<string[]> => {
  const response = await app.call(who, 'GET /api/folders/embedding-models')
  const { models } = (await response.json()) as { models: { id: string }[] }
  return models.map(({ id }) => id)
}

const embedFor = ({ userId }: SignedIn) =>
  asOwner(userId, async () => {
    const provider = app.services.embeddings().find(({ id }) => id === 'openai')
    const request = { model: 'meaning-embed', texts: ['Hi'], timeoutMs: 10_000 }
    return provider?.embed(request, AbortSignal.timeout(300_000))
  })

describe.each(['openai', model])('access rule for %s', (target) => {
  it('applies to the embeddings of folders', async () => {
    expect(await listFor(member)).toContain(model)
    expect(await embedFor(member)).toMatchObject({ vectors: [expect.anything()] })
    await setRule(target, false)
    upstream.world.inputs = []

    expect(await listFor(member)).not.toContain(model)
    expect(await embedFor(member).catch(() => undefined)).toBeUndefined()
    expect(upstream.world.inputs).toEqual([])

    expect(await listFor(app.owner)).toContain(model)
    await setRule(target, true)
  })
})

it('an access rule for a search service applies to the web tools of chats', async () => {
  const searching = createServer((_request, response) => {
    response.end(JSON.stringify({ results: [{ title: 'Clay', url: 'https://example.com/' }] }))
  })
  await new Promise<void>((done) => searching.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(searching.address() as AddressInfo).port}`
  const added = await app.call(app.owner, 'POST /api/connections', { kind: 'searxng', address })
  expect(added.status).toBe(201)
  const { id } = (await added.json()) as { id: string }
  const toolsFor = async (who: SignedIn): Promise<string[]> => {
    const response = await app.call(who, 'GET /api/chat/tools')
    const { tools } = (await response.json()) as { tools: { name: string }[] }
    return tools.map(({ name }) => name)
  }
  const searchFor = ({ userId }: SignedIn) =>
    asOwner(userId, () => app.services.webSearch()?.search('clay', AbortSignal.timeout(300_000)))
  expect(await toolsFor(member)).toEqual(expect.arrayContaining(['web_search', 'read_page']))
  expect(await searchFor(member)).toHaveLength(1)

  await setRule(id, false)
  expect(await toolsFor(member)).not.toContain('web_search')
  expect(await toolsFor(member)).not.toContain('read_page')
  expect(await searchFor(member)).toBeUndefined()
  expect(await toolsFor(app.owner)).toContain('web_search')
  searching.close()
})

it.each(['chatty:latest', 'Chatty', ' chatty'])(
  'an access rule for a model also applies to its other name “%s”',
  async (name) => {
    const signal = AbortSignal.timeout(300_000)
    const open = ({ userId }: SignedIn) =>
      asOwner(userId, () => app.services.catalogue.chat(`openai/${name}`, signal))
    await open(member)
    await setRule('openai/chatty', false)
    await expect(open(member)).rejects.toMatchObject({ code: 'unknown_model' })
    await open(app.owner)
    await setRule('openai/chatty', true)
  },
)

const listModels = () => Promise.resolve([{ id: 'one/chatty' }, { id: 'one/chatty:free' }])

it('an access rule for a model does not apply to a listed model with another tag', async () => {
  const { userId } = member
  const { modelAccess } = app.services
  const rule = { target: 'one/chatty', isForAll: false, userIds: [], teamIds: [] }
  await modelAccess.set(rule)
  const signal = AbortSignal.timeout(300_000)
  expect(modelAccess.looksClosed(userId, 'one/chatty:free')).toBe(true)
  await refuseUnlisted('one/chatty:free', { listModels }, signal)
  await expect(refuseUnlisted('one/chatty:fast', { listModels }, signal)).rejects.toThrow(
    'You cannot use one/chatty:fast.',
  )
  await modelAccess.set({ ...rule, isForAll: true })
})
