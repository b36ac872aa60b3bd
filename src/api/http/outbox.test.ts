// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createStore } from 'zustand/vanilla'
import { browserOutboxStorage, outboxItems, type OutboxState } from './outbox.ts'

const schema = z.object({ id: z.string(), queuedAtMs: z.number() })
type Item = z.infer<typeof schema>
const getId = ({ id }: Item) => id
const storage = browserOutboxStorage<Item>({ prefix: 'test.', schema, idOf: getId })
const item = (id: string, queuedAtMs: number): Item => ({ id, queuedAtMs })

function tab(itemsMax = 10) {
  const store = createStore<OutboxState<Item>>()(() => ({ items: storage.read() }))
  return outboxItems(store, { storage, idOf: getId, itemsMax })
}
const tellTabs = (key: string) => window.dispatchEvent(new StorageEvent('storage', { key }))

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

describe('outboxItems', () => {
  it('keeps items in the order of sending over a reload, and drops invalid items', () => {
    tab().add([item('b', 2), item('a', 1)])
    localStorage.setItem('test.old', '{"text":1}')
    localStorage.setItem('other', 'kept')
    expect(tab().all().map(getId)).toEqual(['a', 'b'])
    expect(localStorage.getItem('test.old')).toBeNull()
    expect(localStorage.getItem('other')).toBe('kept')
  })

  it('keeps the items that two tabs add at the same time', () => {
    const [one, two] = [tab(), tab()]
    one.add([item('a', 1)])
    two.add([item('b', 2)])
    const stop = one.followOtherTabs()
    tellTabs('test.b')
    expect(one.all().map(getId)).toEqual(['a', 'b'])
    stop()
    two.remove('b')
    tellTabs('test.b')
    expect(one.all().map(getId)).toEqual(['a', 'b'])
    expect(tab().all().map(getId)).toEqual(['a'])
  })

  it('reports that the browser’s storage is full', () => {
    const items = tab(2)
    items.add([item('a', 1)])
    expect(items.hasRoomFor(1)).toBe(true)
    expect(items.hasRoomFor(2)).toBe(false)
  })
})
