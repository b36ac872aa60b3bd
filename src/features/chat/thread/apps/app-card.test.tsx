// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { McpApp } from '#contract/mcp-apps.ts'
import { ThreadActionsContext, type ThreadActions } from '../thread-actions.ts'
import { runningApps } from './running-apps.ts'
import { AppCard } from './app-card.tsx'

const app: McpApp = {
  serverName: 'Weather',
  title: 'Forecast',
  html: '<p>Weather</p>',
  hasBorder: true,
  connectDomains: ['https://api.example.test', 'https://*.tiles.test'],
  resourceDomains: [],
  allowedDomains: ['https://*.tiles.test'],
  toolInput: { city: 'Oslo' },
  toolResult: { content: [] },
}

let shown: McpApp
const sent: { method: string; path: string; body: unknown }[] = []
const start = vi.fn<(text: string) => void>()
const answerCall = vi.fn<(body: { permission?: string }) => object>()

beforeEach(() => {
  shown = app
  sent.length = 0
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const given: unknown = body === undefined ? undefined : JSON.parse(body as string)
    sent.push({ method, path, body: given })
    if (method === 'GET') return Promise.resolve(Response.json(shown))
    if (method === 'PUT') return Promise.resolve(new Response(null, { status: 204 }))
    return Promise.resolve(Response.json(answerCall(given as object)))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

const show = (count = 1) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ThreadActionsContext value={{ start } as unknown as ThreadActions}>
        {Array.from({ length: count }, (_, callIndex) => (
          <AppCard key={callIndex} runId="run" callIndex={callIndex} />
        ))}
      </ThreadActionsContext>
    </QueryClientProvider>,
  )
const findFrame = () => screen.findByTitle<HTMLIFrameElement>('Forecast, app of Weather')

/** Starts the app as its frame does, and returns what the page has sent to the frame. */
async function run({ isConfined = true } = {}) {
  const frame = await findFrame()
  const { contentWindow } = frame
  if (!contentWindow) throw new Error('The frame has no window.')
  const heard: unknown[] = []
  vi.spyOn(contentWindow, 'postMessage').mockImplementation((message: unknown) => {
    heard.push(message)
  })
  const say = (data: unknown) =>
    act(async () => {
      window.dispatchEvent(new MessageEvent('message', { data, source: contentWindow }))
      await Promise.resolve()
    })
  await say({ type: 'preview-ready', isConfined })
  const request = (id: number, method: string, params: object = {}) =>
    say({ jsonrpc: '2.0', id, method, params })
  return { frame, heard, say, request }
}

describe('AppCard', () => {
  it('sends the page to a frame that may reach only allowed domains, and connects it', async () => {
    show()
    const { frame, heard, request, say } = await run()
    expect(frame.getAttribute('src')).toBe('/preview/app?connect=https%3A%2F%2F*.tiles.test')
    expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms')
    expect(heard).toEqual([app.html])
    await request(1, 'ui/initialize')
    await say({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
    await say({
      jsonrpc: '2.0',
      method: 'ui/notifications/size-changed',
      params: { height: 5_000 },
    })
    expect(heard.slice(1)).toMatchObject([
      { id: 1, result: { hostContext: { displayMode: 'inline', theme: 'light' } } },
      { method: 'ui/notifications/tool-input', params: { arguments: { city: 'Oslo' } } },
      { method: 'ui/notifications/tool-result' },
    ])
    expect(frame.style.height).toBe('800px')
  })

  it('ignores messages of other windows', async () => {
    show()
    const { heard } = await run()
    const data = { jsonrpc: '2.0', id: 1, method: 'ui/initialize' }
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, source: window })))
    expect(heard).toEqual([app.html])
  })

  it('names the domains that are not allowed yet, and loads the app again after a press', async () => {
    show()
    const note = await screen.findByText(/This app wants to reach api\.example\.test\./)
    expect(note.textContent).not.toContain('tiles')
    shown = { ...app, allowedDomains: app.connectDomains }
    await userEvent.click(screen.getByRole('button', { name: 'Allow' }))
    await waitFor(() => expect(screen.queryByText(/wants to reach/)).toBeNull())
    expect(sent[1]).toMatchObject({
      method: 'PUT',
      body: { domains: ['https://api.example.test'] },
    })
    expect((await findFrame()).getAttribute('src')).toContain('api.example.test')
  })

  it('runs the app only after a press if the browser cannot confine its frame', async () => {
    shown = { ...app, serverName: 'Elsewhere' }
    show()
    const frame = await screen.findByTitle<HTMLIFrameElement>('Forecast, app of Elsewhere')
    const ready = { type: 'preview-ready', isConfined: false }
    const say = () =>
      act(() => {
        const { contentWindow: source } = screen.getByTitle<HTMLIFrameElement>(
          'Forecast, app of Elsewhere',
        )
        window.dispatchEvent(new MessageEvent('message', { data: ready, source }))
      })
    const post = vi.spyOn(frame.contentWindow!, 'postMessage')
    say()
    expect(post).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Run the app' }))
    const again = screen.getByTitle<HTMLIFrameElement>('Forecast, app of Elsewhere')
    const postAgain = vi.spyOn(again.contentWindow!, 'postMessage')
    say()
    expect(postAgain).toHaveBeenCalledWith(app.html, '*')
  })

  it('asks before a tool call of the app, and asks once for two calls that wait', async () => {
    const allowed = new Set<string>()
    answerCall.mockImplementation(({ permission }) => {
      if (permission !== undefined) allowed.add('chat')
      return allowed.size > 0 ? { result: { content: [] } } : { asks: { title: 'Humidity' } }
    })
    show()
    const { heard, request } = await run()
    const params = { name: 'humidity', arguments: { city: 'Oslo' } }
    await request(1, 'tools/call', params)
    await request(2, 'tools/call', params)
    expect(await screen.findByText('Weather wants to use “Humidity”.')).toBeTruthy()
    expect(screen.getByText('City: Oslo')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Allow in this chat' }))
    await waitFor(() =>
      expect(heard.slice(1)).toEqual([
        { jsonrpc: '2.0', id: 1, result: { content: [] } },
        { jsonrpc: '2.0', id: 2, result: { content: [] } },
      ]),
    )
    expect(screen.queryByText(/wants to use/)).toBeNull()
  })

  it('sends a question and opens a page only after a press', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    show()
    const { heard, request } = await run()
    const content = [{ type: 'text', text: 'And tomorrow?' }]
    await request(1, 'ui/message', { role: 'user', content })
    await request(2, 'ui/open-link', { url: 'https://a.test' })
    expect(heard.at(-1)).toMatchObject({ id: 2, result: { isError: true } })
    expect(start).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(start).toHaveBeenCalledWith('And tomorrow?')
    await request(3, 'ui/open-link', { url: 'https://a.test' })
    await userEvent.click(screen.getByRole('button', { name: 'Do not open' }))
    expect(open).not.toHaveBeenCalled()
    await request(4, 'ui/open-link', { url: 'https://a.test' })
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(open).toHaveBeenCalledWith('https://a.test/', '_blank', 'noopener,noreferrer')
  })

  it('explains why an app was stopped, and starts it again', async () => {
    show()
    const { frame } = await run()
    const noise = { data: 'noise', source: frame.contentWindow }
    act(() => {
      for (let k = 0; k < 3_000; k++) window.dispatchEvent(new MessageEvent('message', noise))
    })
    expect((await screen.findByRole('alert')).textContent).toContain('sent too many messages')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await findFrame()).toBeTruthy()
  })

  it('runs at most four apps, and the others on request', async () => {
    show(6)
    await waitFor(() => expect(screen.getAllByTitle('Forecast, app of Weather')).toHaveLength(4))
    const buttons = screen.getAllByRole('button', { name: 'Show the app' })
    expect(buttons).toHaveLength(2)
    await userEvent.click(buttons[0]!)
    await waitFor(() => expect(runningApps.getState().ids).toHaveLength(4))
    expect(sent.map(({ path }) => path)).not.toContain('/api/runs/run/tool-calls/1/app')
  })
})
