import { describe, expect, it } from 'vitest'
import type { ChatModel } from '#contract/models.ts'
import { fillInKnown, findModelNote, knownModelsDate } from './known-models.ts'
import type { ModelNote } from './model-notes.ts'
import notes from './model-notes.json' with { type: 'json' }

const createModel = (name: string, more: Partial<ChatModel> = {}): ChatModel => ({
  id: `mine/${name}`,
  name,
  provider: 'mine',
  description: '',
  kind: 'chat',
  ...more,
})

describe('fillInKnown', () => {
  it('adds the context length, abilities and prices that a model list lacks', async () => {
    const [model] = await fillInKnown('anthropic', [createModel('claude-sonnet-5')])
    expect(model).toMatchObject({
      contextTokens: 1_000_000,
      canSee: true,
      canUseTools: true,
      canReason: true,
      price: { currency: 'USD', prompt: 2, completion: 10, cached: 0.2, cacheWrite: 2.5 },
    })
  })

  it('keeps the values of the model list and leaves unknown models and services unchanged', async () => {
    const price = { currency: 'USD', prompt: 1, completion: 1 }
    const own = createModel('claude-sonnet-5', { contextTokens: 9, canSee: false, price })
    const unknown = createModel('nobody')
    expect(await fillInKnown('anthropic', [own, unknown])).toEqual([
      expect.objectContaining({ ...own, canUseTools: true, canReason: true, isFilledIn: true }),
      unknown,
    ])
    expect(await fillInKnown(undefined, [own])).toEqual([own])
  })

  it('adds efforts, shutdown dates and successors to a model', async () => {
    const [ending, current] = await fillInKnown('openai', [
      createModel('gpt-4o'),
      createModel('gpt-6-luna'),
    ])
    expect(ending).toMatchObject({ endsOn: '2027-01-14', successor: 'gpt-6-luna' })
    expect(current?.endsOn).toBeUndefined()
    expect(current?.efforts).toEqual(['none', 'low', 'medium', 'high', 'xhigh', 'max'])
    expect(current?.price).toMatchObject({ prompt: 0.1, completion: 0.5, cached: 0.01 })
    expect(current?.price?.long).toEqual({
      above: 272_000,
      prompt: 0.2,
      completion: 0.75,
      cached: 0.02,
      cacheWrite: 0.25,
    })
  })

  it('drops the known shutdown date when the model list says that there is none', async () => {
    const listed = createModel('gpt-4o', { endsOn: undefined })
    const [model] = await fillInKnown('openai', [listed])
    expect(model?.endsOn).toBeUndefined()
  })

  it('returns the currency of prices that are not in US dollars', async () => {
    const [model] = await fillInKnown('deepseek', [createModel('deepseek-v4-pro')])
    expect(model?.price).toEqual({ currency: 'CNY', prompt: 4.5, completion: 13.5, cached: 0.15 })
  })

  it('marks the models that require the endpoint /responses', async () => {
    expect(await findModelNote('openai', 'gpt-6-astra')).toMatchObject({ responses: 'always' })
    expect(await findModelNote('openai', 'gpt-6-sol')).toMatchObject({ responses: 'withTools' })
    expect(await findModelNote('openai', 'gpt-4o')).not.toHaveProperty('responses')
    expect(await findModelNote(undefined, 'gpt-6-sol')).toBeUndefined()
  })

  it('never suggests a successor that has a shutdown date', () => {
    const services = Object.values(notes.services) as Record<string, ModelNote>[]
    const endingToo = services.flatMap((models) =>
      Object.values(models).filter(
        ({ successor }) => successor !== undefined && models[successor]?.ends !== undefined,
      ),
    )
    expect(endingToo).toEqual([])
  })

  it('contains the date of the snapshot', async () => {
    expect(await knownModelsDate()).toMatch(/^\d{4}-\d\d-\d\d$/)
  })
})
