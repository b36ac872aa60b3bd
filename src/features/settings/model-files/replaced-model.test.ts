import { expect, it } from 'vitest'
import { replacedModel } from './replaced-model.ts'

it('replacedModel returns the model that a file would replace', () => {
  const models = [{ id: 'local/image-to-3d', name: 'Local engine' }]
  const file = { provider: 'local', model: 'image-to-3d', name: 'Mine' }
  expect(replacedModel(JSON.stringify(file), models)).toBe(models[0])
  expect(replacedModel(JSON.stringify({ ...file, model: 'other' }), models)).toBeUndefined()
  expect(replacedModel('{', models)).toBeUndefined()
  expect(replacedModel('7', models)).toBeUndefined()
})
