// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { Connection } from '#contract/connections.ts'
import '#ui/overlays/menu-popup.tsx'
import '#ui/overlays/dialog-panel.tsx'
import { ConnectionPage } from './connection-page.tsx'

const connection: Connection = {
  id: 'writers',
  kind: 'openai-compatible',
  name: 'Writers',
  address: 'https://writers.example/v1',
  source: 'settings',
  isOn: true,
  secrets: [{ id: 'key', hint: 'sk-…a1B2', setAt: '2026-11-03T10:00:00Z' }],
  modelCount: 1,
  lastAnsweredAt: '2026-11-20T10:00:00Z',
}

const listed = {
  id: 'writers/long',
  name: 'Long writer',
  kind: 'chat',
  listedName: 'Long writer',
  isOn: true,
  isFavourite: false,
}

const used = { usd: 0.5, tokens: 2_000, models: 0, bytes: 0 }
const spent = {
  total: { ...used, usd: 9 },
  people: [],
  models: [
    { modelId: 'writers/long', ...used },
    { modelId: 'writers/short', ...used, usd: 0.25 },
    { modelId: 'writers-2/long', ...used, usd: 8.25 },
  ],
  days: [],
}

const json = (body: unknown) => new Response(JSON.stringify(body))

function open(connections: Connection[], id = 'writers') {
  let stored = connections
  const fake = vi.fn<(path: string, init: RequestInit) => Promise<Response>>((path, init) => {
    if (init.method === 'DELETE') {
      stored = []
      return Promise.resolve(new Response(null, { status: 204 }))
    }
    if (path === '/api/connections') {
      return Promise.resolve(json({ connections: stored, kinds: [] }))
    }
    if (path.startsWith('/api/spending/all?')) return Promise.resolve(json(spent))
    if (path === '/api/models') return Promise.resolve(json({ models: [], problems: [] }))
    return Promise.resolve(json({ models: [listed], problems: [], knownDate: '2026-11-01' }))
  })
  vi.stubGlobal('fetch', fake)
  const location = memoryLocation({ path: '/settings/models', record: true })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Router hook={location.hook}>
        <ConnectionPage id={id} />
      </Router>
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), fetch: fake, path: () => location.history.at(-1) }
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('ConnectionPage', () => {
  it('shows the state, the stored key and the models', async () => {
    open([connection])
    expect(await screen.findByRole('heading', { level: 1, name: 'Writers' })).toBeTruthy()
    expect(screen.getByText(/^Answering/)).toBeTruthy()
    expect(screen.getByText(/sk-…a1B2/)).toBeTruthy()
    expect(await screen.findByText('1 model, 1 on')).toBeTruthy()
  })

  it('shows what everyone spent on its models this month', async () => {
    const { fetch } = open([connection])
    const spending = await screen.findByRole('region', { name: 'Spending' })
    await waitFor(() => expect(spending.textContent).toContain('$0.75'))
    expect(spending.textContent).toContain('4,000 tokens')
    const days = new Date().getUTCDate()
    expect(fetch.mock.calls.some(([path]) => path === `/api/spending/all?days=${days}`)).toBe(true)
  })

  it('shows why the provider does not answer', async () => {
    const problem = {
      code: 'unauthorized',
      message: 'Writers does not accept the key.',
      at: '2026-11-20T10:00:00Z',
    }
    open([{ ...connection, problem } as Connection])
    expect(await screen.findByText(/^Not answering/)).toBeTruthy()
    expect(screen.getByText(/does not accept the key/)).toBeTruthy()
  })

  it('deletes the connection after a confirmation and returns to the list', async () => {
    const { user, fetch, path } = open([connection])
    await user.click(await screen.findByRole('button', { name: /^Delete this connection/ }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(path()).toBe('/settings/models'))
    expect(fetch.mock.calls.some(([, { method }]) => method === 'DELETE')).toBe(true)
  })

  it('does not allow changes of a connection set by environment variables', async () => {
    open([{ ...connection, source: 'environment' }])
    await screen.findByText('Set in the environment')
    expect(screen.queryByRole('switch', { name: 'Use Writers' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull()
  })

  it('says that an unknown connection no longer exists', async () => {
    open([connection], 'gone')
    expect(await screen.findByText('This connection no longer exists')).toBeTruthy()
  })
})
