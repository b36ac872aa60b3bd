// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import type { ConversationMenu } from './row/use-conversation-menu.ts'

// The base path is read when its module is loaded.
beforeEach(() => {
  document.head.innerHTML = '<meta name="bozzetto-base" content="/tools">'
  vi.resetModules()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
})

const at = '2026-01-01T00:00:00.000Z'
const chat = { id: newId(), title: 'Kiln', createdAt: at, updatedAt: at }

it('links to chats contain the base path', async () => {
  const { ConversationRow } = await import('./row/conversation-row.tsx')
  const { SearchResults } = await import('./search-results.tsx')
  const snippet = [{ text: 'Kiln', isMatch: true }]
  vi.stubGlobal('fetch', async () => Response.json({ hits: [{ conversation: chat, snippet }] }))
  const shown = { isCurrent: false, isUnread: false, menu: {} as ConversationMenu }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ul>
        <ConversationRow conversation={chat} {...shown} onOpen={() => {}} />
      </ul>
      <SearchResults query="kiln" currentId={undefined} onOpen={() => {}} />
    </QueryClientProvider>,
  )
  await screen.findByText('1 found')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(Array(2).fill(`/tools/chat/${chat.id}`))
})

it('the address of an assistant’s picture contains the base path', async () => {
  const { assistantSchema } = await import('#contract/chat/assistants.ts')
  const assistant = assistantSchema.parse({
    id: newId(),
    name: 'Poet',
    description: '',
    settings: {},
    starters: [],
    chats: 0,
    createdAt: at,
    pictureUrl: '/api/assistants/a/picture',
  })
  expect(assistant.pictureUrl).toBe('/tools/api/assistants/a/picture')
})
