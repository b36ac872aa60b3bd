import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { createServices } from '../../services.ts'
import { readEnv } from '../../env.ts'
import { pgBouncer, startPooler } from './pooler.fixture.ts'
import { openSharedBackends, type SharedBackends } from './two-servers.fixture.ts'

if (pgBouncer === undefined) console.warn('PgBouncer is not installed: nothing is tried behind it.')

describe.skipIf(pgBouncer === undefined)('servers behind PgBouncer in transaction mode', () => {
  let ground: SharedBackends
  let pooler: Awaited<ReturnType<typeof startPooler>>
  beforeAll(async () => {
    ground = await openSharedBackends()
    pooler = await startPooler(pgBouncer ?? '', ground.databaseUrl)
  })
  afterAll(async () => {
    await ground.close()
    await pooler.close()
  })

  it('cooperate and notify each other if they also have a direct connection', async () => {
    const settings = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: ground.databaseUrl }
    const [one, two] = [await ground.open(settings), await ground.open(settings)]
    const heard: string[] = []
    const stop = two.store.replica.wake.listen((topic) => heard.push(topic))
    one.store.replica.wake.tell('a topic')
    await vi.waitFor(() => expect(heard).toContain('a topic'))
    stop()
    const ids = Array.from({ length: 60 }, newId)
    await Promise.all(ids.map((id, at) => (at % 2 ? one : two).chatLibrary.putFolder(id, `F${at}`)))
    expect(await one.chatLibrary.listFolders()).toHaveLength(60)
    expect((await two.readiness()).isReady).toBe(true)
  })

  it.each([true, false])(
    'do not start without a direct connection (several servers: %s)',
    async (isShared) => {
      const { S3_BUCKET: _, ...alone } = await ground.variables()
      const variables = isShared ? await ground.variables() : alone
      const env = readEnv({ ...variables, DATABASE_URL: pooler.url })
      await expect(createServices(env)).rejects.toThrow(
        /is behind a pooler .* Set DATABASE_DIRECT_URL/,
      )
    },
  )
})
