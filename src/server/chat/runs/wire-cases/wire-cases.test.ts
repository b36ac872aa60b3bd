import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'
import { completeExpected, openWireReplay, type WireReplay } from './replay-wire-case.fixture.ts'
import { wireClasses } from './wire-case.fixture.ts'
import { wireCases } from './wire-cases.fixture.ts'

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

describe.each(wireClasses)('answers of services: %s', (name) => {
  const cases = wireCases.filter((one) => one.class === name)
  it.each(cases.map((one) => [one.name, one] as const))(
    'reads the answer “%s” that arrives at once as expected',
    async (_name, one) => {
      const { canContinue: _next, ...expected } = completeExpected(one)
      expect(await service.replayFirst(one)).toEqual(expected)
    },
  )
})
