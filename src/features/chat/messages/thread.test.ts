import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/chat/chat.ts'
import { getThreadTurns } from './thread.ts'

const message = (id: string, parentId?: string): Message => ({
  id,
  conversationId: 'c',
  role: id.startsWith('q') ? 'user' : 'assistant',
  text: id,
  createdAt: `2026-01-01T00:00:0${id.slice(1)}.000Z`,
  ...(parentId === undefined ? {} : { parentId }),
})
const ids = (messages: Message[], leafId?: string) =>
  getThreadTurns(messages, leafId).map((turn) => turn.message.id)

const tree = [
  message('q1'),
  message('a2', 'q1'),
  message('q3', 'a2'),
  message('a4', 'q3'),
  message('a5', 'q1'),
]

describe('getThreadTurns', () => {
  it('returns the path to the newest message that has no answer', () => {
    expect(ids(tree)).toEqual(['q1', 'a5'])
  })

  it('follows a selected message to the newest message below it', () => {
    expect(ids(tree, 'a2')).toEqual(['q1', 'a2', 'q3', 'a4'])
  })

  it('lists the siblings of each message, oldest first', () => {
    expect(getThreadTurns(tree).at(-1)?.siblings).toEqual(['a2', 'a5'])
  })

  it('returns the same turn objects if nothing has changed', () => {
    const before = getThreadTurns(tree, 'a4')
    const after = getThreadTurns([...tree, message('q6', 'a4')], 'q6')
    expect(after.slice(0, 4).map((turn, at) => turn === before[at])).toEqual(Array(4).fill(true))
    const [, changed] = getThreadTurns([...tree, message('a7', 'q1')], 'a4')
    expect(changed?.siblings).toEqual(['a2', 'a5', 'a7'])
  })

  it('treats a message whose parent is missing as a root', () => {
    expect(ids([message('a2', 'gone')])).toEqual(['a2'])
  })

  it('terminates if messages are each other’s parents', () => {
    expect(ids([message('a1', 'a2'), message('a2', 'a1')])).toHaveLength(2)
  })

  it('returns an empty list without messages', () => {
    expect(getThreadTurns([])).toEqual([])
  })
})
