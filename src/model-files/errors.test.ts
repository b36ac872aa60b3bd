import { expect, it } from 'vitest'
import { addSentences } from '#lib/language/translate-sentence.ts'
import { BrokenModelError, describeFailure } from './errors.ts'

it('describeFailure translates sentences, and hides the messages of other errors', () => {
  addSentences({
    'This file is empty.': 'Diese Datei ist leer.',
    'This model could not be shown because of an unexpected error.': 'Unerwarteter Fehler.',
  })
  expect(describeFailure(new BrokenModelError('This file is empty.'))).toBe('Diese Datei ist leer.')
  expect(describeFailure(new TypeError('x is undefined'))).toBe('Unerwarteter Fehler.')
})
