import { describe, expect, it, vi } from 'vitest'
import { asOwner, asServer } from '../../store/owner-scope.ts'
import { fakeProvider, png, testModel, tinyGlb, untilOver } from '../tasks.fixture.ts'
import { prepareWorlds } from '../worlds.fixture.ts'

const worlds = prepareWorlds()

describe('tasks of a model that a person may run once at a time', () => {
  it('run one at a time, and do not delay tasks of other people', async () => {
    const running: string[] = []
    const ends = new Map<string, () => void>()
    const provider = fakeProvider({
      id: 'local',
      concurrency: 2,
      listModels: () => Promise.resolve([{ ...testModel, id: 'local/scan', provider: 'local' }]),
      produce: async ({ taskId }) => {
        running.push(taskId)
        await new Promise<void>((resolve) => ends.set(taskId, resolve))
        return { bytes: tinyGlb(), mimeType: 'model/gltf-binary', fileName: 'model.glb' }
      },
    })
    const { tasks, files, request } = await worlds.open({ provider, isStarted: false })
    worlds.store.ownership.isStrict = true
    const create = (ownerId: string) =>
      asOwner(ownerId, async () => {
        const file = await files.upload(await png(), 'a.png')
        const params = { file: { file_token: file.id } }
        return (await tasks.create({ ...request(params), modelId: 'local/scan' })).id
      })
    const end = (ownerId: string, id: string) => {
      ends.get(id)?.()
      return asOwner(ownerId, () => untilOver(tasks, id))
    }
    const expectRunning = (ids: string[]) => vi.waitFor(() => expect(running).toEqual(ids))
    try {
      const mine = [await create('one'), await create('one')]
      await asServer(() => tasks.start())
      // Both are taken at once, and either may begin.
      await vi.waitFor(() => expect(running).toHaveLength(1))
      const [first = ''] = running
      const second = mine.find((id) => id !== first) ?? ''
      const theirs = await create('other')
      await expectRunning([first, theirs])
      await end('other', theirs)
      expect(running).toEqual([first, theirs])
      await end('one', first)
      await expectRunning([first, theirs, second])
      await end('one', second)
    } finally {
      worlds.store.ownership.isStrict = false
    }
  })
})
