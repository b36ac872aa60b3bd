// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { localOutboxStorage } from './outbox/outbox-storage.ts'
import { getChatRuntime } from './chat-runtime.ts'
import { useFollowedRuns } from './use-followed-runs.ts'

let listening: { name: string; listener: unknown }[] = []

beforeEach(() => {
  listening = []
  const listen = window.addEventListener.bind(window)
  const stopListening = window.removeEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation((...args) => {
    listening.push({ name: args[0], listener: args[1] })
    listen(...args)
  })
  vi.spyOn(window, 'removeEventListener').mockImplementation((...args) => {
    listening = listening.filter(({ name, listener }) => name !== args[0] || listener !== args[1])
    stopListening(...args)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  localStorage.clear()
})

function Reader() {
  useFollowedRuns(undefined)
  return null
}
const page = (client: QueryClient) => (
  <StrictMode>
    <QueryClientProvider client={client}>
      <Reader />
    </QueryClientProvider>
  </StrictMode>
)
const heardBy = (client: QueryClient) =>
  listening
    .filter(({ name, listener }) =>
      name === 'online' ? listener === getChatRuntime(client).outbox.pump : name === 'storage',
    )
    .map(({ name }) => name)
    .toSorted((a, b) => a.localeCompare(b))

function leaveQuestion(): string {
  const runId = newId()
  localOutboxStorage.write({
    conversationId: newId(),
    request: { runId, answerId: newId(), modelId: 'a/b', question: { id: newId(), text: 'Why?' } },
    queuedAtMs: 1,
    isHeld: true,
  })
  return runId
}

describe('chat runtime', () => {
  it('starts when the chat is mounted, not when it is first rendered', () => {
    const client = new QueryClient()
    renderToString(page(client))
    expect(heardBy(client)).toEqual([])
    render(page(client))
    expect(heardBy(client)).toEqual(['online', 'storage'])
  })

  it('removes its listeners when the chat is closed and no question is queued', () => {
    const client = new QueryClient()
    const { unmount } = render(page(client))
    unmount()
    expect(heardBy(client)).toEqual([])
  })

  it('keeps its listeners on any page while a question is queued', () => {
    const client = new QueryClient()
    const runId = leaveQuestion()
    const { unmount } = render(page(client))
    unmount()
    expect(heardBy(client)).toEqual(['online', 'storage'])
    getChatRuntime(client).outbox.remove(runId)
    expect(heardBy(client)).toEqual([])
  })
})
