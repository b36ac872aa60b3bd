// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { DefaultModels } from './default-models.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const guide = {
  id: 'bozzetto/guide',
  name: 'Guide',
  provider: 'bozzetto',
  kind: 'chat',
  description: '',
}
const engine = {
  id: 'local/image-to-3d',
  name: 'Local engine',
  provider: 'local',
  kind: '3d',
  description: '',
  paramSchema: { type: 'object', properties: {} },
}
const maker = { ...engine, id: 'acme/maker', name: 'Maker', provider: 'acme' }
const writer = { ...guide, id: 'acme/writer', name: 'Writer', provider: 'acme' }

function open(models: readonly object[]) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ models, problems: [] })))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DefaultModels />
    </QueryClientProvider>,
  )
}

it('DefaultModels shows no cards before a service is connected', async () => {
  open([guide, engine])
  expect(await screen.findByText('Nothing to choose yet')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})

it('DefaultModels mentions no last language model while only 3D services are connected', async () => {
  open([guide, engine, maker])
  expect(await screen.findByRole('button', { name: 'Chat: No language model yet' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Chat titles: No language model yet' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '3D models: Last used model' })).toBeTruthy()
})

it('DefaultModels uses the last model once a service is connected', async () => {
  open([guide, engine, writer])
  await screen.findByRole('list')
  expect(await screen.findByRole('button', { name: 'Chat: Last used model' })).toBeTruthy()
})
