import { expect, it } from 'vitest'
import { mentionedIds, mentionOf, withoutMentionedIds } from './model-mention.ts'

const id = 'abcdefghij0123456789'

it('finds the models that a text names', () => {
  const text = `Is ${mentionOf({ name: 'The “big” bear', id })} sturdier than ${mentionOf({ name: 'Rocket', id: '0'.repeat(20) })}?`
  expect(mentionedIds(text)).toEqual([id, '0'.repeat(20)])
  expect(withoutMentionedIds(text)).toBe('Is The "big" bear sturdier than Rocket?')
  expect(mentionedIds(`“Bear” (${id})`)).toEqual([])
})
