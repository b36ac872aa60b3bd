import { describe, expect, it } from 'vitest'
import { matches, Work } from './matches.ts'
import { countPatternSteps } from './pattern-steps.ts'

const fits = (pattern: string, text: string) => {
  const schema = { type: 'string', pattern }
  return matches(schema, text, new Work(schema))
}

describe('countPatternSteps', () => {
  it.each([
    String.raw`^#[0-9a-fA-F]{6}$`,
    String.raw`^\d+x\d+$`,
    String.raw`^https?://.+`,
    String.raw`^data:image/(?:png|jpe?g|webp);base64,`,
    String.raw`^[\w.-]{1,64}/[\w.-]{1,64}$`,
    String.raw`^\p{L}[\p{L}\p{N}_]*$`,
    String.raw`^(?:[0-9a-f]{2})+$`,
    String.raw`^(?<year>\d{4})-(?<month>\d\d)$`,
    String.raw`[a-z]+\d`,
  ])('returns few steps for %s', (pattern) => {
    expect(countPatternSteps(pattern, 100)).toBeLessThan(1_000_000)
  })

  it.each([
    String.raw`^(a+)+$`,
    String.raw`^(?:a|a)*$`,
    String.raw`^(?:a?){1000}b`,
    String.raw`a*a*a*a*b`,
    String.raw`^(?=(a+)+$)b`,
    String.raw`^(?<x>a*)*\k<x>$`,
    String.raw`^(?:[^"\\]|\\.)*"$`,
    String.raw`(?:a{1000}){1000}`,
    'a'.repeat(1_001),
  ])('returns more steps than allowed for %s', (pattern) => {
    expect(countPatternSteps(pattern, 1_000)).toBeGreaterThan(5_000_000)
  })
})

describe('matches with a pattern', () => {
  it('matches with a pattern that is always fast', () => {
    expect(fits('^[a-z]+$', 'abc')).toBe(true)
    expect(fits('^[a-z]+$', 'ABC')).toBe(false)
    expect(fits('^(?:[0-9a-f]{2})+$', 'c0ffe')).toBe(false)
  })

  // Each of these patterns would run for minutes without a limit on its steps.
  it.each(['^(a+)+$', '^(?:a|aa)+$', 'a*a*a*a*a*b', String.raw`^(\w+\s?)*$`])(
    'accepts a text without running the slow pattern %s',
    (pattern) => {
      expect(fits(pattern, `${'a'.repeat(500)}!`)).toBe(true)
    },
  )

  it('counts the steps of all patterns in a check together', () => {
    const schema = { type: 'array', items: { type: 'string', pattern: String.raw`[a-z]+\d` } }
    const texts = Array.from({ length: 1_000 }, () => 'a'.repeat(1_000))
    const work = new Work(schema)
    expect(matches(schema, texts.slice(0, 1), work)).toBe(false)
    for (let n = 0; n < 3; n++) matches(schema, texts.slice(0, 1), work)
    expect(matches(schema, texts, work)).toBe(true)
  })

  it('accepts a text if a pattern below "not" is too slow to try', () => {
    const schema = { not: { pattern: '^(a+)+$' } }
    expect(matches(schema, `${'a'.repeat(500)}!`, new Work(schema))).toBe(true)
  })
})
