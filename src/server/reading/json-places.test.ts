import { describe, expect, it } from 'vitest'
import { JsonSyntaxError, parsePlacedJson } from './json-places.ts'

describe('parsePlacedJson', () => {
  it.each([
    '{"a": [1, -2.5e3, true, null, "\\u00e4 \\"quoted\\""], "b": {}}',
    '[]',
    ' "text" ',
    '0',
    '{"__proto__": 1}',
  ])('parses %s like JSON', (text) => {
    expect(parsePlacedJson(text).value).toEqual(JSON.parse(text))
  })

  it('returns the line of each value', () => {
    const { lineOf } = parsePlacedJson('{\n "a": {\n  "b": [\n   1,\n   2]\n }\n}')
    expect(lineOf([])).toBe(1)
    expect(lineOf(['a'])).toBe(2)
    expect(lineOf(['a', 'b', 1])).toBe(5)
    expect(lineOf(['a', 'missing', 'deeper'])).toBe(2)
  })

  it.each([
    ['{\n "a": 1\n "b": 2\n}', 3, 'Missing comma or }.'],
    ['{\n "a": 1,\n}', 3, 'Unexpected comma.'],
    ['[\n 1,\n]', 3, 'Unexpected comma.'],
    ['{\n "a" 1}', 2, 'Missing colon after “a”.'],
    ['{\n a: 1}', 2, 'Missing name in quotes.'],
    ['{"a": 1,\n "a": 2}', 2, '“a” appears twice.'],
    ['{\n\n "a": "no end\n}', 3, 'This string has no closing quote.'],
    ['{"a":\n True}', 2, '“True” is not a JSON value.'],
    ['{"a": "\\x"}', 1, 'This string has an invalid escape sequence.'],
    ['{"a": 1', 1, 'Unexpected end of file.'],
    ['{"a":\n}', 2, 'Missing value.'],
    ['', 1, 'Unexpected end of file.'],
    ['[\n 1 2]', 2, 'Missing comma or ].'],
    ['{"a":\n [,1]}', 2, 'Missing value.'],
    ['{\n // why\n "a": 1}', 2, 'Missing name in quotes.'],
    ['{}\n{}', 2, 'Unexpected content after the end.'],
    ['['.repeat(100), 1, 'Nested too deeply.'],
  ])('reports the error in %j', (text, line, message) => {
    const read = () => parsePlacedJson(text)
    expect(read).toThrow(JsonSyntaxError)
    expect(read).toThrow(expect.objectContaining({ line, message }))
  })
})
