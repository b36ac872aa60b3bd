import { afterEach, describe, expect, it } from 'vitest'
import { addMessages, setLanguage } from '#lib/language/translate.ts'
import {
  fileName,
  formatRoughDuration,
  formatAge,
  formatBytes,
  formatCount,
  formatDuration,
  formatLength,
  formatPercent,
  describeMakeup,
  formatRoughCount,
  joinWithCommas,
  joinWith,
  toMidSentence,
} from './format.ts'

afterEach(() => setLanguage('en'))

describe('joinWithCommas', () => {
  it('joins with the comma of the language', () => {
    expect(joinWithCommas(['GLB', 'STL'])).toBe('GLB, STL')
    setLanguage('ja')
    addMessages({ ', ': '、' })
    expect(joinWithCommas(['GLB', 'STL'])).toBe('GLB、STL')
    addMessages({ ', ': ', ' })
  })
})

describe('joinWith', () => {
  it.each([
    ['en', 'or', 'PNG, JPEG or WebP'],
    ['en', 'and', 'PNG, JPEG and WebP'],
    ['de', 'and', 'PNG, JPEG und WebP'],
    ['ja', 'and', 'PNG、JPEG、WebP'],
  ] as const)('joins in %s with %s', (tag, last, text) => {
    setLanguage(tag)
    expect(joinWith(last, ['PNG', 'JPEG', 'WebP'])).toBe(text)
  })
})

describe('toMidSentence', () => {
  it('keeps the capital of German nouns, and writes other labels small', () => {
    expect(toMidSentence('Size')).toBe('size')
    setLanguage('de')
    expect(toMidSentence('Größe')).toBe('Größe')
    setLanguage('tr')
    expect(toMidSentence('İndirme')).toBe('indirme')
  })
})

describe('formatLength', () => {
  it.each([
    [0.0084, '8.4 mm'],
    [0.35, '35 cm'],
    [1.234, '1.2 m'],
  ])('formats %d m as %s', (metres, text) => {
    expect(formatLength(metres)).toBe(text)
  })
})

describe('formatBytes', () => {
  it.each([
    [312, '312 B'],
    [860_000, '840 KB'],
    [1_300_000, '1.2 MB'],
    [10_050_000_000, '9.4 GB'],
  ])('formats %d as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
})

describe('formatRoughCount', () => {
  it.each([
    [950, '950'],
    [19_998, '20k'],
    [1_234_567, '1.2M'],
  ])('formats %d as %s', (count, text) => {
    expect(formatRoughCount(count)).toBe(text)
  })
})

describe('formatAge', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')

  it.each([
    ['2026-11-21T11:59:30Z', 'now'],
    ['2026-11-21T12:00:05Z', 'now'],
    ['2026-11-21T11:55:00Z', '5 min ago'],
    ['2026-11-21T09:00:00Z', '3 h ago'],
    ['2026-11-20T10:00:00Z', 'yesterday'],
    ['2026-11-18T10:00:00Z', '3 days ago'],
    ['2026-10-04T10:00:00Z', '4 Oct 2026'],
  ])('formats %s as %s', (iso, text) => {
    expect(formatAge(iso, now)).toBe(text)
  })
})

describe('describeMakeup', () => {
  const box = { triangles: 12, vertices: 24, extensions: [] }
  it.each([
    [box, '12 triangles'],
    [{ ...box, triangles: 0, extensions: ['KHR_gaussian_splatting'] }, '24 splats'],
    [{ ...box, extensions: ['KHR_gaussian_splatting'] }, '12 triangles'],
    [{ ...box, triangles: 0 }, '24 points'],
    [{ ...box, triangles: 0, vertices: 0 }, '0 triangles'],
  ])('describes %j as %s', (counts, words) =>
    expect(describeMakeup(counts, formatCount)).toBe(words),
  )
})

describe('fileName', () => {
  it('removes characters that an operating system forbids', () => {
    expect(fileName('a/b: "c"\n', 'glb')).toBe('a b c.glb')
    expect(fileName(' / ', 'glb')).toBe('model.glb')
  })
})

describe('number formatting', () => {
  it.each([
    [formatDuration(840), '0.8 s'],
    [formatDuration(9_960), '10 s'],
    [formatDuration(59_600), '1 min 00 s'],
    [formatDuration(185_000), '3 min 05 s'],
    [formatDuration(-5), '0.0 s'],
    [formatRoughDuration(0.4), 'about 1 s'],
    [formatRoughDuration(49), 'about 49 s'],
    [formatRoughDuration(90), 'about 2 min'],
    [formatRoughDuration(4.2, false, 9), 'about 4–9 s'],
    [formatRoughDuration(4.2, true, 4.4), '~4 s'],
    [formatRoughDuration(20, false, 200), 'about 1–3 min'],
    [formatLength(0.0084), '8.4 mm'],
    [formatLength(0.352), '35 cm'],
    [formatLength(1.234), '1.2 m'],
    [formatLength(0.9998), '1 m'],
    [formatLength(0.00999), '1 cm'],
    [formatBytes(312), '312 B'],
    [formatBytes(860_000), '840 KB'],
    [formatBytes(1_300_000), '1.2 MB'],
    [fileName('a/b: c?', 'glb'), 'a b c.glb'],
    [fileName('  ', 'glb'), 'model.glb'],
  ])('formats a value as %s', (said, expected) => {
    expect(said).toBe(expected)
  })
})

describe('formatPercent', () => {
  it('formats a fraction as the language does, and a very small one as below the least', () => {
    expect([0, 0.004, 0.5, 1].map((fraction) => formatPercent(fraction))).toEqual([
      '0%',
      '<1%',
      '50%',
      '100%',
    ])
    expect(formatPercent(0.0004, 1)).toBe('<0.1%')
    setLanguage('de')
    expect(formatPercent(0.1234, 1)).toBe('12,3\u00a0%')
    setLanguage('tr')
    expect(formatPercent(0.5)).toBe('%50')
  })
})
