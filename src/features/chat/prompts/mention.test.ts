import { describe, expect, it } from 'vitest'
import { joinPunctuation, getMentionQuery, withMention } from './mention.ts'

describe('mentions of models', () => {
  it.each([
    ['@', ''],
    ['@be', 'be'],
    ['Make @teddy be', 'teddy be'],
    ['Make\n@t', 't'],
  ])('finds a mention in “%s”', (text, words) => expect(getMentionQuery(text)).toBe(words))

  it.each(['', 'a@b', 'me@example.com', '@ ', '@one two three four', 'a @b\nc'])(
    'finds no mention in “%s”',
    (text) => expect(getMentionQuery(text)).toBeUndefined(),
  )

  it('replaces the mention with the model’s name and id', () => {
    const bear = { id: 'abc', name: 'Bear' }
    expect(withMention('Look at @be', bear)).toBe('Look at “Bear” (model abc) ')
  })

  it('removes the space between a mention and punctuation', () => {
    const mention = '“Bear” (model abcdefghij0123456789)'
    expect(joinPunctuation(`${mention} ?`)).toBe(`${mention}?`)
    for (const text of [`${mention} `, `${mention}  ?`, `${mention} or`, 'Really ?']) {
      expect(joinPunctuation(text)).toBe(text)
    }
  })
})
