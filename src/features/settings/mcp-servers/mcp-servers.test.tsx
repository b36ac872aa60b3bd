// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { McpServer } from '#contract/mcp-servers.ts'
// Preload lazy modules, because loading a module during a test could exceed the test's timeout.
import '#ui/overlays/dialog-panel.tsx'
import './server-dialog.tsx'
import { McpServers } from './mcp-servers.tsx'

afterEach(cleanup)

const files: McpServer = {
  id: 'files',
  name: 'Files',
  address: 'https://files.example/mcp',
  isOn: true,
  secrets: [{ id: 'Authorization', hint: 'Bea…1234' }],
  tools: [
    { name: 'read', title: 'Read a file', description: 'Reads.', isOn: false },
    {
      name: 'send',
      title: 'Send a file',
      description: 'Sends.',
      isOn: true,
      change: { description: 'Sends everything.', hasOtherArguments: true },
    },
  ],
  leftOutCount: 0,
}

type OpenOptions = {
  within?: (page: ReactElement) => ReactElement
  refusal?: object
}

function open(
  servers: McpServer[],
  { within = (page: ReactElement) => page, refusal }: OpenOptions = {},
) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'GET') {
      return Promise.resolve(new Response(JSON.stringify({ servers, takesCommands: false })))
    }
    sent.push([init.method, path, JSON.parse((init.body as string | undefined) ?? 'null')])
    const [body, status] = refusal ? [refusal, 400] : [files, 200]
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(<QueryClientProvider client={client}>{within(<McpServers />)}</QueryClientProvider>)
  return sent
}

it('McpServers shows tools whose definition has changed, and turns on single tools', async () => {
  const sent = open([files])
  const changed = await screen.findByRole('switch', { name: /Send a file/ })
  expect((changed as HTMLInputElement).checked).toBe(false)
  expect(screen.getByText('Before: Sends.')).toBeTruthy()
  await userEvent.click(changed)
  await userEvent.click(screen.getByRole('switch', { name: /Read a file/ }))
  expect(sent).toEqual([
    ['PATCH', '/api/mcp-servers/files', { tools: { send: true } }],
    ['PATCH', '/api/mcp-servers/files', { tools: { read: true } }],
  ])
})

it('McpServers completes a sign-in from the page’s address only once', async () => {
  const place = memoryLocation({
    path: '/settings',
    searchPath: 'code=c1&state=files.abc&iss=https%3A%2F%2Flogin.example',
  })
  const within = (page: ReactElement) => (
    <Router hook={place.hook} searchHook={place.searchHook}>
      {page}
    </Router>
  )
  const sent = open([{ ...files, signIn: 'wanted' }], { within })
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
  expect(sent).toEqual([
    [
      'POST',
      '/api/mcp-servers/signed-in',
      { state: 'files.abc', code: 'c1', iss: 'https://login.example' },
    ],
  ])
})

it('McpServers adds a server with a header', async () => {
  const sent = open([])
  await userEvent.click(await screen.findByRole('button', { name: 'Add a server' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Files')
  await userEvent.type(screen.getByRole('textbox', { name: /^Address/ }), 'https://a.example/mcp')
  await userEvent.click(screen.getByRole('button', { name: 'Add a header' }))
  await userEvent.type(screen.getByLabelText('Value of Authorization'), 'Bearer x')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(sent).toEqual([
    [
      'POST',
      '/api/mcp-servers',
      {
        name: 'Files',
        address: 'https://a.example/mcp',
        secrets: { Authorization: 'Bearer x' },
      },
    ],
  ])
})

it.each([
  ['address', 'Address', 'Enter an http:// or https:// address.'],
  ['name', 'Name', 'A name has at most 60 characters.'],
  ['secrets', 'Headers (optional)', 'Each header can be set once.'],
])(
  'McpServers shows the error of %s at its field, without the field’s name',
  async (path, label, message) => {
    const refusal = {
      code: 'bad_request',
      message: `${path}: ${message}`,
      issues: [{ path, message }],
    }
    open([], { refusal })
    await userEvent.click(await screen.findByRole('button', { name: 'Add a server' }))
    await userEvent.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Files')
    await userEvent.type(screen.getByRole('textbox', { name: /^Address/ }), 'ftp://a.example')
    await userEvent.click(screen.getByRole('button', { name: 'Add' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(message)
    const control = screen.getByRole(path === 'secrets' ? 'group' : 'textbox', {
      name: new RegExp(`^${label.replaceAll(/[()]/g, String.raw`\$&`)}`),
    })
    expect(control.getAttribute('aria-describedby')).toContain(alert.id)
  },
)

it('McpServers requires both name and value of a header before sending', async () => {
  const sent = open([])
  await userEvent.click(await screen.findByRole('button', { name: 'Add a server' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Files')
  await userEvent.type(screen.getByRole('textbox', { name: /^Address/ }), 'https://a.example')
  await userEvent.click(screen.getByRole('button', { name: 'Add a header' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/both a name and a value/)
  expect(sent).toEqual([])
})
