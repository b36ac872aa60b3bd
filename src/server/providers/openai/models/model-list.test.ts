import { describe, expect, it } from 'vitest'
import { fillInKnown } from '../../known-models/known-models.ts'
import { parseModels } from './model-list.ts'

const service = {
  id: 'openai',
  title: 'OpenAI',
  addressSetting: 'the address',
  addressExample: 'https://api.openai.com/v1',
  keySetting: 'the key',
}

const parseList = (...data: object[]) => parseModels(service, {}, JSON.stringify({ data }))

describe('parseModels', () => {
  it('reads the release date and the shutdown date of a model', () => {
    const [model] = parseList({ id: 'gpt-9', created: 1_785_000_000, shutdown_date: '2029-03-04' })
    expect(model).toMatchObject({ createdAt: 1_785_000_000, endsOn: '2029-03-04' })
  })

  it('uses the names of the list, and ids where models have the same name or none', () => {
    const models = parseList(
      { id: 'qwen/qwen3-8b', name: 'Qwen: Qwen3 8B' },
      { id: 'meta/llama', display_name: 'Llama', name: 'llama-turbo' },
      { id: 'mistral-large-latest', name: 'mistral-large-2512' },
      { id: 'mistral-large-2512', name: 'mistral-large-2512' },
      { id: 'odd', name: ' ' },
    )
    expect(Object.fromEntries(models.map(({ id, name }) => [id, name]))).toEqual({
      'openai/qwen/qwen3-8b': 'Qwen: Qwen3 8B',
      'openai/meta/llama': 'Llama',
      'openai/mistral-large-latest': 'mistral-large-latest',
      'openai/mistral-large-2512': 'mistral-large-2512',
      'openai/odd': 'odd',
    })
  })

  it('ignores invalid dates', () => {
    const [model] = parseList({ id: 'gpt-9', created: 1_785_000_000_000, shutdown_date: 'soon' })
    expect(model).not.toHaveProperty('createdAt')
    expect(model).not.toHaveProperty('endsOn')
  })

  it.each([
    ['its own date', '2028-01-01', '2028-01-01'],
    ['no date', null, undefined],
  ])(
    'prefers the shutdown date %s in the model list to the date in this release',
    async (_what, listed, expected) => {
      const models = parseList({ id: 'gpt-4o', shutdown_date: listed })
      const [model] = await fillInKnown('openai', models)
      expect(model?.endsOn).toBe(expected)
      expect(model?.successor).toBe('gpt-6-luna')
    },
  )
})
