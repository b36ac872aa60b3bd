import { within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'virtual:mcp-app'
import { makeGlb } from '#model-files/glb/glb.fixture.ts'

const frames: HTMLIFrameElement[] = []
afterEach(() => {
  for (const frame of frames.splice(0)) frame.remove()
})

type Asked = { method: string; params: Record<string, unknown>; id?: number }

function openHost(answer: (asked: Asked) => object | undefined, connect = "'none'") {
  const heard: string[] = []
  const frame = document.createElement('iframe')
  frames.push(frame)
  const policy = `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src blob:; connect-src ${connect}`
  frame.srcdoc = page.replace(
    '<head>',
    `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`,
  )
  frame.style.cssText = 'width:500px;height:430px;border:0'
  const send = (message: object) =>
    frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*')
  addEventListener('message', ({ source, data }: MessageEvent<Asked>) => {
    if (source !== frame.contentWindow) return
    heard.push(data.method)
    if (data.id === undefined) return
    const result = answer(data)
    send({ id: data.id, ...(result ? { result } : { error: { code: -32_603, message: 'No.' } }) })
  })
  document.body.append(frame)
  return {
    heard,
    body: () => frame.contentDocument?.body,
    tell: (params: object) => send({ method: 'ui/notifications/tool-result', params }),
    drawn: () => {
      const canvas = frame.contentDocument?.querySelector('canvas')
      const copy = new OffscreenCanvas(canvas?.width || 1, canvas?.height || 1)
      const context = copy.getContext('2d')
      if (canvas?.width) context?.drawImage(canvas, 0, 0)
      const { data } = context!.getImageData(0, 0, copy.width, copy.height)
      return data.reduce((sum, value, at) => sum + (at % 4 === 3 && value > 0 ? 1 : 0), 0)
    },
  }
}

const result = {
  structuredContent: {
    status: 'completed',
    model: { id: 'a'.repeat(20), name: 'Bear', page_url: 'http://127.0.0.1/asset/a' },
  },
  content: [],
}

it('MCP app shows the model of a finished task and loads it only through the host', async () => {
  const glb = await makeGlb({ cells: 4 })
  const blob = btoa([...glb].map((byte) => String.fromCharCode(byte)).join(''))
  const asked: Asked[] = []
  const host = openHost((one) => {
    asked.push(one)
    if (one.method === 'ui/initialize') return { hostContext: { theme: 'dark' } }
    return one.method === 'resources/read' ? { contents: [{ blob }] } : {}
  })
  await vi.waitFor(() => expect(host.heard).toContain('ui/notifications/initialized'))
  host.tell({ structuredContent: { status: 'in_progress' } })
  await vi.waitFor(() => expect(host.body()?.textContent).toContain('Not done yet'))
  host.tell(result)
  await vi.waitFor(() => expect(host.body()?.dataset['state']).toBe('ready'))
  expect(asked.at(-1)?.params).toEqual({ uri: `bozzetto://models/${'a'.repeat(20)}` })
  await vi.waitFor(() => expect(host.drawn()).toBeGreaterThan(5_000))
  const shown = within(host.body()!)
  expect(shown.getByRole('status').textContent).toContain('Bear · 32 triangles')
  shown.getByRole('button').click()
  await vi.waitFor(() => expect(asked.at(-1)?.method).toBe('ui/open-link'))
})

it('MCP app explains why it shows no model', async () => {
  const host = openHost(({ method }) => (method === 'ui/initialize' ? {} : undefined))
  await vi.waitFor(() => expect(host.heard).toContain('ui/notifications/initialized'))
  host.tell(result)
  await vi.waitFor(() => expect(host.body()?.dataset['state']).toBe('failed'))
})
