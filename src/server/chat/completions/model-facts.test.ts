import { describe, expect, it } from 'vitest'
import { ScriptedProvider } from '../scripted-provider.fixture.ts'
import { sumUsage, computeCost, modelFacts } from './model-facts.ts'
import { usageDetails } from './usage-details.ts'

const plain = { currency: 'USD', prompt: 2, completion: 10 }
const usage = { promptTokens: 1_000, completionTokens: 100 }

describe('computeCost', () => {
  it.each([
    ['plainly', usage, { currency: 'USD', prompt: 2, completion: 10 }, 0.003],
    [
      'with what was cached cheaper',
      { ...usage, cachedTokens: 400 },
      { currency: 'USD', prompt: 2, completion: 10, cached: 0.5 },
      0.0024,
    ],
    [
      'with what was cached at the same price',
      { ...usage, cachedTokens: 400 },
      { currency: 'USD', prompt: 2, completion: 10 },
      0.003,
    ],
    [
      'with the price of long prompts',
      { ...usage, cachedTokens: 400 },
      { ...plain, long: { above: 999, prompt: 4, completion: 15, cached: 1 } },
      0.0024 + 0.0004 + 0.0015,
    ],
    [
      'with the usual price up to the length of long prompts',
      usage,
      { ...plain, long: { above: 1_000, prompt: 4, completion: 15 } },
      0.003,
    ],
  ])('computes the cost %s', (_case, used, price, amount) => {
    expect(computeCost(used, price)?.amount).toBeCloseTo(amount, 10)
  })

  it('returns undefined without a price or without tokens', () => {
    expect(computeCost(usage, undefined)).toBeUndefined()
    expect(computeCost(undefined, { currency: 'USD', prompt: 1, completion: 1 })).toBeUndefined()
  })
})

describe('token usage', () => {
  it('is added up over several requests', () => {
    expect(sumUsage(undefined, usage)).toEqual(usage)
    expect(sumUsage({ ...usage, cachedTokens: 5 }, usage)).toEqual({
      promptTokens: 2_000,
      completionTokens: 200,
      cachedTokens: 5,
    })
  })

  it.each([
    [{ prompt_tokens_details: { cached_tokens: 3 } }, { cachedTokens: 3 }],
    [{ prompt_cache_hit_tokens: 4 }, { cachedTokens: 4 }],
    [{ completion_tokens_details: { reasoning_tokens: 5 } }, { reasoningTokens: 5 }],
    [{ prompt_tokens_details: null, completion_tokens_details: 'x' }, {}],
  ])('is read from %j', (given, expected) => {
    expect(usageDetails(given)).toEqual(expected)
  })
})

describe('modelFacts', () => {
  it('returns the provider’s model list entry, or nothing if the list fails or takes too long', async () => {
    const provider = new ScriptedProvider()
    expect(await modelFacts(provider, 'writer', 1_000)).toMatchObject({ id: 'scripted/writer' })
    expect(await modelFacts(provider, 'other', 1_000)).toBeUndefined()
    provider.listModels = () => Promise.reject(new Error('down'))
    expect(await modelFacts(provider, 'writer', 1_000)).toBeUndefined()
    provider.listModels = () => new Promise(() => {})
    expect(await modelFacts(provider, 'writer', 10)).toBeUndefined()
  })
})
