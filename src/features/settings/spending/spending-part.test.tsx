// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SpendingPart } from './spending-part.tsx'

afterEach(cleanup)

const used = { usd: 0.1, tokens: 2_000, models: 0, bytes: 0 }
const rows = ['mine/unpriced', 'mine/priced', 'mine/removed'].map((modelId) => ({
  modelId,
  ...used,
}))
const chat = { provider: 'mine', description: '', kind: 'chat' }
const replies: Record<string, object> = {
  '/api/spending/all': {
    total: used,
    people: [],
    models: rows,
    days: [{ day: '2026-11-28', ...used }],
  },
  '/api/models': {
    models: [
      { ...chat, id: 'mine/unpriced', name: 'Own 7B' },
      {
        ...chat,
        id: 'mine/priced',
        name: 'Writer',
        price: { currency: 'USD', prompt: 1, completion: 2 },
      },
    ],
    problems: [],
  },
  '/api/connections': {
    connections: [
      { id: 'mine', kind: 'openai', name: 'Workshop', source: 'settings', isOn: true, secrets: [] },
    ],
    kinds: [],
  },
}

const findRow = async (name: string) => (await screen.findByText(name)).closest('li')?.textContent

describe('SpendingPart', () => {
  it('names each model with its service, and marks the cost of a model without a price as assumed', async () => {
    vi.stubGlobal('fetch', (path: string) => {
      const reply = Object.entries(replies).find(([start]) => path.startsWith(start))?.[1]
      return Promise.resolve(new Response(JSON.stringify(reply)))
    })
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    render(
      <QueryClientProvider client={client}>
        <SpendingPart of="all" hasPeople={false} />
      </QueryClientProvider>,
    )
    expect(await findRow('Own 7B, Workshop')).toContain('$0.10 assumed · 2,000 tokens')
    expect(await findRow('Writer, Workshop')).toContain('$0.10 · 2,000 tokens')
    expect(await findRow('mine/removed')).toContain('$0.10 · 2,000 tokens')
    expect(screen.getByText(/count at a high assumed price/)).toBeTruthy()
  })
})
