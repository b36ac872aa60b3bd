import { expect, it } from 'vitest'
import { firstModel } from './first-model.ts'

type Model = { id: string; isFavourite?: boolean; assistant?: object }

const createModel = (id: string, price: number, more: Partial<Model> = {}) => ({
  id,
  price: { prompt: price, completion: price },
  ...more,
})

it('firstModel prefers a favourite, otherwise a model of medium price', () => {
  const models = [
    createModel('a-dear', 75),
    createModel('b-middle', 3),
    createModel('c-cheap', 0.1),
  ]
  expect(firstModel(models)?.id).toBe('b-middle')
  expect(firstModel([...models, createModel('d', 9, { isFavourite: true })])?.id).toBe('d')
  expect(firstModel([createModel('a-dear', 75), createModel('own', 0)])?.id).toBe('own')
  expect(firstModel([])).toBeUndefined()
})

it('firstModel never returns an assistant', () => {
  const assistant = { modelName: 'b-middle', starters: [], tools: [], isOwn: true }
  const coach = createModel('assistant/coach', 3, { assistant, isFavourite: true })
  expect(firstModel([coach, createModel('plain', 1)])?.id).toBe('plain')
  expect(firstModel([coach])).toBeUndefined()
})
