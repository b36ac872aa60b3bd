import { describe, expect, it } from 'vitest'
import { encodeJson, isJsonLongerThan, pieceLength } from './encode-json.ts'

const long = '\u0001"\\ä陶𝄞'.repeat(100_000)

describe('encodeJson', () => {
  it.each<[string, unknown]>([
    ['a short value', { a: [1, null, true, 'x'], b: { c: '' } }],
    ['fields that are not there', { a: undefined, b: 1, text: long }],
    ['a long text among others', [{ text: long }, [long, 2], {}, []]],
    ['half a surrogate pair', `${long}\ud83d${long}`],
  ])('returns the same as JSON.stringify: %s', async (_case, value) => {
    const text = Buffer.concat(await encodeJson(value)).toString()
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
  })

  it('keeps surrogate pairs at the border of two pieces', async () => {
    for (const shift of [0, 1]) {
      const text = `${'x'.repeat(shift)}${'𝄞'.repeat(pieceLength)}`
      const json = Buffer.concat(await encodeJson([text])).toString()
      expect(JSON.parse(json)).toEqual([text])
    }
  })

  it('lets other work run in between', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await encodeJson({ text: 'x'.repeat(30_000_000) })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
  })
})

describe('isJsonLongerThan', () => {
  it('counts strings and names, and stops at the limit', () => {
    expect(isJsonLongerThan(10, { a: 'x' })).toBe(false)
    expect(isJsonLongerThan(10, { a: 'x'.repeat(11) })).toBe(true)
    expect(isJsonLongerThan(10, { ['x'.repeat(11)]: 1 })).toBe(true)
    expect(
      isJsonLongerThan(
        10,
        Array.from({ length: 11 }, () => 0),
      ),
    ).toBe(true)
  })
})
