import { expect, it } from 'vitest'
import { createResponseStore, type StoreBounds } from './response-store.ts'

const bounds: StoreBounds = {
  keptMs: 1_000,
  lengthMax: 30_000,
  ownerLengthMax: 20_000,
  responseLengthMax: 8_000,
  chainMax: 3,
}
const open = (clock = { ms: 0 }) => createResponseStore({ bounds, now: () => clock.ms })
const getText = (text: string) => [{ role: 'user', content: text }]
const response = (id: string, previousId: string | null = null, text = 'Hi') => ({
  id,
  previousId,
  input: getText(text),
  output: [{ id: `msg_${id}`, type: 'message' }],
  json: `{"id":"${id}"}`,
})

it('ResponseStore does not continue a response of another owner', () => {
  const store = open()
  store.keep('ada', response('r1'))
  expect(store.resolve('ada', 'r1', [])).toHaveLength(2)
  expect(() => store.resolve('eve', 'r1', [])).toThrow('not found')
  const reference = [{ type: 'item_reference', id: 'msg_r1' }]
  expect(store.resolve('ada', null, reference)).toMatchObject([{ id: 'msg_r1' }])
  expect(() => store.resolve('eve', null, reference)).toThrow('not found')
})

it('ResponseStore deletes a response after its lifetime', () => {
  const clock = { ms: 0 }
  const store = open(clock)
  store.keep('ada', response('r1'))
  clock.ms = 999
  expect(store.resolve('ada', 'r1', [])).toHaveLength(2)
  clock.ms = 1_000
  expect(() => store.resolve('ada', 'r1', [])).toThrow('not found')
})

it('ResponseStore deletes the oldest responses of an owner who has too many, and no responses of others', () => {
  const store = open()
  store.keep('ada', response('first'))
  for (let at = 0; at < 10; at++) store.keep('eve', response(`e${at}`, null, 'x'.repeat(5_000)))
  expect(() => store.resolve('eve', 'e0', [])).toThrow('not found')
  expect(store.resolve('eve', 'e9', [])).toHaveLength(2)
  expect(store.resolve('ada', 'first', [])).toHaveLength(2)
})

it('ResponseStore deletes the oldest responses of all owners when the total size is exceeded', () => {
  const store = open()
  for (let at = 0; at < 10; at++)
    store.keep(`owner${at}`, response(`r${at}`, null, 'x'.repeat(5_000)))
  expect(() => store.resolve('owner0', 'r0', [])).toThrow('not found')
  expect(store.resolve('owner9', 'r9', [])).toHaveLength(2)
})

it('ResponseStore does not store a response that is too large', () => {
  const store = open()
  expect(store.hasRoomFor(getText('x'.repeat(9_000)))).toBe(false)
  store.keep('ada', response('r1', null, 'x'.repeat(9_000)))
  expect(() => store.resolve('ada', 'r1', [])).toThrow('not found')
})

it('ResponseStore rejects a request that continues too long a chain of responses', () => {
  const store = open()
  for (let at = 0; at < 5; at++) store.keep('ada', response(`r${at}`, at ? `r${at - 1}` : null))
  expect(store.resolve('ada', 'r2', [])).toHaveLength(6)
  expect(() => store.resolve('ada', 'r3', [])).toThrow('not found')
})

it('ResponseStore reads and removes a response only for its owner', () => {
  const store = open()
  store.keep('ada', response('resp_bz1'))
  expect(() => store.read('eve', 'resp_bz1')).toThrow('for the key that created them')
  expect(() => store.remove('eve', 'resp_bz1')).toThrow('for the key that created them')
  expect(store.read('ada', 'resp_bz1')).toBe('{"id":"resp_bz1"}')
  store.remove('ada', 'resp_bz1')
  expect(() => store.read('ada', 'resp_bz1')).toThrow('kept for an hour')
  expect(() => store.resolve('ada', 'resp_bz1', [])).toThrow('not found')
})

it('ResponseStore does not return an expired response', () => {
  const clock = { ms: 0 }
  const store = open(clock)
  store.keep('ada', response('resp_bz1'))
  clock.ms = 1_000
  expect(() => store.read('ada', 'resp_bz1')).toThrow('kept for an hour')
})

it('ResponseStore counts the length of responses as JSON', () => {
  const store = open()
  for (let at = 0; at < 10; at++) {
    store.keep('eve', { ...response(`e${at}`), json: 'x'.repeat(5_000) })
  }
  expect(() => store.read('eve', 'e0')).toThrow('not found')
  expect(store.read('eve', 'e9')).toHaveLength(5_000)
})
