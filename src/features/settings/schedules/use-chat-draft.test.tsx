// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { useChatDraft } from './use-chat-draft.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('useChatDraft takes over the last question, and names what a schedule cannot contain', async () => {
  const [id, questionId] = [newId(), newId()]
  const createdAt = '2026-01-01T00:00:00.000Z'
  const document = {
    kind: 'document',
    id: newId(),
    name: 'news.txt',
    mimeType: 'text/plain',
    sizeBytes: 5,
    textLength: 5,
    isCut: false,
  }
  const message = { conversationId: id, role: 'user', text: 'Summarise the file.', createdAt }
  vi.stubGlobal('fetch', async () =>
    Response.json({
      conversation: { id, title: 'News', modelId: 'a/b', createdAt, updatedAt: createdAt },
      settings: { systemPrompt: 'Be brief.' },
      messages: [{ ...message, id: questionId, attachments: [document] }],
    }),
  )
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useChatDraft(id), { wrapper })
  await waitFor(() => expect(result.current?.question).toBe('Summarise the file.'))
  expect(result.current?.leftOut).toEqual(['its instructions', '1 file'])
})
