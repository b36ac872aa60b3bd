// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { localOutboxStorage } from './outbox/outbox-storage.ts'
import { trafficOf } from './traffic.ts'
import { useLiveRun } from './use-live-run.ts'

/** What listens to the window, by the event's name. */
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
  useLiveRun(undefined)
  return null
}
const page = (client: QueryClient) => (
  <StrictMode>
    <QueryClientProvider client={client}>
      <Reader />
    </QueryClientProvider>
  </StrictMode>
)
/** The query client listens for the network too. */
const heardBy = (client: QueryClient) =>
  listening
    .filter(({ name, listener }) =>
      name === 'online' ? listener === trafficOf(client).outbox.pump : name === 'storage',
    )
    .map(({ name }) => name)
    .toSorted((a, b) => a.localeCompare(b))

/** A question that waits from an earlier visit; it is held, so that nothing sends it. */
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

describe('the chat’s traffic', () => {
  it('begins with what is shown, not with what is rendered', () => {
    const client = new QueryClient()
    renderToString(page(client))
    expect(heardBy(client)).toEqual([])
    render(page(client))
    expect(heardBy(client)).toEqual(['online', 'storage'])
  })

  it('listens no more once the chat is closed and nothing waits', () => {
    const client = new QueryClient()
    const { unmount } = render(page(client))
    unmount()
    expect(heardBy(client)).toEqual([])
  })

  it('listens on while a question waits, wherever the person goes meanwhile', () => {
    const client = new QueryClient()
    const runId = leaveQuestion()
    const { unmount } = render(page(client))
    unmount()
    expect(heardBy(client)).toEqual(['online', 'storage'])
    trafficOf(client).outbox.remove(runId)
    expect(heardBy(client)).toEqual([])
  })
})
