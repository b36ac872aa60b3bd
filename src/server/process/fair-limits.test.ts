import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { createImportModel } from '../library/import-model.ts'
import { openTaskWorld, noStats, tinyGlb, type World } from '../generation/tasks.fixture.ts'
import { asOwner } from '../store/owner-scope.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { createTemporaryAnswers } from '../chat/temporary/temporary-answers.ts'
import { LiveRun } from '../chat/runs/live/live-run.ts'
import { refuseIfBusy } from '../chat/runs/begin-run.ts'
import { RunRegistry } from '../chat/runs/run-registry.ts'

let store: Store
let world: World
beforeAll(async () => {
  store = await openTestStore()
  world = await openTaskWorld(store, { isStarted: false })
})
afterAll(async () => {
  await world.close()
  await store.close()
})

const now = new Date().toISOString()
const runOfNow = () =>
  new LiveRun({
    run: { id: newId(), modelId: 'service/slow', status: 'running', startedAt: now },
    settings: undefined,
    conversation: { id: newId(), title: '', createdAt: now, updatedAt: now },
    answerId: newId(),
    parentId: newId(),
  })
const question = () => ({
  runId: newId(),
  answerId: newId(),
  modelId: 'service/slow',
  question: { id: newId(), text: 'Hello?' },
})

it('a member with 32 running answers can start no further answer, while other members can', async () => {
  const registry = new RunRegistry()
  await asOwner('anna', () => {
    for (let count = 0; count < 32; count++) registry.add(runOfNow())
    expect(() => refuseIfBusy(registry, question())).toThrow(
      'You already have 32 answers running or waiting.',
    )
  })
  await asOwner('ben', () => {
    expect(() => refuseIfBusy(registry, question())).not.toThrow()
  })
})

const neverFound = () => new Promise<never>(() => {})

it('a member with 8 running temporary answers can start no further temporary answer, while other members can', async () => {
  const answers = createTemporaryAnswers({
    catalogue: { chat: neverFound },
    readDefaults: neverFound,
  })
  const gone = new AbortController()
  const ask = () =>
    answers.begin(
      { modelId: 'service/slow', messages: [{ role: 'user', text: 'Hi' }] },
      gone.signal,
    )
  await asOwner('anna', async () => {
    for (let count = 0; count < 8; count++) void ask()
    await expect(ask()).rejects.toThrow('You already have 8 temporary answers')
  })
  const isWaiting = asOwner('ben', () =>
    Promise.race([ask(), new Promise((resolve) => setImmediate(resolve, 'waits for its model'))]),
  )
  await expect(isWaiting).resolves.toBe('waits for its model')
})

it('six large models of one member do not delay the small model of another', async () => {
  const gate = new AbortController()
  const released = once(gate.signal, 'abort')
  const largeBytes = 5 * 1024 * 1024
  const bring = createImportModel({
    store,
    blobs: world.blobs,
    inspect: async (glb) => {
      if (glb.byteLength >= largeBytes) await released
      return { stats: noStats, issues: [] }
    },
  })
  const large = Buffer.concat([tinyGlb(), Buffer.alloc(largeBytes)])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(large.byteLength)
  size.copy(large, 8)
  const names = ['1', '2', '3', '4', '5', '6']
  const all = names.map((name) => asOwner('anna', () => bring(large, name).catch(String)))
  await expect(asOwner('ben', () => bring(tinyGlb(), 'Small'))).resolves.toMatchObject({
    name: 'Small',
  })
  gate.abort()
  const refused = (await Promise.all(all)).filter((one) => typeof one === 'string')
  expect(refused).toHaveLength(2)
  expect(refused[0]).toContain('You already have 4 3D models running or waiting.')
})
