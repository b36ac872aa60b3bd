// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { connectionsQuery } from './connections.ts'
import { useProblemsFor } from './model-problems.ts'

it('useProblemsFor omits problems of connections without models of the kind', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const connection = { source: 'settings' as const, isOn: true, secrets: [] }
  const kind = { about: '', group: 'custom' as const, secrets: [] }
  client.setQueryData(connectionsQuery().queryKey, {
    connections: [
      { ...connection, id: 'desk', name: 'Desk', kind: 'writers' },
      { ...connection, id: 'shop', name: 'Shop', kind: 'makers' },
      { ...connection, id: 'gate', name: 'Gate', kind: 'gateway' },
    ],
    kinds: [
      { ...kind, id: 'writers', name: 'Writers', offers: ['chat'] },
      { ...kind, id: 'makers', name: 'Makers', offers: ['3d'] },
      { ...kind, id: 'gateway', name: 'Gateway', offers: ['chat', '3d'] },
    ],
  })
  const problems = ['desk', 'shop', 'gate', 'own-of-someone'].map((provider) => ({
    provider,
    message: 'No.',
  }))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const left = (offer: 'chat' | '3d') =>
    renderHook(() => useProblemsFor(offer, problems), { wrapper }).result.current.map(
      ({ provider }) => provider,
    )
  expect(left('chat')).toEqual(['desk', 'gate', 'own-of-someone'])
  expect(left('3d')).toEqual(['shop', 'gate', 'own-of-someone'])
})
