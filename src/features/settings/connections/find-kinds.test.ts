import { expect, it } from 'vitest'
import type { ConnectionKind } from '#contract/connections.ts'
import { findKinds } from './find-kinds.ts'

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
  kind('OpenAI', 'cloud'),
  kind('Ollama', 'local'),
  kind('Gateway', 'custom', { about: 'Many companies.', offers: ['chat', '3d'] }),
  kind('vLLM', 'local'),
]
const found = (query: string) =>
  findKinds(kinds, query).map((part) => [part.group, ...part.kinds.map(({ name }) => name)])

it('lists local services first, in the given order', () => {
  expect(found('')).toEqual([
    ['local', 'Ollama', 'vLLM'],
    ['cloud', 'OpenAI'],
    ['custom', 'Gateway'],
  ])
})

it('matches every word against name, description and abilities', () => {
  expect(found('ll')).toEqual([['local', 'Ollama', 'vLLM']])
  expect(found('3D companies')).toEqual([['custom', 'Gateway']])
  expect(found('3D ollama')).toEqual([])
})
