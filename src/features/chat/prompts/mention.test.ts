import { describe, expect, it } from 'vitest'
import { closedUp, mentionWordsOf, withMention } from './mention.ts'

describe('naming a model by @', () => {
  it.each([
    ['@', ''],
    ['@be', 'be'],
    ['Make @teddy be', 'teddy be'],
    ['Make\n@t', 't'],
  ])('is going on in “%s”', (text, words) => expect(mentionWordsOf(text)).toBe(words))

  it.each(['', 'a@b', 'me@example.com', '@ ', '@one two three four', 'a @b\nc'])(
    'is not in “%s”',
    (text) => expect(mentionWordsOf(text)).toBeUndefined(),
  )

  it('puts the name and the id in its place', () => {
    const bear = { id: 'abc', name: 'Bear' }
    expect(withMention('Look at @be', bear)).toBe('Look at “Bear” (model abc) ')
  })

  it('leaves no space before a mark that follows', () => {
    const mention = '“Bear” (model abcdefghij0123456789)'
    expect(closedUp(`${mention} ?`)).toBe(`${mention}?`)
    for (const text of [`${mention} `, `${mention}  ?`, `${mention} or`, 'Really ?']) {
      expect(closedUp(text)).toBe(text)
    }
  })
})
