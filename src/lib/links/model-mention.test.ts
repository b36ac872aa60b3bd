import { expect, it } from 'vitest'
import {
  mentionedIds,
  formatMention,
  mentionPieces,
  shownMentions,
  formatSpotMention,
  withoutMentionedIds,
} from './model-mention.ts'

const id = 'abcdefghij0123456789'

it('mentionedIds finds the models in a text', () => {
  const text = `Is ${formatMention({ name: 'The “big” bear', id })} sturdier than ${formatMention({ name: 'Rocket', id: '0'.repeat(20) })}?`
  expect(mentionedIds(text)).toEqual([id, '0'.repeat(20)])
  expect(withoutMentionedIds(text)).toBe('Is The "big" bear sturdier than Rocket?')
  expect(mentionedIds(`“Bear” (${id})`)).toEqual([])
})

it('mentionPieces replaces ids by names with links', () => {
  const bear = formatMention({ name: 'Bear', id })
  expect(mentionPieces(`Is ${bear} sturdy?`)).toEqual([
    { text: 'Is ' },
    { text: '“Bear”', link: `model:${id}` },
    { text: ' sturdy?' },
  ])
  const spot = formatSpotMention({ name: 'Bear', id }, { at: [0.1, -0.2, 0], part: 'Left ear' })
  expect(mentionPieces(`${spot} What is it?`)).toEqual([
    { text: '“Bear”', link: `model:${id}` },
    { text: ', ' },
    { text: 'the marked spot', link: `model:${id}#at=0.1,-0.2,0` },
    { text: ' on “Left ear”' },
    { text: ': What is it?' },
  ])
  expect(shownMentions(`${formatSpotMention({ name: 'Bear', id }, { at: [0, 1, 2] })} Why?`)).toBe(
    '“Bear”, the marked spot: Why?',
  )
  expect(withoutMentionedIds(`${spot} What is it?`)).toBe(
    'Bear, the marked spot on “Left ear”: What is it?',
  )
  expect(mentionPieces('“Bear” (model x)')).toEqual([{ text: '“Bear” (model x)' }])
})
