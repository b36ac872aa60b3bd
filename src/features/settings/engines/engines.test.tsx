// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Network, NetworkList } from '#contract/networks.ts'
// Preload lazy modules, because loading a module during a test could exceed the test's timeout.
import '#ui/overlays/dialog-panel.tsx'
import { Engines } from './engines.tsx'

afterEach(cleanup)

const megabyte = 1024 * 1024

const depth: Network = {
  id: 'depth',
  job: 'depth',
  name: 'Depth net',
  does: 'Sees depth.',
  needs: '1 GB of memory.',
  licence: 'MIT',
  page: 'https://example.com/',
  files: [
    { name: 'depth.onnx', bytes: 2 * megabyte, address: 'https://example.com/d', isThere: false },
  ],
  state: 'absent',
  loadedBytes: 0,
  totalBytes: 2 * megabyte,
  isUsed: false,
  isInFolder: false,
}

function open(network: Partial<Network>, more: Partial<NetworkList> = {}) {
  const list: NetworkList = {
    networks: [{ ...depth, ...network }],
    freeBytes: 5e9,
    set: [],
    ...more,
  }
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'GET') return Promise.resolve(new Response(JSON.stringify(list)))
    const { body } = init
    sent.push([init.method, path, typeof body === 'string' ? JSON.parse(body) : undefined])
    return Promise.resolve(new Response(JSON.stringify(list.networks[0])))
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Engines />
    </QueryClientProvider>,
  )
  return sent
}

it('Engines shows licence and size before a download, and starts it on a click', async () => {
  const sent = open({ problem: 'The hub wants an account.' })
  const row = within(await screen.findByRole('listitem', { name: 'Depth net' }))
  expect(row.getByText(/MIT · 2 MB · 1 GB of memory/)).toBeTruthy()
  expect(row.getByRole('alert').textContent).toBe('The hub wants an account.')
  expect(sent).toEqual([])
  await userEvent.click(row.getByRole('button', { name: /^Download .+ Depth net$/ }))
  expect(sent).toEqual([['POST', '/api/networks/depth/download', undefined]])
})

it('Engines shows the progress of a download, and pauses it', async () => {
  const sent = open({ state: 'loading', loadedBytes: megabyte / 2 })
  const row = within(await screen.findByRole('listitem', { name: 'Depth net' }))
  expect(row.getByText('512 KB of 2 MB')).toBeTruthy()
  await userEvent.click(row.getByRole('button', { name: 'Pause' }))
  expect(sent).toEqual([['POST', '/api/networks/depth/pause', undefined]])
})

it('Engines turns a model off, and shows settings from environment variables', async () => {
  const sent = open(
    { state: 'ready', isUsed: true, loadedBytes: 2 * megabyte, lastMs: 2_500 },
    { set: [{ job: 'mask', file: 'mine.onnx' }] },
  )
  const row = within(await screen.findByRole('listitem', { name: 'Depth net' }))
  expect(row.getByText(/Took 2\.5 s here/)).toBeTruthy()
  await userEvent.click(row.getByRole('switch', { name: 'Use Depth net' }))
  expect(sent).toEqual([['PATCH', '/api/networks/depth', { isUsed: false }]])
  expect(screen.getByText(/mine\.onnx is set in the server’s environment/)).toBeTruthy()
})
