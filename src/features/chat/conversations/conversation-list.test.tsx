// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { ConversationSidebar } from './conversation-list.tsx'

const ignore = () => {}
let showActions = () => {}
const shown = new Promise<void>((resolve) => {
  showActions = resolve
})
vi.mock('./selection/selection-layer.tsx', async (importOriginal) => {
  await shown
  return importOriginal()
})

it('selects a chat before the code of the actions is loaded', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const conversations = ['Kiln', 'Glaze'].map((title) => ({
    id: newId(),
    title,
    createdAt: at,
    updatedAt: at,
  }))
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.includes('/api/conversations') ? { conversations } : []),
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConversationSidebar
        currentId={undefined}
        onOpen={ignore}
        onNew={ignore}
        onNewIn={ignore}
        onImport={ignore}
        onGone={ignore}
      />
    </QueryClientProvider>,
  )
  const row = await screen.findByRole('link', { name: 'Kiln' })
  const isFollowed = fireEvent.click(row, { ctrlKey: true })
  expect(isFollowed).toBe(false)
  showActions()
  const bar = await screen.findByRole('region', { name: 'Selected chats' })
  expect(bar.textContent).toContain('1 selected')
  vi.unstubAllGlobals()
})
