import { afterEach, describe, expect, it } from 'vitest'
import { addMessages, setLanguage, t } from './translate.ts'

afterEach(() => setLanguage('en'))

describe('t', () => {
  it('does not show the note for translators', () => {
    expect(t('Rear // side of a car')).toBe('Rear')
  })

  it('translates a text by its note', () => {
    setLanguage('de')
    addMessages({ Rear: 'Zurück', 'Rear // side of a car': 'Heck' })
    expect(t('Rear // side of a car')).toBe('Heck')
    expect(t('Rear')).toBe('Zurück')
  })
})
