import { describe, expect, it } from 'vitest'
import { problemsMax } from './batches.ts'
import { readExport } from './read-export.ts'

const getBytes = (value: unknown) => new Uint8Array(Buffer.from(JSON.stringify(value)))
const read = (value: unknown) => [...readExport(getBytes(value))]
const messagesIn = (value: unknown) =>
  read(value).flatMap((part) => (part.type === 'messages' ? part.messages : []))

type Node = { role?: string; text?: string; parent?: string }
const node = (id: string, { role, text = '', parent }: Node) => ({
  id,
  parent,
  message: role && {
    author: { role },
    content: { content_type: 'text', parts: [text] },
    create_time: 1,
  },
})
const conversation = (nodes: ReturnType<typeof node>[]) => [
  { title: 'One', mapping: Object.fromEntries(nodes.map((one) => [one.id, one])) },
]
const count = 10_000
const above = (at: number) => (at > 0 ? { parent: `n${at - 1}` } : {})
const chain = (make: (at: number) => Node) =>
  conversation(
    Array.from({ length: count }, (_, at) => node(`n${at}`, { ...make(at), ...above(at) })),
  )

// With an algorithm of quadratic time, each of these tests would take minutes.
describe('readExport with a long conversation of ChatGPT', () => {
  it('finds the visible ancestors of many hidden messages', () => {
    const nodes = chain((at) => (at % 2 === 0 ? { role: 'system', text: 'x' } : {}))
    expect(messagesIn(nodes)).toEqual([])
    const last = node('last', { role: 'user', text: 'hello', parent: `n${count - 1}` })
    nodes[0]!.mapping['last'] = last
    expect(messagesIn(nodes)).toMatchObject([{ text: 'hello' }])
  })

  it('keeps the order of questions and answers', () => {
    const messages = messagesIn(
      chain((at) => ({ role: at % 2 ? 'assistant' : 'user', text: `${at}` })),
    )
    expect(messages).toHaveLength(count)
    expect(messages.at(-1)).toMatchObject({ parentId: messages.at(-2)!.id, text: `${count - 1}` })
  })

  it('joins an answer that consists of many messages', () => {
    const [only, ...others] = messagesIn(
      chain(() => ({ role: 'assistant', text: 'word '.repeat(20) })),
    )
    expect(others).toEqual([])
    expect(only?.text.split('\n\n')).toHaveLength(count)
  })

  it('terminates for nodes with the same id', () => {
    const nodes = Array.from({ length: count }, (_, at) => ({
      ...node(`k${at}`, { role: 'user', text: `${at}`, ...(at > count / 2 && { parent: 'k0' }) }),
      id: at > count / 2 ? `c${at}` : 'k0',
    }))
    const mapping = Object.fromEntries(nodes.map((one, at) => [`k${at}`, one]))
    expect(messagesIn([{ title: 'One', mapping }]).length).toBeGreaterThan(count / 2 - 2)
  })
})

describe('readExport', () => {
  it('stops at the first invalid node of a conversation and reports the id of the node', () => {
    const mapping = Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`n${at}`, 0]))
    expect(read([{ title: 'One', mapping }])).toEqual([
      { type: 'source', source: 'chatgpt' },
      {
        type: 'problem',
        problem: { title: 'One', message: expect.stringContaining('mapping.n0') as string },
      },
    ])
  })

  it('lists a limited number of problems and counts the remaining problems', () => {
    const list = [{ mapping: {} }, ...Array.from({ length: 300_000 }, () => 0)]
    const parts = read(list)
    expect(parts.filter(({ type }) => type === 'problem')).toHaveLength(problemsMax)
    expect(parts.at(-1)).toEqual({ type: 'more-problems', count: 300_001 - problemsMax })
  })

  it.each([
    ['too deep', '['.repeat(100_000) + ']'.repeat(100_000), 'nested'],
    ['not JSON', '{', 'not a JSON'],
    ['something else', '{"a":1}', 'not an export'],
  ])('rejects an export that is %s', (_case, text, why) => {
    const bytes = new Uint8Array(Buffer.from(text))
    expect(() => readExport(bytes).next()).toThrow(why)
  })
})
