import { describe, expect, it } from 'vitest'
import { JsonLimitError } from './json-limits.ts'
import { parseAnswer, parseJson } from './parse-json.ts'

const getBytes = (json: string) => new Uint8Array(Buffer.from(json))
const long = 'ä陶𝄞'.repeat(100_000)

describe('parseJson', () => {
  it.each<[string, unknown]>([
    ['short', { a: [1, null, 'x'] }],
    ['long, in a thread', { text: long, list: [{ b: long.slice(1) }] }],
  ])('returns the same as JSON.parse: %s', async (_case, value) => {
    const json = JSON.stringify(value)
    expect(await parseJson(getBytes(json))).toEqual(JSON.parse(json))
    expect(await parseJson(getBytes(`\ufeff${json}`))).toEqual(JSON.parse(json))
  })

  it('treats __proto__ as an ordinary field', async () => {
    const json = `{"__proto__":{"isAdmin":true},"text":"${'x'.repeat(400_000)}"}`
    const value = (await parseJson(getBytes(json))) as object
    expect(Object.hasOwn(value, '__proto__')).toBe(true)
    expect('isAdmin' in value).toBe(false)
  })

  it.each([
    ['short', '{"a":'],
    ['long', `{"a":"${'x'.repeat(400_000)}`],
  ])('throws a SyntaxError for invalid JSON: %s', async (_case, json) => {
    await expect(parseJson(getBytes(json))).rejects.toBeInstanceOf(SyntaxError)
    expect(await parseJson(getBytes('1'))).toBe(1)
  })

  it.each([
    ['deep', '['.repeat(5_000) + ']'.repeat(5_000)],
    ['many', `[${'0,'.repeat(2_000_000)}0]`],
  ])('refuses too %s JSON before parsing it', async (_case, json) => {
    await expect(parseJson(getBytes(json))).rejects.toBeInstanceOf(JsonLimitError)
    expect(() => parseAnswer(json)).toThrow(JsonLimitError)
  })

  it('returns each result to the right caller', async () => {
    const values = Array.from({ length: 5 }, (_, at) => [at, long])
    const parsed = await Promise.all(
      values.map((value) => parseJson(getBytes(JSON.stringify(value)))),
    )
    expect(parsed).toEqual(values)
  })
})
