import { expect, it } from 'vitest'
import { addSentences } from './translate-sentence.ts'
import { translateTexts } from './translate-texts.ts'

it('translateTexts translates labels and descriptions, and keeps names and values', () => {
  addSentences({ 'Face limit': 'Flächengrenze', Fast: 'Schnell' })
  const schema = {
    properties: {
      title: { title: 'Face limit', default: 'Fast', enum: ['Fast'], labels: { fast: 'Fast' } },
    },
    required: ['Fast'],
  }
  expect(translateTexts(schema)).toEqual({
    properties: {
      title: {
        title: 'Flächengrenze',
        default: 'Fast',
        enum: ['Fast'],
        labels: { fast: 'Schnell' },
      },
    },
    required: ['Fast'],
  })
  expect(translateTexts({ title: 'Fast', message: 'Fast' }, ['message'])).toEqual({
    title: 'Fast',
    message: 'Schnell',
  })
})
