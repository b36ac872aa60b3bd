// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { AuditEvent } from '#contract/access/audit.ts'
import { keyScopes, type ApiKey, type ChangeKey, type CreateKey } from '#contract/access/keys.ts'
import { toastStore } from '#ui/feedback/toasts.ts'
// Preload lazy modules, because loading a module during a test could exceed the test's timeout.
import '#ui/overlays/dialog-panel.tsx'
import '#ui/overlays/menu-popup.tsx'
import { getSettingsPages } from './navigation/page-list.tsx'
import type { SettingsPageId } from './navigation/settings-page-ids.ts'
import { Settings } from './settings.tsx'

const secret = `sa-${'5e'.repeat(24)}`
const makeKey = (number: number, more: Partial<ApiKey> = {}): ApiKey => ({
  id: `key${String(number).padStart(17, '0')}`,
  name: `Key ${number}`,
  prefix: 'sa-5e5e5e5e',
  limits: { requestsPerMinute: 60, streams: 8 },
  scopes: [...keyScopes],
  spentUsd: 0,
  createdAt: '2026-11-20T10:00:00Z',
  ...more,
})

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

function serve(first: ApiKey[] = [], environmentKeyCount = 0) {
  const server = { keys: first, asked: [] as unknown[], events: [] as AuditEvent[] }
  const change = (id: string | undefined, more: Partial<ApiKey>) => {
    server.keys = server.keys.map((key) => (key.id === id ? { ...key, ...more } : key))
    return json(server.keys.find((key) => key.id === id))
  }
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path === '/api/session') {
      return Promise.resolve(json({ signInWith: 'link', isSignedIn: true }))
    }
    if (path === '/api/connections') return Promise.resolve(json({ connections: [], kinds: [] }))
    if (path === '/api/limits') return Promise.resolve(json({ limits: [] }))
    if (path === '/api/allowed-tools') return Promise.resolve(json({ tools: [] }))
    if (path === '/api/mcp-servers') {
      return Promise.resolve(json({ servers: [], takesCommands: false }))
    }
    if (path === '/api/audit') return Promise.resolve(json({ events: server.events }))
    if (init.method === 'GET') {
      return Promise.resolve(json({ keys: server.keys, environmentKeyCount }))
    }
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    server.asked.push(body)
    const [, id, revoke] = /^\/api\/keys\/(\w+)(\/revoke)?$/.exec(path) ?? []
    if (revoke) return Promise.resolve(change(id, { revokedAt: '2026-11-20T10:00:00Z' }))
    if (id) return Promise.resolve(change(id, body as ChangeKey as Partial<ApiKey>))
    const key = makeKey(server.keys.length, body as CreateKey & Pick<ApiKey, 'scopes'>)
    server.keys = [key, ...server.keys]
    return Promise.resolve(json({ key, secret }, 201))
  })
  return server
}

function open(page: SettingsPageId = 'programs') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const location = memoryLocation({ path: `/settings/${page}`, record: true })
  render(
    <QueryClientProvider client={client}>
      <Router hook={location.hook}>
        <Settings page={page} />
      </Router>
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), client, location }
}

beforeEach(() => toastStore.setState({ toasts: [] }))
afterEach(cleanup)

const inUse = () => screen.findByRole('list', { name: 'Keys in use' })
async function choose(user: ReturnType<typeof userEvent.setup>, name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `More about ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

describe('Settings, API keys', () => {
  it('creates a key with a name and limits, and shows it once', async () => {
    const server = serve()
    const { user, client } = open()
    expect(await screen.findByText('No keys yet')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'New key' }))
    await user.type(await screen.findByLabelText('Name'), 'Laptop')
    await user.type(screen.getByLabelText('Monthly budget (USD)'), '12.5')
    await user.click(screen.getByRole('switch', { name: /3D generation/ }))
    await user.click(screen.getByRole('button', { name: 'Create' }))

    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'API key' })
    expect(field.value).toBe(secret)
    expect(server.asked).toEqual([
      {
        name: 'Laptop',
        limits: { requestsPerMinute: 60, streams: 8, monthlySpendUsd: 12.5 },
        scopes: ['chat', 'assistants', 'embeddings', 'files', 'catalogue'],
      },
    ])
    await user.click(screen.getByRole('button', { name: 'Copy API key' }))
    expect(await navigator.clipboard.readText()).toBe(secret)
    await user.click(screen.getByRole('button', { name: 'Done' }))

    expect(within(await inUse()).getByText('Laptop')).toBeDefined()
    await waitFor(() => expect(screen.queryByDisplayValue(secret)).toBeNull())
    expect(document.body.textContent).not.toContain(secret)
    expect(
      JSON.stringify(
        client
          .getQueryCache()
          .getAll()
          .map(({ state }) => state),
      ),
    ).not.toContain(secret)
    await user.click(screen.getByRole('button', { name: 'New key' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('')
  })

  it('requires a name for a new key', async () => {
    const server = serve()
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'New key' }))
    await user.type(await screen.findByLabelText('Name'), '  ')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Enter a name')
    expect(server.asked).toEqual([])
  })

  it('shows the start, permissions and last use of each key', async () => {
    serve([
      makeKey(1, {
        limits: { requestsPerMinute: 1, streams: 1, monthlySpendUsd: 2 },
        spentUsd: 0.5,
      }),
      makeKey(2, { lastUsedAt: new Date(Date.now() - 5 * 60_000).toISOString() }),
    ])
    open()
    const [first, second] = within(await inUse()).getAllByRole('listitem')
    expect(first?.textContent).toContain('sa-5e5e5e5e…')
    expect(first?.textContent).toContain('Never used')
    expect(first?.textContent).toContain('1 request a minute, one answer at once')
    expect(first?.textContent).toContain('$0.50 of $2 this month')
    expect(second?.textContent).toContain('Last used 5 min ago')
  })

  it('renames a key and changes its limits', async () => {
    const server = serve([makeKey(1)])
    const { user } = open()
    await choose(user, 'Key 1', 'Name and limits')
    const streams = await screen.findByLabelText('Concurrent streams')
    await user.clear(streams)
    await user.type(streams, '3')
    await user.type(screen.getByLabelText('Name'), ' of Ann')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.keys[0]).toMatchObject({ name: 'Key 1 of Ann' }))
    expect(server.keys[0]?.limits).toEqual({ requestsPerMinute: 60, streams: 3 })
    expect(await screen.findByText(/3 answers at once/)).toBeDefined()
  })

  it('revokes a key after confirmation, and then lists it among the revoked keys', async () => {
    const server = serve([makeKey(1), makeKey(2)])
    const { user } = open()
    await choose(user, 'Key 1', 'Revoke')
    expect(server.asked).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Revoke' }))
    const revoked = await screen.findByText('Revoked (1)')
    expect(within(await inUse()).queryByText('Key 1')).toBeNull()
    await user.click(revoked)
    expect(
      within(screen.getByRole('list', { name: 'Revoked keys' })).getByText('Key 1'),
    ).toBeDefined()
  })

  it('shows that some keys are set by environment variables', async () => {
    serve([], 2)
    open()
    expect(await screen.findByText('BOZZETTO_API_KEYS')).toBeDefined()
    expect(screen.getByText(/2 more keys are/)).toBeDefined()
  })

  it('shows an error if the keys cannot be loaded', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    open()
    expect(await screen.findAllByText(/cannot be reached/)).not.toHaveLength(0)
  })
})

it('Settings lists the security events and exports them', async () => {
  const server = serve()
  server.events = [
    {
      id: 'e1',
      kind: 'key_wrong',
      actor: '',
      address: '8.8.8.8',
      subject: '',
      count: 3,
      at: '2026-11-20T10:00:00Z',
      lastAt: '2026-11-20T10:00:09Z',
    },
  ]
  open('security')
  const row = within(await screen.findByRole('list', { name: 'Security events' }))
  expect(row.getByText('Wrong API key (3 times)')).toBeDefined()
  expect(row.getByText('from 8.8.8.8')).toBeDefined()
  const link = screen.getByRole('link', { name: 'Export' })
  expect(link.getAttribute('href')).toBe('/api/audit/export')
})

it('Settings can export all data of the user as one file', async () => {
  serve()
  open('data')
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    expect(this.getAttribute('href')).toBe('/api/own-data')
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Download everything' }))
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce())
})

it('Settings shows the addresses of the HTTP API and MCP', async () => {
  serve()
  open()
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Base URL for Chat' })
  expect(field.value).toBe(`${location.origin}/llm/v1`)
})

describe('Settings, list of pages', () => {
  it.each(getSettingsPages({ isAdmin: true, hasPeople: false }))(
    'contains the same sections as the page $title',
    async ({ id, sections }) => {
      serve()
      open(id)
      for (const { title } of sections) {
        expect(await screen.findByRole('region', { name: title })).toBeDefined()
      }
    },
  )

  it('finds a section by its title or a related word', async () => {
    serve()
    const { user } = open('memory')
    await user.type(await screen.findByRole('searchbox', { name: 'Find a setting' }), 'triposr')
    const results = within(screen.getByRole('list', { name: 'Found settings' }))
    const links = results.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/settings/models#engines'])
  })

  it.each([
    ['services', 'models'],
    ['teams', 'people'],
  ] as const)('leads an admin from the page %s of members to %s', async (page, adminPage) => {
    serve()
    const { location } = open(page)
    await waitFor(() => expect(location.history.at(-1)).toBe(`/settings/${adminPage}`))
  })

  it('hides the server’s pages from users who are not admins', () => {
    const ids = getSettingsPages({ isAdmin: false, hasPeople: true }).map(({ id }) => id)
    expect(ids).not.toContain('models')
    expect(ids).not.toContain('security')
    expect(ids).toContain('teams')
  })
})
