import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addSentences, translateSentence } from './translate-sentence.ts'
import { setLanguage } from './translate.ts'

afterEach(() => setLanguage('en'))

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
  expect(translateSentence('a.json: Line 3: Wrong password.')).toBe(
    'a.json: Line 3: Falsches Passwort.',
  )
  expect(translateSentence('The left of the picture is empty.')).toBe(
    'Die linke Seite des Bildes ist leer.',
  )
  expect(translateSentence('Wrong password. The key is missing. Ask Ann.')).toBe(
    'Falsches Passwort. Der Schlüssel fehlt. Ask Ann.',
  )
})

it('translateSentence writes numbers and their nouns as the language does', () => {
  addSentences({
    'It has {0} nodes.': 'Sie hat {0} Knoten.',
    'Left out: {0}.': 'Ausgelassen: {0}.',
    '{0} face(s)': '{0, plural, one {# Fläche} other {# Flächen}}',
  })
  setLanguage('de')
  expect(translateSentence('Left out: 1 face.')).toBe('Ausgelassen: 1 Fläche.')
  expect(translateSentence('Left out: 1,200 faces.')).toBe('Ausgelassen: 1.200 Flächen.')
  expect(translateSentence('Left out: two faces.')).toBe('Ausgelassen: two faces.')
  expect(translateSentence('It has 1,200,000 nodes.')).toBe('Sie hat 1.200.000 Knoten.')
})

it('translateSentence translates a list of known texts, and keeps a list with other texts', () => {
  setLanguage('de')
  addSentences({ 'Give only one of {0}.': 'Nur eines: {0}.', Left: 'Links', Top: 'Oben' })
  expect(translateSentence('Give only one of Left and Top.')).toBe('Nur eines: Links und Oben.')
  expect(translateSentence('Give only one of Top, Left or Top.')).toBe(
    'Nur eines: Oben, Links oder Oben.',
  )
  expect(translateSentence('Give only one of Left and Seed.')).toBe('Nur eines: Left and Seed.')
})

describe('sentences that the server joins', () => {
  beforeAll(() =>
    addSentences({
      'It says: “{0}”': 'Es meldet: „{0}“',
      '{0} is limiting requests. Try again later.':
        '{0} begrenzt Anfragen. Versuchen Sie es später noch einmal.',
      '{0} stopped the answer. Try again.{1}':
        '{0} hat die Antwort gestoppt. Versuchen Sie es noch einmal.{1}',
      'A token has its own minutes.': 'Ein Token hat eigene Minuten.',
    }),
  )

  it('translates a message around the words of a service, and keeps these words', () => {
    expect(
      translateSentence(
        'fal.ai is limiting requests. Try again later. It says: “Slow down. Too many.” A token has its own minutes.',
      ),
    ).toBe(
      'fal.ai begrenzt Anfragen. Versuchen Sie es später noch einmal. Es meldet: „Slow down. Too many.“ Ein Token hat eigene Minuten.',
    )
  })

  it('translates a sentence with and without the sentence that may follow it', () => {
    const german = 'Claude hat die Antwort gestoppt. Versuchen Sie es noch einmal.'
    expect(translateSentence('Claude stopped the answer. Try again.')).toBe(german)
    expect(translateSentence('Claude stopped the answer. Try again. It says: “Busy.”')).toBe(
      `${german} Es meldet: „Busy.“`,
    )
  })

  it('does not take a sentence before the name of a service for a part of this name', () => {
    expect(translateSentence('Wrong password. fal.ai is limiting requests. Try again later.')).toBe(
      'Falsches Passwort. fal.ai begrenzt Anfragen. Versuchen Sie es später noch einmal.',
    )
  })
})
