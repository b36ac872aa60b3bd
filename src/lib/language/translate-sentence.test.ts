import { expect, it } from 'vitest'
import { addSentences, translateSentence } from './translate-sentence.ts'

it('translateSentence translates known sentences with their values, and keeps others', () => {
  expect(translateSentence('Wrong password.')).toBe('Wrong password.')
  addSentences({
    'Wrong password.': 'Falsches Passwort.',
    'The file {0} is larger than {1}.': '{0} ist größer als {1}.',
    'The key is missing.': 'Der Schlüssel fehlt.',
    'The {0} of the picture is empty.':
      '{0, select, left {Die linke Seite} other {Eine Seite}} des Bildes ist leer.',
  })
  expect(translateSentence('Wrong password.')).toBe('Falsches Passwort.')
  expect(translateSentence('The file a.b is larger than 5 MB.')).toBe('a.b ist größer als 5 MB.')
  expect(translateSentence('The left of the picture is empty.')).toBe(
    'Die linke Seite des Bildes ist leer.',
  )
  expect(translateSentence('Wrong password. The key is missing. Ask Ann.')).toBe(
    'Falsches Passwort. Der Schlüssel fehlt. Ask Ann.',
  )
})
