import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startEmbeddings } from '../../chat/knowledge/embeddings.fixture.ts'
import { asOwner } from '../../store/owner-scope.ts'
import { openPeopleApp, type PeopleApp, type SignedIn } from '../../testing/people-app.fixture.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

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

/** The only embedding model of the service. */
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
    return provider?.embed(request, AbortSignal.timeout(10_000))
  })

describe.each(['openai', model])('a rule for %s', (target) => {
  it('applies to the embeddings of folders', async () => {
    expect(await listFor(member)).toContain(model)
    expect(await embedFor(member)).toMatchObject({ vectors: [expect.anything()] })
    await setRule(target, false)
    upstream.world.inputs = []

    expect(await listFor(member)).not.toContain(model)
    // A rule for the connection removes the provider; a rule for the model leaves a provider that
    // rejects it.
    expect(await embedFor(member).catch(() => undefined)).toBeUndefined()
    expect(upstream.world.inputs).toEqual([])

    expect(await listFor(app.owner)).toContain(model)
    await setRule(target, true)
  })
})
