import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'
import { openWireReplay, type WireReplay } from './replay-wire-case.fixture.ts'
import { failedQuestions } from './history-cases.fixture.ts'

let store: Store
let service: WireReplay

beforeAll(async () => {
  store = await openTestStore()
  service = await openWireReplay(store)
})
afterAll(async () => {
  await service.close()
  await store.close()
})

describe('chat history for a service that requires alternating roles', () => {
  it.each(failedQuestions)('is accepted after %s', async (_name, answers) => {
    const messages = await service.ask(answers)
    expect(messages.at(-1)?.run?.failure).toBeUndefined()
    expect(messages.at(-1)?.text).toBe('Done.')
  })
})
