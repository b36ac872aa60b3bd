import { describe, expect, it } from 'vitest'
import { newSentences } from './sentences.ts'

describe('newSentences', () => {
  it('returns only complete sentences, and continues after them in the next call', () => {
    const text = 'Clay is **earth**. It melts at 1.2 thousand deg'
    const first = newSentences(text, 0, false)
    expect(first.words).toBe('Clay is earth.')
    expect(newSentences(text, first.to, false).words).toBe('')
    expect(newSentences(text, first.to, true).words).toBe('It melts at 1.2 thousand deg')
  })

  it('mentions a code block without reading its code, and reads the text of links', () => {
    expect(
      newSentences('See [this](https://a.example).\n```js\nlet a = 1.\n```\n', 0, true).words,
    ).toBe('See this. Code.')
  })
})
