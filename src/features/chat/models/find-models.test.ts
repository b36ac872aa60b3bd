import { describe, expect, it } from 'vitest'
import type { ChatModel } from '#contract/models.ts'
import { findModels, nameModels } from './find-models.ts'

const createModel = (id: string, more: Partial<ChatModel> = {}): ChatModel => ({
  id,
  name: id.replace(/^[^/]*\//, ''),
  provider: id.split('/', 1)[0]!,
  description: '',
  kind: 'chat',
  ...more,
})
const many = Array.from({ length: 20 }, (_, at) => createModel(`big/model-${at}`))
const models = [
  ...many,
  createModel('small/writer', { canUseTools: true }),
  createModel('big/eyes', { canSee: true, isFavourite: true }),
]
const named = nameModels(models, (id) => id.toUpperCase())
const findGroups = (query: string, recent: string[] = []) =>
  findModels(named, query, recent).map(({ id, group }) => `${group} ${id}`)

describe('findModels', () => {
  it('lists favourites and recent models first, each once, and groups the rest by provider', () => {
    const found = findGroups('', ['small/writer', 'big/eyes', 'big/model-3', 'gone/model'])
    expect(found.slice(0, 4)).toEqual([
      'Favourites big/eyes',
      'Recent small/writer',
      'Recent big/model-3',
      'BIG big/model-0',
    ])
    expect(found).toHaveLength(models.length)
    expect(new Set(found.slice(3).map((one) => one.split(' ', 1)[0]))).toEqual(new Set(['BIG']))
  })

  it('matches every word against name, provider and abilities', () => {
    expect(findGroups('Small TOOLS')).toEqual(['SMALL small/writer'])
    expect(findGroups('vision')).toEqual(['Favourites big/eyes'])
    expect(findGroups('model-1 big').length).toBe(11)
    expect(findGroups('nothing')).toEqual([])
  })

  it('omits the recent group in a short list', () => {
    const few = nameModels(models.slice(-2), (id) => id)
    expect(findModels(few, '', ['small/writer']).map(({ group }) => group)).toEqual([
      'Favourites',
      'small',
    ])
  })
})
