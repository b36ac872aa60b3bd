import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAppHost, type AppHost, type HostContext, type HostOptions } from './app-host.ts'

const context: HostContext = {
  theme: 'light',
  styles: { variables: {} },
  displayMode: 'inline',
  availableDisplayModes: ['inline', 'fullscreen'],
  containerDimensions: { width: 700, maxHeight: 800 },
  locale: 'de-AT',
  timeZone: 'Europe/Vienna',
  platform: 'web',
}

let sent: object[]
let host: AppHost
const on = {
  onEnd: vi.fn<HostOptions['onEnd']>(),
  onHeight: vi.fn<HostOptions['onHeight']>(),
  onDisplayMode: vi.fn<HostOptions['onDisplayMode']>(),
  callTool: vi.fn<HostOptions['callTool']>(),
  readResource: vi.fn<HostOptions['readResource']>(),
  onMessage: vi.fn<HostOptions['onMessage']>(),
  onLink: vi.fn<HostOptions['onLink']>(),
}
beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  host = createAppHost({
    ...on,
    post: (message) => sent.push(message),
    toolInput: { city: 'Oslo' },
    toolResult: { content: [] },
    getContext: () => context,
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
})

const say = (message: object) => host.hear({ jsonrpc: '2.0', ...message })
const ask = async (method: string, params: object = {}) => {
  say({ id: sent.length, method, params })
  await vi.advanceTimersByTimeAsync(0)
  return sent.at(-1)
}
const report = (what: string) => host.hear({ type: 'preview-report', what, words: '' })
const start = () => say({ method: 'ui/notifications/initialized' })
const refusal = (code: number) => ({ error: { code, message: expect.any(String) } })

describe('createAppHost', () => {
  it('answers the initialization and then sends the arguments and the result of the call', async () => {
    expect(await ask('ui/initialize')).toMatchObject({
      result: { protocolVersion: '2026-01-26', hostContext: context },
    })
    start()
    expect(sent.slice(1)).toMatchObject([
      { method: 'ui/notifications/tool-input', params: { arguments: { city: 'Oslo' } } },
      { method: 'ui/notifications/tool-result', params: { content: [] } },
    ])
    start()
    expect(sent).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(on.onEnd).not.toHaveBeenCalled()
  })

  it('ends an app that does not start in time', async () => {
    await vi.advanceTimersByTimeAsync(20_000)
    expect(on.onEnd.mock.calls).toEqual([['silent']])
    start()
    expect(sent).toEqual([])
  })

  it('ends an app that floods the page, but not one that sends as many messages slowly', async () => {
    start()
    for (let n = 0; n < 5; n++) {
      for (let k = 0; k < 2_000; k++) say({ method: 'notifications/message' })
      await vi.advanceTimersByTimeAsync(10_000)
    }
    expect(on.onEnd).not.toHaveBeenCalled()
    for (let k = 0; k < 10_000; k++) host.hear('noise')
    expect(on.onEnd.mock.calls).toEqual([['flood']])
  })

  it('ends an app that navigates, except if its page stays', async () => {
    start()
    report('leaving')
    report('stayed')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(on.onEnd).not.toHaveBeenCalled()
    report('leaving')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(on.onEnd.mock.calls).toEqual([['left']])
  })

  it.each([
    ['ui/download-file', {}, -32_601],
    ['tools/call', { name: '' }, -32_602],
    ['tools/call', { name: 'x', arguments: 'text' }, -32_602],
    ['resources/read', {}, -32_602],
    ['ui/open-link', { url: 'javascript:alert(1)' }, -32_602],
    ['ui/open-link', { url: 'file:///etc/passwd' }, -32_602],
    ['ui/message', { content: [{ type: 'text', text: 'x'.repeat(8_001) }] }, -32_602],
    ['ui/message', { content: [{ type: 'image', data: '' }] }, -32_602],
  ])('refuses %s with %j', async (method, params, code) => {
    start()
    expect(await ask(method, params)).toMatchObject(refusal(code))
    for (const handler of [on.callTool, on.readResource, on.onLink, on.onMessage])
      expect(handler).not.toHaveBeenCalled()
  })

  it('refuses more than eight requests at the same time', async () => {
    start()
    on.callTool.mockReturnValue(new Promise(() => {}))
    for (let n = 0; n < 8; n++) say({ id: n, method: 'tools/call', params: { name: 'x' } })
    expect(await ask('tools/call', { name: 'x' })).toMatchObject(refusal(-32_000))
    expect(on.callTool).toHaveBeenCalledTimes(8)
  })

  it('returns what the person has decided', async () => {
    start()
    on.onMessage.mockResolvedValueOnce(false).mockResolvedValueOnce(true)
    const params = { role: 'user', content: [{ type: 'text', text: 'And tomorrow?' }] }
    expect(await ask('ui/message', params)).toMatchObject({ result: { isError: true } })
    expect(await ask('ui/message', params)).toMatchObject({ result: {} })
    expect(on.onMessage).toHaveBeenLastCalledWith('And tomorrow?')
  })

  it('announces its end and does not wait longer than a second for the app', async () => {
    start()
    const closed = vi.fn<() => void>()
    void host.close().then(closed)
    expect(sent.at(-1)).toMatchObject({ method: 'ui/resource-teardown' })
    await vi.advanceTimersByTimeAsync(999)
    expect(closed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(closed).toHaveBeenCalled()
  })

  it('ends as soon as the app has answered the announcement', async () => {
    start()
    const closed = vi.fn<() => void>()
    void host.close().then(closed)
    say({ id: 'teardown', result: {} })
    await vi.advanceTimersByTimeAsync(0)
    expect(closed).toHaveBeenCalled()
  })
})
