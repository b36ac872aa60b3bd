import { describe, expect, it } from 'vitest'
import { toDelta } from './chat-chunk.ts'
import { createChunkTemplate } from './chunk-template.ts'

const chunk = (content: string, more: object = {}) =>
  JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content }, ...more }] })

/** Reads chunks as the server does: with the template, otherwise with a JSON parser. */
function reader() {
  const same = createChunkTemplate(toDelta)
  let parsed = 0
  return {
    parsed: () => parsed,
    read: (data: string) => {
      const text = same.wordsOf(data)
      if (text !== undefined) return { text }
      parsed++
      const delta = toDelta(JSON.parse(data) as object)
      if (delta) same.learn(data, delta)
      return delta
    },
  }
}

describe('createChunkTemplate', () => {
  it('extracts text without parsing after two parsed chunks', () => {
    const { read, parsed } = reader()
    for (const word of ['Clay', ' is', ' “fine”', ' 🏺', ' earth']) {
      expect(read(chunk(word))).toEqual({ text: word })
    }
    expect(parsed()).toBe(2)
  })

  it('returns the same text as parsing, for any content', () => {
    const words = ['', 'c', 'index', 'a word', '"', '\\', '\n', '\u007F', '🏺', '\uD800', ' “fine”']
    const forms = [{}, {}, {}, { finish_reason: 'stop' }, { logprobs: { content: 'a' } }]
    const others = [{ message: { content: 'a' } }, { delta: { content: 'a', reasoning: 'b' } }]
    // Every word follows every other, with occasional changes of the format.
    for (const form of [...forms, ...others]) {
      for (const [at, first] of words.entries()) {
        const { read } = reader()
        for (const second of [...words, first, ...words.slice(at)]) {
          for (const content of [first, second]) {
            const data = chunk(content, content === second ? form : {})
            expect(read(data)).toEqual(toDelta(JSON.parse(data) as object))
          }
        }
      }
    }
  })

  it('does not learn a template if every chunk contains a different number', () => {
    const same = createChunkTemplate(toDelta)
    for (let at = 0; at < 100; at++) {
      const data = chunk('word', { number: at })
      expect(same.wordsOf(data)).toBeUndefined()
      same.learn(data, { text: 'word' })
    }
  })

  it('never returns a part of the chunk’s JSON as text', () => {
    const same = createChunkTemplate(toDelta)
    const data = chunk('a')
    same.learn(data, { text: 'a' })
    const [head = '', tail = ''] = data.split('"a"')
    // This text is shorter than the learned beginning and end together, because the two overlap.
    expect(same.wordsOf(`${head}"${tail}`)).toBeUndefined()
    expect(same.wordsOf(chunk(''))).toBeUndefined()
    expect(same.wordsOf(`${head}"a","content":"b"${tail}`)).toBeUndefined()
    expect(same.wordsOf(`${head}"a\nb"${tail}`)).toBeUndefined()
  })
})
