import { describe, expect, it, vi } from 'vitest'
import { writeQuery, type AskModel } from './write-query.ts'

const earlier = [
  { role: 'assistant' as const, text: 'Fire it twice.' },
  { role: 'user' as const, text: 'How is a celadon glaze fired?' },
]

describe('writeQuery', () => {
  it('uses earlier questions if the question has no search terms', async () => {
    const { terms, text } = await writeQuery('Tell me more about that', earlier)
    expect([...terms]).toEqual([
      ['celadon', 0.5],
      ['glaz', 0.5],
      ['fir', 0.5],
    ])
    expect(text).toContain('celadon')
    const chinese = [{ role: 'user' as const, text: '青瓷怎么烧？' }]
    expect((await writeQuery('再详细说说', chinese)).terms.has('青瓷')).toBe(true)
  })

  it('does not add earlier questions to a question about something else', async () => {
    const { terms } = await writeQuery('Which wood suits a kitchen table best?', earlier)
    expect(terms.has('celadon')).toBe(false)
  })

  it('lets a model rewrite a short follow-up question, but not a complete question', async () => {
    const askModel = vi.fn<AskModel>(() =>
      Promise.resolve('<think>glaze</think>\nfiring temperature of celadon glaze\n'),
    )
    const short = await writeQuery('And how hot?', earlier, askModel)
    expect(short.text).toBe('firing temperature of celadon glaze')
    expect(short.terms.get('celadon')).toBe(1)
    expect(short.terms.get('hot')).toBe(1)
    expect(askModel).toHaveBeenCalledOnce()

    await writeQuery('Which sort of wood suits a large kitchen table best?', earlier, askModel)
    await writeQuery('And how hot?', [], askModel)
    expect(askModel).toHaveBeenCalledOnce()
  })

  it('uses earlier questions if the model fails', async () => {
    const { terms } = await writeQuery('And that?', earlier, () => Promise.resolve(undefined))
    expect(terms.get('celadon')).toBe(0.5)
  })
})
