import { describe, expect, it } from 'vitest'
import { compareMessages } from './compare-messages.ts'

describe('compareMessages', () => {
  it.each([
    ['Save', 'Speichern', 'de'],
    ['{name} of {total}', '{total} 中の {name}', 'ja'],
    ['{n, plural, one {# model} other {# models}}', '{n} 個のモデル', 'ja'],
    [
      '{n, plural, one {# model} other {# models}}',
      '{n, plural, one {# модель} few {# модели} many {# моделей} other {# модели}}',
      'ru',
    ],
    ['Read <link>the manual</link>.', '<link>Handbuch</link> lesen.', 'de'],
  ])('accepts %s as %s', (english, translation, language) => {
    expect(compareMessages(english, translation, language)).toBeUndefined()
  })

  it.each([
    ['Save', ' ', 'empty'],
    ['{name} of {total}', '{name}', 'lacks {total}'],
    ['{name}', '{name} {other}', 'adds {other}'],
    ['Read <link>the manual</link>.', 'Handbuch lesen.', 'lacks <link>'],
    ['{name}', '{name', 'not written'],
    [
      '{n, plural, one {# model} other {# models}}',
      '{n, plural, other {# Modelle}}',
      'lacks the form one',
    ],
  ])('refuses %s as %s', (english, translation, problem) => {
    expect(compareMessages(english, translation, 'de')).toContain(problem)
  })
})
