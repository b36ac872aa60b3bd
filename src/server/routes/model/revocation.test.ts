import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { cutStreams } from '../../http/open-streams.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { fakeProvider, untilStopped } from '../../generation/tasks.fixture.ts'
import { openModelServer, type ModelServer } from './model-routes.fixture.ts'

let store: Store
let server: ModelServer
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  server = await openModelServer(store)
})
afterEach(() => server.close())

const limits = { requestsPerMinute: 100, streams: 8 }
const revoke = async (id: string) => {
  await server.keys.revoke(id)
  cutStreams(id)
}

describe('a revoked key', () => {
  it('makes the URLs that were signed for it invalid, and no other URLs', async () => {
    const mine = await server.keys.create({ name: 'Mine', limits })
    const other = await server.keys.create({ name: 'Other', limits })
    const addressFor = async (secret: string) => {
      const headers = { authorization: `Bearer ${secret}` }
      const answer = await server.call('/model/v1/generation/sync', {
        body: server.wanted(),
        headers,
      })
      const [{ content }] = answer.body.output as [{ content: [{ url: string }] }]
      return content[0].url
    }
    const [mineAddress, otherAddress] = [
      await addressFor(mine.secret),
      await addressFor(other.secret),
    ]
    const bare = { headers: { authorization: '' } }
    expect((await server.fetch(mineAddress, bare)).status).toBe(200)
    await revoke(mine.key.id)
    expect((await server.fetch(mineAddress, bare)).status).toBe(403)
    expect((await server.fetch(otherAddress, bare)).status).toBe(200)
    const forged = mineAddress.replace(mine.key.id, other.key.id)
    expect((await server.fetch(forged, bare)).status).toBe(403)
  })

  it('ends its waiting requests to /sync', async () => {
    await server.close()
    server = await openModelServer(store, { provider: fakeProvider({ produce: untilStopped }) })
    const { key, secret } = await server.keys.create({ name: 'A', limits })
    const asking = server.call('/model/v1/generation/sync', {
      body: server.wanted(),
      headers: { authorization: `Bearer ${secret}` },
    })
    await vi.waitFor(async () => {
      const { rows } = await store.executeSql('select count(*)::int as n from tasks')
      expect(rows).toEqual([{ n: 1 }])
    })
    await revoke(key.id)
    expect((await asking).status).toBe(401)
  })
})
