import { describe, expect, it } from 'vitest'
import { JsonSyntaxError, parsePlacedJson } from './json-places.ts'

describe('parsePlacedJson', () => {
  it.each([
    '{"a": [1, -2.5e3, true, null, "\\u00e4 \\"quoted\\""], "b": {}}',
    '[]',
    ' "text" ',
    '0',
    '{"__proto__": 1}',
  ])('reads %s as JSON has it', (text) => {
    expect(parsePlacedJson(text).value).toEqual(JSON.parse(text))
  })

  it('knows the line of everything', () => {
    const { lineOf } = parsePlacedJson('{\n "a": {\n  "b": [\n   1,\n   2]\n }\n}')
    expect(lineOf([])).toBe(1)
    expect(lineOf(['a'])).toBe(2)
    expect(lineOf(['a', 'b', 1])).toBe(5)
    expect(lineOf(['a', 'missing', 'deeper'])).toBe(2)
  })

  it.each([
    ['{\n "a": 1\n "b": 2\n}', 3, 'A comma or } is missing before this.'],
    ['{\n "a": 1,\n}', 3, 'There is a comma too many.'],
    ['[\n 1,\n]', 3, 'There is a comma too many.'],
    ['{\n "a" 1}', 2, 'A colon is missing after “a”.'],
    ['{\n a: 1}', 2, 'A name in quotes is missing.'],
    ['{"a": 1,\n "a": 2}', 2, '“a” stands here a second time.'],
    ['{\n\n "a": "no end\n}', 3, 'This text has no closing quote.'],
    ['{"a":\n True}', 2, '“True” is no JSON value.'],
    ['{"a": "\\x"}', 1, 'This text has an escape that JSON does not know.'],
    ['{"a": 1', 1, 'The file ends too early.'],
    ['{"a":\n}', 2, 'A value is missing.'],
    ['', 1, 'The file ends too early.'],
    ['{}\n{}', 2, 'There is something after the end.'],
    ['['.repeat(100), 1, 'This is nested too deeply.'],
  ])('says what is wrong with %j', (text, line, message) => {
    const read = () => parsePlacedJson(text)
    expect(read).toThrow(JsonSyntaxError)
    expect(read).toThrow(expect.objectContaining({ line, message }))
  })
})
