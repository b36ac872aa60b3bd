import { describe, expect, it } from 'vitest'
import type { ChatModel } from '#contract/models.ts'
import { fillInKnown, knownModelsDate } from './known-models.ts'

const modelOf = (name: string, more: Partial<ChatModel> = {}): ChatModel => ({
  id: `mine/${name}`,
  name,
  provider: 'mine',
  description: '',
  kind: 'chat',
  ...more,
})

describe('what is known of models', () => {
  it('fills in what a list leaves out, with the prices of its cache', async () => {
    const [model] = await fillInKnown('anthropic', [modelOf('claude-sonnet-5')])
    expect(model).toMatchObject({
      contextTokens: 1_000_000,
      canSee: true,
      canUseTools: true,
      canReason: true,
      price: { currency: 'USD', prompt: 2, completion: 10, cached: 0.2, cacheWrite: 2.5 },
    })
  })

  it('leaves what the list says, and models and services that it does not know', async () => {
    const price = { currency: 'USD', prompt: 1, completion: 1 }
    const own = modelOf('claude-sonnet-5', { contextTokens: 9, canSee: false, price })
    const unknown = modelOf('nobody')
    expect(await fillInKnown('anthropic', [own, unknown])).toEqual([
      { ...own, canUseTools: true, canReason: true, isFilledIn: true },
      unknown,
    ])
    expect(await fillInKnown(undefined, [own])).toEqual([own])
  })

  it('has its day', async () => {
    expect(await knownModelsDate()).toMatch(/^\d{4}-\d\d-\d\d$/)
  })
})
