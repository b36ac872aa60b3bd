import { describe, expect, it } from 'vitest'
import { createJsonMeter, JsonLimitError } from './json-limits.ts'

const limits = { depthMax: 5, valuesMax: 20, entriesMax: 8, nameBytesMax: 40 }

function measure(json: string, pieceBytes: number): void {
  const bytes = Buffer.from(json)
  const take = createJsonMeter(limits)
  for (let at = 0; at < bytes.length; at += pieceBytes) take(bytes.subarray(at, at + pieceBytes))
}

const quotes = String.raw`"\"[[[[[[[[,,,,,,,,,,,,,,,,,,,,,,,,\\"`
const backslashes = `"${'\\\\'.repeat(100)}[[[[[[["`
const escapedQuote = `"${'x'.repeat(63)}\\"${'['.repeat(200)}${'\\\\'.repeat(70)}\\"]"`

describe.each([1, 3, 7, 64, 1_000_000])(
  'createJsonMeter that receives %i bytes at a time',
  (pieceBytes) => {
    it.each([
      '[[[[[]]]]]',
      '[[],[],[],[],[],[],[]]',
      '{"a":{"b":[1,2,3]},"c":"[{,"}',
      `{"${'n'.repeat(30)}":"${'x'.repeat(300)}"}`,
      `["${'x'.repeat(300)}",{"a":1}]`,
      quotes,
      backslashes,
      escapedQuote,
      `[${[quotes, backslashes, escapedQuote].join(',')}]`,
      `"${'陶'.repeat(300)}"`,
    ])('accepts the JSON %j', (json) => {
      expect(JSON.parse(json)).toBeDefined()
      expect(() => measure(json, pieceBytes)).not.toThrow()
    })

    it.each([
      ['[[[[[[]]]]]]', 'nested'],
      ['['.repeat(1_000_000), 'nested'],
      [`{"a":${'{"a":'.repeat(9)}1`, 'nested'],
      ['[0,0,0,0,0,0,0,0,0]', 'entries'],
      [`{"${'n'.repeat(30)}":1,"${'m'.repeat(30)}":1}`, 'names'],
      ['{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1}', 'entries'],
      ['[[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]', 'values'],
      [`[${quotes},[[[[[1]]]]]]`, 'nested'],
      [`[${escapedQuote},[[[[[1]]]]]]`, 'nested'],
    ])('refuses the JSON %.30s', (json, why) => {
      expect(() => measure(json, pieceBytes)).toThrow(JsonLimitError)
      expect(() => measure(json, pieceBytes)).toThrow(why)
    })
  },
)

it('createJsonMeter limits the bytes outside of strings', () => {
  const take = createJsonMeter({ ...limits, bareBytesMax: 20 })
  expect(() => take(Buffer.from(`["${'x'.repeat(1_000)}", 1234567]`))).not.toThrow()
  expect(() => take(Buffer.from('1'.repeat(30)))).toThrow('besides its texts')
})
