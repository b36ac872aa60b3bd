import { expect, it, vi } from 'vitest'
import type { ModelList } from '#contract/models.ts'
import type { Catalogue } from '../models/catalogue.ts'
import { modelsAtFirst } from '../providers/models-at-first.ts'
import { findFirstView, type FirstViewSources } from './find-first-view.ts'

const emptyLibrary = {
  count: 0,
  trashCount: 0,
  storedBytes: 0,
  models: [],
  tags: [],
  folders: [],
}

const createSources = (changed: Partial<FirstViewSources> = {}): FirstViewSources => ({
  catalogue: { list: () => Promise.resolve(modelsAtFirst) },
  isNothingConnected: () => true,
  tasks: { list: () => Promise.resolve({ tasks: [] }) },
  assets: { summary: () => Promise.resolve(emptyLibrary) },
  ...changed,
})

const withModels = (list: Partial<ModelList>) =>
  createSources({ catalogue: { list: () => Promise.resolve({ ...modelsAtFirst, ...list }) } })

it('findFirstView finds the views of a new server', async () => {
  const sources = createSources()
  expect(await findFirstView('/chat', 'owner', sources)).toBe('chat')
  expect(await findFirstView('/', 'owner', sources)).toBe('studio')
  expect(await findFirstView('/library', 'owner', sources)).toBe('library-empty')
  for (const address of ['/chat?folder=a', '/asset/a', '/library/a', '/settings']) {
    expect(await findFirstView(address, 'owner', sources)).toBeUndefined()
  }
})

it('findFirstView finds no view if a page would show other models', async () => {
  const [guide, ...models3d] = modelsAtFirst.models
  if (guide?.kind !== 'chat') throw new Error('The guide is missing.')
  const problems = [{ provider: 'ollama', message: 'Unreachable.' }]
  for (const sources of [
    createSources({ isNothingConnected: () => false }),
    withModels({ problems }),
    withModels({ models: [guide, { ...guide, id: 'assistant/a' }, ...models3d] }),
    withModels({ models: [{ ...guide, name: 'Helper' }, ...models3d] }),
    withModels({ defaults: { chat: 'openai/gpt-5' } }),
  ]) {
    expect(await findFirstView('/chat', 'owner', sources)).toBeUndefined()
    expect(await findFirstView('/', 'owner', sources)).toBeUndefined()
  }
})

it('findFirstView finds no view of the studio after a task, and none for a library with models', async () => {
  const task = { id: 'a' } as unknown as Awaited<
    ReturnType<FirstViewSources['tasks']['list']>
  >['tasks'][number]
  const summary = { ...emptyLibrary, count: 1 }
  const sources = createSources({
    tasks: { list: () => Promise.resolve({ tasks: [task] }) },
    assets: { summary: () => Promise.resolve(summary) },
  })
  expect(await findFirstView('/', 'owner', sources)).toBeUndefined()
  expect(await findFirstView('/library', 'owner', sources)).toBe('library')
})

it('findFirstView does not wait for a slow service, and ignores failures', async () => {
  const list = vi.fn<Catalogue['list']>(() => new Promise(() => {}))
  expect(
    await findFirstView('/chat', 'owner', createSources({ catalogue: { list } })),
  ).toBeUndefined()
  list.mockRejectedValue(new Error('gone'))
  expect(
    await findFirstView('/chat', 'owner', createSources({ catalogue: { list } })),
  ).toBeUndefined()
})
