// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { modelsQuery } from '#queries/models.ts'
import { useChatState } from './use-chat-state.ts'

const createModel = (name: string) => ({
  id: `gateway/${name}`,
  name,
  provider: 'gateway',
  description: '',
  kind: 'chat' as const,
})

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const models = ['usual', 'writer', 'editor'].map(createModel)
  client.setQueryData(modelsQuery().queryKey, {
    models,
    problems: [],
    defaults: { chat: 'gateway/usual' },
  })
  const { hook } = memoryLocation({ path: '/chat' })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <Router hook={hook}>{children}</Router>
    </QueryClientProvider>
  )
  return renderHook(({ id }: { id: string | undefined }) => useChatState(id), {
    wrapper,
    initialProps: { id: undefined as string | undefined },
  })
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

it('useChatState allows no question to several models while an answer is being written', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const { result, rerender } = open()
  await vi.waitFor(() => expect(result.current.thread.chat.isReady).toBe(true))
  expect(result.current.question.models.cannotSend).toBeUndefined()
  const ids = ['gateway/writer', 'gateway/editor']
  act(() => result.current.question.setComparedIds(ids))
  expect(result.current.question.models.cannotSend).toBeUndefined()
  let id = ''
  act(() => {
    const question = { text: 'Why?', attachments: [], parentId: undefined }
    id = result.current.thread.chat.ask(question, ids).id
    result.current.question.begun(id)
  })
  rerender({ id })
  expect(result.current.thread.isRunning).toBe(true)
  expect(result.current.question.models.cannotSend).toBe('Wait for this answer first')
})

describe('useChatState, after a new chat has begun', () => {
  it('keeps the chosen models and settings in the new conversation, and starts the next chat without them', () => {
    const { result, rerender } = open()
    act(() => {
      result.current.question.setComparedIds(['gateway/writer', 'gateway/editor'])
      result.current.question.models.choose('gateway/writer')
      result.current.question.settings.save({ systemPrompt: 'Rhyme.' })
    })
    expect(result.current.question.comparedIds).toHaveLength(2)
    act(() => result.current.question.begun('first'))
    rerender({ id: 'first' })
    expect(result.current.question.comparedIds).toEqual(['gateway/writer', 'gateway/editor'])
    expect(result.current.question.models.modelId).toBe('gateway/writer')
    expect(result.current.question.settings.current).toEqual({ systemPrompt: 'Rhyme.' })

    rerender({ id: undefined })
    expect(result.current.question.comparedIds).toEqual([])
    expect(result.current.question.models.modelId).toBe('gateway/usual')
    expect(result.current.question.settings.current).toEqual({})
  })

  it('does not use the compared models of one conversation in another conversation', () => {
    const { result, rerender } = open()
    rerender({ id: 'first' })
    act(() => result.current.question.setComparedIds(['gateway/writer', 'gateway/editor']))
    rerender({ id: 'second' })
    expect(result.current.question.comparedIds).toEqual([])
  })
})
