import { expect, it, vi } from 'vitest'
import type { ModelList } from '#contract/models.ts'
import type { Catalogue } from '../models/catalogue.ts'
import { findFirstView, type FirstViewSources } from './find-first-view.ts'

const model = { kind: 'chat', name: '', description: '', provider: '' } as const
const guide = { ...model, id: 'bozzetto/guide', canUseTools: false, canReason: false }

const withModels = (list: Partial<ModelList>): FirstViewSources => ({
  catalogue: { list: () => Promise.resolve({ models: [guide], problems: [], ...list }) },
  isOnlyGuideConnected: () => true,
})

it('findFirstView finds the view of a new chat if only the guide answers', async () => {
  expect(await findFirstView('/chat', 'owner', withModels({}))).toBe('chat')
  expect(await findFirstView('/chat?folder=a', 'owner', withModels({}))).toBeUndefined()
  expect(await findFirstView('/settings', 'owner', withModels({}))).toBeUndefined()
})

it('findFirstView finds no view if the chat would show more than the guide', async () => {
  const assistant = { ...guide, id: 'assistant/a' }
  const problems = [{ provider: 'ollama', message: 'Unreachable.' }]
  for (const list of [{ models: [guide, assistant] }, { models: [] }, { problems }]) {
    expect(await findFirstView('/chat', 'owner', withModels(list))).toBeUndefined()
  }
  const connected = { ...withModels({}), isOnlyGuideConnected: () => false }
  expect(await findFirstView('/chat', 'owner', connected)).toBeUndefined()
})

it('findFirstView does not wait for a slow service, and ignores failures', async () => {
  const slow = {
    ...withModels({}),
    catalogue: { list: vi.fn<Catalogue['list']>(() => new Promise<never>(() => {})) },
  }
  expect(await findFirstView('/chat', 'owner', slow)).toBeUndefined()
  const failing = { ...slow, catalogue: { list: () => Promise.reject(new Error('gone')) } }
  expect(await findFirstView('/chat', 'owner', failing)).toBeUndefined()
})
