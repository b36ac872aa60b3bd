// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { LimitState } from '#contract/spending.ts'
import '#api/spending.ts'
import { useLimitWarning } from './limits.ts'

afterEach(cleanup)

const limit = (own: Partial<LimitState>): LimitState => ({
  id: '0'.repeat(20),
  scope: 'everyone',
  measure: 'models',
  period: 'month',
  amount: 10,
  used: 9,
  reserved: 0,
  resetsAt: '2026-12-01T00:00:00.000Z',
  ...own,
})

function Warning({ modelId, isWanted }: { modelId: string; isWanted: boolean }) {
  return <p>{useLimitWarning({ measures: ['models'], modelId, isWanted }) ?? 'nothing'}</p>
}

function show(limits: LimitState[], isWanted = true) {
  const fetched = vi.fn<() => Promise<Response>>(() =>
    Promise.resolve(new Response(JSON.stringify({ limits }))),
  )
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Warning modelId="x/mine" isWanted={isWanted} />
    </QueryClientProvider>,
  )
  return fetched
}

it('useLimitWarning warns of a limit that applies to the next request', async () => {
  show([limit({})])
  expect(await screen.findByText(/^90% of your limit of 10 3D models a month/)).toBeDefined()
})

it('useLimitWarning ignores limits of other models and other units', async () => {
  const fetched = show([
    limit({ scope: 'model', subject: 'x/other' }),
    limit({ measure: 'usd' }),
    limit({ scope: 'model', subject: 'x/mine', used: 1 }),
  ])
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
  expect(screen.getByText('nothing')).toBeDefined()
})

it('useLimitWarning fetches no limits until a request is expected', () => {
  expect(show([limit({})], false)).not.toHaveBeenCalled()
})
