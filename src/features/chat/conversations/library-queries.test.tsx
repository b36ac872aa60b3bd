// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Conversation } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import { chatLibraryQueries, useChangeConversation } from './library-queries.ts'
import { chatQueries } from '../queries/chat-queries.ts'

const at = '2026-01-01T00:00:00.000Z'
const talk: Conversation = { id: newId(), title: 'A talk', createdAt: at, updatedAt: at }
const folderId = newId()
const folderKey = [...chatQueries.conversations().queryKey, 'folder', folderId]

function setUp(one: Conversation) {
  const answers: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
  const client = new QueryClient()
  const hold = (queryKey: readonly unknown[], conversations: Conversation[]) =>
    client.setQueryData(queryKey, { pages: [{ conversations }], pageParams: [''] })
  const active = chatLibraryQueries.pages('active').queryKey
  const archived = chatLibraryQueries.pages('archived').queryKey
  hold(active, [one])
  hold(archived, [])
  hold(folderKey, one.folderId === undefined ? [] : [one])
  const { result } = renderHook(useChangeConversation, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  })
  const held = (queryKey: readonly unknown[]) =>
    client
      .getQueryData<{ pages: { conversations: Conversation[] }[] }>(queryKey)
      ?.pages.flatMap(({ conversations }) => conversations)
  return {
    answers,
    inActive: () => held(active),
    inFolder: () => held(folderKey),
    isStale: () => client.getQueryState(active)?.isInvalidated,
    change: (change: Parameters<typeof result.current.mutate>[0]['change']) =>
      act(async () => result.current.mutate({ id: one.id, change })),
  }
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('useChangeConversation', () => {
  it('pins and unpins a conversation in the list before the server has responded', async () => {
    const { change, inActive, answers } = setUp(talk)
    await change({ isPinned: true })
    await waitFor(() => expect(answers).toHaveLength(1))
    expect(inActive()?.[0]?.pinnedAt).toBeDefined()
    await change({ isPinned: false })
    expect(inActive()?.[0]?.pinnedAt).toBeUndefined()
  })

  it('reloads the lists after the last of several changes has settled', async () => {
    const { change, isStale, answers } = setUp(talk)
    await change({ isPinned: true })
    await change({ isPinned: false })
    await waitFor(() => expect(answers).toHaveLength(2))
    await act(async () => answers[0]!(Response.json(talk)))
    expect(isStale()).toBe(false)
    await act(async () => answers[1]!(Response.json(talk)))
    await waitFor(() => expect(isStale()).toBe(true))
  })

  it('removes a moved conversation from its old folder, and an archived one from the active list', async () => {
    const { change, inActive, inFolder } = setUp({ ...talk, folderId })
    await change({ folderId: null })
    expect(inActive()).toHaveLength(1)
    expect(inFolder()).toHaveLength(0)
    await change({ isArchived: true })
    expect(inActive()).toHaveLength(0)
  })
})
