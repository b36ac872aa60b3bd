import { afterAll, afterEach, beforeAll } from 'vitest'
import { assets, tasks } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { openTaskWorld, type World } from './tasks.fixture.ts'

export type Worlds = {
  store: Store
  open: (own?: Parameters<typeof openTaskWorld>[1]) => Promise<World>
}

/** Opens a store for the tests of a file. Its tasks and assets are deleted after each test. */
export function prepareWorlds(): Worlds {
  const opened: World[] = []
  let store: Store | undefined
  beforeAll(async () => {
    store = await openTestStore()
  })
  afterAll(() => store?.close())
  afterEach(async () => {
    for (const world of opened.splice(0)) await world.close()
    await store?.db.delete(assets)
    await store?.db.delete(tasks)
  })
  const theStore = () => {
    if (!store) throw new Error('The store is opened before the first test, not earlier.')
    return store
  }
  return {
    get store() {
      return theStore()
    },
    open: async (own = {}) => {
      const world = await openTaskWorld(theStore(), own)
      opened.push(world)
      return world
    },
  }
}
