// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { libraryAsset } from '#queries/library-asset.fixture.ts'
import { ThreadActionsContext, type ThreadActions } from '../thread-actions.ts'
import { ModelCard } from './model-card.tsx'

vi.mock('#viewer/viewer.tsx', () => ({ Viewer: () => null }))
vi.mock('#viewer/loading/models.ts', () => ({ models: { trim: () => {} } }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('ModelCard opens the model that it was made from, and compares both models', async () => {
  const [sourceId, id] = [newId(), newId()]
  const bear = { ...libraryAsset({ id: sourceId, name: 'Bear' }), thumbnailUrl: '/bear' }
  const recipe = {
    modelId: 'workshop/change',
    params: {},
    inputSha256: [],
    source: { assetId: sourceId, name: 'Bear', step: 'height' },
  }
  const tall = { ...libraryAsset({ id, name: 'Tall bear' }), thumbnailUrl: '/tall', recipe }
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(new Response(JSON.stringify(path.endsWith(id) ? tall : bear))),
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ThreadActionsContext value={{ mention: () => {} } as unknown as ThreadActions}>
        <ModelCard assetId={id} />
      </ThreadActionsContext>
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Before and after' }))
  await screen.findByAltText('Before: Bear')
  const slider = screen.getByRole('slider', { name: 'Before and after' })
  fireEvent.change(slider, { target: { value: '80' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('80% before')

  const later = screen.getByRole<HTMLButtonElement>('button', { name: 'Later version' })
  expect(later.disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Earlier version' }))
  await screen.findByRole('article', { name: '3D model Bear' })
  fireEvent.click(screen.getByRole('button', { name: 'Later version' }))
  await screen.findByRole('article', { name: '3D model Tall bear' })
})
