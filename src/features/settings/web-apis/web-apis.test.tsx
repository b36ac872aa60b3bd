// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { WebApi, WebApiOperations } from '#contract/web-apis.ts'
// Preload lazy modules, because loading a module during a test could exceed the test's timeout.
import '#ui/overlays/dialog-panel.tsx'
import './web-api-dialog.tsx'
import { WebApis } from './web-apis.tsx'

afterEach(cleanup)

const weather: WebApi = {
  id: 'weather',
  name: 'Weather',
  documentAddress: 'https://weather.example/openapi.json',
  baseAddress: 'https://weather.example/v1',
  format: 'OpenAPI 3.1.0',
  auth: { kind: 'none' },
  isOn: true,
  operationCount: 60,
  onCount: 0,
  changedCount: 0,
  oddCount: 1,
}
const operations: WebApiOperations = {
  operations: Array.from({ length: 60 }, (_, at) => ({
    name: `get${at}`,
    method: 'GET',
    path: `/places/${at}`,
    title: `Get place ${at}`,
    isOn: at === 55,
  })),
  odd: [{ name: 'POST /upload', problem: 'It sends a file, which is not supported.' }],
}

function open(refusal?: object) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'GET') {
      const body = path.endsWith('/operations') ? operations : { apis: [weather] }
      return Promise.resolve(new Response(JSON.stringify(body)))
    }
    sent.push([init.method, path, JSON.parse((init.body as string | undefined) ?? 'null')])
    const [body, status] = refusal ? [refusal, 400] : [weather, 200]
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <WebApis />
    </QueryClientProvider>,
  )
  return sent
}

it('WebApis lists operations that are on first, finds others, and turns single ones on', async () => {
  const sent = open()
  const [first] = await screen.findAllByRole('switch', { name: /^Get place/ })
  expect(first?.closest('li')?.textContent).toContain('Get place 55')
  expect(screen.getByText('20 more operations. Search to find them.')).toBeTruthy()
  expect(screen.getByText(/It sends a file/)).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox'), 'get /places/57')
  const found = await screen.findByRole('switch', { name: /^Get place 57/ })
  await vi.waitFor(() => expect(screen.getAllByRole('switch', { name: /^Get/ })).toHaveLength(1))
  await userEvent.click(found)
  expect(sent).toEqual([['PATCH', '/api/web-apis/weather', { operations: { get57: true } }]])
})

it('WebApis adds an API from a file, with a key in a header', async () => {
  const sent = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Add an API' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Shop')
  await userEvent.click(screen.getByRole('radio', { name: 'File' }))
  const file = new File(['openapi: 3.0.0'], 'shop.yaml')
  await userEvent.upload(screen.getByLabelText('OpenAPI document'), file)
  await userEvent.type(screen.getByLabelText('Value of the key'), 'secret')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([
    [
      'POST',
      '/api/web-apis',
      { name: 'Shop', auth: { kind: 'auto' }, key: 'secret', document: 'openapi: 3.0.0' },
    ],
  ])
})

it('WebApis shows the error of the document’s address at its field', async () => {
  const message = 'This is a web page, not an OpenAPI document.'
  open({ code: 'bad_document', message, issues: [{ path: 'documentAddress', message }] })
  await userEvent.click(await screen.findByRole('button', { name: 'Add an API' }))
  const field = await screen.findByRole('textbox', { name: 'OpenAPI document' })
  await userEvent.type(field, 'https://shop.example')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await vi.waitFor(() =>
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')).toBeTruthy(),
  )
  expect(await screen.findByText(message)).toBeTruthy()
})
