import { describe, expect, it } from 'vitest'
import type { ChatModel } from '#contract/models.ts'
import { findModels, nameModels } from './find-models.ts'
import { isPinned, pinsSetting, togglePin } from './pinned-models.ts'

const createModel = (id: string, more: Partial<ChatModel> = {}): ChatModel => ({
  id,
  name: id.replace(/^[^/]*\//, ''),
  provider: id.split('/', 1)[0]!,
  description: '',
  kind: 'chat',
  ...more,
})
const createPrice = (prompt: number) => ({ currency: 'USD', prompt, completion: prompt })
const many = Array.from({ length: 20 }, (_, at) => createModel(`big/model-${at}`))
const models = [
  ...many,
  createModel('small/writer', { canUseTools: true }),
  createModel('big/eyes', { canSee: true, isFavourite: true }),
]
const named = nameModels(models, (id) => id.toUpperCase())
const findGroups = (query: string, recent: string[] = []) =>
  findModels(named, { query, recentIds: recent }).map(({ id, group }) => `${group} ${id}`)

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

  it('has no group of recent models in a short list', () => {
    const few = nameModels(models.slice(-2), (id) => id)
    expect(
      findModels(few, { query: '', recentIds: ['small/writer'] }).map(({ group }) => group),
    ).toEqual(['Favourites', 'small'])
  })

  it('lists models whose name contains the words before models whose provider’s name contains them', () => {
    const some = nameModels(
      [
        createModel('mistral/codestral', { isFavourite: true }),
        createModel('mistral/mistral-large'),
        createModel('router/mistral-small'),
        createModel('router/other'),
      ],
      (id) => (id === 'mistral' ? 'Mistral' : 'Router'),
    )
    const found = findModels(some, { query: 'mistral', recentIds: [] })
    expect(found.map(({ id, group }) => `${group} ${id}`)).toEqual([
      'Best matches mistral/mistral-large',
      'Best matches router/mistral-small',
      'Favourites mistral/codestral',
    ])
  })

  it('keeps only models that pass all filters', () => {
    const some = nameModels(
      [
        createModel('a/both', { canSee: true, canUseTools: true }),
        createModel('a/sees', { canSee: true }),
        createModel('a/free', { price: { currency: 'USD', prompt: 0, completion: 0 } }),
      ],
      (id) => id,
    )
    const find = (...filters: ('see' | 'tools' | 'free')[]) =>
      findModels(some, { query: '', recentIds: [], filters: new Set(filters) }).map(({ id }) => id)
    expect(find('see', 'tools')).toEqual(['a/both'])
    expect(find('see')).toEqual(['a/both', 'a/sees'])
    expect(find('free')).toEqual(['a/free'])
  })

  it('lists the cheapest models first and models without a price last', () => {
    const some = nameModels(
      [
        createModel('a/dear', { price: createPrice(9) }),
        createModel('a/unknown', { isFavourite: true }),
        createModel('b/cheap', { price: createPrice(1) }),
      ],
      (id) => id,
    )
    const found = findModels(some, { query: '', recentIds: [], isCheapestFirst: true })
    expect(found.map(({ id, group }) => `${group}: ${id}`)).toEqual([
      'Cheapest first: b/cheap',
      'Cheapest first: a/dear',
      'Price not known: a/unknown',
    ])
  })
})

describe('togglePin', () => {
  it('adds a favourite, or removes a favourite set by the server, in this browser only', () => {
    const own = createModel('a/own')
    const shared = createModel('a/shared', { isFavourite: true })
    togglePin(own)
    togglePin(shared)
    const pins = pinsSetting.read()
    expect([isPinned(own, pins), isPinned(shared, pins)]).toEqual([true, false])
    togglePin(own)
    togglePin(shared)
    expect(pinsSetting.read().size).toBe(0)
  })
})
