import { expect, it } from 'vitest'
import type { ChatModel } from '#contract/models.ts'
import { chooseModel, describeQuestionPrice } from './question-price.ts'

const createModel = (name: string, completion?: number, provider = 'mine'): ChatModel => ({
  id: `${provider}/${name}`,
  kind: 'chat',
  name,
  provider,
  description: '',
  ...(completion !== undefined && {
    price: { currency: 'USD', prompt: completion / 5, completion },
  }),
})

it('chooseModel returns the default chat model, or else the cheapest model of the connection', () => {
  const models = [
    createModel('bare'),
    createModel('dear', 15),
    createModel('cheap', 1),
    createModel('x', 0, 'other'),
  ]
  expect(chooseModel({ models }, 'mine')?.name).toBe('cheap')
  expect(chooseModel({ models, defaults: { chat: 'mine/dear' } }, 'mine')?.name).toBe('dear')
  expect(chooseModel({ models, defaults: { chat: 'other/x' } }, 'mine')?.name).toBe('cheap')
  expect(chooseModel({ models }, 'nobody')).toBeUndefined()
})

it.each([
  [createModel('a', 15), 'cloud', 'Costs at most about $0.0032.'],
  [createModel('a', 0), 'cloud', 'This model is free.'],
  [createModel('a'), 'local', 'It runs on your own machine.'],
  [createModel('a'), 'cloud', 'The service may charge for it: up to 200 output tokens.'],
] as const)('describeQuestionPrice states the price in advance: %o', (model, group, sentence) => {
  expect(describeQuestionPrice(model, { group })).toBe(sentence)
})
