import { describe, expect, it } from 'vitest'
import type { ConnectionKind } from '#contract/connections.ts'
import { findKinds, listKinds } from './find-kinds.ts'

const kind = (id: string, group: ConnectionKind['group'], more = {}): ConnectionKind => ({
  id,
  name: id,
  about: '',
  offers: ['chat'],
  group,
  secrets: [],
  ...more,
})
const kinds = [
  kind('openai', 'cloud'),
  kind('ollama', 'local'),
  kind('gateway', 'custom', { about: 'Many companies.', offers: ['chat', '3d'] }),
  kind('vllm', 'local'),
  kind('tavily', 'cloud', { offers: ['web'] }),
]
const names = (groups: ReturnType<typeof findKinds>) =>
  groups.map((part) => [part.title, ...part.kinds.map(({ name }) => name)])

const found = (query: string) =>
  findKinds(kinds, query).flatMap((part) => part.kinds.map(({ name }) => name))

describe('findKinds', () => {
  it('matches every word against name, description and abilities', () => {
    expect(found('ll')).toEqual(['ollama', 'vllm'])
    expect(found('3D companies')).toEqual(['gateway'])
    expect(found('3D ollama')).toEqual([])
  })
})

describe('listKinds', () => {
  it('lists popular providers by purpose, and last those that need an address', () => {
    expect(names(listKinds(kinds, 'popular'))).toEqual([
      ['One key, many models', 'openai'],
      ['A server of your own', 'ollama'],
      ['So that answers can look things up', 'tavily'],
      ['By its address', 'gateway'],
    ])
  })

  it('lists every provider in at least one other category', () => {
    const listed = (['local', 'cloud', '3d', 'web', 'address'] as const).flatMap((category) =>
      listKinds(kinds, category).flatMap((part) => part.kinds.map(({ id }) => id)),
    )
    expect(new Set(listed)).toEqual(new Set(kinds.map(({ id }) => id)))
  })
})
