import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createEngineWorkers } from '../engine/engine-workers.ts'
import { openTaskWorld, tinyGlb, type World } from '../generation/tasks.fixture.ts'
import { inspectWith } from '../generation/inspect-model.ts'
import type { InspectModel } from '../ports/inspect-model.ts'
import { engineWorkerUrl } from '../process/worker-files.ts'
import { assets } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { largeFiles } from '../testing/fuzz/large-files.ts'
import { createImportModel } from './import-model.ts'

let store: Store
let world: World
const engine = createEngineWorkers({ workerUrl: engineWorkerUrl, inspectionMegabytesMax: 64 })
beforeAll(async () => {
  store = await openTestStore()
  world = await openTaskWorld(store, { isStarted: false })
})
afterAll(async () => {
  await world.close()
  await engine.close()
  await store.close()
})
afterEach(async () => {
  await store.db.delete(assets)
})

const importer = (inspect: InspectModel, timeoutMs?: number) =>
  createImportModel({
    store,
    blobs: world.blobs,
    inspect,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })

const never: InspectModel = (_glb, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

describe('an imported model', () => {
  it('is refused with an explanation if it has too many parts for the memory limit', async () => {
    const file = largeFiles.find(({ name }) => name.includes('300,000 nodes'))
    const bytes = new Uint8Array((await file?.body()) ?? [])
    expect(bytes.length).toBeGreaterThan(1_000_000)
    const bring = importer(inspectWith(engine))
    await expect(bring(bytes, 'Many')).rejects.toMatchObject({
      code: 'bad_model',
      status: 400,
      message:
        'Checking this model takes too much memory. Simplify it, with fewer parts or smaller textures, and try again.',
    })
    await expect(bring(tinyGlb(), 'Small')).resolves.toMatchObject({ name: 'Small' })
    expect(await store.db.select().from(assets)).toHaveLength(1)
  })

  it('is refused with an explanation if its inspection takes too long', async () => {
    await expect(importer(never, 20)(tinyGlb(), 'Slow')).rejects.toMatchObject({
      code: 'bad_model',
      message: expect.stringMatching(/takes too long.*Simplify/) as string,
    })
  })

  it('is not reported as invalid if the inspection fails because of the server', async () => {
    const defect = new Error('A defect.')
    await expect(importer(() => Promise.reject(defect))(tinyGlb(), 'Sound')).rejects.toBe(defect)
  })
})
