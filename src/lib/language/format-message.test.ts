import { describe, expect, it } from 'vitest'
import { formatMessage, isolateMeasures } from './format-message.ts'

const format = (message: string, values: Record<string, unknown> = {}, language = 'en') =>
  formatMessage<unknown>(message, { language, values }).join('')

describe('formatMessage', () => {
  it('puts values in their places, and nothing for missing ones', () => {
    expect(format('{name} of {total}', { name: 'Cup', total: 3 })).toBe('Cup of 3')
    expect(format('{name}{rest}', { name: 'Cup', rest: undefined })).toBe('Cup')
  })

  it('chooses the plural form of the language, and formats its number', () => {
    const message = '{n, plural, =0 {none} one {# model} other {# models}}'
    expect([0, 1, 2500].map((n) => format(message, { n }))).toEqual([
      'none',
      '1 model',
      '2,500 models',
    ])
    const russian = '{n, plural, one {# модель} few {# модели} many {# моделей} other {# модели}}'
    expect([1, 3, 5].map((n) => format(russian, { n }, 'ru'))).toEqual([
      '1 модель',
      '3 модели',
      '5 моделей',
    ])
  })

  it.each('en de fr es pt-BR it pl ru tr zh-Hans zh-Hant ja ko hi ar he'.split(' '))(
    'writes small numbers like Intl in %s',
    (tag) => {
      const numbers = new Intl.NumberFormat(tag)
      for (const n of [0, 1, 999, 1000, 0.5, -3]) {
        expect(format('{n, plural, other {#}}', { n }, tag)).toBe(numbers.format(n))
      }
    },
  )

  it('writes the decimal mark of the language, and no marks between thousands', () => {
    expect(format('{mm} mm', { mm: 28.2 }, 'de')).toBe('28,2 mm')
    expect(format('{mm} mm', { mm: 28.2 })).toBe('28.2 mm')
    expect(format('{seconds} s', { seconds: 0.30000000000000004 })).toBe('0.30000000000000004 s')
    expect(format('Seed {seed}', { seed: 2120210379 }, 'de')).toBe('Seed 2120210379')
  })

  it('selects by a condition, and reads placeholders in the choice', () => {
    const message = 'Photo {n}{isOut, select, true {, left out: {why}} other {}}.'
    expect(format(message, { n: 2, isOut: true, why: 'dark' })).toBe('Photo 2, left out: dark.')
    expect(format(message, { n: 2, isOut: false })).toBe('Photo 2.')
  })

  it('gives the text between tags to their value', () => {
    const parts = formatMessage<unknown>('Read <b>the {what}</b>, then <b>go</b>.', {
      language: 'en',
      values: { what: 'manual', b: 'bold' },
      wrap: (value, inner) => [value, inner.join('')],
    })
    expect(parts).toEqual(['Read ', ['bold', 'the manual'], ', then ', ['bold', 'go'], '.'])
  })

  it('keeps signs that belong to no syntax', () => {
    expect(format('a < b, #1, <unclosed> }')).toBe('a < b, #1, <unclosed> }')
  })
})

describe('isolateMeasures', () => {
  it('keeps a number before its unit in languages from right to left only', () => {
    const text = 'ارتفاع {mm} mm من 20 cm²، 3 STL'
    expect(isolateMeasures(text, 'ar')).toBe(
      'ارتفاع \u2066{mm} mm\u2069 من \u206620 cm²\u2069، 3 STL',
    )
    expect(isolateMeasures('עומס {busy}%, 80% מהדיסק', 'he')).toBe(
      'עומס \u2066{busy}%\u2069, \u206680%\u2069 מהדיסק',
    )
    expect(isolateMeasures('{mm} mm', 'de')).toBe('{mm} mm')
  })
})
