// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Conversation } from '#contract/chat/chat.ts'
import type { SearchHit } from '#contract/chat/search.ts'
import { newId } from '#lib/id.ts'
import { SearchResults } from './search-results.tsx'

afterEach(cleanup)

const at = '2026-01-01T00:00:00.000Z'
const createChat = (title: string): Conversation => ({
  id: newId(),
  title,
  createdAt: at,
  updatedAt: at,
})
const inTitle = (conversation: Conversation): SearchHit => ({
  conversation,
  snippet: [{ text: conversation.title, isMatch: true }],
})
const inMessage = (conversation: Conversation, text: string): SearchHit => ({
  conversation,
  message: { id: newId(), role: 'assistant', createdAt: at },
  snippet: [{ text, isMatch: true }],
})

const readLinks = () => screen.getAllByRole('link').map(({ textContent }) => textContent)

describe('SearchResults', () => {
  it('lists a chat by its title only if none of its messages match', async () => {
    const [train, ferry] = [createChat('Train to Lisbon'), createChat('Ferry to Lisbon')]
    const hits = [inTitle(train), inTitle(ferry), inMessage(train, 'Lisbon by night train')]
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ hits })))
    render(
      <QueryClientProvider client={new QueryClient()}>
        <SearchResults query="lisbon" currentId={undefined} onOpen={() => {}} />
      </QueryClientProvider>,
    )
    await screen.findByText('2 found')
    expect(readLinks()).toEqual([
      expect.stringMatching(/^Ferry to Lisbon/),
      expect.stringMatching(/^Train to Lisbon.*Lisbon by night train$/),
    ])
  })

  it('lists a chat once with its best message, and its other messages on request', async () => {
    const train = createChat('Train to Lisbon')
    const best = inMessage(train, 'by night train')
    best.snippet.push({ text: 'Lisbon', isMatch: true })
    const hits = [inMessage(train, 'Which train?'), best, inMessage(train, 'The train is late')]
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ hits })))
    render(
      <QueryClientProvider client={new QueryClient()}>
        <SearchResults query="train" currentId={undefined} onOpen={() => {}} />
      </QueryClientProvider>,
    )
    await screen.findByText('1 found')
    expect(readLinks()).toEqual([expect.stringContaining('by night trainLisbon')])
    fireEvent.click(screen.getByRole('button', { name: '2 more in this chat' }))
    expect(readLinks().slice(1)).toEqual(['Which train?', 'The train is late'])
  })

  it('requests the next pages until one has hits', async () => {
    const hits = [inMessage(createChat('Old chat'), 'Lisbon by night train')]
    const pages = [{ hits: [], nextCursor: '1.a' }, { hits: [], nextCursor: '1.b' }, { hits }]
    const requested: string[] = []
    vi.stubGlobal('fetch', (url: string) => {
      requested.push(new URL(url, location.href).searchParams.get('cursor') ?? '')
      return Promise.resolve(Response.json(pages[requested.length - 1]))
    })
    render(
      <QueryClientProvider client={new QueryClient()}>
        <SearchResults query="lisbon" currentId={undefined} onOpen={() => {}} />
      </QueryClientProvider>,
    )
    await screen.findByText('1 found')
    expect(requested).toEqual(['', '1.a', '1.b'])
  })
})
