import { describe, expect, it } from 'vitest'
import { createWordFilter, foldText, toFolded } from './fold-text.ts'

describe('toFolded', () => {
  it.each([
    ['CAFÉ', 'cafe'],
    ['cafe\u0301', 'cafe'],
    ['Straße, STRASSE', 'strasse, strasse'],
    ['Œuvre ﬁn ＡＢＣ１', 'oeuvre fin abc1'],
    ['İstanbul ıstanbul', 'istanbul istanbul'],
    ['Ёлка Ὀδυσσεύς', 'елка οδυσσευσ'],
    ['Łódź Đorđe', 'lodz dorde'],
    ['שָׁלוֹם مُحَمَّد', 'שלום محمد'],
  ])('removes the accents of %j', (text, folded) => {
    expect(toFolded(text)).toBe(folded)
  })

  it.each(['हिन्दी', 'ગુજરાતી', 'ภาษาไทย', 'ਪੰਜਾਬੀ', 'தமிழ்', '한국어', 'がぎぐ', 'မြန်မာ'])(
    'keeps the vowels and sounds of %j',
    (text) => {
      expect(toFolded(text)).toBe(text.normalize('NFKC'))
    },
  )

  it('joins sounds that are stored as separate characters', () => {
    expect(toFolded('か\u3099')).toBe('が')
  })
})

it('foldText returns the original position of each character', () => {
  const { text, toOriginal } = foldText('“Straße” e\u0301 🎉 a')
  const at = (word: string) => toOriginal(text.indexOf(word))
  expect([at('strasse'), at('e 🎉'), at('🎉'), at(' a')]).toEqual([1, 9, 12, 14])
  expect(toOriginal(text.length)).toBe(16)
})

describe('createWordFilter', () => {
  it('requires every word, without regard to accents and case', () => {
    const hasWords = createWordFilter(' Ünï  MOD ')
    expect(hasWords(toFolded('A modèle of Uni'))).toBe(true)
    expect(hasWords(toFolded('A modèle'))).toBe(false)
  })

  it('accepts every text if nothing is typed', () => {
    expect(createWordFilter('  ')('anything')).toBe(true)
  })
})
