// @vitest-environment jsdom
import { once } from 'node:events'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { Asset } from '#contract/assets.ts'
import { toastStore } from '#ui/feedback/toasts.ts'
// Preload lazy modules, because loading a module during a test could exceed the test's timeout.
import '#ui/overlays/dialog-panel.tsx'
import { Library } from './library.tsx'

const createAssetId = (number: number) => `asset${String(number).padStart(15, '0')}`

function makeAsset(number: number, name: string): Asset {
  return {
    id: createAssetId(number),
    taskId: `task${String(number).padStart(16, '0')}`,
    name,
    createdAt: '2026-11-20T10:00:00Z',
    mimeType: 'model/gltf-binary',
    sizeBytes: 2_048,
    sha256: 'a'.repeat(64),
    url: `/api/files/${number}.glb`,
    isStarred: false,
    tags: [],
    recipe: {
      modelId: 'local/image-to-3d',
      params: { face_limit: 20_000, file: { file_token: 'x' } },
      seed: 42,
      inputSha256: ['b'.repeat(64)],
    },
  }
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

const missing = () => json({ code: 'not_found', message: 'This model no longer exists.' }, 404)

const createSummary = (assets: Asset[]) => ({
  count: assets.filter(({ deletedAt }) => deletedAt === undefined).length,
  trashCount: assets.filter(({ deletedAt }) => deletedAt !== undefined).length,
  storedBytes: 2048,
  models: assets.length === 0 ? [] : [{ name: 'local/image-to-3d', count: assets.length }],
  tags: [...new Set(assets.flatMap(({ tags }) => tags))].map((name) => ({ name, count: 1 })),
  folders: [...new Set(assets.flatMap(({ folder = [] }) => folder))].map((name) => ({
    name,
    count: 1,
  })),
})

const isAskedFor = (asset: Asset, query: URLSearchParams) =>
  (asset.deletedAt !== undefined) === (query.get('trash') === 'true') &&
  (query.get('starred') === null || asset.isStarred) &&
  (query.get('since') === null || asset.createdAt >= (query.get('since') ?? '')) &&
  (query.get('folder') === null || asset.folder === query.get('folder')) &&
  (query.get('tag') === null || asset.tags.includes(query.get('tag') ?? '')) &&
  (query.get('search') ?? '')
    .split(' ')
    .every((word) => JSON.stringify(asset).toLowerCase().includes(word))

function serve(assets: Asset[], { pageSize = 100 } = {}) {
  let stored = assets
  const fake = vi.fn<(path: string, init: RequestInit) => Promise<Response>>((path, init) => {
    const url = new URL(path, 'http://server')
    if (url.pathname === '/api/models') return Promise.resolve(json({ models: [], problems: [] }))
    if (url.pathname === '/api/assets/summary') return Promise.resolve(json(createSummary(stored)))
    if (url.pathname === '/api/assets') {
      const kept = stored.filter((asset) => isAskedFor(asset, url.searchParams))
      const found =
        url.searchParams.get('sort') === 'name'
          ? kept.toSorted((a, b) => a.name.localeCompare(b.name))
          : kept
      const before = url.searchParams.get('before')
      const from = found.findIndex(({ id }) => id === before) + 1
      const page = found.slice(from, from + pageSize)
      const isLast = from + pageSize >= found.length
      return Promise.resolve(
        json({
          assets: page,
          ...(!isLast && { nextBefore: page.at(-1)?.id }),
          ...(!isLast && before === null && { total: found.length }),
        }),
      )
    }
    const asset = stored.find(({ id }) => url.pathname.startsWith(`/api/assets/${id}`))
    if (!asset) return Promise.resolve(missing())
    if (url.pathname.endsWith('/versions') && init.method === 'POST') {
      return Promise.resolve(json(stored[1]))
    }
    if (url.pathname.endsWith('/versions')) {
      const related = stored.filter(({ id, recipe }) =>
        [id, recipe?.source?.assetId].includes(createAssetId(0)),
      )
      return Promise.resolve(json({ assets: related.includes(asset) ? related : [asset] }))
    }
    const put = (changed: Asset) => {
      stored = stored.map((other) => (other === asset ? changed : other))
      return Promise.resolve(json(changed))
    }
    if (init.method === 'DELETE') {
      if (asset.deletedAt === undefined) void put({ ...asset, deletedAt: asset.createdAt })
      else stored = stored.filter((other) => other !== asset)
      return Promise.resolve(new Response(null, { status: 204 }))
    }
    if (url.pathname.endsWith('/restore')) return put({ ...asset, deletedAt: undefined })
    const change = init.method === 'PATCH' ? (JSON.parse(init.body as string) as object) : {}
    return put({ ...asset, ...change })
  })
  vi.stubGlobal('fetch', fake)
  return fake
}

function open(path = '/library') {
  const location = memoryLocation({ path, record: true })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Router hook={location.hook} searchHook={location.searchHook}>
        <Route path="/library/:id?">{({ id }) => <Library assetId={id} />}</Route>
        <Route path="*">elsewhere</Route>
      </Router>
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), path: () => location.history.at(-1) }
}

const cards = () =>
  within(screen.getByRole('list', { name: 'Models' }))
    .queryAllByRole('link')
    .map((link) => link.textContent?.replace(/\d+ KB.*/, ''))

const names = ['Chair', 'Amphora', 'Robot']
const three = names.map((name, index) => makeAsset(index, name))

const widenScreen = () =>
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))

beforeEach(() => {
  toastStore.setState({ toasts: [] })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('Library', () => {
  it('shows the models in the order of the server', async () => {
    serve(three)
    open()
    await screen.findByText('Chair')
    expect(cards()).toEqual(names)
  })

  it('shows the first steps while the library is empty', async () => {
    serve([])
    const { user, path } = open()
    await user.click(await screen.findByRole('button', { name: 'Open the studio' }))
    expect(path()).toBe('/')
  })

  it.each(['/api/assets?', '/api/assets/summary'])(
    'changes the header and the list of an empty library together if %s is late',
    async (late) => {
      const fetch = serve([])
      const held = new AbortController()
      const released = once(held.signal, 'abort')
      vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
        if (path.startsWith(late)) await released
        return fetch(path, init)
      })
      const other = late.endsWith('?') ? '/api/assets/summary' : '/api/assets?'
      const states = new Set<string>()
      const observer = new MutationObserver(() => {
        const isEmpty = screen.queryByText('No models yet') !== null
        const isLoading = screen.queryByRole('status', { name: 'Loading models' }) !== null
        const hasSearch = screen.queryByRole('searchbox') !== null
        if (isEmpty || isLoading) {
          states.add(`${isEmpty ? 'empty' : 'loading'}, ${hasSearch ? 'search' : 'no search'}`)
        }
      })
      observer.observe(document.body, { childList: true, subtree: true })
      open()
      await waitFor(() =>
        expect(fetch.mock.calls.some(([path]) => path.startsWith(other))).toBe(true),
      )
      const index = fetch.mock.calls.findIndex(([path]) => path.startsWith(other))
      const response = (await fetch.mock.results[index]?.value) as Response
      await waitFor(() => expect(response.bodyUsed).toBe(true))
      // React Query notifies its observers in a timer.
      await act(() => new Promise((resolve) => setTimeout(resolve)))
      held.abort()
      await screen.findByText('No models yet')
      observer.disconnect()
      expect([...states]).toEqual(['loading, search', 'empty, no search'])
    },
  )

  it('loads older models until there are no more', async () => {
    const fetch = serve(three, { pageSize: 1 })
    open()
    await screen.findByText('Robot')
    expect(cards()).toHaveLength(3)
    const pages = fetch.mock.calls.filter(([path]) => path.startsWith('/api/assets?'))
    expect(pages).toHaveLength(3)
  })

  it('finds models by words of their name or recipe', async () => {
    serve(three)
    const { user } = open()
    await user.type(await screen.findByRole('searchbox'), 'rob local')
    await waitFor(() => expect(cards()).toHaveLength(1))
    await user.type(screen.getByRole('searchbox'), ' nonsense')
    expect(await screen.findByText('Nothing matches “rob local nonsense”')).toBeTruthy()
  })

  it('sorts by name, also after a reload', async () => {
    serve(three)
    const { user } = open()
    await screen.findByText('Chair')
    await user.click(screen.getByRole('button', { name: 'Sort: Newest' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Name' }))
    await waitFor(() => expect(cards()).toEqual(['Amphora', 'Chair', 'Robot']))
    cleanup()
    open()
    await screen.findByText('Chair')
    expect(cards()).toEqual(['Amphora', 'Chair', 'Robot'])
    await user.click(screen.getByRole('radio', { name: 'List' }))
    await user.click(await screen.findByRole('button', { name: 'Sort by made' }))
    await user.click(screen.getByRole('radio', { name: 'Grid' }))
    await waitFor(() => expect(cards()).toEqual(names))
  })

  it('counts all models that pass the filter, including models on pages that are not loaded', async () => {
    widenScreen()
    const many = Array.from({ length: 40 }, (_, at) => makeAsset(at, `Vase ${at}`))
    serve([...many, makeAsset(50, 'Robot')], { pageSize: 12 })
    const { user } = open()
    await user.type(await screen.findByRole('searchbox'), 'vase')
    const shown = await screen.findByLabelText('Models shown')
    await waitFor(() => expect(shown.textContent).toBe('40'))
  })

  it('shows filters in addition to the folder in the title, and removes them', async () => {
    widenScreen()
    serve([
      { ...three[0]!, tags: ['vase'], createdAt: new Date().toISOString() },
      { ...three[1]!, createdAt: new Date().toISOString() },
      { ...three[2]!, tags: ['vase'] },
    ])
    const { user } = open()
    const parts = within(await screen.findByRole('navigation', { name: 'Parts of the library' }))
    await user.click(await parts.findByRole('button', { name: 'Made this week' }))
    await user.click(parts.getByRole('button', { name: 'vase' }))
    await waitFor(() => expect(cards()).toHaveLength(1))
    expect(screen.getByRole('heading', { name: 'Made this week' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove the filter Tag: vase' }))
    await waitFor(() => expect(cards()).toHaveLength(2))
    expect(screen.queryByRole('group', { name: 'Filters in use' })).toBeNull()
  })

  it('shows only the models of a folder, and their number', async () => {
    widenScreen()
    serve([{ ...three[0]!, isStarred: true }, ...three.slice(1)])
    const { user } = open()
    const parts = within(await screen.findByRole('navigation', { name: 'Parts of the library' }))
    const shown = await screen.findByLabelText('Models shown')
    expect(shown.textContent).toBe('3')
    await user.click(parts.getByRole('button', { name: 'Starred' }))
    await waitFor(() => expect(cards()).toEqual(['Chair']))
    expect(screen.getByRole('heading', { name: 'Starred' })).toBeTruthy()
    await waitFor(() => expect(shown.textContent).toBe('1'))
    await user.click(parts.getByRole('button', { name: /^All models/ }))
    await waitFor(() => expect(cards()).toHaveLength(3))
  })

  it('keeps the folder in the address, and opens it from there', async () => {
    widenScreen()
    serve([{ ...three[0]!, folder: 'Garden & home' }, ...three.slice(1)])
    const { user, path } = open()
    await user.click(await screen.findByRole('button', { name: /^Garden/ }))
    await waitFor(() => expect(cards()).toEqual(['Chair']))
    const address = path()
    expect(address).toBe('/library?folder=Garden+%26+home')

    cleanup()
    open(address)
    await screen.findByRole('heading', { name: 'Garden & home' })
    await waitFor(() => expect(cards()).toEqual(['Chair']))
  })

  it('shows the models as a list, also after a reload', async () => {
    serve(three)
    const { user } = open()
    await user.click(await screen.findByRole('radio', { name: 'List' }))
    expect(await screen.findAllByText('local/image-to-3d')).toHaveLength(3)
    cleanup()
    open()
    const list = await screen.findByRole<HTMLInputElement>('radio', { name: 'List' })
    expect(list.checked).toBe(true)
    await user.click(screen.getByRole('radio', { name: 'Grid' }))
  })

  it('moves the focus with the arrow keys and opens a model with Enter', async () => {
    serve(three)
    const { user, path } = open()
    await screen.findByText('Chair')
    screen.getByRole('link', { name: /Chair/ }).focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
    expect(document.activeElement?.textContent).toContain('Amphora')
    await user.keyboard('{Enter}')
    expect(path()).toBe(`/library/${createAssetId(1)}`)
    expect(await screen.findByRole('complementary', { name: 'Details of Amphora' })).toBeTruthy()
    await user.keyboard('{ArrowRight}')
    expect(path()).toBe(`/library/${createAssetId(2)}`)
    await user.keyboard('{Escape}')
    expect(path()).toBe('/library')
  })

  it('returns the focus to the card when the details are closed', async () => {
    serve(three)
    const { user } = open()
    await user.click(await screen.findByRole('link', { name: /Robot/ }))
    await user.click(await screen.findByRole('button', { name: 'Close details' }))
    expect(document.activeElement).toBe(screen.getByRole('link', { name: /Robot/ }))
  })

  it('shows the recipe, downloads the file and opens it in the studio', async () => {
    serve(three)
    const { user, path } = open(`/library/${createAssetId(0)}`)
    const panel = await screen.findByRole('complementary', { name: 'Details of Chair' })
    expect(within(panel).getByText('face_limit').nextSibling?.textContent).toBe('20000')
    expect(within(panel).getByText('Variation (seed)').nextSibling?.textContent).toBe('42')
    const link = within(panel).getByRole<HTMLAnchorElement>('link', { name: 'Download GLB' })
    expect(link.download).toBe('Chair.glb')
    expect(link.getAttribute('href')).toBe('/api/files/0.glb')
    await user.click(within(panel).getByRole('button', { name: 'Open in studio' }))
    expect(path()).toBe(`/asset/${createAssetId(0)}`)
  })

  it('shows the model that a version was made from, and compares both', async () => {
    const [chair, amphora] = three
    const source = { assetId: createAssetId(0), name: 'Chair', step: 'Low poly' }
    serve([chair!, { ...amphora!, recipe: { ...amphora!.recipe!, source } }])
    const { user, path } = open(`/library/${createAssetId(1)}`)
    const versions = within(await screen.findByRole('region', { name: 'Versions' }))
    expect(versions.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Original',
      'Low poly',
    ])
    expect(versions.getByRole('link', { current: true }).textContent).toBe('Low poly')
    await user.click(versions.getByRole('button', { name: 'Compare versions' }))
    expect(path()).toBe(`/compare?assets=${createAssetId(0)},${createAssetId(1)}`)
  })

  it('makes a version with fewer triangles, and shows it', async () => {
    const fetch = serve(three)
    const { user, path } = open(`/library/${createAssetId(0)}`)
    await user.click(await screen.findByRole('button', { name: 'Optimize' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Optimize: Chair' }))
    const triangles = dialog.getByLabelText('Maximum triangles')
    await user.clear(triangles)
    await user.type(triangles, '500')
    await user.click(dialog.getByRole('button', { name: 'Optimize' }))
    await waitFor(() => expect(path()).toBe(`/library/${createAssetId(1)}`))
    const post = fetch.mock.calls.find(([, { method }]) => method === 'POST')
    expect(JSON.parse(post?.[1].body as string)).toMatchObject({
      steps: [{ kind: 'lighten', triangles: 500, texturePx: 1024 }],
    })
  })

  it('changes two options of a link, although the first is saved when the field loses focus', async () => {
    const share = {
      token: 'share-token-0123456789abcdef0123',
      path: '/s/share-token-0123456789abcdef0123',
      createdAt: '2026-11-20T10:00:00Z',
      canDownload: true,
    }
    const [chair = makeAsset(0, 'Chair')] = three
    const changes: unknown[] = []
    let release: (() => void) | undefined
    const fake = serve(three)
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (!path.endsWith('/share')) return fake(path, init)
      if (init.method !== 'PATCH') return json({ share })
      changes.push(JSON.parse(init.body as string))
      if (changes.length === 1) await new Promise<void>((resolve) => (release = resolve))
      return json(share)
    })
    widenScreen()
    const { user } = open(`/library/${chair.id}?share`)
    await screen.findByRole('textbox', { name: 'Link' })
    await user.type(screen.getByLabelText('Description for screen readers'), 'A red chair')
    await user.click(screen.getByLabelText(/^May download/))
    await waitFor(() => expect(changes).toEqual([{ altText: 'A red chair' }]))
    release?.()
    await waitFor(() =>
      expect(changes).toEqual([{ altText: 'A red chair' }, { canDownload: false }]),
    )
  })

  it('does not offer to share a model of another person', async () => {
    localStorage.setItem('bozzetto-person', 'someone')
    const [chair = makeAsset(0, 'Chair')] = three
    const fake = serve(three)
    const asked: string[] = []
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      asked.push(path)
      if (!path.endsWith('/api/shared')) return fake(path, init)
      return json({ chats: [], models: [{ asset: chair, role: 'viewer', from: 'Ada' }] })
    })
    open(`/library/${chair.id}?share`)
    await screen.findByRole('complementary', { name: 'Details of Chair' })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(asked.filter((path) => path.endsWith('/share'))).toEqual([])
    localStorage.clear()
  })

  it('renames a model in the details', async () => {
    const fetch = serve(three)
    const { user } = open(`/library/${createAssetId(0)}`)
    await user.click(await screen.findByRole('button', { name: 'Rename' }))
    await user.clear(screen.getByRole('textbox', { name: 'Name' }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '  Stool {Enter}')
    expect(await screen.findByRole('heading', { name: 'Stool' })).toBeTruthy()
    const patch = fetch.mock.calls.find(([, { method }]) => method === 'PATCH')
    expect(patch?.[1].body).toBe('{"name":"Stool"}')
  })

  it('cancels a rename with Escape', async () => {
    const fetch = serve(three)
    const { user, path } = open(`/library/${createAssetId(0)}`)
    await user.click(await screen.findByRole('button', { name: 'Rename' }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'x{Escape}')
    expect(screen.getByRole('heading', { name: 'Chair' })).toBeTruthy()
    expect(path()).toBe(`/library/${createAssetId(0)}`)
    expect(fetch.mock.calls.some(([, { method }]) => method === 'PATCH')).toBe(false)
  })

  it('moves a model to the trash and offers to undo the move', async () => {
    serve(three)
    const { user, path } = open(`/library/${createAssetId(0)}`)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(cards()).toHaveLength(2))
    expect(path()).toBe('/library')
    const toast = toastStore.getState().toasts[0]
    expect(toast?.title).toBe('“Chair” moved to the trash')
    toast?.action?.onSelect()
    await waitFor(() => expect(cards()).toHaveLength(3))
  })

  it('deletes a model in the trash permanently after confirmation', async () => {
    serve([{ ...makeAsset(0, 'Chair'), deletedAt: '2026-11-20T11:00:00Z' }, makeAsset(1, 'Cup')])
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /^Trash/ }))
    await user.click(await screen.findByRole('link', { name: /Chair/ }))
    await user.click(await screen.findByRole('button', { name: 'Delete permanently' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete this model permanently?' })
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('The trash is empty')).toBeTruthy()
  })

  it('stars and tags a model, and filters by both', async () => {
    serve(three)
    const { user } = open(`/library/${createAssetId(0)}`)
    await user.click(await screen.findByRole('button', { name: 'Star' }))
    await user.type(await screen.findByRole('combobox', { name: 'Add a tag' }), 'Toy{Enter}')
    expect(await screen.findByRole('button', { name: 'Remove the tag Toy' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Starred' }))
    await waitFor(() => expect(cards()).toEqual(['Chair']))
  })

  it('selects a range with Shift and everything with Ctrl+A, then tags and moves it', async () => {
    const fake = serve(
      ['Chair', 'Lamp', 'Table', 'Vase'].map((name, at) => makeAsset(4 - at, name)),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Select' }))
    await user.click(await screen.findByRole('link', { name: /Lamp/ }))
    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('link', { name: /Vase/ }))
    await user.keyboard('{/Shift}')
    const bar = await screen.findByRole('region', { name: 'Selected models' })
    expect(bar.textContent).toContain('3 selected')
    await user.keyboard('{Control>}a{/Control}')
    await waitFor(() => expect(bar.textContent).toContain('4 selected'))
    await user.click(within(bar).getByRole('button', { name: 'Tag' }))
    await user.type(await screen.findByLabelText('Tag'), 'print{Enter}')
    await waitFor(() =>
      expect(toastStore.getState().toasts.map(({ title }) => title)).toContain(
        'Tagged 4 models “print”',
      ),
    )
    await user.click(within(bar).getByRole('button', { name: 'Move' }))
    await user.type(await screen.findByLabelText('Folder'), 'Home{Enter}')
    const patches = () =>
      fake.mock.calls.flatMap(([, { method, body }]) => (method === 'PATCH' ? [body] : []))
    await waitFor(() =>
      expect(patches().slice(-8)).toEqual([
        ...Array<string>(4).fill('{"tags":["print"]}'),
        ...Array<string>(4).fill('{"folder":"Home"}'),
      ]),
    )
    await user.click(document.body)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(bar.isConnected).toBe(false))
  })

  it('selects all models with Ctrl+A, even those that are not loaded yet, and stops changing them on request', async () => {
    const fake = serve(
      Array.from({ length: 7 }, (_, at) => makeAsset(9 - at, `Cup ${at}`)),
      { pageSize: 2 },
    )
    const { user } = open()
    await screen.findByRole('link', { name: /Cup 0/ })
    await user.keyboard('{Control>}a{/Control}')
    const bar = await screen.findByRole('region', { name: 'Selected models' })
    await waitFor(() => expect(bar.textContent).toContain('7 selected'))

    const answer = fake.getMockImplementation()
    const held: (() => void)[] = []
    fake.mockImplementation(async (path, init) => {
      if (init.method === 'PATCH') await new Promise<void>((go) => held.push(go))
      return answer?.(path, init) ?? missing()
    })
    await user.click(within(bar).getByRole('button', { name: 'Move' }))
    await user.type(await screen.findByLabelText('Folder'), 'Home{Enter}')
    await waitFor(() => expect(held).toHaveLength(1))
    held[0]?.()
    await waitFor(() => expect(held).toHaveLength(2))
    expect(within(bar).getByRole('progressbar', { name: '1 of 7' })).toBeTruthy()
    await user.click(within(bar).getByRole('button', { name: 'Stop' }))
    held[1]?.()
    await waitFor(() =>
      expect(toastStore.getState().toasts[0]?.title).toBe('Moved 2 models to “Home”'),
    )
    expect(held).toHaveLength(2)
  })

  it('continues if one model cannot be changed, names the model, and keeps it selected', async () => {
    const fake = serve(three)
    const answer = fake.getMockImplementation()
    fake.mockImplementation((path, init) => {
      const isRefused = init.method === 'DELETE' && path.includes(createAssetId(1))
      return isRefused ? Promise.reject(new TypeError('Failed to fetch')) : answer!(path, init)
    })
    const { user } = open()
    await screen.findByRole('link', { name: /Amphora/ })
    await user.keyboard('{Control>}a{/Control}')
    const bar = await screen.findByRole('region', { name: 'Selected models' })
    await user.click(within(bar).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(cards()).toEqual(['Selected. Amphora']))
    await waitFor(() =>
      expect(toastStore.getState().toasts.map(({ title }) => title)).toEqual([
        'Could not change 1 of 3 models',
        '2 moved to the trash',
      ]),
    )
    expect(toastStore.getState().toasts[0]?.detail).toMatch(
      /^“Amphora”: The server cannot be reached/,
    )
    expect(bar.textContent).toContain('1 selected')
  })

  it('restores several models from the trash', async () => {
    const deletedAt = '2026-11-21T10:00:00Z'
    serve(['Chair', 'Lamp', 'Vase'].map((name, at) => ({ ...makeAsset(3 - at, name), deletedAt })))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /^Trash/ }))
    await waitFor(() => expect(cards()).toEqual(['Chair', 'Lamp', 'Vase']))
    await user.click(screen.getByRole('button', { name: 'Select' }))
    await user.click(screen.getByRole('link', { name: /Chair/ }))
    await user.click(screen.getByRole('link', { name: /Vase/ }))
    const bar = await screen.findByRole('region', { name: 'Selected models' })
    await user.click(within(bar).getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(cards()).toEqual(['Lamp']))
    expect(toastStore.getState().toasts.map(({ title }) => title)).toContain('2 models restored')
  })

  it('imports a model file, or explains why it cannot', async () => {
    const fetch = serve(three)
    open()
    await screen.findByText('Chair')
    fetch.mockImplementationOnce(() =>
      Promise.resolve(json({ code: 'bad_model', message: 'It is cut off.' }, 400)),
    )
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('There is no field for files.')
    fireEvent.change(input, { target: { files: [new File(['x'], 'cup.glb')] } })
    await waitFor(() => expect(toastStore.getState().toasts[0]?.detail).toBe('It is cut off.'))
    const [path] = fetch.mock.calls.find(([, { method }]) => method === 'POST') ?? []
    expect(path).toBe('/api/assets?name=cup')
  })

  it('reports the progress of an import, and skips the rest when the user stops it', async () => {
    const fetch = serve(three)
    const { user } = open()
    await screen.findByText('Chair')
    const answer = fetch.getMockImplementation()
    const held: (() => void)[] = []
    fetch.mockImplementation(async (path, init) => {
      if (init.method !== 'POST') return answer?.(path, init) ?? missing()
      await new Promise<void>((go) => held.push(go))
      return json(makeAsset(7, 'Cup'))
    })
    const files = ['cup.glb', 'jug.glb', 'pot.glb'].map((name) => new File(['x'], name))
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('There is no field for files.')
    fireEvent.change(input, { target: { files } })
    await user.click(await screen.findByRole('button', { name: 'Stop import (1 of 3)' }))
    const posts = () => fetch.mock.calls.filter(([, { method }]) => method === 'POST')
    await waitFor(() => expect(held).toHaveLength(1))
    held[0]?.()
    await screen.findByRole('button', { name: 'Import' })
    expect(posts()).toHaveLength(1)
  })

  it('reports that a model no longer exists', async () => {
    serve(three)
    open(`/library/${createAssetId(9)}`)
    expect(await screen.findByText('This model no longer exists')).toBeTruthy()
  })

  it('explains that the server cannot be reached, and retries', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const { user } = open()
    await screen.findByText('The server cannot be reached. Is it still running?')
    serve(three)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Chair')).toBeTruthy()
  })
})
