import { describe, expect, it } from 'vitest'
import { withoutMarks } from './chatgpt-marks.ts'

const getMark = (...parts: string[]) => `\u{e200}${parts.join('\u{e202}')}\u{e201}`
const cite = getMark('cite', 'turn0search1', 'turn0search4')

describe('withoutMarks', () => {
  it('links the sources of an answer', () => {
    const items = [
      { title: 'Clay [soft]', url: 'https://example.com/clay', pub_date: 1 },
      { attribution: 'Kilns', title: 'All about kilns', url: 'https://example.com/a b(c)' },
      { title: 'No page', url: 'javascript:alert(1)' },
    ]
    const references = [null, { matched_text: ' ' }, { matched_text: cite, alt: null, items }]
    expect(withoutMarks(`Clay is earth. ${cite}`, references)).toBe(
      'Clay is earth. ([Clay \\[soft\\]](<https://example.com/clay>), [Kilns](<https://example.com/a%20b(c)>))',
    )
  })

  it('replaces a citation mark by its text from the export', () => {
    const references = [{ matched_text: cite, alt: '([a](https://example.com))', type: 'webpage' }]
    expect(withoutMarks(`So it is ${cite}.`, references)).toBe(
      'So it is ([a](https://example.com)).',
    )
  })

  it.each([
    [`Uses ${getMark('entity', '["software","Node.js","a runtime"]')}.`, 'Uses Node.js.'],
    [`${getMark('image_group', '{"query":["clay"]}')}Clay`, 'Clay'],
    ['Cut off \u{e200}cite\u{e202}turn0', 'Cut off '],
    ['Older【12†source】【3:1†a.pdf】', 'Older'],
    ['A dagger † and 【brackets】 stay', 'A dagger † and 【brackets】 stay'],
  ])('removes a mark without a source: %j', (said, shown) => {
    expect(withoutMarks(said, 'none')).toBe(shown)
  })
})
