import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { asOwner } from '../store/owner-scope.ts'
import { createChanges } from './changes.ts'

const [ann, ben] = ['ann', 'ben']

function hear(changes: ReturnType<typeof createChanges>, ageMs?: number): string[] {
  const heard: string[] = []
  changes.listen((topic, id) => heard.push(id === undefined ? topic : `${topic} ${id}`), ageMs)
  return heard
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

describe('listen', () => {
  it('sends changes since the data was read before later changes', () => {
    const changes = createChanges()
    vi.advanceTimersByTime(10)
    changes.tell('connections')
    vi.advanceTimersByTime(10)
    changes.tell('models')
    const heard = hear(changes, 5)
    expect(heard).toEqual(['models'])
    changes.tell('downloads')
    expect(heard).toEqual(['models', 'downloads'])
    expect(hear(changes)).toEqual([])
  })

  it('sends earlier changes of chats only to their owner and to those they are shared with', async () => {
    const changes = createChanges()
    changes.onAudience(async (id) => (id === 'shared' ? [ben] : []))
    vi.advanceTimersByTime(10)
    await asOwner(ann, () => {
      changes.tell('chats', 'own')
      changes.tell('chats', 'shared')
    })
    const heardByAnn = await asOwner(ann, () => hear(changes, 5))
    expect(heardByAnn).toEqual(['chats own', 'chats shared'])
    const heard = await asOwner(ben, () => hear(changes, 5))
    await expect.poll(() => heard).toEqual(['chats shared'])
  })

  it('sends all topics if changes since then may be forgotten', () => {
    const changes = createChanges()
    vi.advanceTimersByTime(10)
    for (let change = 0; change < 500; change++) {
      vi.advanceTimersByTime(1)
      changes.tell('models')
    }
    const all = ['connections', 'models', 'downloads', 'chats']
    expect(hear(changes, 100).length).toBe(101)
    expect(hear(changes, 500)).toEqual(all)
  })
})
